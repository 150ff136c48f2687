import { membership_states } from '../../contacts/core/search_conditions.ts'
import type { Sql } from '../../db/sql.ts'
import { dayIn } from '../../time_zone.ts'
import { by_rank, countedItems, membership_rank } from './contact_conditions.ts'
import { ownMovements } from './movement_queries.ts'
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
  with moved as materialized (
    select m.currency, m.date, m.date at time zone ${time_zone} as local, m.came_in,
           (m.reversal_id = 0 and sum(m.came_in) over (partition by m.transaction_id) > 0)::integer as payments
    from (${ownMovements(sql, group_id, sql`and contact_id = ${contact_id}`)}) m
    where m.contact_id = ${contact_id} and m.is_received
  )
  select currency, extract(year from local)::integer as year, sum(came_in)::bigint as amount, sum(payments)::bigint as payments,
         coalesce(sum(came_in) filter (where to_char(local, 'MM-DD') <= ${day.slice(5)}), 0)::bigint as amount_to_date,
         coalesce(sum(payments) filter (where to_char(local, 'MM-DD') <= ${day.slice(5)}), 0)::bigint as payments_to_date,
         min(date) filter (where payments > 0) as since
  from moved
  group by 1, 2
  order by 2 desc, 1
  limit 1000`

interface MembershipRow {
  rank: number
  starts_at: string
  ends_at: string | null
  amount: number
  received: number
  currency: string
  price: string | null
}

/** The membership of a contact that decides the state, as the search of contacts finds it. */
export async function membershipOf(sql: Sql, group_id: number, contact_id: number, { day, time_zone }: Today) {
  const [row] = await sql<MembershipRow[]>`
    select i.rank, i.date as starts_at, i.end_date as ends_at, i.amount, i.received_amount as received, upper(i.currency) as currency,
           p.name as price
    from (
      select i.*, ${sql.unsafe(membership_rank)} as rank from ${countedItems(sql, group_id, 'membership')} and i.contact_id = ${contact_id}
    ) i
    left join membership_prices p on p.group_id = ${group_id} and p.id = i.membership_price_id
    order by ${sql.unsafe(by_rank)}
    limit 1`
  const state = membership_states[row?.rank ?? -1] ?? 'never'
  if (!row || state === 'never') return { state: 'never' as const, ...no_membership }
  const { rank: _, ...membership } = row
  const left =
    state === 'member' && row.ends_at ? Date.parse(dayIn(time_zone, row.ends_at)) - Date.parse(day) : undefined
  return { state, ...membership, days_left: left === undefined ? null : left / day_ms }
}

const no_membership = {
  ...{ starts_at: null, ends_at: null, amount: null, received: null, currency: null, price: null, days_left: null },
}

/** Whether the money of a transaction with status `s` was received. */
export const receivedMark = (sql: Sql) => isReceived(sql, sql`coalesce(s.kind, '')`)
