-- The database roles, functions that every area uses, and the organisation: spaces, accounts, roles, users, teams and invitations.

-- No role owns tables. muster_app sees one space at a time. muster_worker sees the queues and what cleanup needs. muster_search reads the index of
-- contacts for a view (0006_search.sql). muster_eraser has the rights of muster_app, and removes personal data from histories that are otherwise
-- append-only.
do $$
declare
  role text;
begin
  foreach role in array array['muster_app', 'muster_worker', 'muster_search', 'muster_eraser'] loop
    if not exists (select from pg_roles where rolname = role) then
      begin
        execute format('create role %I nologin %s', role, case role when 'muster_eraser' then 'inherit' else 'noinherit' end);
      exception when duplicate_object or unique_violation then
        null; -- Another database of this server was migrated at the same moment.
      end;
    end if;
    if not pg_has_role(current_user, role, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
      execute format('grant %I to current_user', role);
    end if;
    execute format('grant usage on schema public to %I', role);
  end loop;
  if not pg_has_role('muster_eraser', 'muster_app', 'usage') then
    begin
      if current_setting('server_version_num')::int < 160000 then
        alter role muster_eraser inherit;
        grant muster_app to muster_eraser;
      else
        execute 'grant muster_app to muster_eraser with inherit true';
      end if;
    exception when insufficient_privilege then
      raise exception 'The role muster_eraser lacks the rights of muster_app. As an administrator run: alter role muster_eraser inherit; grant muster_app to muster_eraser;';
    end;
  end if;
end
$$;

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A timestamp as the interface sends it: UTC, milliseconds, Z. Stable, not immutable, so that PostgreSQL can inline it.
create function wire_time(instant timestamptz) returns text
  language sql stable parallel safe
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The same for updates, in which Citus refuses stable functions of a column. In plpgsql, which PostgreSQL does not inline.
create function immutable_wire_time(instant timestamptz) returns text
  language plpgsql immutable strict parallel safe
  as $$ begin return public.wire_time(instant); end $$;

-- A text as it is compared: without accents, in lower case, trimmed. In plpgsql, which costs half as much here as an SQL function.
create function normalize_text(text text) returns text
  language plpgsql immutable strict parallel safe
  as $$ begin return btrim(lower(public.unaccent('public.unaccent'::regdictionary, text))); end $$;

-- The normalized text as a pattern for LIKE that matches only itself.
create function like_pattern(text text) returns text
  language plpgsql immutable strict parallel safe
  as $$ begin return regexp_replace(public.normalize_text(text), '([\\%_])', '\\\1', 'g'); end $$;

-- Row-level security for a table of spaces: a transaction reads and writes the rows of its space. A policy has no sub-select, which Citus refuses on
-- distributed tables. The tables of this schema whose rows must not be changed or deleted revoke these rights after the call.
create function enable_space_rls(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy of_space on %s to muster_app
       using (group_id = nullif(current_setting(''app.group_id'', true), '''')::bigint)
       with check (group_id = nullif(current_setting(''app.group_id'', true), '''')::bigint)', target);
  execute format('grant select, insert, update, delete on %s to muster_app', target);
end
$$;

-- A space is one organisation, or one chapter of it. Every other record belongs to exactly one space.
create table spaces (
  id                     bigserial primary key,
  created_at             timestamptz(3) not null default now(),
  updated_at             timestamptz(3) not null default now(),
  name                   text not null check (name ~ '\S' and length(name) <= 200),
  locale                 text not null check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  second_factor_required boolean not null default false
);
alter table spaces enable row level security;
alter table spaces force row level security;
grant select, insert, update on spaces to muster_app;
grant select on spaces to muster_worker;
create policy current_space on spaces to muster_app
  using (id = nullif(current_setting('app.group_id', true), '')::bigint);
create policy creation on spaces for insert to muster_app with check (true);
create policy metrics on spaces for select to muster_worker using (true);

-- A person as they sign in, in all their spaces. What a space knows about them is in users.
create table accounts (
  id                  bigserial primary key,
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  login_mail          text not null check (length(login_mail) <= 254),
  login_key           text generated always as (lower(login_mail)) stored unique,
  -- When the owner last opened a link that was sent to login_mail. Null: never.
  mail_verified_at    timestamptz(3),
  password_hash       text,
  password_changed_at timestamptz(3),
  firstname           text not null,
  surname             text not null,
  locale              text not null,
  -- The account of a program. It has no password and cannot sign in.
  service_account     boolean not null default false
);
-- An account is visible to its owner, and to a request that names its sign-in address.
alter table accounts enable row level security;
alter table accounts force row level security;
grant select, insert, update on accounts to muster_app;
create policy own_account on accounts to muster_app
  using (id = nullif(current_setting('app.user_id', true), '')::bigint);
create policy presented on accounts to muster_app
  using (login_key = lower(current_setting('app.presented', true)));
create policy creation on accounts for insert to muster_app with check (true);

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
  primary key (group_id, id),
  constraint roles_space foreign key (group_id) references spaces (id)
);
create unique index roles_by_name on roles (group_id, name_key);
create unique index roles_first_four on roles (group_id, type) where type <> 'custom';
select enable_space_rls('roles');

-- A person as one space knows them. Each space of a person has its own row and does not see the others.
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
  -- What the search box compares.
  names             text generated always as (
    E'\x1f' || normalize_text(surname || E'\x1f' || firstname || E'\x1f' || mail) || E'\x1f') stored,
  phone             text not null default '',
  address           text not null default '',
  city              text not null default '',
  postal            text not null default '',
  location          text not null default '',
  avatar            text not null default '',
  birthdate         timestamptz(3),
  locale            text not null,
  -- The position of this space among those that the person has selected. Null: not selected.
  selected_position integer,
  -- A program that acts in the space. It has a user, so that history names it.
  service_account   boolean not null default false,
  -- Whether the person signs in with a second factor. Copied from the account, which the managers of a space cannot read.
  second_factor     boolean not null default false,
  -- Since when a person who was added by their address has neither accepted nor opened the space. Null: they have accepted, or joined by
  -- themselves. While pending, the row holds what the space typed and nothing of the person.
  pending_since     timestamptz(3),
  -- What the space knew of a person who was in it before, kept while they are pending.
  former_profile    json,
  -- Suspended users keep their rows and names, and cannot act.
  suspended_at      timestamptz(3),
  suspended_by      bigint,
  suspension_reason text not null default '' check (length(suspension_reason) <= 2000),
  primary key (group_id, id),
  constraint users_space foreign key (group_id) references spaces (id),
  constraint users_account foreign key (id) references accounts (id),
  constraint users_role foreign key (group_id, role_id) references roles (group_id, id),
  constraint users_suspended_by foreign key (group_id, suspended_by) references users (group_id, id)
);
create unique index users_by_mail on users (group_id, mail_key) where deleted_at is null;
create index users_in_order on users (group_id, surname collate "und-x-icu", firstname collate "und-x-icu", id) where deleted_at is null;
create index users_by_role on users (group_id, role_id);
create index users_of_account on users (id);
create index users_suspended on users (group_id, suspended_at) where suspended_at is not null;
select enable_space_rls('users');
-- A person sees and selects their own spaces.
create policy own_rows on users for select to muster_app
  using (id = nullif(current_setting('app.user_id', true), '')::bigint);
create policy own_selection on users for update to muster_app
  using (id = nullif(current_setting('app.user_id', true), '')::bigint);

-- The spaces of the acting user, for a policy, which cannot contain the sub-select itself.
create function own_spaces() returns bigint[] language plpgsql stable as $$
begin
  return array(select u.group_id from users u where u.id = nullif(current_setting('app.user_id', true), '')::bigint);
end
$$;
revoke execute on function own_spaces() from public;
grant execute on function own_spaces() to muster_app;
-- The current space first: a worker of Citus cannot run the query of own_spaces(), and never has to. In `case` the planner does not run it either.
create policy own_spaces on spaces for select to muster_app using (
  case when id = nullif(current_setting('app.group_id', true), '')::bigint then true else id = any (own_spaces()) end);

create table teams (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  deleted_at  timestamptz(3),
  created_by  bigint not null,
  name        text not null check (name ~ '\S' and length(name) <= 200),
  name_key    text generated always as (normalize_text(name)) stored,
  description text not null,
  private     boolean not null,
  hide_users  boolean not null,
  address     jsonb,
  primary key (group_id, id),
  constraint teams_space foreign key (group_id) references spaces (id),
  constraint teams_creator foreign key (group_id, created_by) references users (group_id, id)
);
create index teams_in_order on teams (group_id, name collate "und-x-icu", id) where deleted_at is null;
select enable_space_rls('teams');

create table team_members (
  group_id bigint not null,
  team_id  bigint not null,
  user_id  bigint not null,
  leader   boolean not null,
  position integer not null,
  primary key (group_id, team_id, user_id, leader),
  constraint team_members_team foreign key (group_id, team_id) references teams (group_id, id),
  constraint team_members_user foreign key (group_id, user_id) references users (group_id, id)
);
create index team_members_of_user on team_members (group_id, user_id);
select enable_space_rls('team_members');

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
  -- Set when the person is in the space.
  user_id      bigint,
  primary key (group_id, id),
  constraint invitations_space foreign key (group_id) references spaces (id),
  constraint invitations_role foreign key (group_id, role_id) references roles (group_id, id)
);
create unique index invitations_by_mail on invitations (group_id, email_key);
create index invitations_waiting on invitations (group_id, last_sent desc, id desc) where user_id is null;
select enable_space_rls('invitations');

-- The links in the mails of invitations. They are looked up before the space is known, by the digest of their secret.
create table invitation_links (
  digest        text primary key,
  group_id      bigint not null,
  invitation_id bigint not null,
  expires_at    timestamptz(3) not null
);
create index invitation_links_of_invitation on invitation_links (group_id, invitation_id);
select enable_space_rls('invitation_links');
create policy presented on invitation_links to muster_app
  using (digest = current_setting('app.presented', true));

grant usage on all sequences in schema public to muster_app, muster_worker;
