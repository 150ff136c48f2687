-- Signing in: what an authorization server remembers, second factors, integrations, and the brakes on guessing.

-- A program that acts in a space has an account and a user of its own, so that history names it; nobody signs in as one.
alter table accounts add column program boolean not null default false;
alter table accounts add column password_changed_at timestamptz(3);
alter table users add column program boolean not null default false;

-- Suspended people keep their place and their name, and cannot act.
alter table users add column suspended_at timestamptz(3);
alter table users add column suspended_by bigint;
alter table users add column suspension_reason text not null default '' check (length(suspension_reason) <= 2000);

alter table spaces add column second_factor_required boolean not null default false;

-- Tokens of three kinds: made by a person for their scripts, given to an application that a person let act for them, and a program's own.
alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind check (kind in ('personal', 'access', 'program'));
alter table tokens add column client_id text;
alter table tokens add column grant_digest text;
-- When the person behind it last proved who they are; what is sensitive asks for a recent proof.
alter table tokens add column authenticated_at timestamptz(3);
-- What the authorization server keeps about it.
alter table tokens add column record json;

-- What the authorization server remembers: sessions, interactions, codes, refresh tokens, grants. By digest, as all that opens a door.
create table sign_in_records (
  kind         text not null,
  digest       text not null,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  consumed_at  timestamptz(3),
  -- For people to tell their sessions and grants apart.
  id           bigserial,
  user_id      bigint,
  -- The space a grant was given in.
  group_id     bigint,
  client_id    text,
  grant_digest text,
  uid_digest   text,
  agent        text not null default '' check (length(agent) <= 300),
  record       json not null,
  primary key (kind, digest)
);

-- An application of a space: what it may do, and where people are sent back to.
create table integrations (
  group_id      bigint not null,
  id            bigserial,
  created_at    timestamptz(3) not null default now(),
  updated_at    timestamptz(3) not null default now(),
  ended_at      timestamptz(3),
  created_by    bigint not null,
  name          text not null check (name ~ '\S' and length(name) <= 200),
  client_id     text not null,
  -- Whom it acts as with its own secret; null when it only ever acts for people.
  user_id       bigint,
  -- A public client, such as a page or a phone, cannot keep a secret.
  public        boolean not null,
  redirect_uris text[] not null,
  scopes        text[] not null,
  primary key (group_id, id)
);

-- Two may live at once, so that one can be replaced without an outage.
create table integration_secrets (
  group_id       bigint not null,
  id             bigserial,
  integration_id bigint not null,
  created_at     timestamptz(3) not null default now(),
  ended_at       timestamptz(3),
  digest         text not null,
  -- The last letters, for people to tell two apart.
  hint           text not null,
  primary key (group_id, id)
);

create table second_factors (
  account_id   bigint primary key,
  created_at   timestamptz(3) not null default now(),
  -- Null until the first code was typed: until then nothing is asked for.
  confirmed_at timestamptz(3),
  secret       text not null,
  -- The last step of the clock that was used: each works once.
  last_step    bigint not null default 0
);

create table recovery_codes (
  account_id bigint not null,
  digest     text not null,
  created_at timestamptz(3) not null default now(),
  used_at    timestamptz(3),
  primary key (account_id, digest)
);

-- Browsers a person has signed in from, so that only a new one is worth a mail.
create table known_browsers (
  account_id bigint not null,
  digest     text not null,
  created_at timestamptz(3) not null default now(),
  seen_at    timestamptz(3) not null default now(),
  primary key (account_id, digest)
);

-- Links in mails: to choose a new password, or to confirm a new address to sign in with.
create table account_links (
  digest     text primary key,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  account_id bigint not null,
  kind       text not null check (kind in ('password', 'mail')),
  mail       text not null default '' check (length(mail) <= 254)
);

-- What is written to a person about their account comes from no space.
alter table mail_outbox alter column group_id drop not null;
create policy about_account on mail_outbox for insert to muster_app with check (group_id is null);

-- How often somebody has tried, by digest of an account's or a network's address; counted before anything is checked.
create table sign_in_attempts (
  key        text primary key,
  tries      integer not null,
  tried_at   timestamptz(3) not null,
  wait_until timestamptz(3)
);

-- Keys of the server itself, made at its first start: what signs cookies and identity tokens.
create table server_keys (
  name       text primary key,
  created_at timestamptz(3) not null default now(),
  value      json not null
);

alter table users add constraint users_suspended_by foreign key (group_id, suspended_by) references users (group_id, id);
alter table integrations add constraint integrations_space foreign key (group_id) references spaces (id);
alter table integrations add constraint integrations_creator foreign key (group_id, created_by) references users (group_id, id);
alter table integrations add constraint integrations_user foreign key (group_id, user_id) references users (group_id, id);
alter table integration_secrets add constraint integration_secrets_integration foreign key (group_id, integration_id) references integrations (group_id, id);
alter table second_factors add constraint second_factors_account foreign key (account_id) references accounts (id);
alter table recovery_codes add constraint recovery_codes_account foreign key (account_id) references accounts (id);
alter table known_browsers add constraint known_browsers_account foreign key (account_id) references accounts (id);
alter table account_links add constraint account_links_account foreign key (account_id) references accounts (id);

create unique index integrations_by_client on integrations (client_id);
create index integration_secrets_of_integration on integration_secrets (group_id, integration_id);
create index tokens_of_grant on tokens (grant_digest) where grant_digest is not null;
create index users_suspended on users (group_id, suspended_at) where suspended_at is not null;
create index tokens_of_space on tokens (group_id, id) where kind = 'personal';
create index tokens_of_client on tokens (group_id, client_id) where client_id is not null;
create index tokens_by_end on tokens (expires_at);
create index sign_in_records_of_user on sign_in_records (user_id, kind) where user_id is not null;
create index sign_in_records_of_grant on sign_in_records (grant_digest) where grant_digest is not null;
create index sign_in_records_by_uid on sign_in_records (uid_digest) where uid_digest is not null;
create index sign_in_records_by_end on sign_in_records (expires_at);
create index account_links_of_account on account_links (account_id, kind);
create index account_links_by_end on account_links (expires_at);
create index sign_in_attempts_by_age on sign_in_attempts (tried_at);

select belongs_to_space('integrations');
select belongs_to_space('integration_secrets');

-- Whoever names a client may learn what it is; its secrets are found by their integration.
create policy presented on integrations for select to muster_app
  using (client_id = (select current_setting('app.presented', true)));
-- A grant takes its tokens with it.
create policy of_grant on tokens to muster_app
  using (grant_digest = (select current_setting('app.presented', true)));

-- A record is there for whoever holds what opens it, and for the person it is about.
alter table sign_in_records enable row level security;
alter table sign_in_records force row level security;
create policy presented on sign_in_records to muster_app
  using (digest = (select current_setting('app.presented', true)));
create policy of_grant on sign_in_records for select to muster_app
  using (grant_digest = (select current_setting('app.presented', true)));
create policy ended_with_grant on sign_in_records for delete to muster_app
  using (grant_digest = (select current_setting('app.presented', true)));
create policy by_uid on sign_in_records for select to muster_app
  using (uid_digest = (select current_setting('app.presented', true)));
create policy of_owner on sign_in_records to muster_app
  using (user_id = (select nullif(current_setting('app.user_id', true), '')::bigint));
grant select, insert, update, delete on sign_in_records to muster_app;

-- What belongs to an account is its owner's alone.
do $$
declare
  own text;
begin
  foreach own in array array['second_factors', 'recovery_codes', 'known_browsers', 'account_links'] loop
    execute format('alter table %I enable row level security', own);
    execute format('alter table %I force row level security', own);
    execute format(
      'create policy of_owner on %I to muster_app using (account_id = (select nullif(current_setting(''app.user_id'', true), '''')::bigint))', own);
    execute format('grant select, insert, update, delete on %I to muster_app', own);
  end loop;
end
$$;
create policy presented on account_links to muster_app
  using (digest = (select current_setting('app.presented', true)));

alter table sign_in_attempts enable row level security;
alter table sign_in_attempts force row level security;
create policy counted on sign_in_attempts to muster_app using (true);
grant select, insert, update, delete on sign_in_attempts to muster_app;

alter table server_keys enable row level security;
alter table server_keys force row level security;
create policy own_keys on server_keys to muster_app using (true);
grant select, insert on server_keys to muster_app;

grant usage on sequence sign_in_records_id_seq, integrations_id_seq, integration_secrets_id_seq to muster_app;

-- What has ended is swept away across all spaces.
create policy swept on sign_in_records to muster_worker using (true);
create policy swept on account_links to muster_worker using (true);
create policy swept on sign_in_attempts to muster_worker using (true);
create policy swept on tokens to muster_worker using (true);
grant select (expires_at), delete on sign_in_records, account_links to muster_worker;
grant select (expires_at, kind), delete on tokens to muster_worker;
grant select (tried_at), delete on sign_in_attempts to muster_worker;
