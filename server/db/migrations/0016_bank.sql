-- The bank: accounts, imported statements with their lines, and which payments the lines are.

-- In minor units; negative if money left the account.
create domain signed_amount as bigint check (value between -9007199254740991 and 9007199254740991);

create table bank_accounts (
  group_id        bigint not null,
  id              bigserial,
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  name            text not null check (name ~ '\S' and length(name) <= 200),
  -- Without spaces, in capitals; empty if the bank has none.
  iban            text not null check (iban ~ '^([A-Z]{2}[0-9]{2}[A-Z0-9]{10,30})?$'),
  -- The number of the account in files without an IBAN, such as OFX.
  number          text not null default '' check (length(number) <= 100),
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  ledger_account  text not null check (length(ledger_account) between 1 and 50),
  -- How CSV files of this bank are read.
  csv_mapping     json,
  -- The balance before the first line, which the first statement tells.
  opening_balance signed_amount not null default 0,
  archived        boolean not null default false,
  primary key (group_id, id),
  constraint bank_accounts_space foreign key (group_id) references spaces (id)
);
create unique index bank_accounts_by_iban on bank_accounts (group_id, iban) where iban <> '';
create unique index bank_accounts_by_ledger_account on bank_accounts (group_id, ledger_account);
select enable_space_rls('bank_accounts');

create table bank_statements (
  group_id        bigint not null,
  id              bigserial,
  created_at      timestamptz(3) not null default now(),
  created_by      bigint not null,
  bank_account_id bigint not null,
  file_name       text not null check (length(file_name) <= 200),
  format          text not null check (format in ('camt.053', 'camt.054', 'mt940', 'ofx', 'csv')),
  -- The name that the bank gave it; empty if it has none.
  reference       text not null check (length(reference) <= 200),
  from_date       date not null,
  to_date         date not null,
  -- Null where the file has none.
  opening_balance signed_amount,
  closing_balance signed_amount,
  lines_count     integer not null check (lines_count >= 0),
  -- How many of its lines were not known from an earlier file.
  added_count     integer not null check (added_count between 0 and lines_count),
  primary key (group_id, id),
  constraint bank_statements_account foreign key (group_id, bank_account_id) references bank_accounts (group_id, id)
);
create index bank_statements_in_order on bank_statements (group_id, to_date desc, id desc);
create index bank_statements_of_account on bank_statements (group_id, bank_account_id, to_date desc, id desc);
select enable_space_rls('bank_statements');

create table bank_lines (
  group_id          bigint not null,
  id                bigserial,
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  bank_account_id   bigint not null,
  statement_id      bigint not null,
  -- Recognises the line in another file: a digest of the bank's reference, or of what the line says with its number among equal ones of the day.
  line_key          text not null check (length(line_key) = 43),
  -- Its place among the lines of its day.
  position          integer not null,
  date              date not null,
  value_date        date not null,
  amount            signed_amount not null check (amount <> 0),
  text              text not null,
  counterparty      text not null,
  counterparty_iban text not null,
  end_to_end_id     text not null,
  mandate_id        text not null,
  bank_reference    text not null,
  -- The reason code of a returned debit, such as AM04.
  return_reason     text not null,
  -- The transactions of a line that stands for several, such as a lot of direct debits: {amount, text, counterparty, counterparty_iban, end_to_end_id,
  -- mandate_id, return_reason} each.
  details           json not null default '[]',
  state             text not null default 'open' check (state in ('open', 'matched', 'ignored')),
  ignored_reason    text not null default '' check (length(ignored_reason) <= 500),
  settled_at        timestamptz(3),
  settled_by        bigint,
  -- When a person was erased from it. Files that are imported again do not bring the person back.
  erased_at         timestamptz(3),
  primary key (group_id, id),
  constraint settled_or_open check ((state = 'open') = (settled_at is null) and (settled_at is null) = (settled_by is null)),
  constraint ignored_with_reason check ((state = 'ignored') = (ignored_reason <> '')),
  constraint bank_lines_account foreign key (group_id, bank_account_id) references bank_accounts (group_id, id),
  constraint bank_lines_statement foreign key (group_id, statement_id) references bank_statements (group_id, id)
);
create unique index bank_lines_by_key on bank_lines (group_id, bank_account_id, line_key);
create index bank_lines_in_order on bank_lines (group_id, bank_account_id, date desc, position desc, id desc) include (state, amount);
create index bank_lines_by_date on bank_lines (group_id, date desc, position desc, id desc);
create index bank_lines_of_statement on bank_lines (group_id, statement_id);
create index bank_lines_open on bank_lines (group_id, bank_account_id, amount) where state = 'open';
-- Whose account it was, from lines that were matched before.
create index bank_lines_by_counterparty on bank_lines (group_id, counterparty_iban) where counterparty_iban <> '' and state = 'matched';
select enable_space_rls('bank_lines');

-- What a line stands for. The amounts of the matches of a line sum up to the line. Payments and returns refer to items without foreign keys, as deposit
-- batches do.
create table bank_matches (
  group_id         bigint not null,
  id               bigserial,
  created_at       timestamptz(3) not null default now(),
  line_id          bigint not null,
  kind             text not null check (kind in ('payment', 'reversal', 'account')),
  -- Of a payment or reversal.
  bundle_id        bigint,
  transaction_id   bigint,
  reversal_id      bigint,
  -- Of an amount that is nobody's payment, such as a fee.
  account          text,
  amount           signed_amount not null check (amount <> 0),
  -- What accepting the match did besides, and undoing it takes back.
  created_bundle   boolean not null default false,
  created_reversal boolean not null default false,
  old_status_id    bigint,
  new_status_id    bigint,
  primary key (group_id, id),
  constraint bank_matches_line foreign key (group_id, line_id) references bank_lines (group_id, id),
  constraint refers_to_its_kind check (case kind
    when 'account' then num_nulls(bundle_id, transaction_id, reversal_id) = 3 and account is not null
    when 'payment' then num_nulls(bundle_id, transaction_id) = 0 and reversal_id is null and account is null
    else num_nulls(bundle_id, transaction_id, reversal_id) = 0 and account is null end)
);
create index bank_matches_of_line on bank_matches (group_id, line_id);
create index bank_matches_of_transaction on bank_matches (group_id, transaction_id) include (line_id, kind, amount, reversal_id) where transaction_id is not null;
create index bank_matches_of_bundle on bank_matches (group_id, bundle_id) where bundle_id is not null;
select enable_space_rls('bank_matches');

-- What lines with certain texts, counterparties or amounts are.
create table bank_rules (
  group_id        bigint not null,
  id              bigserial,
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  name            text not null check (name ~ '\S' and length(name) <= 200),
  position        integer not null,
  enabled         boolean not null default true,
  conditions      json not null,
  outcome         json not null,
  primary key (group_id, id),
  constraint bank_rules_space foreign key (group_id) references spaces (id)
);
select enable_space_rls('bank_rules');

-- Months of which every line is settled and that are closed. Their lines do not change until they are opened again.
create table bank_months (
  group_id        bigint not null,
  bank_account_id bigint not null,
  month           date not null check (extract(day from month) = 1),
  closed_at       timestamptz(3) not null,
  closed_by       bigint not null,
  bank_balance    signed_amount not null,
  book_balance    signed_amount not null,
  primary key (group_id, bank_account_id, month),
  constraint bank_months_account foreign key (group_id, bank_account_id) references bank_accounts (group_id, id)
);
select enable_space_rls('bank_months');

-- Entries of bank lines belong to no bundle: their bundle_id is the id of the line, negated.
alter table ledger_entries drop constraint ledger_entries_journal_check;
alter table ledger_entries add constraint ledger_entries_journal_check check (journal in ('income', 'money', 'opening', 'bank'));

-- Housekeeping posts bundles again, and the bank lines that are matched to them.
create policy posting on bank_accounts for select to muster_worker using (true);
grant select (group_id, id, currency, ledger_account) on bank_accounts to muster_worker;
create policy posting on bank_lines for select to muster_worker using (true);
grant select (group_id, id, bank_account_id, date) on bank_lines to muster_worker;
create policy posting on bank_matches for select to muster_worker using (true);
grant select on bank_matches to muster_worker;

grant usage on all sequences in schema public to muster_app, muster_worker;
