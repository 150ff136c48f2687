-- The time zone of a space, in which its days begin: those of statistics, memberships and accounting periods. Existing spaces get that of their locale.
alter table spaces add column time_zone text not null default 'UTC';
alter table spaces add constraint spaces_time_zone check (length(time_zone) between 1 and 100);
alter table spaces no force row level security;
update spaces set time_zone = case
  when locale = 'fr-DZ' then 'Africa/Algiers'
  when locale = 'fr-MA' then 'Africa/Casablanca'
  when locale = 'fr-SN' then 'Africa/Dakar'
  when locale = 'en-ZA' then 'Africa/Johannesburg'
  when locale = 'fr-TN' then 'Africa/Tunis'
  when locale = 'es-MX' then 'America/Mexico_City'
  when locale = 'en-US' then 'America/New_York'
  when locale = 'pt-BR' then 'America/Sao_Paulo'
  when locale in ('en-CA', 'fr-CA') then 'America/Toronto'
  when locale = 'en-IN' then 'Asia/Kolkata'
  when locale = 'en-AU' then 'Australia/Sydney'
  when locale in ('nl', 'nl-NL') then 'Europe/Amsterdam'
  when locale in ('el', 'el-GR') then 'Europe/Athens'
  when locale in ('de', 'de-DE') then 'Europe/Berlin'
  when locale in ('de-BE', 'fr-BE', 'nl-BE') then 'Europe/Brussels'
  when locale in ('ro', 'ro-RO') then 'Europe/Bucharest'
  when locale in ('hu', 'hu-HU') then 'Europe/Budapest'
  when locale in ('da', 'da-DK') then 'Europe/Copenhagen'
  when locale in ('en-IE', 'ga', 'ga-IE') then 'Europe/Dublin'
  when locale in ('fi', 'fi-FI', 'sv-FI') then 'Europe/Helsinki'
  when locale in ('pt', 'pt-PT') then 'Europe/Lisbon'
  when locale = 'en-GB' then 'Europe/London'
  when locale in ('de-LU', 'fr-LU') then 'Europe/Luxembourg'
  when locale in ('ca', 'ca-ES', 'es', 'es-ES') then 'Europe/Madrid'
  when locale = 'fr-MC' then 'Europe/Monaco'
  when locale in ('nb', 'nb-NO', 'no', 'no-NO') then 'Europe/Oslo'
  when locale in ('fr', 'fr-FR') then 'Europe/Paris'
  when locale in ('cs', 'cs-CZ') then 'Europe/Prague'
  when locale in ('it', 'it-IT') then 'Europe/Rome'
  when locale in ('sv', 'sv-SE') then 'Europe/Stockholm'
  when locale = 'de-AT' then 'Europe/Vienna'
  when locale in ('pl', 'pl-PL') then 'Europe/Warsaw'
  when locale in ('de-CH', 'fr-CH', 'it-CH') then 'Europe/Zurich'
  when locale = 'en-NZ' then 'Pacific/Auckland'
  else 'UTC' end;

-- Moves the sums of these spaces to the days of their time zone: adds by how much the sums of their payments differ from those that are stored or
-- wait in events that are not ordered yet. One statement for each space, because Citus must know the space to find its shard.
alter table sums no force row level security;
alter table events no force row level security;
alter table items no force row level security;
alter table transaction_bundles no force row level security;
do $$
declare
  space record;
begin
  for space in select id, time_zone from spaces where time_zone <> 'UTC' order by id loop
    execute format($sql$
      with live as materialized (
        select t.bundle_id, t.id, (t.date at time zone %2$L)::date as day, upper(t.currency) as currency, t.payment_method_kind, t.code_campaign,
               coalesce(t.status_id, 0) as status_id, t.amount::numeric as amount, t.reimbursed_amount::numeric as reimbursed,
               t.unpaid_amount::numeric as unpaid
        from items t
        join transaction_bundles b on b.group_id = %1$s and b.id = t.bundle_id and b.deleted_at is null
        where t.group_id = %1$s and t.kind = 'transaction'
      ), candidates as materialized (
        select f.*, coalesce(array_agg(f.status_id) over earlier, '{}') as unless
        from (select distinct on (bundle_id, status_id) * from live order by bundle_id, status_id, id) f
        window earlier as (partition by f.bundle_id order by f.id rows between unbounded preceding and 1 preceding)
      ), changes as materialized (
        select day, currency, payment_method_kind, code_campaign, status_id, '{}'::bigint[] as unless, 1::bigint as transactions, amount, reimbursed,
               unpaid, greatest(amount - reimbursed - unpaid, 0) as net, 0::bigint as parts, 0::numeric as donations, 0::numeric as memberships
        from live
        union all
        select c.day, upper(p.currency), c.payment_method_kind, c.code_campaign, c.status_id, c.unless, 0, 0, 0, 0, 0, 1,
               case when p.kind = 'donation' then p.amount::numeric else 0 end, case when p.kind = 'membership' then p.amount::numeric else 0 end
        from candidates c
        join items p on p.group_id = %1$s and p.bundle_id = c.bundle_id and p.kind in ('donation', 'membership')
        where 0 <> all (c.unless)
        union all
        select day, currency, payment_method_kind, code_campaign, status_id, unless, -transactions, -amount, -reimbursed, -unpaid, -net, -parts,
               -donations, -memberships
        from sums where group_id = %1$s
        union all
        select coalesce(s.day, (s.date at time zone %2$L)::date), s.currency, s.payment_method_kind, s.code_campaign, s.status_id, s.unless,
               -s.transactions, -s.amount, -s.reimbursed, -s.unpaid, -s.net, -s.parts, -s.donations, -s.memberships
        from events e
        cross join lateral json_to_recordset(e.sums) as s (
          day date, date timestamptz, currency text, payment_method_kind text, code_campaign text, status_id bigint, unless bigint[],
          transactions bigint, amount numeric, reimbursed numeric, unpaid numeric, net numeric, parts bigint, donations numeric, memberships numeric)
        where e.group_id = %1$s and e.position is null
      ), moved as materialized (
        select day, currency, payment_method_kind, code_campaign, status_id, unless, sum(transactions) as transactions, sum(amount) as amount,
               sum(reimbursed) as reimbursed, sum(unpaid) as unpaid, sum(net) as net, sum(parts) as parts, sum(donations) as donations,
               sum(memberships) as memberships
        from changes
        group by day, currency, payment_method_kind, code_campaign, status_id, unless
        having (sum(transactions), sum(amount), sum(reimbursed), sum(unpaid), sum(net), sum(parts), sum(donations), sum(memberships))
          <> (0, 0, 0, 0, 0, 0, 0, 0)
      )
      insert into sums (group_id, key, day, currency, payment_method_kind, code_campaign, status_id, unless, transactions, amount, reimbursed, unpaid,
        net, parts, donations, memberships)
      select %1$s, sha256(convert_to(json_build_array(currency, payment_method_kind, code_campaign, status_id, unless)::text, 'UTF8')), day, currency,
             payment_method_kind, code_campaign, status_id, unless, transactions, amount, reimbursed, unpaid, net, parts, donations, memberships
      from moved
      on conflict (group_id, day, key) do update set transactions = sums.transactions + excluded.transactions,
        amount = sums.amount + excluded.amount, reimbursed = sums.reimbursed + excluded.reimbursed, unpaid = sums.unpaid + excluded.unpaid,
        net = sums.net + excluded.net, parts = sums.parts + excluded.parts, donations = sums.donations + excluded.donations,
        memberships = sums.memberships + excluded.memberships
      $sql$, space.id, space.time_zone);
  end loop;
end $$;
alter table transaction_bundles force row level security;
alter table items force row level security;
alter table events force row level security;
alter table sums force row level security;
alter table spaces force row level security;
