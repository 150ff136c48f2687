import type { DatabaseFunction } from '../../../db/functions.ts'
import { uncounted_kinds } from './counted.ts'

const uncounted = uncounted_kinds.map(kind => `'${kind}'`).join(', ')

/**
 * What these contacts have paid in other bundles than this one, by year and by campaign, and what the rules ask about them; as JSON text that
 * is the same as long as nothing of it changes. The years are those of the dates that were sent, from the first to the last, and of the bundle.
 * `paid_first`, `paid_last` and `codes` are in the result, so that it can be computed again. Null if the space has no rules.
 */
export const sumContributions: DatabaseFunction = {
  name: 'sum_contributions',
  parameters: 'contact_ids bigint[], bundle bigint, paid_first timestamptz, paid_last timestamptz, codes text[]',
  returns: 'text',
  one_snapshot: true,
  set: 'plan_cache_mode = force_generic_plan set enable_seqscan = off',
  declare: `rules json; zone text; from_date timestamptz := '-infinity'; to_date timestamptz := 'infinity'; held_first timestamptz;
  held_last timestamptz; held_codes text[]; facts json; elected_ids bigint[]; years json; campaigns json; has_campaign_caps boolean;`,
  body: `
  select s.contribution_rules, (select z.time_zone from spaces z where z.id = space) into rules, zone
  from transaction_settings s where s.group_id = space;
  if rules is null then
    return null;
  end if;
  select min(i.date), max(i.date), array_agg(i.code_campaign) into held_first, held_last, held_codes
  from items i where i.group_id = space and i.bundle_id = bundle and i.kind = 'transaction';
  has_campaign_caps := rules ->> 'campaign_cap' is not null or rules ->> 'campaign_caps' <> '{}';
  if not has_campaign_caps then
    -- A day more on both sides: a date without a time is a day of the time zone.
    from_date := make_timestamptz(greatest(1, extract(year from
      (least(paid_first, held_first) - interval '1 day') at time zone zone)::integer), 1, 1, 0, 0, 0, zone);
    to_date := make_timestamptz(extract(year from
      (greatest(paid_last, held_last) + interval '1 day') at time zone zone)::integer + 1, 1, 1, 0, 0, 0, zone);
  end if;
  select json_agg(json_build_object('id', c.id, 'nationality', c.nationality, 'country', c.country, 'legal_person', g.legal_person,
      'elected', g.elected, 'exempt', g.exempt) order by c.id),
    coalesce(array_agg(c.id) filter (where g.elected and rules ->> 'exempt_elected_dues' = 'true'), '{}')
  into facts, elected_ids
  from contacts c
  left join lateral (
    select bool_or(t.name_key = lower(rules ->> 'legal_person_tag')) as legal_person, bool_or(t.name_key = lower(rules ->> 'elected_tag')) as elected,
      bool_or(t.name_key = lower(rules ->> 'exempt_tag')) as exempt
    from contact_tags ct
    join tags t on t.group_id = space and t.id = ct.tag_id
    where ct.group_id = space and ct.contact_id = c.id
  ) g on true
  where c.group_id = space and c.id = any(contact_ids);
  with paying as materialized (
    select distinct i.contact_id, i.bundle_id
    from items i
    where i.group_id = space and i.contact_id = any(contact_ids) and i.kind = 'transaction' and i.date >= from_date and i.date < to_date
      and i.bundle_id <> bundle
  ), kept as materialized (
    select i.contact_id, i.bundle_id, i.date, i.id, coalesce(i.campaign_key, '') as campaign_key,
      i.amount::numeric - i.reimbursed_amount::numeric - i.unpaid_amount::numeric as kept, coalesce(d.dues, 0) as dues
    from paying p
    join transaction_bundles b on b.group_id = space and b.id = p.bundle_id and b.deleted_at is null
    join items i on i.group_id = space and i.bundle_id = p.bundle_id and i.kind = 'transaction' and i.contact_id = p.contact_id
    left join transaction_statuses s on s.group_id = space and s.id = i.status_id
    left join lateral (
      select sum(m.amount::numeric) as dues from items m
      where m.group_id = space and m.bundle_id = p.bundle_id and m.kind = 'membership' and m.contact_id = p.contact_id
        and upper(m.currency) = upper(rules ->> 'currency')
    ) d on p.contact_id = any(elected_ids)
    where upper(i.currency) = upper(rules ->> 'currency') and (s.kind is null or s.kind not in (${uncounted}))
  ), running as materialized (
    select k.*, sum(k.kept) over (partition by k.contact_id, k.bundle_id order by k.date, k.id) as total from kept k
  ), counted as materialized (
    -- The first payments of a bundle pay the dues.
    select r.contact_id, r.campaign_key, extract(year from r.date at time zone zone)::integer as year,
      greatest(r.total - r.dues, 0) - greatest(r.total - r.kept - r.dues, 0) as amount
    from running r where r.date >= from_date and r.date < to_date
  )
  select
    (select json_agg(y order by y.contact_id, y.year)
     from (select contact_id, year, sum(amount) as amount from counted group by contact_id, year) y),
    (select json_agg(k order by k.contact_id, k.code)
     from (
       select c.contact_id, a.code, sum(c.amount) as amount
       from counted c
       join (select distinct code from unnest(codes || held_codes) as code) a on c.campaign_key = lower(a.code)
       where has_campaign_caps
       group by c.contact_id, a.code
     ) k)
  into years, campaigns;
  return json_build_object('paid_first', paid_first, 'paid_last', paid_last, 'codes', codes, 'facts', facts, 'years', years,
    'campaigns', campaigns)::text;`,
}
