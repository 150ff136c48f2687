-- What statistics are made of: sums of a day, so that a question about a year looks at hundreds of rows and not at every payment.
create table sums (
  group_id            bigint not null,
  day                 date not null,
  -- Over the five columns below, which may be long.
  key                 bytea not null,
  currency            text not null,
  payment_method_kind text not null,
  code_campaign       text not null,
  -- 0 is no status.
  status_id           bigint not null,
  -- Gifts and fees count on the day of the first payment of their bundle that came in. Which one that is depends on what the statuses mean
  -- on the day of the question. So they are noted for every payment that may be it, with the statuses of those before: none of these may
  -- mean that money came in.
  unless              bigint[] not null,
  transactions        bigint not null,
  amount              numeric not null,
  reimbursed          numeric not null,
  unpaid              numeric not null,
  -- What remains of each payment after both, never less than nothing.
  net                 numeric not null,
  -- How many donations and memberships.
  parts               bigint not null,
  donations           numeric not null,
  memberships         numeric not null,
  primary key (group_id, day, key)
);

-- What payments have changed since: rows that are added to the sums from time to time. A sum that every payment of a day updates would
-- make all of them wait for each other.
create table sum_changes (
  group_id            bigint not null,
  id                  bigserial,
  day                 date not null,
  currency            text not null,
  payment_method_kind text not null,
  code_campaign       text not null,
  status_id           bigint not null,
  unless              bigint[] not null,
  transactions        bigint not null,
  amount              numeric not null,
  reimbursed          numeric not null,
  unpaid              numeric not null,
  net                 numeric not null,
  parts               bigint not null,
  donations           numeric not null,
  memberships         numeric not null,
  primary key (group_id, id)
);

-- A seal over all that was written in a space since the seal before. Who has noted the last one on paper can tell later whether the books
-- up to it are still the same.
create table seals (
  group_id   bigint not null,
  number     bigint not null check (number > 0),
  created_at timestamptz(3) not null,
  -- Up to which number of an entry the seals have come: where the next one begins.
  reached    bigint not null,
  -- Over this seal, its tips, and the hash of the seal before.
  hash       text not null,
  primary key (group_id, number)
);

-- How far a seal has seen the history of each bundle: the hash of the last entry stands for those before it, too.
create table sealed_tips (
  group_id              bigint not null,
  transaction_bundle_id bigint not null,
  position              integer not null,
  hash                  text not null,
  -- The numbers of the entries since the tip before.
  entry_ids             bigint[] not null,
  seal                  bigint not null,
  primary key (group_id, transaction_bundle_id, position)
);

alter table sums add constraint sums_space foreign key (group_id) references spaces (id);
alter table sum_changes add constraint sum_changes_space foreign key (group_id) references spaces (id);
alter table seals add constraint seals_space foreign key (group_id) references spaces (id);
alter table sealed_tips add constraint sealed_tips_seal foreign key (group_id, seal) references seals (group_id, number);

create index sealed_tips_of_seal on sealed_tips (group_id, seal, transaction_bundle_id);

-- The payments there are already. Whoever owns the tables is bound by row level security like everybody, and must see them for a moment.
alter table transactions no force row level security;
alter table transaction_bundles no force row level security;
alter table donations no force row level security;
alter table memberships no force row level security;
insert into sum_changes (group_id, day, currency, payment_method_kind, code_campaign, status_id, unless, transactions, amount, reimbursed, unpaid, net,
                         parts, donations, memberships)
with paid as (
  select t.group_id, t.transaction_bundle_id, t.id, (t.date at time zone 'UTC')::date as day, upper(t.currency) as currency, t.payment_method_kind,
         t.code_campaign, coalesce(t.status_id, 0) as status_id, t.amount::numeric as amount, t.reimbursed_amount::numeric as reimbursed,
         t.unpaid_amount::numeric as unpaid
  from transactions t
  join transaction_bundles b on b.group_id = t.group_id and b.id = t.transaction_bundle_id and b.deleted_at is null
), candidates as (
  select f.*, coalesce(array_agg(f.status_id) over earlier, '{}') as unless
  from (select distinct on (group_id, transaction_bundle_id, status_id) * from paid order by group_id, transaction_bundle_id, status_id, id) f
  window earlier as (partition by f.group_id, f.transaction_bundle_id order by f.id rows between unbounded preceding and 1 preceding)
), counted as (
  select group_id, day, currency, payment_method_kind, code_campaign, status_id, '{}'::bigint[] as unless, 1 as transactions, amount, reimbursed, unpaid,
         greatest(amount - reimbursed - unpaid, 0) as net, 0 as parts, 0::numeric as donations, 0::numeric as memberships
  from paid
  union all
  select c.group_id, c.day, upper(d.currency), c.payment_method_kind, c.code_campaign, c.status_id, c.unless, 0, 0, 0, 0, 0, 1, d.amount, 0
  from candidates c join donations d on d.group_id = c.group_id and d.transaction_bundle_id = c.transaction_bundle_id
  where 0 <> all (c.unless)
  union all
  select c.group_id, c.day, upper(m.currency), c.payment_method_kind, c.code_campaign, c.status_id, c.unless, 0, 0, 0, 0, 0, 1, 0, m.amount
  from candidates c join memberships m on m.group_id = c.group_id and m.transaction_bundle_id = c.transaction_bundle_id
  where 0 <> all (c.unless)
)
select group_id, day, currency, payment_method_kind, code_campaign, status_id, unless, sum(transactions), sum(amount), sum(reimbursed), sum(unpaid),
       sum(net), sum(parts), sum(donations), sum(memberships)
from counted
group by group_id, day, currency, payment_method_kind, code_campaign, status_id, unless;
alter table transactions force row level security;
alter table transaction_bundles force row level security;
alter table donations force row level security;
alter table memberships force row level security;

select belongs_to_space(name::regclass) from unnest(array['sums', 'sum_changes', 'seals', 'sealed_tips']) as name;

-- Payments add changes; adding them up and sealing is for the worker, who sees of a history no more than when it was written, and its seals.
revoke insert, update, delete on sums, seals, sealed_tips from muster_app;
revoke update, delete on sum_changes from muster_app;

create policy folded on sums to muster_worker using (true) with check (true);
create policy folded on sum_changes to muster_worker using (true) with check (true);
create policy sealed on seals to muster_worker using (true) with check (true);
create policy sealed on sealed_tips to muster_worker using (true) with check (true);
create policy sealed on bundle_history for select to muster_worker using (true);
grant select, insert, update on sums to muster_worker;
grant select, update, delete on sum_changes to muster_worker;
grant select, insert on seals, sealed_tips to muster_worker;
grant select (group_id, id, created_at, transaction_bundle_id, position, hash) on bundle_history to muster_worker;

grant usage on all sequences in schema public to muster_app, muster_worker;
