-- The books: the history of payments, deposit batches, sums for statistics, and seals.

-- One row for each write of a bundle, with the history entries of the items that it changed, in order. `id`, `position` and `hash` are those of
-- the last entry. Rows are never changed, except when texts about a person are erased from the entries.
create table bundle_changes (
  group_id          bigint not null,
  id                bigint not null,
  earlier_entry_ids bigint[] not null,
  bundle_id         bigint not null,
  position          integer not null check (position > 0),
  created_at        timestamptz(3) not null,
  user_id           bigint not null,
  source            text not null,
  -- A list of {kind, target_id, old, new, old_seal, new_seal}, with the hash of each but the last. Old and new are texts, because the hash covers
  -- their bytes. A hash covers the digest of the texts of a person, with a salt: old_seal and new_seal are this salt after an `s`, or, when the texts
  -- and the salt were erased, the digest after a `d`.
  entries           json not null,
  hash              text not null,
  primary key (group_id, id)
);
create sequence bundle_history_id_seq owned by bundle_changes.id;
create unique index bundle_changes_in_order on bundle_changes (group_id, bundle_id, position);
select enable_space_rls('bundle_changes');
revoke update, delete on bundle_changes from muster_app;
grant select, update (entries) on bundle_changes to muster_eraser;
create policy erasure on bundle_changes to muster_eraser
  using (group_id = nullif(current_setting('app.group_id', true), '')::bigint)
  with check (group_id = nullif(current_setting('app.group_id', true), '')::bigint);
create policy sealing on bundle_changes for select to muster_worker using (true);
grant select (group_id, id, earlier_entry_ids, created_at, bundle_id, position, hash) on bundle_changes to muster_worker;

-- One row for each history entry.
create view bundle_history with (security_invoker = true) as
select c.group_id, (c.earlier_entry_ids || c.id)[e.place] as id, c.id as change_id, c.created_at, c.bundle_id as transaction_bundle_id,
       c.position - cardinality(c.earlier_entry_ids) - 1 + e.place::integer as position, c.position as last_position, e.entry ->> 'kind' as kind,
       (e.entry ->> 'target_id')::bigint as target_id, e.entry ->> 'old' as old, e.entry ->> 'new' as new, e.entry ->> 'old_seal' as old_seal,
       e.entry ->> 'new_seal' as new_seal, c.user_id, c.source, coalesce(e.entry ->> 'hash', c.hash) as hash
from bundle_changes c cross join lateral json_array_elements(c.entries) with ordinality as e (entry, place);
grant select on bundle_history to muster_app, muster_eraser;

create table transaction_batches (
  group_id        bigint not null,
  id              bigserial,
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  created_by      bigint not null,
  number          text not null,
  serial          bigint not null,
  name            text not null,
  currency        currency not null,
  state           text not null check (state in ('open', 'closed', 'deposited')),
  expected_count  integer not null check (expected_count >= 0),
  expected_amount amount not null,
  closed_at       timestamptz(3),
  -- What the batch contained when it was closed, which must be what was counted by hand.
  closed_count    integer,
  closed_amount   amount,
  deposited_at    timestamptz(3),
  primary key (group_id, id),
  constraint closed_as_counted check (state = 'open' or (closed_count is not null and closed_amount is not null
    and closed_count = expected_count and closed_amount = expected_amount)),
  constraint transaction_batches_space foreign key (group_id) references spaces (id)
);
create unique index transaction_batches_by_serial on transaction_batches (group_id, serial);
select enable_space_rls('transaction_batches');

create table batched_transactions (
  group_id       bigint not null,
  batch_id       bigint not null,
  bundle_id      bigint not null,
  -- For the foreign key to items.
  kind           item_kind not null generated always as ('transaction'::item_kind) stored,
  transaction_id bigint not null,
  added_at       timestamptz(3) not null default now(),
  primary key (group_id, transaction_id),
  constraint batched_transactions_batch foreign key (group_id, batch_id) references transaction_batches (group_id, id),
  constraint batched_transactions_transaction foreign key (group_id, bundle_id, kind, transaction_id) references items (group_id, bundle_id, kind, id)
);
create index batched_transactions_of_batch on batched_transactions (group_id, batch_id);
select enable_space_rls('batched_transactions');

-- Sums of a day, for statistics. Only the worker writes them, from the events of payments.
create table sums (
  group_id            bigint not null,
  day                 date not null,
  -- A hash of the five columns below, which can be long.
  key                 bytea not null,
  currency            text not null,
  payment_method_kind text not null,
  code_campaign       text not null,
  -- 0: no status.
  status_id           bigint not null,
  -- Donations and memberships count on the day of the first transaction of their bundle whose status means that the money came in. Which one that
  -- is depends on what the statuses mean when statistics are read. So each candidate has a sum, with the statuses of the transactions before it: it
  -- counts only if none of them means that the money came in.
  unless              bigint[] not null,
  transactions        bigint not null,
  amount              numeric not null,
  reimbursed          numeric not null,
  unpaid              numeric not null,
  -- What remains of each transaction without both, at least 0.
  net                 numeric not null,
  -- The number of donations and memberships.
  parts               bigint not null,
  donations           numeric not null,
  memberships         numeric not null,
  primary key (group_id, day, key),
  constraint sums_space foreign key (group_id) references spaces (id)
);
select enable_space_rls('sums');
revoke insert, update, delete on sums from muster_app;
create policy compaction on sums to muster_worker using (true) with check (true);
grant select, insert, update on sums to muster_worker;

-- A seal covers everything that was recorded in a space since the seal before. With a copy of the last hash one can verify that the books up to it
-- are unchanged. Only the worker writes seals. Of the history it reads the hashes only.
create table seals (
  group_id   bigint not null,
  number     bigint not null check (number > 0),
  created_at timestamptz(3) not null,
  -- The last id of an entry that the seals cover. The next seal begins after it.
  reached    bigint not null,
  -- Of this seal, its entries, and the hash of the seal before.
  hash       text not null,
  primary key (group_id, number),
  constraint seals_space foreign key (group_id) references spaces (id)
);
select enable_space_rls('seals');
revoke insert, update, delete on seals from muster_app;
create policy sealing on seals to muster_worker using (true) with check (true);
grant select, insert on seals to muster_worker;

-- The last entry of each bundle that a seal covers. Its hash covers the entries before it.
create table sealed_entries (
  group_id              bigint not null,
  transaction_bundle_id bigint not null,
  position              integer not null,
  hash                  text not null,
  -- The ids of the entries since the sealed entry before.
  entry_ids             bigint[] not null,
  seal                  bigint not null,
  primary key (group_id, transaction_bundle_id, position),
  constraint sealed_entries_seal foreign key (group_id, seal) references seals (group_id, number)
);
create index sealed_entries_of_seal on sealed_entries (group_id, seal, transaction_bundle_id);
select enable_space_rls('sealed_entries');
revoke insert, update, delete on sealed_entries from muster_app;
create policy sealing on sealed_entries to muster_worker using (true) with check (true);
grant select, insert on sealed_entries to muster_worker;

grant usage on all sequences in schema public to muster_app, muster_worker;
