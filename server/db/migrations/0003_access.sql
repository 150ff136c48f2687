-- Access tokens, by the digest of the secret: the secret itself is never stored.
create table tokens (
  digest     text primary key,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  kind       text not null check (kind in ('personal')),
  user_id    bigint not null,
  -- The space the token is bound to.
  group_id   bigint not null,
  name       text not null check (length(name) <= 200),
  -- Null: all that the role allows.
  scopes     text[]
);

-- The first answer to each idempotency key, written in the transaction that it answers for. A key belongs to a person, not to a
-- space: the request that moves a token to another space can be repeated too.
create table idempotency_keys (
  actor       text not null,
  key         text not null,
  created_at  timestamptz(3) not null default now(),
  fingerprint text not null,
  status      smallint,
  headers     jsonb,
  body        text,
  primary key (actor, key)
);

create unique index tokens_by_id on tokens (id, digest);
create index tokens_of_user on tokens (user_id, group_id);
create index idempotency_keys_by_age on idempotency_keys (created_at);

select belongs_to_space('tokens');

create policy presented on tokens to muster_app
  using (digest = (select current_setting('app.presented', true)));
create policy of_owner on tokens to muster_app
  using (user_id = (select nullif(current_setting('app.user_id', true), '')::bigint));
grant usage on sequence tokens_id_seq to muster_app;

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy of_actor on idempotency_keys to muster_app
  using (actor = (select 'user:' || current_setting('app.user_id', true)));
grant select, insert, update on idempotency_keys to muster_app;

-- Old keys are swept away across all spaces.
create policy swept on idempotency_keys to muster_worker using (true);
grant select, delete on idempotency_keys to muster_worker;
