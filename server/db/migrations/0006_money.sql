-- An amount is in minor units and fits a JSON number.
create domain amount as bigint check (value >= 0 and value <= 9007199254740991);
-- An ISO 4217 code, kept as it was sent.
create domain currency as text check (value ~ '^[A-Za-z]{3}$');

create table membership_price_groups (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  name       text not null check (name ~ '\S' and length(name) <= 200),
  hidden     boolean not null,
  primary key (group_id, id)
);

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
  primary key (group_id, id)
);

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
  primary key (group_id, id)
);

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
  primary key (group_id, id)
);

create table code_campaigns (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  code       text not null check (code ~ '\S' and length(code) <= 200),
  name       text not null,
  hidden     boolean not null,
  primary key (group_id, id)
);

-- One row for each space. Its serials count what was given out, and are locked only when a number is given.
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
  open_periods                json not null
);

-- A bundle with the document that the interface answers with, made once when it is written and passed on as it is when it is read.
create table transaction_bundles (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  created_by bigint not null,
  document   text not null,
  primary key (group_id, id)
);

create table transactions (
  group_id                bigint not null,
  id                      bigserial,
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3) not null,
  transaction_bundle_id   bigint not null,
  amount                  amount not null,
  currency                currency not null,
  payment_method_kind     text not null,
  payment_method          json not null,
  contact_id              bigint not null,
  date                    timestamptz(3) not null,
  code_campaign           text not null,
  delivered_at            timestamptz(3),
  delivery_token          text not null,
  comment                 text not null,
  comment_date            timestamptz(3),
  reimbursed_amount       amount not null,
  unpaid_amount           amount not null,
  external_transaction_id bigint,
  status_id               bigint,
  extra_json              json not null,
  primary key (group_id, id),
  constraint reimbursed_within_amount check (reimbursed_amount <= amount),
  constraint unpaid_within_amount check (unpaid_amount <= amount)
);

create table memberships (
  group_id              bigint not null,
  id                    bigserial,
  created_at            timestamptz(3) not null,
  updated_at            timestamptz(3) not null,
  transaction_bundle_id bigint not null,
  contact_id            bigint not null,
  start_date            timestamptz(3) not null,
  end_date              timestamptz(3),
  membership_price_id   bigint,
  amount                amount not null,
  amount_initial        amount not null,
  currency              currency not null,
  comment               text not null,
  rolling_year          boolean not null,
  primary key (group_id, id),
  constraint ends_after_it_starts check (end_date >= start_date)
);

create table donations (
  group_id              bigint not null,
  id                    bigserial,
  created_at            timestamptz(3) not null,
  updated_at            timestamptz(3) not null,
  transaction_bundle_id bigint not null,
  contact_id            bigint not null,
  date                  timestamptz(3) not null,
  amount                amount not null,
  initial_amount        amount not null,
  currency              currency not null,
  donation_price_id     bigint,
  affectation           text not null,
  comment               text not null,
  primary key (group_id, id)
);

-- What happened to a bundle, in order. Written once: nobody who acts on the data may change or remove a line.
create table bundle_history (
  group_id              bigint not null,
  id                    bigserial,
  created_at            timestamptz(3) not null,
  transaction_bundle_id bigint not null,
  position              integer not null check (position > 0),
  kind                  text not null check (kind in ('transaction', 'transaction_status', 'donation', 'membership')),
  target_id             bigint not null,
  -- JSON, as text: the hash is over the very bytes.
  old                   text,
  new                   text,
  user_id               bigint not null,
  source                text not null,
  -- Over this line and the hash of the line before it.
  hash                  text not null,
  primary key (group_id, id)
);

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
  deposited_at    timestamptz(3),
  primary key (group_id, id)
);

create table batched_transactions (
  group_id       bigint not null,
  batch_id       bigint not null,
  transaction_id bigint not null,
  added_at       timestamptz(3) not null default now(),
  primary key (group_id, transaction_id)
);

-- How many there are, as changes that are summed up: one row that everybody updates would make everybody wait.
create table tallies (
  group_id bigint not null,
  id       bigserial,
  what     text not null,
  change   bigint not null,
  primary key (group_id, id)
);

-- What other programs want to hear about, written with the change itself.
create table events (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  kind       text not null,
  subject_id bigint not null,
  user_id    bigint not null,
  request    text not null,
  primary key (group_id, id)
);

alter table membership_price_groups add constraint membership_price_groups_space foreign key (group_id) references spaces (id);
alter table membership_prices add constraint membership_prices_group foreign key (group_id, membership_price_group_id)
  references membership_price_groups (group_id, id);
alter table membership_prices add constraint membership_prices_space foreign key (group_id) references spaces (id);
alter table donation_prices add constraint donation_prices_space foreign key (group_id) references spaces (id);
alter table transaction_statuses add constraint transaction_statuses_space foreign key (group_id) references spaces (id);
alter table code_campaigns add constraint code_campaigns_space foreign key (group_id) references spaces (id);
alter table transaction_settings add constraint transaction_settings_space foreign key (group_id) references spaces (id);
alter table transaction_settings add constraint transaction_settings_status foreign key (group_id, default_status_id)
  references transaction_statuses (group_id, id);
alter table transaction_settings add constraint transaction_settings_membership_price foreign key (group_id, default_membership_price_id)
  references membership_prices (group_id, id);
alter table transaction_settings add constraint transaction_settings_donation_price foreign key (group_id, default_donation_price_id)
  references donation_prices (group_id, id);
alter table transaction_bundles add constraint transaction_bundles_space foreign key (group_id) references spaces (id);
alter table transactions add constraint transactions_bundle foreign key (group_id, transaction_bundle_id) references transaction_bundles (group_id, id);
alter table transactions add constraint transactions_contact foreign key (group_id, contact_id) references contacts (group_id, id);
alter table transactions add constraint transactions_status foreign key (group_id, status_id) references transaction_statuses (group_id, id);
alter table memberships add constraint memberships_bundle foreign key (group_id, transaction_bundle_id) references transaction_bundles (group_id, id);
alter table memberships add constraint memberships_contact foreign key (group_id, contact_id) references contacts (group_id, id);
alter table memberships add constraint memberships_price foreign key (group_id, membership_price_id) references membership_prices (group_id, id);
alter table donations add constraint donations_bundle foreign key (group_id, transaction_bundle_id) references transaction_bundles (group_id, id);
alter table donations add constraint donations_contact foreign key (group_id, contact_id) references contacts (group_id, id);
alter table donations add constraint donations_price foreign key (group_id, donation_price_id) references donation_prices (group_id, id);
alter table bundle_history add constraint bundle_history_bundle foreign key (group_id, transaction_bundle_id) references transaction_bundles (group_id, id);
alter table batched_transactions add constraint batched_transactions_batch foreign key (group_id, batch_id) references transaction_batches (group_id, id);
alter table batched_transactions add constraint batched_transactions_transaction foreign key (group_id, transaction_id) references transactions (group_id, id);

create index membership_prices_of_group on membership_prices (group_id, membership_price_group_id);
create unique index code_campaigns_by_code on code_campaigns (group_id, lower(code)) where deleted_at is null;
create index transaction_bundles_newest on transaction_bundles (group_id, id desc) where deleted_at is null;
create index transaction_bundles_by_update on transaction_bundles (group_id, updated_at) where deleted_at is null;
create index transactions_of_bundle on transactions (group_id, transaction_bundle_id);
create index transactions_by_contact on transactions (group_id, contact_id, transaction_bundle_id);
create index transactions_by_status on transactions (group_id, status_id, transaction_bundle_id);
create index transactions_by_campaign on transactions (group_id, code_campaign, transaction_bundle_id);
create index transactions_by_date on transactions (group_id, date, transaction_bundle_id);
create index memberships_of_bundle on memberships (group_id, transaction_bundle_id);
create index memberships_by_contact on memberships (group_id, contact_id, transaction_bundle_id);
create index donations_of_bundle on donations (group_id, transaction_bundle_id);
create index donations_by_contact on donations (group_id, contact_id, transaction_bundle_id);
create unique index bundle_history_in_order on bundle_history (group_id, transaction_bundle_id, position);
create unique index transaction_batches_by_serial on transaction_batches (group_id, serial);
create index batched_transactions_of_batch on batched_transactions (group_id, batch_id);
create index tallies_by_what on tallies (group_id, what) include (change);

select belongs_to_space(name::regclass)
from unnest(array['membership_price_groups', 'membership_prices', 'donation_prices', 'transaction_statuses', 'code_campaigns', 'transaction_settings',
  'transaction_bundles', 'transactions', 'memberships', 'donations', 'bundle_history', 'transaction_batches', 'batched_transactions', 'tallies',
  'events']) as name;

revoke update, delete on bundle_history from muster_app;
revoke update, delete on events from muster_app;
revoke delete on transaction_bundles, transactions, memberships, donations from muster_app;

create policy folded on tallies to muster_worker using (true) with check (true);
grant select, insert, update, delete on tallies to muster_worker;

grant usage on all sequences in schema public to muster_app, muster_worker;
