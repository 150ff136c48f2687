-- Checks of payments: for each `refuse`, `warn` or `off`. One that is not named warns.
alter table transaction_settings add column payment_checks json not null default '{}';

-- The number of a transaction in another system, to find another transaction with the same one.
alter table items add column external_transaction_id bigint;
create index transactions_by_external_id on items (group_id, external_transaction_id, id) where external_transaction_id is not null;
alter table items no force row level security;
alter table transaction_bundles no force row level security;
update items i
set external_transaction_id = t.external_transaction_id
from (
  select b.group_id, b.id as bundle_id, (e.item ->> 'id')::bigint as id, (e.item ->> 'external_transaction_id')::bigint as external_transaction_id
  from transaction_bundles b
  cross join lateral json_array_elements(b.document::json -> 'transactions') as e (item)
  where b.document ~ '"external_transaction_id": ?-?[0-9]'
) t
where i.group_id = t.group_id and i.bundle_id = t.bundle_id and i.kind = 'transaction' and i.id = t.id and t.external_transaction_id is not null;
alter table transaction_bundles force row level security;
alter table items force row level security;

-- What checks found in payments, until it is settled or its cause is gone. A settled one stays, so that the same cause does not warn again.
create table payment_warnings (
  group_id        bigint not null,
  id              bigserial,
  created_at      timestamptz(3) not null,
  bundle_id       bigint not null,
  check_name      text not null check (
    check_name in ('allocation', 'price', 'overlapping_membership', 'unknown_campaign', 'repeated_reference')),
  -- The item it is about, or the bundle.
  kind            text not null check (kind in ('transaction_bundle', 'transaction', 'membership', 'donation')),
  target_id       bigint not null,
  -- Tells two warnings of one check about one item apart.
  cause           text not null,
  details         json not null,
  -- The item that this one overlaps or repeats.
  other_bundle_id bigint,
  other_id        bigint,
  settled_at      timestamptz(3),
  settled_by      bigint,
  note            text not null default '' check (length(note) <= 500),
  primary key (group_id, id),
  constraint settled_by_a_user check ((settled_at is null) = (settled_by is null))
);
create unique index payment_warnings_of_bundle on payment_warnings (group_id, bundle_id, check_name, kind, target_id, cause);
create index payment_warnings_of_other on payment_warnings (group_id, other_bundle_id) where other_bundle_id is not null;
-- The queue, and the codes that become known.
create index payment_warnings_open on payment_warnings (group_id, id) include (bundle_id, check_name) where settled_at is null;
create index payment_warnings_by_cause on payment_warnings (group_id, check_name, lower(cause)) where settled_at is null;
select enable_space_rls('payment_warnings');
grant usage on sequence payment_warnings_id_seq to muster_app, muster_worker;
