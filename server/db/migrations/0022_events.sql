-- Events are written with the change that they tell of, and commit in any order. Afterwards, one space at a time, they get the position by
-- which they are read: whoever has read up to a position misses nothing that comes later.
alter table events add column version bigint;
alter table events add column position bigint;
create index events_unordered on events (group_id, id) where position is null;
create unique index events_in_order on events (group_id, position) where position is not null;

-- How far the events of a space are ordered, and up to where they are forgotten.
create table feeds (
  group_id  bigint primary key,
  -- Another one after a backup was restored: positions are then given out anew.
  epoch     text not null,
  position  bigint not null default 0 check (position >= 0),
  forgotten bigint not null default 0 check (forgotten >= 0)
);

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
  -- As it is, since signing needs it.
  secret              text not null,
  former_secret       text,
  former_secret_until timestamptz(3),
  -- What was written before is not for it.
  after_event_id      bigint not null,
  -- Rounds that failed without a success in between.
  failures            integer not null default 0,
  failing_since       timestamptz(3),
  rests_until         timestamptz(3) not null default now(),
  delivered_at        timestamptz(3),
  primary key (group_id, id),
  check (enabled = (disabled_because = '')),
  check ((former_secret is null) = (former_secret_until is null))
);

-- An event on its way to a receiver, and what came of it. Events are kept for longer than this, so that nothing need hold them.
create table webhook_deliveries (
  group_id     bigint not null,
  id           bigserial,
  created_at   timestamptz(3) not null default now(),
  webhook_id   bigint not null,
  event_id     bigint not null,
  type         text not null,
  state        text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts     integer not null default 0,
  -- Whoever takes it moves this on: should they die, it is free again by itself.
  next_attempt timestamptz(3) not null default now(),
  gives_up_at  timestamptz(3) not null,
  attempted_at timestamptz(3),
  ended_at     timestamptz(3),
  duration_ms  integer,
  status       integer,
  answer       text not null default '',
  error        text not null default '',
  primary key (group_id, id),
  check ((state = 'waiting') = (ended_at is null))
);

alter table feeds add constraint feeds_space foreign key (group_id) references spaces (id);
alter table webhooks add constraint webhooks_maker foreign key (group_id, created_by) references users (group_id, id);
alter table webhook_deliveries add constraint webhook_deliveries_webhook foreign key (group_id, webhook_id)
  references webhooks (group_id, id) on delete cascade;

create index webhook_deliveries_due on webhook_deliveries (group_id, webhook_id, next_attempt, id) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (group_id, webhook_id, id);
create index webhook_deliveries_old on webhook_deliveries (created_at);

select belongs_to_space(name::regclass) from unnest(array['feeds', 'webhooks', 'webhook_deliveries']) as name;
revoke insert, update, delete on feeds from muster_app;
grant usage on sequence webhooks_id_seq to muster_app;
grant usage on sequence webhook_deliveries_id_seq to muster_app, muster_worker;

-- Putting events in order, handing them out and forgetting them spans all spaces. Secrets and addresses are not needed for it.
create policy ordered on events to muster_worker using (true);
create policy ordered on feeds to muster_worker using (true) with check (true);
create policy served on webhooks to muster_worker using (true);
create policy handed_out on webhook_deliveries to muster_worker using (true) with check (true);
grant select, update (position), delete on events to muster_worker;
grant select, insert, update on feeds to muster_worker;
grant select (group_id, id, types, enabled, after_event_id, rests_until) on webhooks to muster_worker;
grant select, insert, delete on webhook_deliveries to muster_worker;
