-- What memberships and donations received of the money of their bundle (server/money/core/received.ts). Both are null in bundles that do not count:
-- deleted ones, and those of which all transactions are cancelled.
alter table items add column received_amount bigint;
-- Since when a membership is paid as a whole, and a donation in part. Null while it is not.
alter table items add column received_at timestamptz(3);
alter table items add constraint received_within_amount check (received_amount between 0 and amount);

-- Conditions on the payments of contacts read only the index.
create index items_received on items (group_id, contact_id, kind) include (bundle_id, date, end_date, amount, currency, received_amount, received_at);
drop index items_by_contact;
alter index items_received rename to items_by_contact;

-- The list of what is unpaid.
create index transactions_returned on items (group_id, bundle_id) where kind = 'transaction' and unpaid_amount > 0;

alter table spaces no force row level security;
alter table transaction_statuses no force row level security;
alter table sums no force row level security;
alter table events no force row level security;
alter table items no force row level security;
alter table transaction_bundles no force row level security;

-- Statistics count memberships and donations on the days on which they are paid and given back, and no longer with their first transaction: all sums
-- are computed again. Changes that wait in events are contained in them.
alter table sums drop column unless;
alter table sums drop column parts;

-- One statement for each space, because Citus must know the space to find its shard.
do $$
declare
  space record;
begin
  for space in select id, time_zone from spaces order by id loop
    execute format('update events set sums = null where group_id = %s and position is null', space.id);
    execute format('delete from sums where group_id = %s', space.id);
    execute format($sql$
      create temporary table movements on commit drop as
      with reversed as materialized (
        select bundle_id, transaction_id, id, date,
               case reversal_kind when 'refund' then amount::numeric when 'refund_cancelled' then -amount::numeric else 0 end as reimbursed,
               case reversal_kind when 'return' then amount::numeric when 'return_cancelled' then -amount::numeric else 0 end as unpaid
        from items where group_id = %1$s and transaction_id is not null
      ), paid as materialized (
        select t.bundle_id, t.id, t.date, upper(t.currency) as currency, t.payment_method_kind, t.code_campaign, coalesce(t.status_id, 0) as status_id,
               coalesce(k.kind, '') as kind, t.amount::numeric as amount, t.reimbursed_amount::numeric as reimbursed,
               t.unpaid_amount::numeric as unpaid
        from items t
        join transaction_bundles b on b.group_id = %1$s and b.id = t.bundle_id and b.deleted_at is null
        left join transaction_statuses k on k.group_id = %1$s and k.id = t.status_id
        where t.group_id = %1$s and t.kind = 'transaction'
      ), undated as (
        select p.*, p.reimbursed - coalesce(r.reimbursed, 0) as own_reimbursed, p.unpaid - coalesce(r.unpaid, 0) as own_unpaid
        from paid p
        left join (
          select transaction_id, sum(reimbursed) as reimbursed, sum(unpaid) as unpaid from reversed group by transaction_id
        ) r on r.transaction_id = p.id
      ), own as (
        select bundle_id, id as transaction_id, 0::bigint as reversal_id, date, currency, payment_method_kind, code_campaign, status_id, kind,
               1::bigint as transactions, amount, own_reimbursed as reimbursed, own_unpaid as unpaid, amount - own_reimbursed - own_unpaid as net
        from undated
        union all
        select r.bundle_id, r.transaction_id, r.id, r.date, p.currency, p.payment_method_kind, p.code_campaign, p.status_id, p.kind,
               0, 0, r.reimbursed, r.unpaid, -r.reimbursed - r.unpaid
        from reversed r
        join paid p on p.id = r.transaction_id
      )
      select o.*, row_number() over earlier as position,
             sum(case when o.kind in ('pending', 'unpaid', 'bank_error', 'cancel') then 0 else o.net end) over earlier as received,
             case when o.kind in ('pending', 'unpaid', 'bank_error', 'cancel') then 0 else o.net end as came_in
      from own o
      window earlier as (partition by o.bundle_id, o.currency order by o.date, o.transaction_id, o.reversal_id rows unbounded preceding)
      $sql$, space.id);
    create index on movements (bundle_id, currency, position);
    execute format($sql$
      with recorded as materialized (
        select bundle_id, upper(currency) as currency, coalesce(sum(amount::numeric) filter (where kind = 'membership'), 0) as memberships,
               coalesce(sum(amount::numeric) filter (where kind = 'donation'), 0) as donations
        from items where group_id = %1$s and kind in ('membership', 'donation')
        group by bundle_id, upper(currency)
      ), filled as materialized (
        select (m.date at time zone %2$L)::date as day, m.currency, m.payment_method_kind, m.code_campaign, m.status_id, m.transactions, m.amount,
               m.reimbursed, m.unpaid, m.net,
               least(greatest(m.received - coalesce(p.memberships, 0), 0), coalesce(p.donations, 0))
                 - least(greatest(m.received - m.came_in - coalesce(p.memberships, 0), 0), coalesce(p.donations, 0)) as donations,
               least(greatest(m.received, 0), coalesce(p.memberships, 0))
                 - least(greatest(m.received - m.came_in, 0), coalesce(p.memberships, 0)) as memberships
        from movements m
        left join recorded p on p.bundle_id = m.bundle_id and p.currency = m.currency
      ), days as materialized (
        select day, currency, payment_method_kind, code_campaign, status_id, sum(transactions) as transactions, sum(amount) as amount,
               sum(reimbursed) as reimbursed, sum(unpaid) as unpaid, sum(net) as net, sum(donations) as donations, sum(memberships) as memberships
        from filled
        group by day, currency, payment_method_kind, code_campaign, status_id
      )
      insert into sums (group_id, key, day, currency, payment_method_kind, code_campaign, status_id, transactions, amount, reimbursed, unpaid, net,
        donations, memberships)
      select %1$s, sha256(convert_to(json_build_array(currency, payment_method_kind, code_campaign, status_id)::text, 'UTF8')), day, currency,
             payment_method_kind, code_campaign, status_id, transactions, amount, reimbursed, unpaid, net, donations, memberships
      from days
      $sql$, space.id, space.time_zone);
    execute format($sql$
      with ordered as materialized (
        select i.bundle_id, i.kind, i.id, i.amount::numeric as amount, upper(i.currency) as currency,
               sum(i.amount::numeric) over (partition by i.bundle_id, upper(i.currency) order by (i.kind = 'donation'), i.id rows unbounded preceding)
                 - i.amount::numeric as before
        from items i
        where i.group_id = %1$s and i.kind in ('membership', 'donation')
      ), counted as materialized (
        select bundle_id, min(date) as date from movements where transactions = 1 and kind <> 'cancel' group by bundle_id
      ), receipts as materialized (
        select o.bundle_id, o.kind, o.id, least(greatest(coalesce(e.received, 0) - o.before, 0), o.amount) as received_amount,
               case when o.amount = 0 then case when o.kind = 'membership' then c.date end else (
                 select min(m.date) from movements m
                 where m.bundle_id = o.bundle_id and m.currency = o.currency and m.position > coalesce((
                   select max(x.position) from movements x
                   where x.bundle_id = o.bundle_id and x.currency = o.currency
                     and x.received < o.before + case when o.kind = 'membership' then o.amount else 1 end), 0)) end as received_at
        from ordered o
        join counted c on c.bundle_id = o.bundle_id
        left join lateral (
          select m.received from movements m where m.bundle_id = o.bundle_id and m.currency = o.currency order by m.position desc limit 1
        ) e on true
      )
      update items i set received_amount = r.received_amount, received_at = r.received_at
      from receipts r
      where i.group_id = %1$s and i.bundle_id = r.bundle_id and i.kind = r.kind and i.id = r.id
      $sql$, space.id);
    drop table movements;
  end loop;
end $$;

alter table transaction_bundles force row level security;
alter table items force row level security;
alter table events force row level security;
alter table sums force row level security;
alter table transaction_statuses force row level security;
alter table spaces force row level security;
