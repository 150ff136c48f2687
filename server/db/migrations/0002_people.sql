-- Tables first, then keys between them, then who sees what: the order in which a cluster can spread them.

-- A space is one organisation, or one chapter of it; every other record belongs to exactly one.
create table spaces (
  id         bigserial primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name       text not null check (name ~ '\S' and length(name) <= 200),
  locale     text not null check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$')
);

-- A person as they sign in, whatever spaces they belong to. What a space knows about them is in users.
create table accounts (
  id            bigserial primary key,
  created_at    timestamptz(3) not null default now(),
  updated_at    timestamptz(3) not null default now(),
  login_mail    text not null check (length(login_mail) <= 254),
  login_key     text generated always as (lower(login_mail)) stored unique,
  password_hash text,
  firstname     text not null,
  surname       text not null,
  locale        text not null
);

create table roles (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  name        text not null check (name ~ '\S' and length(name) <= 200),
  name_key    text generated always as (lower(name)) stored,
  color       text not null,
  type        text not null check (type in ('superadmin', 'admin', 'manager', 'user', 'custom')),
  "order"     integer not null check ("order" >= 0),
  web         boolean not null,
  mobile      boolean not null,
  permissions text[] not null,
  primary key (group_id, id)
);

-- A person as one space knows them. Another space of the same person has a row of its own, and never sees this one.
create table users (
  group_id          bigint not null,
  id                bigint not null,
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  deleted_at        timestamptz(3),
  registered_at     timestamptz(3) not null,
  role_id           bigint not null,
  mail              text not null check (length(mail) <= 254),
  mail_key          text generated always as (lower(mail)) stored,
  firstname         text not null,
  surname           text not null,
  phone             text not null default '',
  address           text not null default '',
  city              text not null default '',
  postal            text not null default '',
  location          text not null default '',
  avatar            text not null default '',
  birthdate         timestamptz(3),
  locale            text not null,
  -- The place of this space among those the person has selected; null when it is not.
  selected_position integer,
  primary key (group_id, id)
);

create table teams (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  deleted_at  timestamptz(3),
  created_by  bigint not null,
  name        text not null check (name ~ '\S' and length(name) <= 200),
  description text not null,
  private     boolean not null,
  hide_users  boolean not null,
  address     jsonb,
  primary key (group_id, id)
);

create table team_people (
  group_id bigint not null,
  team_id  bigint not null,
  user_id  bigint not null,
  leader   boolean not null,
  position integer not null,
  primary key (group_id, team_id, user_id, leader)
);

create table invitations (
  group_id     bigint not null,
  id           bigserial,
  created_at   timestamptz(3) not null default now(),
  last_sent    timestamptz(3) not null default now(),
  invited_by   bigint not null,
  email        text not null check (length(email) <= 254),
  email_key    text generated always as (lower(email)) stored,
  mobile_phone text not null default '',
  role_id      bigint not null,
  -- Set once the person is in the space.
  user_id      bigint,
  primary key (group_id, id)
);

-- What the link in an invitation's mail opens. Looked up before the space is known, hence by the digest of the secret.
create table invitation_links (
  digest        text primary key,
  group_id      bigint not null,
  invitation_id bigint not null,
  expires_at    timestamptz(3) not null
);

alter table roles add constraint roles_space foreign key (group_id) references spaces (id);
alter table users add constraint users_space foreign key (group_id) references spaces (id);
alter table users add constraint users_account foreign key (id) references accounts (id);
alter table users add constraint users_role foreign key (group_id, role_id) references roles (group_id, id);
alter table teams add constraint teams_space foreign key (group_id) references spaces (id);
alter table teams add constraint teams_creator foreign key (group_id, created_by) references users (group_id, id);
alter table team_people add constraint team_people_team foreign key (group_id, team_id) references teams (group_id, id);
alter table team_people add constraint team_people_user foreign key (group_id, user_id) references users (group_id, id);
alter table invitations add constraint invitations_space foreign key (group_id) references spaces (id);
alter table invitations add constraint invitations_role foreign key (group_id, role_id) references roles (group_id, id);

create unique index roles_by_name on roles (group_id, name_key);
create unique index roles_first_four on roles (group_id, type) where type <> 'custom';
create unique index users_by_mail on users (group_id, mail_key) where deleted_at is null;
create index users_in_order on users (group_id, surname collate "und-x-icu", firstname collate "und-x-icu", id) where deleted_at is null;
create index users_by_role on users (group_id, role_id);
create index users_of_account on users (id);
create index teams_in_order on teams (group_id, name collate "und-x-icu", id) where deleted_at is null;
create index team_people_of_user on team_people (group_id, user_id);
create unique index invitations_by_mail on invitations (group_id, email_key);
create index invitation_links_of_invitation on invitation_links (group_id, invitation_id);

select belongs_to_space('roles');
select belongs_to_space('users');
select belongs_to_space('teams');
select belongs_to_space('team_people');
select belongs_to_space('invitations');
select belongs_to_space('invitation_links');

-- A person knows their own spaces, and chooses among them.
create policy seen_by_self on users for select to muster_app
  using (id = (select nullif(current_setting('app.user_id', true), '')::bigint));
create policy selected_by_self on users for update to muster_app
  using (id = (select nullif(current_setting('app.user_id', true), '')::bigint));

-- Whoever holds the link may use it.
create policy presented on invitation_links to muster_app
  using (digest = (select current_setting('app.presented', true)));

alter table spaces enable row level security;
alter table spaces force row level security;
create policy current_space on spaces to muster_app
  using (id = (select nullif(current_setting('app.group_id', true), '')::bigint));
create policy own_spaces on spaces for select to muster_app
  using (id in (select group_id from users where users.id = (select nullif(current_setting('app.user_id', true), '')::bigint)));
create policy founded on spaces for insert to muster_app with check (true);
grant select, insert, update on spaces to muster_app;
create policy counted on spaces for select to muster_worker using (true);
grant select on spaces to muster_worker;

-- An account is visible to its owner, and to whoever names its sign-in address.
alter table accounts enable row level security;
alter table accounts force row level security;
create policy own_account on accounts to muster_app
  using (id = (select nullif(current_setting('app.user_id', true), '')::bigint));
create policy presented on accounts to muster_app
  using (login_key = (select lower(current_setting('app.presented', true))));
create policy registered on accounts for insert to muster_app with check (true);
grant select, insert, update on accounts to muster_app;

grant usage on sequence spaces_id_seq, accounts_id_seq, roles_id_seq, teams_id_seq, invitations_id_seq to muster_app;
