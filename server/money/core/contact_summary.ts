import type { Sql } from '../../db/sql.ts'
import { dayIn } from '../../time_zone.ts'
import { countedItems } from './contact_conditions.ts'
import { isReceived } from './status_kinds.ts'

// What a contact has paid, for the summary of the contact. Sums follow the rules of the statistics.

const years_max = 10
const day_ms = 86_400_000

/** A day and the time zone of the space. */
interface Today {
  day: string
  time_zone: string
}

interface YearRow {
  currency: string
  year: number
  amount: number
  payments: number
  amount_to_date: number
  payments_to_date: number
  since: string | null
}

/** The sums of what the contact paid, by currency: that of the space comes first, also without payments. */
export async function givenBy(sql: Sql, group_id: number, contact_id: number, today: Today) {
  const [[{ currency }], rows] = await Promise.all([
    sql<
      [{ currency: string }]
    >`select upper(currency) as currency from transaction_settings where group_id = ${group_id}`,
    yearsOf(sql, group_id, contact_id, today),
  ])
  const by_currency = Map.groupBy(rows, row => row.currency)
  const currencies = [currency, ...[...by_currency.keys()].filter(other => other !== currency)]
  const year = Number(today.day.slice(0, 4))
  return currencies.map(currency => sumsOf(currency, by_currency.get(currency) ?? [], year))
}

function sumsOf(currency: string, rows: YearRow[], year: number) {
  const toDate = (wanted: number) => {
    const row = rows.find(row => row.year === wanted)
    return { amount: row?.amount_to_date ?? 0, payments: row?.payments_to_date ?? 0 }
  }
  return {
    currency,
    this_year: toDate(year),
    last_year_to_date: toDate(year - 1),
    total: {
      amount: rows.reduce((sum, { amount }) => sum + amount, 0),
      payments: rows.reduce((sum, { payments }) => sum + payments, 0),
      since: rows.flatMap(({ since }) => since ?? []).sort()[0] ?? null,
    },
    years: rows.slice(0, years_max).map(({ year, amount }) => ({ year, amount })),
  }
}

/**
 * The sums of each year, the latest first. Received transactions count on their date, reversals on theirs. `_to_date`: up to the same day of that
 * year. A payment that was reversed as a whole is not counted.
 */
const yearsOf = (sql: Sql, group_id: number, contact_id: number, { day, time_zone }: Today) => sql<YearRow[]>`
  with paid as materialized (
    select t.bundle_id, t.id, t.date, upper(t.currency) as currency, t.amount::numeric as amount,
           t.reimbursed_amount::numeric + t.unpaid_amount::numeric as reversed
    from items t
    join transaction_bundles b on b.group_id = ${group_id} and b.id = t.bundle_id and b.deleted_at is null
    left join transaction_statuses k on k.group_id = ${group_id} and k.id = t.status_id
    where t.group_id = ${group_id} and t.contact_id = ${contact_id} and t.kind = 'transaction' and ${isReceived(sql, sql`coalesce(k.kind, '')`)}
  ), reversed as materialized (
    select p.id, p.currency, r.date, case when r.reversal_kind in ('refund', 'return') then r.amount::numeric else -r.amount::numeric end as amount
    from paid p
    join items r on r.group_id = ${group_id} and r.bundle_id = p.bundle_id and r.kind = 'reversal' and r.transaction_id = p.id
  ), movements as (
    -- What was reversed before reversals had dates counts on the day of the payment.
    select p.currency, p.date at time zone ${time_zone} as local, p.date, p.amount - p.reversed + coalesce(r.amount, 0) as net,
           (p.amount > p.reversed)::integer as payments
    from paid p
    left join (select id, sum(amount) as amount from reversed group by id) r on r.id = p.id
    union all
    select currency, date at time zone ${time_zone}, null, -amount, 0 from reversed
  )
  select currency, extract(year from local)::integer as year, sum(net)::bigint as amount, sum(payments)::bigint as payments,
         coalesce(sum(net) filter (where to_char(local, 'MM-DD') <= ${day.slice(5)}), 0)::bigint as amount_to_date,
         coalesce(sum(payments) filter (where to_char(local, 'MM-DD') <= ${day.slice(5)}), 0)::bigint as payments_to_date,
         min(date) filter (where payments > 0) as since
  from movements
  group by 1, 2
  order by 2 desc, 1
  limit 1000`

interface MembershipRow {
  starts_at: string
  ends_at: string | null
  current: boolean
  amount: number
  currency: string
  price: string | null
}

/** The current membership of a contact, else the next one, else the last. The states are those of the search of contacts. */
export async function membershipOf(sql: Sql, group_id: number, contact_id: number, { day, time_zone }: Today) {
  const [row] = await sql<MembershipRow[]>`
    select i.date as starts_at, i.end_date as ends_at, coalesce(i.end_date, 'infinity') >= now() as current, i.amount, upper(i.currency) as currency,
           p.name as price
    from (select i.* from ${countedItems(sql, group_id, 'membership')} and i.contact_id = ${contact_id}) i
    left join membership_prices p on p.group_id = ${group_id} and p.id = i.membership_price_id
    order by current desc, case when coalesce(i.end_date, 'infinity') >= now() then i.date <= now() end desc,
             coalesce(i.end_date, 'infinity') desc, i.id desc
    limit 1`
  if (!row) return { state: 'never' as const, ...no_membership }
  const { current, ...membership } = row
  const left = current && row.ends_at ? Date.parse(dayIn(time_zone, row.ends_at)) - Date.parse(day) : undefined
  return {
    state: current ? ('member' as const) : ('lapsed' as const),
    ...membership,
    days_left: left === undefined ? null : left / day_ms,
  }
}

const no_membership = { starts_at: null, ends_at: null, amount: null, currency: null, price: null, days_left: null }

/** Whether the money of a transaction with status `s` was received. */
export const receivedMark = (sql: Sql) => isReceived(sql, sql`coalesce(s.kind, '')`)
