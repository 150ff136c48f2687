-- The ledger: entries of double-entry bookkeeping, written in the transaction of each payment. An entry has one debit and one credit of the same amount. It
-- is provisional until it is validated. Then it has a number, and the names and labels of that day, and never changes.
create table ledger_entries (
  group_id          bigint not null,
  -- 0 for opening balances.
  bundle_id         bigint not null,
  position          integer not null check (position > 0),
  journal           text not null check (journal in ('income', 'money', 'opening')),
  -- What happened, and the id of the item that it happened to: a membership, donation, transaction or reversal. The year of an opening balance.
  kind              text not null,
  item_id           bigint not null,
  -- Whether it takes back what a validated entry of the same event has. Debit and credit are then exchanged.
  reversed          boolean not null,
  -- The day on which it is booked, and the day of the event, which can be earlier.
  date              date not null,
  event_date        date not null,
  debit_account     text not null,
  debit_contact_id  bigint,
  credit_account    text not null,
  credit_contact_id bigint,
  amount            amount not null check (amount > 0),
  currency          text not null check (currency ~ '^[A-Z]{3}$'),
  -- The rest is null until it is validated. Numbers have no gaps in a journal and a year.
  year              integer,
  number            bigint,
  validated_on      date,
  journal_code      text,
  journal_label     text,
  label             text,
  debit_label       text,
  debit_name        text,
  credit_label      text,
  credit_name       text,
  primary key (group_id, bundle_id, position),
  constraint validated_as_a_whole check (
    num_nulls(year, number, validated_on, journal_code, journal_label, label, debit_label, debit_name, credit_label, credit_name)
      = case when number is null then 10 else 0 end)
);
-- Lists, balances, and what is validated next.
create index ledger_entries_by_date on ledger_entries (group_id, date, bundle_id, position);
create unique index ledger_entries_by_number on ledger_entries (group_id, year, journal, number) where number is not null;
-- The file of a year, in the order of validation.
create index ledger_entries_by_validation on ledger_entries (group_id, year, validated_on, date, bundle_id, position) where number is not null;
select enable_space_rls('ledger_entries');
-- A validated entry stays: only provisional ones can be changed and deleted. One policy for each command, because Citus makes restrictive policies
-- permissive on the workers.
drop policy of_space on ledger_entries;
create policy of_space on ledger_entries for select to muster_app using (group_id = nullif(current_setting('app.group_id', true), '')::bigint);
create policy posting on ledger_entries for insert to muster_app
  with check (group_id = nullif(current_setting('app.group_id', true), '')::bigint);
create policy validation on ledger_entries for update to muster_app
  using (group_id = nullif(current_setting('app.group_id', true), '')::bigint and number is null)
  with check (group_id = nullif(current_setting('app.group_id', true), '')::bigint);
create policy replacement on ledger_entries for delete to muster_app
  using (group_id = nullif(current_setting('app.group_id', true), '')::bigint and number is null);
create policy worker_reads on ledger_entries for select to muster_worker using (true);
create policy worker_posts on ledger_entries for insert to muster_worker with check (true);
create policy worker_validates on ledger_entries for update to muster_worker using (number is null) with check (true);
create policy worker_replaces on ledger_entries for delete to muster_worker using (number is null);
grant select, insert, update, delete on ledger_entries to muster_worker;

-- The accounts, as far as they differ from those of the preset.
alter table transaction_settings add column ledger json not null default '{"preset":"generic"}';
-- Changes whenever a payment that was looked up before may have to be posted in another way.
alter table transaction_settings add column ledger_version bigint not null default 0;
-- The last day of which all entries are validated.
alter table transaction_settings add column ledger_validated_until date;
-- The day to validate until as soon as all bundles are posted.
alter table transaction_settings add column ledger_validate_until date;
-- Bundles after this id may have to be posted again. Null: none. Housekeeping posts those of existing spaces.
alter table transaction_settings add column ledger_posted_id bigint;
alter table transaction_settings no force row level security;
alter table spaces no force row level security;
update transaction_settings set ledger_posted_id = 0;
update transaction_settings s set ledger = '{"preset":"fr_association"}' from spaces p where p.id = s.group_id and p.locale in ('fr', 'fr-FR');
alter table spaces force row level security;
alter table transaction_settings force row level security;

-- Housekeeping posts bundles, and validates what a closed period asks for.
create policy posting on transaction_settings to muster_worker using (true);
grant select, update (ledger_version, ledger_validated_until, ledger_validate_until, ledger_posted_id) on transaction_settings to muster_worker;
create policy posting on transaction_bundles for select to muster_worker using (true);
grant select (group_id, id, created_at, updated_at, deleted_at, document) on transaction_bundles to muster_worker;
create policy posting on transaction_statuses for select to muster_worker using (true);
grant select (group_id, id, kind) on transaction_statuses to muster_worker;
create policy posting on contacts for select to muster_worker using (true);
grant select (group_id, id, firstname, surname) on contacts to muster_worker;
create policy posting on audit_log for insert to muster_worker with check (true);
grant insert on audit_log to muster_worker;
