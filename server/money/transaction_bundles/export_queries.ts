import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import type { Language } from '../../http/html.ts'
import { cameIn, type KindOf, kindsIn, type Movement, movementsOf } from '../core/received.ts'
import { nameVisibleTo } from '../core/restricted_names.ts'
import { chunks } from '../core/rewrite.ts'
import { loadBundles, type StoredBundle } from '../core/rows.ts'
import { isReceivedKind, unpaidPart } from '../core/status_kinds.ts'
import type { ExportedItem, ExportLines } from './export_columns.ts'
import { joined, matchingBundles, resolvedFilters, transactionConditions } from './list_queries.ts'
import type { Filters } from './schema.ts'

/** The language of the caller, or of the space if the caller has none. */
export async function languageOfCaller(sql: Sql, { id, group_id }: Caller): Promise<Language> {
  const [row] = await sql<{ locale: string }[]>`
    select coalesce((select nullif(u.locale, '') from users u where u.group_id = ${group_id} and u.id = ${id}), s.locale) as locale
    from spaces s where s.id = ${group_id}`
  return row?.locale.startsWith('fr') ? 'fr' : 'en'
}

const exported_at_once = 500

/**
 * The items of all matching bundles, some hundred bundles at a time: memory use does not depend on the number of bundles. As payments, only the
 * transactions that match the filters themselves, and their refunds and returns of these days, so that the sum of what was paid is that of the
 * statistics.
 */
export async function* exportedItems(
  sql: Sql,
  caller: Caller,
  sent: Filters,
  lines: ExportLines,
): AsyncIterable<ExportedItem[]> {
  const filters = await resolvedFilters(sql, caller, sent)
  const statuses = await statusesOf(sql, caller.group_id)
  const read = async (ids: number[]) => {
    const bundles = await loadBundles(sql, caller.group_id, ids)
    const isShown = lines === 'items' ? () => true : await paymentFilter(sql, caller, filters, ids)
    const rows = bundles.toReversed().flatMap(bundle => rowsOf(bundle, statuses).filter(isShown))
    return withNames(sql, caller, rows)
  }
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await sql<{ id: number }[]>`
      select b.id ${matchingBundles(sql, caller, filters)} and b.id < ${before}
      order by b.id desc
      limit ${exported_at_once}`
    const ids = page.map(({ id }) => id)
    if (ids.length === 0) break
    yield await read(ids)
    before = ids.at(-1) ?? 0
  }
  const reversed = lines === 'payments' ? await reversedBundles(sql, caller, filters) : []
  for (const ids of chunks(reversed, exported_at_once)) yield await read(ids)
}

const hasDates = ({ date_from, date_to }: Filters) => date_from !== undefined || date_to !== undefined

const withoutDates = ({ date_from: _, date_to: __, ...filters }: Filters): Filters => filters

/** The bundles of which only a refund or return is on these days, newest first. */
async function reversedBundles(sql: Sql, caller: Caller, filters: Filters) {
  if (!hasDates(filters)) return []
  const { date_from = first_day, date_to = last_day } = filters
  const rows = await sql<{ id: number }[]>`
    select b.id ${matchingBundles(sql, caller, withoutDates(filters))}
      and b.id in (
        select bundle_id from items
        where group_id = ${caller.group_id} and transaction_id is not null and date >= ${date_from} and date <= ${date_to})
      and not exists (
        select from transactions t
        where t.group_id = ${caller.group_id} and t.transaction_bundle_id = b.id
          ${joined(sql, transactionConditions(sql, caller.group_id, filters))})
    order by b.id desc`
  return rows.map(({ id }) => id)
}

const first_day = '0001-01-01T00:00:00.000Z'
const last_day = '9999-12-31T23:59:59.999Z'

type Statuses = Map<number, { name: string; kind: string }>

async function statusesOf(sql: Sql, group_id: number): Promise<Statuses> {
  const rows = await sql<{ id: number; name: string; kind: string }[]>`
    select id, name, kind from transaction_statuses where group_id = ${group_id}`
  return new Map(rows.map(status => [status.id, status]))
}

type Row = ReturnType<typeof rowsOf>[number]

/** Whether a row is a transaction of these days that matches the other filters itself, or a refund or return of one on these days. */
async function paymentFilter(sql: Sql, { group_id }: Caller, filters: Filters, ids: number[]) {
  const found = await sql<{ id: number }[]>`
    select t.id from transactions t
    where t.group_id = ${group_id} and t.transaction_bundle_id ${inList(sql, ids)}
      ${joined(sql, transactionConditions(sql, group_id, withoutDates(filters)))}`
  const matching = new Set(found.map(({ id }) => id))
  const { date_from = first_day, date_to = last_day } = filters
  return ({ table, id, transaction_id, date }: Row) => {
    const paid = table === 'transactions' ? id : table === 'reversals' ? transaction_id : null
    return paid !== null && matching.has(paid) && date_from <= date && date <= date_to
  }
}

/** The items of a bundle. Payments, refunds and returns have what came in or went back on their day. */
function rowsOf(bundle: StoredBundle, statuses: Statuses) {
  const kindOf = kindsIn(statuses)
  const movements = new Map(
    movementsOf(bundle, kindOf).map(one => [`${one.transaction.id} ${one.reversal_id}`, amountsOf(one, kindOf)]),
  )
  const statusOf = (id: number | null) => (id === null ? null : (statuses.get(id)?.name ?? null))
  const common = { bundle_id: bundle.id, transaction_id: null, membership_price_id: null, donation_price_id: null }
  return [
    ...bundle.transactions.map(item => ({
      ...{ ...common, ...item, table: 'transactions' as const, item: 'transaction', status: statusOf(item.status_id) },
      ...movements.get(`${item.id} null`),
    })),
    ...bundle.memberships.map(item => ({
      ...{ ...common, ...item, table: 'memberships' as const, item: 'membership', date: item.start_date },
      allocated: item.amount,
    })),
    ...bundle.donations.map(item => ({
      ...{ ...common, ...item, table: 'donations' as const, item: 'donation', allocated: item.amount },
    })),
    ...bundle.reversals.map(item => ({
      ...{ ...common, ...item, table: 'reversals' as const, item: item.kind, comment: item.reason },
      ...movements.get(`${item.transaction_id} ${item.id}`),
    })),
  ]
}

function amountsOf(movement: Movement, kindOf: KindOf) {
  const kind = kindOf(movement.transaction.status_id)
  const { amount, reimbursed, unpaid } = movement
  return {
    paid: Number(cameIn(movement)),
    refunded: isReceivedKind(kind) ? Number(reimbursed) : 0,
    unpaid: Number(unpaidPart(kind, amount, unpaid)),
  }
}

async function withNames(sql: Sql, caller: Caller, rows: Row[]): Promise<ExportedItem[]> {
  const { group_id } = caller
  const idsOf = (column: 'contact_id' | 'membership_price_id' | 'donation_price_id') => [
    ...new Set(rows.flatMap(row => row[column] ?? [])),
  ]
  const priceNames = async (table: 'membership_prices' | 'donation_prices', ids: number[]) => {
    const prices = await sql<{ id: number; name: string }[]>`
      select id, name from ${sql(table)} where group_id = ${group_id} and id = any(${ids})`
    return new Map(prices.map(({ id, name }) => [id, name]))
  }
  const [contacts, memberships, donations] = await Promise.all([
    sql<{ id: number; firstname: string; surname: string }[]>`
      select c.id, ${nameVisibleTo(sql, caller, sql`c.firstname`)} as firstname, ${nameVisibleTo(sql, caller, sql`c.surname`)} as surname
      from contacts c where c.group_id = ${group_id} and c.id = any(${idsOf('contact_id')})`,
    priceNames('membership_prices', idsOf('membership_price_id')),
    priceNames('donation_prices', idsOf('donation_price_id')),
  ])
  const names = new Map(contacts.map(contact => [contact.id, contact]))
  return rows.map(({ membership_price_id, donation_price_id, ...row }) => ({
    ...row,
    firstname: names.get(row.contact_id)?.firstname ?? '',
    surname: names.get(row.contact_id)?.surname ?? '',
    price: memberships.get(membership_price_id ?? 0) ?? donations.get(donation_price_id ?? 0) ?? null,
  }))
}
