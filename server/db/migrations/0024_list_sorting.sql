-- Lists of payments by day and by amount. Both columns follow from the document, so that every change of it changes them.
create function bundle_date(document text) returns timestamptz language sql immutable parallel safe
return case
  -- A text that is no time, which only somebody who changes the document itself writes, must not stop them: the seals show it.
  when document::json -> 'transactions' -> 0 ->> 'date' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$'
    then (document::json -> 'transactions' -> 0 ->> 'date')::timestamptz
  when document::json ->> 'CreatedAt' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$' then (document::json ->> 'CreatedAt')::timestamptz
  else '0001-01-01T00:00:00.000Z'::timestamptz
end;

-- The sum of the transactions, in whatever currency they are. Sums above the safe integers of JavaScript, which cursors cannot hold, are equal.
create function bundle_amount(document text) returns bigint language sql immutable parallel safe
return (select least(coalesce(sum((item.value ->> 'amount')::numeric), 0), 9007199254740991)::bigint
        from json_array_elements(document::json -> 'transactions') item);

alter table transaction_bundles
  add column date timestamptz(3) not null generated always as (bundle_date(document)) stored,
  add column amount bigint not null generated always as (bundle_amount(document)) stored;
create index transaction_bundles_by_date on transaction_bundles (group_id, date, id) where deleted_at is null;
create index transaction_bundles_by_amount on transaction_bundles (group_id, amount, id) where deleted_at is null;

create index ledger_entries_by_amount on ledger_entries (group_id, amount, date, bundle_id, position);

create index transaction_batches_by_name on transaction_batches (group_id, name collate "und-x-icu", id);
