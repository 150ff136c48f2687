-- Signing in: tokens, integrations, the records of the OpenID Connect provider, second factors and throttling.

-- Access tokens, by the digest of their secret, which is not stored.
create table tokens (
  digest           text primary key,
  id               bigserial,
  created_at       timestamptz(3) not null default now(),
  expires_at       timestamptz(3) not null,
  revoked_at       timestamptz(3),
  -- personal: created by a person for their scripts. access: given to an application that acts for a person. service_account: of a program.
  kind             text not null,
  user_id          bigint not null,
  -- The space that the token is bound to.
  group_id         bigint not null,
  name             text not null check (length(name) <= 200),
  -- Null: everything that the role allows.
  scopes           text[],
  client_id        text,
  grant_digest     text,
  -- When the person last proved who they are. Sensitive operations require a recent proof.
  authenticated_at timestamptz(3),
  -- What the OpenID Connect provider stores about the token.
  record           json,
  constraint tokens_kind check (kind in ('personal', 'access', 'service_account'))
);
create unique index tokens_by_id on tokens (id, digest);
create index tokens_of_user on tokens (user_id, group_id);
create index tokens_of_space on tokens (group_id, id) where kind = 'personal';
create index tokens_of_client on tokens (group_id, client_id) where client_id is not null;
create index tokens_of_grant on tokens (grant_digest) where grant_digest is not null;
create index tokens_by_end on tokens (expires_at);
select enable_space_rls('tokens');
create policy presented on tokens to muster_app
  using (digest = current_setting('app.presented', true));
create policy of_owner on tokens to muster_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
-- A grant is revoked with its tokens.
create policy of_grant on tokens to muster_app
  using (grant_digest = current_setting('app.presented', true));
create policy cleanup on tokens to muster_worker using (true);
grant select (expires_at, kind), delete on tokens to muster_worker;

-- An application of a space: what it may do, and where it sends people back to.
create table integrations (
  group_id                     bigint not null,
  id                           bigserial,
  created_at                   timestamptz(3) not null default now(),
  updated_at                   timestamptz(3) not null default now(),
  ended_at                     timestamptz(3),
  created_by                   bigint not null,
  name                         text not null check (name ~ '\S' and length(name) <= 200),
  client_id                    text not null,
  -- The user that it acts as with its own secret. Null: it acts only for people.
  user_id                      bigint,
  -- A public client, such as a web page or a telephone, cannot keep a secret.
  public                       boolean not null,
  redirect_uris                text[] not null,
  scopes                       text[] not null,
  -- Only a client that keeps a secret can do without PKCE, and only where the space says so.
  pkce_required                boolean not null default true,
  -- Clients expect RS256 unless they are told otherwise.
  id_token_signed_response_alg text not null default 'RS256' check (id_token_signed_response_alg in ('RS256', 'ES256')),
  primary key (group_id, id),
  constraint integrations_public_pkce check (pkce_required or not public),
  constraint integrations_space foreign key (group_id) references spaces (id),
  constraint integrations_creator foreign key (group_id, created_by) references users (group_id, id),
  constraint integrations_user foreign key (group_id, user_id) references users (group_id, id)
);
create unique index integrations_by_client on integrations (client_id);
select enable_space_rls('integrations');
-- A request that names a client may read it. Its secrets are found by their integration.
create policy presented on integrations for select to muster_app
  using (client_id = current_setting('app.presented', true));

-- Two secrets can be valid at once, so that one can be replaced without an outage.
create table integration_secrets (
  group_id       bigint not null,
  id             bigserial,
  integration_id bigint not null,
  created_at     timestamptz(3) not null default now(),
  ended_at       timestamptz(3),
  digest         text not null,
  -- The last letters of the secret, by which people tell two apart.
  hint           text not null,
  primary key (group_id, id),
  constraint integration_secrets_integration foreign key (group_id, integration_id) references integrations (group_id, id)
);
create index integration_secrets_of_integration on integration_secrets (group_id, integration_id);
select enable_space_rls('integration_secrets');

-- What the OpenID Connect provider stores: sessions, interactions, codes, refresh tokens and grants, each by the digest of its secret.
create table oidc_records (
  kind         text not null,
  digest       text not null,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  consumed_at  timestamptz(3),
  -- By which people tell their sessions and grants apart.
  id           bigserial,
  user_id      bigint,
  -- The space of a grant.
  group_id     bigint,
  client_id    text,
  grant_digest text,
  uid_digest   text,
  agent        text not null default '' check (length(agent) <= 300),
  record       json not null,
  primary key (kind, digest)
);
create index oidc_records_of_user on oidc_records (user_id, kind) where user_id is not null;
create index oidc_records_of_grant on oidc_records (grant_digest) where grant_digest is not null;
create index oidc_records_by_uid on oidc_records (uid_digest) where uid_digest is not null;
create index oidc_records_by_end on oidc_records (expires_at);
-- A record is visible to a request that has its secret, and to its user.
alter table oidc_records enable row level security;
alter table oidc_records force row level security;
grant select, insert, update, delete on oidc_records to muster_app;
grant select (expires_at), delete on oidc_records to muster_worker;
create policy presented on oidc_records to muster_app
  using (digest = current_setting('app.presented', true));
create policy of_grant on oidc_records for select to muster_app
  using (grant_digest = current_setting('app.presented', true));
create policy revoked_with_grant on oidc_records for delete to muster_app
  using (grant_digest = current_setting('app.presented', true));
create policy by_uid on oidc_records for select to muster_app
  using (uid_digest = current_setting('app.presented', true));
create policy of_owner on oidc_records to muster_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
create policy cleanup on oidc_records to muster_worker using (true);

-- The tables of an account are visible to its owner only.
create table second_factors (
  account_id   bigint primary key,
  created_at   timestamptz(3) not null default now(),
  -- Null until the first code was entered. Until then no code is required.
  confirmed_at timestamptz(3),
  secret       text not null,
  -- The last time step whose code was used. Each code works once.
  last_step    bigint not null default 0,
  constraint second_factors_account foreign key (account_id) references accounts (id)
);
alter table second_factors enable row level security;
alter table second_factors force row level security;
grant select, insert, update, delete on second_factors to muster_app;
create policy of_owner on second_factors to muster_app
  using (account_id = nullif(current_setting('app.user_id', true), '')::bigint);

create table recovery_codes (
  account_id bigint not null,
  digest     text not null,
  created_at timestamptz(3) not null default now(),
  used_at    timestamptz(3),
  primary key (account_id, digest),
  constraint recovery_codes_account foreign key (account_id) references accounts (id)
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
grant select, insert, update, delete on recovery_codes to muster_app;
create policy of_owner on recovery_codes to muster_app
  using (account_id = nullif(current_setting('app.user_id', true), '')::bigint);

-- Browsers that a person has signed in from. Signing in from a new one sends a mail.
create table known_browsers (
  account_id bigint not null,
  digest     text not null,
  created_at timestamptz(3) not null default now(),
  seen_at    timestamptz(3) not null default now(),
  primary key (account_id, digest),
  constraint known_browsers_account foreign key (account_id) references accounts (id)
);
alter table known_browsers enable row level security;
alter table known_browsers force row level security;
grant select, insert, update, delete on known_browsers to muster_app;
create policy of_owner on known_browsers to muster_app
  using (account_id = nullif(current_setting('app.user_id', true), '')::bigint);

-- Links in mails: to choose a new password, or to confirm a new sign-in address.
create table account_links (
  digest     text primary key,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  account_id bigint not null,
  kind       text not null check (kind in ('password', 'mail')),
  mail       text not null default '' check (length(mail) <= 254),
  constraint account_links_account foreign key (account_id) references accounts (id)
);
create index account_links_of_account on account_links (account_id, kind);
create index account_links_by_end on account_links (expires_at);
alter table account_links enable row level security;
alter table account_links force row level security;
grant select, insert, update, delete on account_links to muster_app;
grant select (expires_at), delete on account_links to muster_worker;
create policy of_owner on account_links to muster_app
  using (account_id = nullif(current_setting('app.user_id', true), '')::bigint);
create policy presented on account_links to muster_app
  using (digest = current_setting('app.presented', true));
create policy cleanup on account_links to muster_worker using (true);

-- Attempts to sign in, by the digest of an account or a network address. An attempt is counted before anything is checked.
create table sign_in_attempts (
  key        text primary key,
  tries      integer not null,
  tried_at   timestamptz(3) not null,
  wait_until timestamptz(3)
);
create index sign_in_attempts_by_age on sign_in_attempts (tried_at);
alter table sign_in_attempts enable row level security;
alter table sign_in_attempts force row level security;
grant select, insert, update, delete on sign_in_attempts to muster_app;
grant select (tried_at), delete on sign_in_attempts to muster_worker;
create policy throttling on sign_in_attempts to muster_app using (true);
create policy cleanup on sign_in_attempts to muster_worker using (true);

-- The keys of the server that sign cookies and identity tokens, created at its first start.
create table server_keys (
  name       text primary key,
  created_at timestamptz(3) not null default now(),
  value      json not null
);
alter table server_keys enable row level security;
alter table server_keys force row level security;
grant select, insert on server_keys to muster_app;
create policy own_keys on server_keys to muster_app using (true);

grant usage on all sequences in schema public to muster_app, muster_worker;
