-- Payments in three tables: the bundle with its document, which has the items in full; items, the columns by which bundles are found, joined and
-- summed; and bundle_changes, one row for each write, with the history entries of all items that it changed.

-- The owner of the tables is subject to row-level security, and must see all rows here.
alter table transaction_bundles no force row level security;
alter table transactions no force row level security;
alter table memberships no force row level security;
alter table donations no force row level security;
alter table contacts no force row level security;
alter table bundle_history no force row level security;
alter table sum_changes no force row level security;
alter table sums no force row level security;
alter table batched_transactions no force row level security;

-- Documents are read instead of the rows from here on. A document that differs from its rows is written again from them, in the format of
-- documentOf in server/money/core/document.ts: other statements search and replace in its text. The texts are compared, because values of
-- json need not be valid jsonb.
update transaction_bundles b
set document = d.document
from (
  select stamps.group_id, stamps.id,
         left(row_to_json(stamps)::text, -1) || ',"transactions":[' || coalesce(t.items, '') || '],"memberships":[' || coalesce(m.items, '')
           || '],"donations":[' || coalesce(d.items, '') || '],"summary":{"transactions_count":' || coalesce(t.count, 0)
           || ',"memberships_count":' || coalesce(m.count, 0) || ',"donations_count":' || coalesce(d.count, 0) || '}}' as document
  from (
    -- The document of a deleted bundle is the last one before the deletion.
    select id, wire_time(created_at) as "CreatedAt",
           coalesce(case when deleted_at is not null
             then substring(document from '^\{"id":\d+,"CreatedAt":"[^"]*","UpdatedAt":"([-0-9T:.Z]{24})"') end, wire_time(updated_at)) as "UpdatedAt",
           group_id
    from transaction_bundles
  ) stamps
  left join (
    select group_id, transaction_bundle_id, count(*) as count, string_agg(row_to_json(item)::text, ',' order by id) as items
    from (
      select id, wire_time(created_at) as "CreatedAt", wire_time(updated_at) as "UpdatedAt", group_id, transaction_bundle_id, amount, currency,
             payment_method_kind, payment_method, contact_id, wire_time(date) as date, code_campaign, wire_time(delivered_at) as delivered_at,
             delivery_token, comment, wire_time(comment_date) as comment_date, reimbursed_amount, unpaid_amount, external_transaction_id,
             status_id, extra_json
      from transactions
    ) item
    group by group_id, transaction_bundle_id
  ) t on t.group_id = stamps.group_id and t.transaction_bundle_id = stamps.id
  left join (
    select item.group_id, item.transaction_bundle_id, count(*) as count,
           string_agg(left(row_to_json(item)::text, -1) || ',"contact": ' || row_to_json(contact)::text || '}', ',' order by item.id) as items
    from (
      select id, wire_time(created_at) as "CreatedAt", wire_time(updated_at) as "UpdatedAt", group_id, transaction_bundle_id, contact_id,
             wire_time(start_date) as start_date, wire_time(end_date) as end_date, membership_price_id, amount, amount_initial, currency, comment,
             rolling_year
      from memberships
    ) item
    join (
      select id, firstname, surname, group_id, membership_code, coalesce(membership_number, 0) as membership_number from contacts
    ) contact on contact.group_id = item.group_id and contact.id = item.contact_id
    group by item.group_id, item.transaction_bundle_id
  ) m on m.group_id = stamps.group_id and m.transaction_bundle_id = stamps.id
  left join (
    select item.group_id, item.transaction_bundle_id, count(*) as count,
           string_agg(left(row_to_json(item)::text, -1) || ',"contact": ' || row_to_json(contact)::text || '}', ',' order by item.id) as items
    from (
      select id, wire_time(created_at) as "CreatedAt", wire_time(updated_at) as "UpdatedAt", group_id, transaction_bundle_id, contact_id,
             wire_time(date) as date, amount, initial_amount, initial_amount as amount_initial, currency, donation_price_id, affectation, comment
      from donations
    ) item
    join (
      select id, firstname, surname, group_id, membership_code, coalesce(membership_number, 0) as membership_number from contacts
    ) contact on contact.group_id = item.group_id and contact.id = item.contact_id
    group by item.group_id, item.transaction_bundle_id
  ) d on d.group_id = stamps.group_id and d.transaction_bundle_id = stamps.id
) d
where b.group_id = d.group_id and b.id = d.id and b.document <> d.document;

create type item_kind as enum ('transaction', 'membership', 'donation');

-- The items of bundles. The document of the bundle has all fields of an item; these columns are what filters, joins and sums need.
create table items (
  group_id            bigint not null,
  bundle_id           bigint not null,
  kind                item_kind not null,
  -- Each kind has its own sequence.
  id                  bigint not null,
  contact_id          bigint not null,
  -- The start of a membership.
  date                timestamptz(3) not null,
  end_date            timestamptz(3),
  amount              amount not null,
  currency            currency not null,
  membership_price_id bigint,
  donation_price_id   bigint,
  -- The others are null except in transactions.
  status_id           bigint,
  payment_method_kind text,
  code_campaign       text,
  reimbursed_amount   amount,
  unpaid_amount       amount,
  -- A transaction from before parts were limited.
  parts_exceed_amount boolean not null default false,
  kind_key            text generated always as (nullif(lower(payment_method_kind), '')) stored,
  -- Campaign codes are compared without regard to case.
  campaign_key        text generated always as (lower(code_campaign)) stored,
  primary key (group_id, bundle_id, kind, id),
  constraint parts_within_amount check (
    kind <> 'transaction' or (reimbursed_amount <= amount and unpaid_amount <= amount
      and (parts_exceed_amount or reimbursed_amount::bigint + unpaid_amount::bigint <= amount)) is true),
  constraint ends_after_it_starts check (end_date >= date)
);

insert into items (group_id, bundle_id, kind, id, contact_id, date, amount, currency, status_id, payment_method_kind, code_campaign,
  reimbursed_amount, unpaid_amount, parts_exceed_amount)
select group_id, transaction_bundle_id, 'transaction', id, contact_id, date, amount, currency, status_id, payment_method_kind, code_campaign,
  reimbursed_amount, unpaid_amount, parts_exceed_amount
from transactions;
insert into items (group_id, bundle_id, kind, id, contact_id, date, end_date, amount, currency, membership_price_id)
select group_id, transaction_bundle_id, 'membership', id, contact_id, start_date, end_date, amount, currency, membership_price_id from memberships;
insert into items (group_id, bundle_id, kind, id, contact_id, date, amount, currency, donation_price_id)
select group_id, transaction_bundle_id, 'donation', id, contact_id, date, amount, currency, donation_price_id from donations;

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
  -- their bytes.
  entries           json not null,
  hash              text not null,
  primary key (group_id, id)
);

insert into bundle_changes (group_id, id, earlier_entry_ids, bundle_id, position, created_at, user_id, source, entries, hash)
select group_id, id, '{}', transaction_bundle_id, position, created_at, user_id, source,
       ('[{"kind":' || to_json(kind) || ',"target_id":' || target_id || ',"old":' || coalesce(to_json(old)::text, 'null')
         || ',"new":' || coalesce(to_json(new)::text, 'null') || ',"old_seal":' || coalesce(to_json(old_seal)::text, 'null')
         || ',"new_seal":' || coalesce(to_json(new_seal)::text, 'null') || '}]')::json, hash
from bundle_history;

-- Events carry by how much a payment changes the sums and the number of bundles. Ordering the events adds both up.
alter table events add column sums json;
alter table events add column count_change integer;

insert into sums (group_id, day, key, currency, payment_method_kind, code_campaign, status_id, unless, transactions, amount, reimbursed, unpaid,
  net, parts, donations, memberships)
select group_id, day, sha256(convert_to(json_build_array(currency, payment_method_kind, code_campaign, status_id, unless)::text, 'UTF8')), currency,
       payment_method_kind, code_campaign, status_id, unless, sum(transactions), sum(amount), sum(reimbursed), sum(unpaid), sum(net), sum(parts),
       sum(donations), sum(memberships)
from sum_changes
group by group_id, day, currency, payment_method_kind, code_campaign, status_id, unless
on conflict (group_id, day, key) do update set
  transactions = sums.transactions + excluded.transactions, amount = sums.amount + excluded.amount,
  reimbursed = sums.reimbursed + excluded.reimbursed, unpaid = sums.unpaid + excluded.unpaid, net = sums.net + excluded.net,
  parts = sums.parts + excluded.parts, donations = sums.donations + excluded.donations, memberships = sums.memberships + excluded.memberships;

drop function record_bundle_change(bigint, bigint, timestamptz, bigint, text, text, text, json, json, json, json, json, bigint);
drop function insert_transactions(json);
drop function insert_memberships(json);
drop function insert_donations(json);
drop function add_item_field(regclass, name, text, json);
drop function define_item_insert(regclass);
alter table batched_transactions drop constraint batched_transactions_transaction;
alter table batched_transactions add column bundle_id bigint;
alter table batched_transactions add column kind item_kind not null generated always as ('transaction'::item_kind) stored;
update batched_transactions b set bundle_id = t.transaction_bundle_id
from transactions t where t.group_id = b.group_id and t.id = b.transaction_id;
alter table batched_transactions alter column bundle_id set not null;
alter sequence transactions_id_seq owned by items.id;
alter sequence memberships_id_seq owned by items.id;
alter sequence donations_id_seq owned by items.id;
alter sequence bundle_history_id_seq owned by bundle_changes.id;
drop table transactions;
drop table memberships;
drop table donations;
drop table bundle_history;
drop table sum_changes;
-- Only payments referred to it.
drop table payment_method_kinds;
-- The event of the same write refers to the space.
alter table transaction_bundles drop constraint transaction_bundles_space;

-- Merging contacts and undoing imports find the tables that refer to contacts by their foreign keys.
alter table items add constraint items_contact foreign key (group_id, contact_id) references contacts (group_id, id);
alter table batched_transactions add constraint batched_transactions_transaction foreign key (group_id, bundle_id, kind, transaction_id)
  references items (group_id, bundle_id, kind, id);

-- Conditions on the payments of contacts, timelines, merges and erasure.
create index items_by_contact on items (group_id, contact_id, kind) include (bundle_id, date, end_date, amount, currency);
-- Deposit batches.
create unique index transactions_by_id on items (group_id, id) where kind = 'transaction';
-- The ledger, statistics of part of a day, and lists by date.
create index transactions_by_date on items (group_id, date, bundle_id) where kind = 'transaction';
-- Lists by status, payment method and campaign.
create index transactions_by_status on items (group_id, status_id, bundle_id) where kind = 'transaction';
create index transactions_by_method on items (group_id, kind_key, bundle_id) where kind = 'transaction';
create index transactions_by_campaign on items (group_id, campaign_key, bundle_id) where kind = 'transaction' and campaign_key <> '';
create unique index bundle_changes_in_order on bundle_changes (group_id, bundle_id, position);

create view transactions with (security_invoker = true) as
select group_id, id, bundle_id as transaction_bundle_id, contact_id, date, amount, currency, status_id, payment_method_kind, code_campaign,
       reimbursed_amount, unpaid_amount, parts_exceed_amount, kind_key, campaign_key
from items where kind = 'transaction';
create view memberships with (security_invoker = true) as
select group_id, id, bundle_id as transaction_bundle_id, contact_id, date as start_date, end_date, amount, currency, membership_price_id
from items where kind = 'membership';
create view donations with (security_invoker = true) as
select group_id, id, bundle_id as transaction_bundle_id, contact_id, date, amount, currency, donation_price_id
from items where kind = 'donation';

-- One row for each history entry.
create view bundle_history with (security_invoker = true) as
select c.group_id, (c.earlier_entry_ids || c.id)[e.place] as id, c.id as change_id, c.created_at, c.bundle_id as transaction_bundle_id,
       c.position - cardinality(c.earlier_entry_ids) - 1 + e.place::integer as position, c.position as last_position, e.entry ->> 'kind' as kind,
       (e.entry ->> 'target_id')::bigint as target_id, e.entry ->> 'old' as old, e.entry ->> 'new' as new, e.entry ->> 'old_seal' as old_seal,
       e.entry ->> 'new_seal' as new_seal, c.user_id, c.source, coalesce(e.entry ->> 'hash', c.hash) as hash
from bundle_changes c cross join lateral json_array_elements(c.entries) with ordinality as e (entry, place);

-- Adds a field to the transactions, memberships or donations in all documents, with one value. In its table of fields
-- (server/money/core/item_fields.ts) the field comes last. The history stays as it was written: verification takes a field that an entry lacks
-- for its default.
create function add_item_field(kind text, field text, value json) returns void language plpgsql as $$
begin
  alter table transaction_bundles no force row level security;
  update transaction_bundles b set document = document_with_field(b.document, kind, field, value);
  alter table transaction_bundles force row level security;
end $$;
revoke execute on function add_item_field(text, text, json) from public;

alter table transaction_bundles force row level security;
alter table contacts force row level security;
alter table sums force row level security;
alter table batched_transactions force row level security;

select enable_space_rls(name::regclass) from unnest(array['items', 'bundle_changes']) as name;
-- Without a subquery, which Citus refuses.
alter policy of_space on items using (group_id = nullif(current_setting('app.group_id', true), '')::bigint)
  with check (group_id = nullif(current_setting('app.group_id', true), '')::bigint);
alter policy of_space on bundle_changes using (group_id = nullif(current_setting('app.group_id', true), '')::bigint)
  with check (group_id = nullif(current_setting('app.group_id', true), '')::bigint);

-- Items have no foreign keys to bundles, statuses and prices: record_payment, which writes them, locks what they refer to. The application marks
-- statuses and prices as deleted, and never deletes their rows.
revoke delete on items, contacts, transaction_statuses, membership_prices, donation_prices from muster_app;
revoke update, delete on bundle_changes from muster_app;
grant select on transactions, memberships, donations, bundle_history to muster_app;

create policy erasure on bundle_changes to muster_eraser
  using (group_id = nullif(current_setting('app.group_id', true), '')::bigint)
  with check (group_id = nullif(current_setting('app.group_id', true), '')::bigint);
grant select, update (entries) on bundle_changes to muster_eraser;
grant select on bundle_history to muster_eraser;

create policy sealing on bundle_changes for select to muster_worker using (true);
grant select (group_id, id, earlier_entry_ids, created_at, bundle_id, position, hash) on bundle_changes to muster_worker;
grant update (position, sums, count_change) on events to muster_worker;
grant usage on all sequences in schema public to muster_app, muster_worker;
