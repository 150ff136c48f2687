-- What requests leave behind in their own transaction (idempotency keys, audit log, mail, events), the queues that processes work on, and webhooks.

-- The first response to each idempotency key.
create table idempotency_keys (
  actor       text not null,
  -- The same key in two spaces is two requests. 0: a request that moves the person to another space, which can be repeated from both.
  group_id    bigint not null,
  key         text not null,
  created_at  timestamptz(3) not null default now(),
  fingerprint text not null,
  -- What the caller was permitted when the request was first executed. The response is repeated only to a caller who is permitted as much.
  permissions text[],
  status      smallint,
  headers     jsonb,
  body        text,
  primary key (actor, group_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_of_space on idempotency_keys (group_id);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
grant select, insert, update on idempotency_keys to muster_app;
grant select, delete on idempotency_keys to muster_worker;
grant select, update (headers, body) on idempotency_keys to muster_eraser;
create policy of_actor on idempotency_keys to muster_app
  using (actor = 'user:' || current_setting('app.user_id', true));
create policy cleanup on idempotency_keys to muster_worker using (true);
create policy erasure on idempotency_keys to muster_eraser
  using (group_id = nullif(current_setting('app.group_id', true), '')::bigint)
  with check (group_id = nullif(current_setting('app.group_id', true), '')::bigint);

-- Reads and writes that must be accounted for. Entries are never changed, except when texts about a person are erased.
create table audit_log (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  user_id    bigint,
  token_id   bigint,
  request    text not null,
  kind       text not null,
  subject    text not null,
  subject_id bigint,
  details    json not null,
  primary key (group_id, id),
  constraint audit_log_space foreign key (group_id) references spaces (id)
);
create index audit_log_by_time on audit_log (group_id, created_at, id);
create index audit_log_by_user on audit_log (group_id, user_id, created_at, id);
create index audit_log_by_kind on audit_log (group_id, kind, created_at, id);
create index audit_log_by_subject on audit_log (group_id, subject, subject_id, id);
select enable_space_rls('audit_log');
revoke update, delete on audit_log from muster_app;
grant select, update (details) on audit_log to muster_eraser;
create policy erasure on audit_log to muster_eraser
  using (group_id = nullif(current_setting('app.group_id', true), '')::bigint)
  with check (group_id = nullif(current_setting('app.group_id', true), '')::bigint);

-- Mail to be sent. The text is deleted once it is sent, because it may contain a secret link.
create table mail_outbox (
  id           bigserial primary key,
  -- Null: a mail to a person about their account.
  group_id     bigint,
  created_at   timestamptz(3) not null default now(),
  recipient    text not null,
  subject      text not null,
  body         text,
  attempts     integer not null default 0,
  next_attempt timestamptz(3) not null default now(),
  last_error   text,
  sent_at      timestamptz(3),
  abandoned_at timestamptz(3)
);
create index mail_outbox_due on mail_outbox (next_attempt, id) where sent_at is null and abandoned_at is null;
select enable_space_rls('mail_outbox');
create policy about_account on mail_outbox for insert to muster_app with check (group_id is null);
create policy delivery on mail_outbox to muster_worker using (true);
grant select, update, delete on mail_outbox to muster_worker;

-- Work that takes longer than a request. One process at a time has claimed a job. Each step is one transaction, which also stores the position that
-- it reached, so that another process continues there after a crash.
create table jobs (
  group_id         bigint not null,
  id               bigserial,
  created_at       timestamptz(3) not null default now(),
  started_at       timestamptz(3),
  ended_at         timestamptz(3),
  -- The user, token and request that created the job. It has the scopes of the token.
  user_id          bigint not null,
  token_id         bigint not null,
  scopes           text[],
  request          text not null,
  kind             text not null,
  subject_id       bigint not null,
  state            text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- Progress: `done` of `total`, in `unit`.
  unit             text not null,
  done             bigint not null default 0,
  total            bigint not null default 0,
  position         json not null default '{}',
  result           json not null default '{}',
  error            text not null default '',
  cancel_requested boolean not null default false,
  claimed_by       text,
  heartbeat_at     timestamptz(3),
  -- How often it was claimed or failed since its last step.
  attempts         integer not null default 0,
  next_attempt     timestamptz(3) not null default now(),
  primary key (group_id, id),
  constraint jobs_space foreign key (group_id) references spaces (id)
);
create index jobs_waiting on jobs (next_attempt, id) where state in ('queued', 'running');
-- The jobs of a space run one after the other: two imports at once would not see the contacts of each other.
create unique index jobs_one_at_a_time on jobs (group_id) where state = 'running';
create index jobs_of_subject on jobs (group_id, subject_id);
select enable_space_rls('jobs');
revoke delete on jobs from muster_app;
create policy job_queue on jobs to muster_worker using (true);
grant select, update on jobs to muster_worker;

-- The number of rows of some kinds, as changes that are added up: one row that every write updates would make writes wait for each other.
create table counters (
  group_id bigint not null,
  id       bigserial,
  name     text not null,
  delta    bigint not null,
  primary key (group_id, id),
  constraint counters_space foreign key (group_id) references spaces (id)
);
create index counters_by_name on counters (group_id, name) include (delta);
select enable_space_rls('counters');
create policy compaction on counters to muster_worker using (true) with check (true);
grant select, insert, update, delete on counters to muster_worker;

-- Changes that clients and webhooks read. Transactions commit in any order, so an event gets its position afterwards, one space at a time: a reader
-- that has read up to a position misses no later event.
create table events (
  group_id     bigint not null,
  id           bigserial,
  created_at   timestamptz(3) not null default now(),
  kind         text not null,
  subject_id   bigint not null,
  user_id      bigint not null,
  request      text not null,
  version      bigint,
  position     bigint,
  -- By how much a payment changes the sums and the number of bundles. Ordering the events adds both up.
  sums         json,
  count_change integer,
  primary key (group_id, id),
  constraint events_space foreign key (group_id) references spaces (id)
);
create index events_by_subject on events (group_id, subject_id, id);
create index events_unordered on events (group_id, id) where position is null;
create unique index events_in_order on events (group_id, position) where position is not null;
select enable_space_rls('events');
revoke update, delete on events from muster_app;
create policy ordering on events to muster_worker using (true);
grant select, update (position, sums, count_change), delete on events to muster_worker;

-- How far the events of a space are ordered.
create table feeds (
  group_id         bigint primary key,
  -- Changes when a backup is restored, because positions are then given again.
  epoch            text not null,
  position         bigint not null default 0 check (position >= 0),
  -- The last position that retention has deleted.
  expired_position bigint not null default 0 check (expired_position >= 0),
  constraint feeds_space foreign key (group_id) references spaces (id)
);
select enable_space_rls('feeds');
revoke insert, update, delete on feeds from muster_app;
create policy ordering on feeds to muster_worker using (true) with check (true);
grant select, insert, update on feeds to muster_worker;

create table webhooks (
  group_id            bigint not null,
  id                  bigserial,
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  created_by          bigint not null,
  name                text not null check (name ~ '\S' and length(name) <= 200),
  url                 text not null check (url ~ '^https?://' and length(url) <= 2000),
  types               text[] not null check (cardinality(types) > 0),
  enabled             boolean not null,
  disabled_because    text not null default '' check (disabled_because in ('', 'by_hand', 'failing', 'gone', 'restored')),
  -- In clear text, because signing needs it.
  secret              text not null,
  former_secret       text,
  former_secret_until timestamptz(3),
  -- The webhook receives events after this one.
  after_event_id      bigint not null,
  -- Rounds of attempts that failed since the last success.
  failures            integer not null default 0,
  failing_since       timestamptz(3),
  -- No delivery is attempted before this time.
  backoff_until       timestamptz(3) not null default now(),
  delivered_at        timestamptz(3),
  primary key (group_id, id),
  check (enabled = (disabled_because = '')),
  check ((former_secret is null) = (former_secret_until is null)),
  constraint webhooks_maker foreign key (group_id, created_by) references users (group_id, id)
);
select enable_space_rls('webhooks');
-- The worker does not need addresses and secrets.
create policy delivery on webhooks to muster_worker using (true);
grant select (group_id, id, types, enabled, after_event_id, backoff_until) on webhooks to muster_worker;

-- The delivery of an event to a webhook, and its result. It is deleted before its event, so it needs no foreign key.
create table webhook_deliveries (
  group_id     bigint not null,
  id           bigserial,
  created_at   timestamptz(3) not null default now(),
  webhook_id   bigint not null,
  event_id     bigint not null,
  type         text not null,
  state        text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts     integer not null default 0,
  -- The process that claims a delivery moves this into the future. If it dies, the delivery is free again at that time.
  next_attempt timestamptz(3) not null default now(),
  retry_until  timestamptz(3) not null,
  attempted_at timestamptz(3),
  ended_at     timestamptz(3),
  duration_ms  integer,
  status       integer,
  answer       text not null default '',
  error        text not null default '',
  primary key (group_id, id),
  check ((state = 'waiting') = (ended_at is null)),
  constraint webhook_deliveries_webhook foreign key (group_id, webhook_id) references webhooks (group_id, id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (group_id, webhook_id, next_attempt, id) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (group_id, webhook_id, id);
create index webhook_deliveries_old on webhook_deliveries (created_at);
select enable_space_rls('webhook_deliveries');
create policy delivery on webhook_deliveries to muster_worker using (true) with check (true);
grant select, insert, delete on webhook_deliveries to muster_worker;

grant usage on all sequences in schema public to muster_app, muster_worker;
