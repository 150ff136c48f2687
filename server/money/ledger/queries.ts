import type { Caller } from '../../access/caller.ts'
import { seesRestricted } from '../../contacts/core/restriction.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { page_size_max, validInstant } from '../../fields.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { dayIn } from '../../time_zone.ts'
import { type LedgerRules, ledgerRules } from '../core/ledger/accounts.ts'
import { isCarriedKind } from '../core/ledger/carried.ts'
import { labelsOf, lineIdOf, opening_bundle_id, pieceOf } from '../core/ledger/labels.ts'
import { ledgerState } from '../core/ledger/post.ts'
import type { EntryKind, Journal } from '../core/ledger/postings.ts'
import { provisionalCarried } from './carried_queries.ts'
import { type EntryOrder, type EntrySorting, entryOrder } from './order_queries.ts'
import type { EntryFilters, LedgerEntry } from './schema.ts'

/** An entry as it is stored. The texts are null until it is validated. */
export interface EntryRow {
  bundle_id: number
  position: number
  journal: Journal
  kind: EntryKind
  item_id: number
  reversed: boolean
  date: string
  event_date: string
  debit_account: string
  debit_contact_id: number | null
  debit_name: string | null
  credit_account: string
  credit_contact_id: number | null
  credit_name: string | null
  amount: number
  currency: string
  year: number | null
  number: number | null
  validated_on: string | null
  journal_code: string | null
  journal_label: string | null
  label: string | null
  debit_label: string | null
  credit_label: string | null
}

/** The columns of entries `e`. */
export const entryColumns = (sql: Sql): Fragment => sql`
  e.bundle_id, e.position, e.journal, e.kind, e.item_id, e.reversed, e.date::text as date, e.event_date::text as event_date, e.debit_account,
  e.debit_contact_id, e.debit_name, e.credit_account, e.credit_contact_id, e.credit_name,
  e.amount::bigint as amount, e.currency, e.year, e.number, e.validated_on::text as validated_on, e.journal_code, e.journal_label, e.label,
  e.debit_label, e.credit_label`

export async function rulesOf(sql: Sql, { group_id }: Caller): Promise<LedgerRules> {
  return ledgerRules((await ledgerState(sql, group_id)).stored)
}

export async function listEntries(
  sql: Sql,
  caller: Caller,
  { limit, cursor, sort, ...filters }: EntryFilters & { limit: number; sort: EntrySorting; cursor?: string },
) {
  const rules = await rulesOf(sql, caller)
  const page_size = Math.min(limit, page_size_max)
  const order = entryOrder(sql, sort, cursor)
  const rows = await entriesAfter(sql, caller, { rules, filters: await spanOf(sql, caller, filters) }, order, page_size)
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: rows.map(row => entryOf(row, rules)), next_cursor: last ? order.cursorOf(last) : null }
}

const exported_at_once = 1000

/** All matching entries, some at a time: memory use does not depend on their number. */
export async function* exportedEntries(sql: Sql, caller: Caller, sent: EntryFilters): AsyncIterable<EntryRow[]> {
  const search = { rules: await rulesOf(sql, caller), filters: await spanOf(sql, caller, sent) }
  for (let order = entryOrder(sql, 'date', undefined); ; ) {
    const rows: EntryRow[] = await entriesAfter(sql, caller, search, order, exported_at_once)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < exported_at_once) return
    order = entryOrder(sql, 'date', order.cursorOf(last))
  }
}

/** The filters, with days of the time zone of the space in place of instants. */
export async function spanOf<Filters extends { from?: string | undefined; to?: string | undefined }>(
  sql: Sql,
  { group_id }: Caller,
  filters: Filters,
): Promise<Filters> {
  const { from, to } = filters
  if (from === undefined && to === undefined) return filters
  const zone = await timeZoneOf(sql, group_id)
  const dayOf = (text: string) => (text.length === 'YYYY-MM-DD'.length ? text : dayIn(zone, validInstant(text)))
  const span = { ...(from !== undefined && { from: dayOf(from) }), ...(to !== undefined && { to: dayOf(to) }) }
  if (span.from !== undefined && span.to !== undefined && span.to < span.from)
    throw invalid('query.to', 'must not be before from', to)
  return { ...filters, ...span }
}

async function entriesAfter(
  sql: Sql,
  caller: Caller,
  { rules, filters }: { rules: LedgerRules; filters: EntryFilters },
  order: EntryOrder,
  limit: number,
) {
  const rows = await sql<EntryRow[]>`
    select ${entryColumns(sql)}
    from ledger_entries e
    where e.group_id = ${caller.group_id} ${conditions(sql, filters)} ${order.after}
    order by ${order.columns}
    limit ${limit}`
  const days = order.days(rows.length === limit ? rows.at(-1) : undefined)
  const carried = await provisionalCarried(sql, caller, rules, within(filters, days))
  return withNames(sql, caller, order.first([[...rows], carried], limit))
}

/** The filters, for some of their days only. */
function within(filters: EntryFilters, days: ReturnType<EntryOrder['days']>): EntryFilters {
  const from = [filters.from ?? [], days.from ?? []].flat().sort().at(-1)
  const [to] = [filters.to ?? [], days.to ?? []].flat().sort()
  return { ...filters, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** Provisional entries get the names of contacts as they are now. Names that the caller may not see are left out of all entries. */
async function withNames(sql: Sql, caller: Caller, rows: EntryRow[]): Promise<EntryRow[]> {
  const sees_all = seesRestricted(caller)
  const named = rows.filter(({ number }) => number === null || !sees_all)
  const ids = new Set(named.flatMap(row => [row.debit_contact_id ?? [], row.credit_contact_id ?? []].flat()))
  if (ids.size === 0) return rows
  const contacts = await sql<{ id: number; name: string; restricted: boolean }[]>`
    select id, btrim(firstname || ' ' || surname) as name, restricted_at is not null as restricted
    from contacts where group_id = ${caller.group_id} and id = any(${[...ids]})`
  const known = new Map(contacts.map(contact => [contact.id, contact]))
  const nameOf = (row: EntryRow, id: number | null, frozen: string | null) => {
    const contact = id === null ? undefined : known.get(id)
    if (contact?.restricted && !sees_all) return ''
    return row.number === null ? (contact?.name ?? '') : frozen
  }
  return rows.map(row => ({
    ...row,
    debit_name: nameOf(row, row.debit_contact_id, row.debit_name),
    credit_name: nameOf(row, row.credit_contact_id, row.credit_name),
  }))
}

export function conditions(sql: Sql, { from, to, account, journal, state, bundle_id }: EntryFilters): Fragment {
  const parts: Fragment[] = []
  if (from !== undefined) parts.push(sql`and e.date >= ${from}::date`)
  if (to !== undefined) parts.push(sql`and e.date <= ${to}::date`)
  if (account !== undefined) parts.push(sql`and (e.debit_account = ${account} or e.credit_account = ${account})`)
  if (journal !== undefined) parts.push(sql`and e.journal = ${journal}`)
  if (state !== undefined) parts.push(state === 'validated' ? sql`and e.number is not null` : sql`and e.number is null`)
  if (bundle_id !== undefined) parts.push(sql`and e.bundle_id = ${bundle_id}`)
  return parts.reduce((all, part) => sql`${all} ${part}`, sql``)
}

/** The texts of an entry: those it was validated with, or those of now. */
export const textsOf = (row: EntryRow, rules: LedgerRules) => {
  const { journal_code, journal_label, label, debit_label, credit_label } = row
  if (journal_code === null || journal_label === null || label === null) return labelsOf(rules, row)
  return { journal_code, journal_label, label, debit_label: debit_label ?? '', credit_label: credit_label ?? '' }
}

/** Carried-forward entries have their number among those of their year as long as they are not stored. */
function idOf({ bundle_id, position, kind, number, date }: EntryRow) {
  const bank_line_id = lineIdOf(bundle_id)
  if (bank_line_id !== null) return `L${bank_line_id}-${position}`
  return isCarriedKind(kind) && number === null ? `${bundle_id}-${date}-${position}` : `${bundle_id}-${position}`
}

function entryOf(row: EntryRow, rules: LedgerRules): LedgerEntry {
  const { bundle_id, debit_account, debit_contact_id, credit_account, credit_contact_id, amount } = row
  const { journal_code, journal_label, label, debit_label, credit_label } = textsOf(row, rules)
  const bank_line_id = lineIdOf(bundle_id)
  return {
    id: idOf(row),
    journal: row.journal,
    journal_code,
    journal_label,
    number: row.number,
    year: row.year,
    date: row.date,
    event_date: row.event_date,
    validated_on: row.validated_on,
    state: row.number === null ? 'provisional' : 'validated',
    kind: row.kind,
    item_id: row.item_id,
    reversed: row.reversed,
    transaction_bundle_id: bundle_id > opening_bundle_id ? bundle_id : null,
    bank_line_id,
    reference: pieceOf(row),
    label,
    amount,
    currency: row.currency,
    lines: [
      {
        account: debit_account,
        account_label: debit_label,
        contact_id: debit_contact_id,
        contact_name: row.debit_name ?? '',
        debit: amount,
        credit: 0,
      },
      {
        account: credit_account,
        account_label: credit_label,
        contact_id: credit_contact_id,
        contact_name: row.credit_name ?? '',
        debit: 0,
        credit: amount,
      },
    ],
  }
}
