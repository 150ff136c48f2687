-- Rules that only the application knew stand in the database from here on.

-- Whoever owns the tables is bound by row level security like everybody, and must see what is there while it changes.
alter table transactions no force row level security;
alter table transaction_settings no force row level security;
alter table transaction_batches no force row level security;
alter table spaces no force row level security;

-- Every kind of payment method that the settings of a space have or once had, in lower case.
create table payment_method_kinds (
  group_id bigint not null,
  kind_key text not null check (kind_key <> ''),
  primary key (group_id, kind_key)
);

alter table transactions
  add column kind_key text generated always as (nullif(lower(payment_method_kind), '')) stored,
  -- Campaign codes are compared without regard to case.
  add column campaign_key text generated always as (lower(code_campaign)) stored;

insert into payment_method_kinds (group_id, kind_key)
select id, kind from spaces, unnest(array['card', 'cheque', 'cash', 'transfer', 'direct_debit', 'online']) as k (kind)
union
select s.group_id, lower(kind) from transaction_settings s, unnest(s.payment_method_kinds) as k (kind) where kind <> ''
union
select group_id, kind_key from transactions where kind_key is not null;

alter table payment_method_kinds add constraint payment_method_kinds_space foreign key (group_id) references spaces (id);
alter table transactions add constraint transactions_kind foreign key (group_id, kind_key)
  references payment_method_kinds (group_id, kind_key);

-- What a batch held when it was closed: what was counted by hand, and nothing else.
alter table transaction_batches add column closed_count integer;
alter table transaction_batches add column closed_amount amount;
update transaction_batches set closed_count = expected_count, closed_amount = expected_amount where state <> 'open';
alter table transaction_batches add constraint closed_as_counted
  check (state = 'open' or (closed_count is not null and closed_amount is not null
    and closed_count = expected_count and closed_amount = expected_amount));

alter table transaction_batches add constraint transaction_batches_space foreign key (group_id) references spaces (id);
alter table tallies add constraint tallies_space foreign key (group_id) references spaces (id);
alter table events add constraint events_space foreign key (group_id) references spaces (id);

drop index transactions_by_campaign;
create index transactions_by_campaign on transactions (group_id, campaign_key, transaction_bundle_id);

alter table transactions force row level security;
alter table transaction_settings force row level security;
alter table transaction_batches force row level security;
alter table spaces force row level security;

select belongs_to_space('payment_method_kinds');
revoke update, delete on payment_method_kinds from muster_app;
