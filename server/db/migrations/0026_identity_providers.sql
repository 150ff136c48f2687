-- Sign-in through the OpenID Connect provider of an organisation.

-- A provider that a space set up for the mail addresses of its own domain. It signs people in only after the space has proved the domain by a
-- DNS record.
create table identity_providers (
  group_id                bigint not null,
  id                      bigserial,
  created_at              timestamptz(3) not null default now(),
  updated_at              timestamptz(3) not null default now(),
  created_by              bigint not null,
  name                    text not null check (name ~ '\S' and length(name) <= 200),
  issuer                  text not null check (length(issuer) <= 2000),
  client_id               text not null check (length(client_id) <= 500),
  -- Encrypted with a key of the server.
  sealed_secret           text not null,
  domain                  text not null check (length(domain) <= 253 and domain = lower(domain)),
  -- What the TXT record of the domain must contain.
  verification            text not null,
  verified_at             timestamptz(3),
  -- When the record was last found.
  checked_at              timestamptz(3),
  enabled                 boolean not null default true,
  -- Whether the provider must say that it verified an address. Some never say so.
  email_verified_required boolean not null default true,
  -- The role of people who sign in without an invitation. Null: only invited people can join.
  role_id                 bigint,
  primary key (group_id, id)
);
create unique index identity_providers_of_space on identity_providers (group_id, domain);
-- One space at most signs in the addresses of a domain.
create unique index identity_providers_by_domain on identity_providers (domain) where verified_at is not null;
select enable_space_rls('identity_providers');
-- A sign-in finds the provider by the domain of the address, before the space is known.
create policy of_domain on identity_providers for select to muster_app
  using (domain = current_setting('app.presented', true) and verified_at is not null);

-- Which person at a provider is which account. The subject never changes at the provider; the mail address may pass to another person.
create table account_identities (
  -- 0: the provider of the operator.
  group_id     bigint not null,
  provider_id  bigint not null,
  issuer       text not null check (length(issuer) <= 2000),
  subject      text not null check (length(subject) <= 255),
  account_id   bigint not null,
  created_at   timestamptz(3) not null default now(),
  primary key (group_id, provider_id, issuer, subject)
);
create unique index account_identities_of_account on account_identities (group_id, provider_id, issuer, account_id);
select enable_space_rls('account_identities');

-- Whether the token came from a sign-in through the provider of its space. It is then valid in this space only.
alter table tokens add column single_space boolean not null default false;

grant usage on all sequences in schema public to muster_app, muster_worker;
