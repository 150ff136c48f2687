-- Prices and settings of payments, and payments: bundles with their documents and items.

-- In minor units. The largest value fits a JSON number.
create domain amount as bigint check (value >= 0 and value <= 9007199254740991);
-- An ISO 4217 code, in the case in which it was sent.
create domain currency as text check (value ~ '^[A-Za-z]{3}$');
create type item_kind as enum ('transaction', 'membership', 'donation');

create table membership_price_groups (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  name       text not null check (name ~ '\S' and length(name) <= 200),
  hidden     boolean not null,
  primary key (group_id, id),
  constraint membership_price_groups_space foreign key (group_id) references spaces (id)
);
select enable_space_rls('membership_price_groups');

-- Prices and statuses are marked as deleted, and their rows stay: items refer to them without foreign keys.
create table membership_prices (
  group_id                  bigint not null,
  id                        bigserial,
  created_at                timestamptz(3) not null default now(),
  updated_at                timestamptz(3) not null default now(),
  deleted_at                timestamptz(3),
  membership_price_group_id bigint,
  name                      text not null check (name ~ '\S' and length(name) <= 200),
  amount                    amount not null,
  currency                  currency not null,
  allow_custom_amount       boolean not null,
  hidden                    boolean not null,
  kind                      text not null,
  rolling_period            text not null,
  duration                  text not null,
  primary key (group_id, id),
  constraint membership_prices_space foreign key (group_id) references spaces (id),
  constraint membership_prices_group foreign key (group_id, membership_price_group_id) references membership_price_groups (group_id, id)
);
create index membership_prices_of_group on membership_prices (group_id, membership_price_group_id);
select enable_space_rls('membership_prices');
revoke delete on membership_prices from muster_app;

create table donation_prices (
  group_id            bigint not null,
  id                  bigserial,
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  deleted_at          timestamptz(3),
  name                text not null check (name ~ '\S' and length(name) <= 200),
  amount              amount not null,
  currency            currency not null,
  allow_custom_amount boolean not null,
  hidden              boolean not null,
  kind                text not null,
  primary key (group_id, id),
  constraint donation_prices_space foreign key (group_id) references spaces (id)
);
select enable_space_rls('donation_prices');
revoke delete on donation_prices from muster_app;

create table transaction_statuses (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  name       text not null check (name ~ '\S' and length(name) <= 200),
  color      text not null,
  kind       text not null,
  archived   boolean not null,
  primary key (group_id, id),
  constraint transaction_statuses_space foreign key (group_id) references spaces (id)
);
select enable_space_rls('transaction_statuses');
revoke delete on transaction_statuses from muster_app;

create table code_campaigns (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  code       text not null check (code ~ '\S' and length(code) <= 200),
  name       text not null,
  hidden     boolean not null,
  primary key (group_id, id),
  constraint code_campaigns_space foreign key (group_id) references spaces (id)
);
create unique index code_campaigns_by_code on code_campaigns (group_id, lower(code)) where deleted_at is null;
select enable_space_rls('code_campaigns');

-- One row for each space. The serials are the last numbers that were given. The row is locked only when a number is given.
create table transaction_settings (
  group_id                    bigint primary key,
  created_at                  timestamptz(3) not null default now(),
  updated_at                  timestamptz(3) not null default now(),
  payment_method_kinds        text[] not null,
  max_batch_size              integer not null check (max_batch_size between 1 and 10000),
  default_status_id           bigint,
  default_membership_price_id bigint,
  default_donation_price_id   bigint,
  batch_prefix                text not null,
  batch_serial_updated_at     timestamptz(3),
  batch_serial                bigint not null check (batch_serial between 0 and 9000000000000),
  membership_serial           bigint not null check (membership_serial between 0 and 9000000000000),
  membership_prefix           text not null,
  additional_settings         json not null,
  currency                    currency not null,
  open_periods                json not null,
  constraint transaction_settings_space foreign key (group_id) references spaces (id),
  constraint transaction_settings_status foreign key (group_id, default_status_id) references transaction_statuses (group_id, id),
  constraint transaction_settings_membership_price foreign key (group_id, default_membership_price_id) references membership_prices (group_id, id),
  constraint transaction_settings_donation_price foreign key (group_id, default_donation_price_id) references donation_prices (group_id, id)
);
select enable_space_rls('transaction_settings');

-- Filters of payments that a user saved.
create table payment_views (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  user_id    bigint not null,
  name       text not null check (name ~ '\S' and length(name) <= 200),
  shared     boolean not null,
  filters    json not null,
  primary key (group_id, id),
  constraint payment_views_user foreign key (group_id, user_id) references users (group_id, id)
);
create index payment_views_of_user on payment_views (group_id, user_id);
create index payment_views_shared on payment_views (group_id) where shared;
select enable_space_rls('payment_views');

-- A bundle with its document, the JSON that the interface answers with. It is built once, when the bundle is written. See
-- docs/decisions/0006-payment-storage.md. Only the event of the same write has a foreign key to the space.
create table transaction_bundles (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  deleted_at  timestamptz(3),
  created_by  bigint not null,
  document    text not null,
  -- Recognises a document without reading it, for clients that have an earlier page.
  fingerprint bigint not null generated always as (hashtextextended(document, 0)) stored,
  -- The digest of the name that the payment has in the books that it came from. Among bundles that are not deleted it is unique, so that a payment is
  -- recorded once, however often it is imported. A digest needs no erasure.
  origin_key  text check (length(origin_key) = 43),
  primary key (group_id, id)
);
-- Without compression: unpacking a page of documents takes longer than finding it. Documents up to half a block stay in the row.
alter table transaction_bundles alter column document set storage external;
alter table transaction_bundles set (toast_tuple_target = 4064);
create index transaction_bundles_newest on transaction_bundles (group_id, id desc) where deleted_at is null;
create index transaction_bundles_by_update on transaction_bundles (group_id, updated_at) where deleted_at is null;
create unique index transaction_bundles_origin on transaction_bundles (group_id, origin_key) where origin_key is not null and deleted_at is null;
-- Few bundles are deleted. A count of transactions subtracts theirs.
create index transaction_bundles_deleted on transaction_bundles (group_id, id) where deleted_at is not null;
select enable_space_rls('transaction_bundles');
revoke delete on transaction_bundles from muster_app;

-- The items of bundles. The document has all fields of an item. These columns are what filters, joins and sums need. Items have no foreign keys to
-- bundles, statuses and prices: record_payment, which writes them, locks what they refer to.
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
  kind_key            text generated always as (nullif(lower(payment_method_kind), '')) stored,
  -- Campaign codes are compared without regard to case.
  campaign_key        text generated always as (lower(code_campaign)) stored,
  primary key (group_id, bundle_id, kind, id),
  constraint parts_within_amount check (
    kind <> 'transaction' or (reimbursed_amount::bigint + unpaid_amount::bigint <= amount) is true),
  constraint ends_after_it_starts check (end_date >= date),
  -- Merging contacts and undoing imports find the tables that refer to contacts by their foreign keys.
  constraint items_contact foreign key (group_id, contact_id) references contacts (group_id, id)
);
create sequence transactions_id_seq owned by items.id;
create sequence memberships_id_seq owned by items.id;
create sequence donations_id_seq owned by items.id;
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
select enable_space_rls('items');
revoke delete on items from muster_app;

create view transactions with (security_invoker = true) as
select group_id, id, bundle_id as transaction_bundle_id, contact_id, date, amount, currency, status_id, payment_method_kind, code_campaign,
       reimbursed_amount, unpaid_amount, kind_key, campaign_key
from items where kind = 'transaction';
create view memberships with (security_invoker = true) as
select group_id, id, bundle_id as transaction_bundle_id, contact_id, date as start_date, end_date, amount, currency, membership_price_id
from items where kind = 'membership';
create view donations with (security_invoker = true) as
select group_id, id, bundle_id as transaction_bundle_id, contact_id, date, amount, currency, donation_price_id
from items where kind = 'donation';
grant select on transactions, memberships, donations to muster_app;

-- The document of a bundle with a field added to each of its items of one kind: the last one, before the contact of a membership or donation.
create function document_with_field(document text, kind text, field text, value json) returns text language sql as $$
  select coalesce((select '{' || string_agg(to_json(part.key)::text || ':' || case when part.key <> kind then part.value::text else (
      select '[' || coalesce(string_agg(
        case when kind = 'transactions' then left(item.value::text, -1) || added.field || '}'
        -- Quotes inside of texts are escaped, so this is found once.
        else replace(item.value::text, ',"contact": ', added.field || ',"contact": ') end,
        ',' order by item.place), '') || ']'
      from json_array_elements(part.value) with ordinality as item (value, place)) end, ',' order by part.place) || '}'
  from json_each(document::json) with ordinality as part (key, value, place),
    (select ',' || to_json(field)::text || ':' || value::text as field) added
  group by added.field), document)
$$;

-- Adds a field to the transactions, memberships or donations in all documents, with one value. In its table of fields
-- (server/money/core/item_fields.ts) the field comes last. The history stays as it was written: verification takes a field that an entry lacks
-- for its default.
create function add_item_field(kind text, field text, value json) returns void language plpgsql as $$
begin
  alter table transaction_bundles no force row level security;
  update transaction_bundles b set document = document_with_field(b.document, kind, field, value);
  alter table transaction_bundles force row level security;
end $$;
-- Only migrations call these two.
revoke execute on function document_with_field(text, text, text, json), add_item_field(text, text, json) from public;

grant usage on all sequences in schema public to muster_app, muster_worker;
