-- Field work: actions, the addresses and contacts that they visit, and the visits.

create table actions (
  group_id                         bigint not null,
  id                               bigserial,
  created_at                       timestamptz(3) not null default now(),
  updated_at                       timestamptz(3) not null default now(),
  archived_at                      timestamptz(3),
  created_by                       bigint not null,
  name                             text not null check (name ~ '\S' and length(name) <= 200),
  name_key                         text generated always as (normalize_text(name)) stored,
  pitch                            text not null,
  link                             text not null,
  registration_link                text not null,
  reminder_id                      text not null,
  goal                             bigint not null check (goal >= 0),
  goal_forms                       bigint not null check (goal_forms >= 0),
  start                            timestamptz(3),
  "end"                            timestamptz(3),
  public                           boolean not null,
  -- JSON as text, so that it is returned as it was sent.
  facts                            text not null,
  fields                           text not null,
  gotv_voted_tag                   text not null,
  gotv_not_voted_tag               text not null,
  gotv_abstention_tag              text not null,
  aggreg_without_location          boolean not null,
  polygon                          text not null,
  not_polygon                      text not null,
  filter                           text not null,
  advanced_search                  text not null,
  polling_station_included         text not null,
  polling_station_excluded         text not null,
  address_included                 text not null,
  address_excluded                 text not null,
  polling_station_included_missing boolean not null,
  polling_station_excluded_missing boolean not null,
  address_included_missing         boolean not null,
  address_excluded_missing         boolean not null,
  excluded_nevada                  boolean not null,
  primary key (group_id, id),
  constraint ends_after_it_starts check ("end" >= start),
  constraint actions_space foreign key (group_id) references spaces (id),
  constraint actions_creator foreign key (group_id, created_by) references users (group_id, id)
);
create index actions_newest on actions (group_id, id desc) where archived_at is null;
select enable_space_rls('actions');
revoke delete on actions from muster_app;

create table action_users (
  group_id  bigint not null,
  action_id bigint not null,
  user_id   bigint not null,
  position  integer not null,
  primary key (group_id, action_id, user_id),
  constraint action_users_action foreign key (group_id, action_id) references actions (group_id, id),
  constraint action_users_user foreign key (group_id, user_id) references users (group_id, id)
);
create index action_users_of_user on action_users (group_id, user_id);
select enable_space_rls('action_users');

create table action_teams (
  group_id  bigint not null,
  action_id bigint not null,
  team_id   bigint not null,
  position  integer not null,
  primary key (group_id, action_id, team_id),
  constraint action_teams_action foreign key (group_id, action_id) references actions (group_id, id),
  constraint action_teams_team foreign key (group_id, team_id) references teams (group_id, id)
);
create index action_teams_of_team on action_teams (group_id, team_id);
select enable_space_rls('action_teams');

-- The forms that are filled in at the door.
create table action_forms (
  group_id  bigint not null,
  action_id bigint not null,
  form_id   bigint not null,
  position  integer not null,
  primary key (group_id, action_id, form_id),
  constraint action_forms_action foreign key (group_id, action_id) references actions (group_id, id),
  constraint action_forms_form foreign key (group_id, form_id) references forms (group_id, id)
);
create index action_forms_of_form on action_forms (group_id, form_id);
select enable_space_rls('action_forms');

-- Two addresses with the same key are the same door, also if they are spelled differently. Without street and city the coordinates count.
create function door_key(
  house_number text, street text, postal_code text, city text, building text, addition text, floor text, door text, latitude text, longitude text
) returns text
  language sql immutable strict parallel safe
  as $$
    select md5(public.normalize_text(replace(replace(
      concat_ws('|', house_number, street, postal_code, city, building, addition, floor, door,
        case when street = '' and city = '' then latitude || ',' || longitude end),
      ' |', '|'), '| ', '|')))
  $$;

create table action_addresses (
  group_id        bigint not null,
  id              bigserial,
  created_at      timestamptz(3) not null default now(),
  action_id       bigint not null,
  -- When it was removed from the list. Visits may still refer to it.
  removed_at      timestamptz(3),
  house_number    text not null,
  street          text not null,
  postal_code     text not null,
  city_code       text not null,
  city            text not null,
  state           text not null,
  country         text not null,
  addition        text not null,
  infos           text not null,
  building        text not null,
  floor           text not null,
  door            text not null,
  polling_station text not null,
  -- Decimal degrees as text, or empty.
  latitude        text not null,
  longitude       text not null,
  -- The walking order: by street, then by number.
  street_key      text generated always as (left(normalize_text(city), 100) || '|' || left(normalize_text(street), 200)) stored,
  number          integer generated always as (coalesce(substring(house_number from '[0-9]{1,9}')::integer, 0)) stored,
  door_key        text generated always as (
    door_key(house_number, street, postal_code, city, building, addition, floor, door, latitude, longitude)) stored,
  primary key (group_id, id),
  constraint action_addresses_action foreign key (group_id, action_id) references actions (group_id, id)
);
create unique index action_addresses_by_door on action_addresses (group_id, action_id, door_key);
create index action_addresses_in_order on action_addresses (group_id, action_id, street_key, number, id) where removed_at is null;
select enable_space_rls('action_addresses');
revoke delete on action_addresses from muster_app;

-- The contacts of an action: selected by their address, or met at a door.
create table action_contacts (
  group_id   bigint not null,
  action_id  bigint not null,
  contact_id bigint not null,
  address_id bigint,
  primary key (group_id, action_id, contact_id),
  constraint action_contacts_action foreign key (group_id, action_id) references actions (group_id, id),
  constraint action_contacts_contact foreign key (group_id, contact_id) references contacts (group_id, id),
  constraint action_contacts_address foreign key (group_id, address_id) references action_addresses (group_id, id)
);
create index action_contacts_of_contact on action_contacts (group_id, contact_id);
create index action_contacts_of_address on action_contacts (group_id, address_id) where address_id is not null;
select enable_space_rls('action_contacts');

create table visits (
  group_id     bigint not null,
  id           bigserial,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  withdrawn_at timestamptz(3),
  action_id    bigint not null,
  -- Generated by the client, so that a visit that is sent twice is recorded once.
  key          text not null check (key <> '' and length(key) <= 200),
  recorded_by  bigint not null,
  -- Null if the recorder is in no team of the action.
  team_id      bigint,
  date         timestamptz(3) not null,
  result       text not null,
  address_id   bigint,
  contact_id   bigint,
  comment      text not null,
  -- JSON as text. Empty if there is a contact, which then has the answers.
  answers      text not null,
  contact_made boolean generated always as (
    result = 'talked'
    or (contact_id is not null and result not in ('absent', 'moved', 'no_access', 'leaflet', 'wrong_address', 'deceased'))) stored,
  primary key (group_id, id),
  constraint visits_action foreign key (group_id, action_id) references actions (group_id, id),
  constraint visits_recorder foreign key (group_id, recorded_by) references users (group_id, id),
  constraint visits_team foreign key (group_id, team_id) references teams (group_id, id),
  constraint visits_address foreign key (group_id, address_id) references action_addresses (group_id, id),
  constraint visits_contact foreign key (group_id, contact_id) references contacts (group_id, id)
);
create unique index visits_by_key on visits (group_id, action_id, key);
-- Counts and the curve by day read only this index.
create index visits_counted on visits (group_id, action_id, date) include (contact_made) where withdrawn_at is null;
create index visits_newest on visits (group_id, action_id, id desc);
create index visits_of_recorder on visits (group_id, action_id, recorded_by, id desc);
create index visits_of_address on visits (group_id, address_id, date desc, id desc) where withdrawn_at is null and address_id is not null;
create index visits_of_contact on visits (group_id, contact_id, date desc, id desc) where contact_id is not null;
select enable_space_rls('visits');
revoke delete on visits from muster_app;

-- A visit before it was corrected or withdrawn.
create table visit_history (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  visit_id   bigint not null,
  user_id    bigint not null,
  request    text not null,
  -- JSON as text. `new` is null for a withdrawn visit.
  old        text not null,
  new        text,
  primary key (group_id, id),
  constraint visit_history_visit foreign key (group_id, visit_id) references visits (group_id, id)
);
create index visit_history_of_visit on visit_history (group_id, visit_id, id);
select enable_space_rls('visit_history');
revoke delete on visit_history from muster_app;

-- Numbers of visits that were counted on paper.
create table declared_visits (
  group_id     bigint not null,
  id           bigserial,
  created_at   timestamptz(3) not null default now(),
  withdrawn_at timestamptz(3),
  action_id    bigint not null,
  key          text,
  recorded_by  bigint not null,
  count        integer not null check (count > 0),
  date         timestamptz(3) not null,
  comment      text not null,
  primary key (group_id, id),
  constraint declared_visits_action foreign key (group_id, action_id) references actions (group_id, id),
  constraint declared_visits_recorder foreign key (group_id, recorded_by) references users (group_id, id)
);
create unique index declared_visits_by_key on declared_visits (group_id, action_id, key) where key is not null;
create index declared_visits_counted on declared_visits (group_id, action_id, id desc) include (count) where withdrawn_at is null;
select enable_space_rls('declared_visits');
revoke delete on declared_visits from muster_app;

grant usage on all sequences in schema public to muster_app, muster_worker;
