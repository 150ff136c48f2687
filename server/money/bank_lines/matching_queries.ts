import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { ApiError, notFound } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { startOfDay } from '../../time_zone.ts'
import { type KindOf, kindsIn } from '../core/received.ts'

/** A line that is locked, with its bank account. */
export interface LockedLine {
  id: number
  bank_account_id: number
  date: string
  amount: number
  state: 'open' | 'matched' | 'ignored'
  bank_reference: string
  return_reason: string
  currency: string
  ledger_account: string
}

/** A row of bank_matches that is not stored yet. */
export interface MatchRow {
  line_id: number
  kind: 'payment' | 'reversal' | 'account'
  bundle_id: number | null
  transaction_id: number | null
  reversal_id: number | null
  account: string | null
  amount: number
  created_bundle: boolean
  created_reversal: boolean
  old_status_id: number | null
  new_status_id: number | null
}

export type StoredMatch = MatchRow & { id: number }

/** Locks lines in the order of their ids. */
export async function lockLines(sql: Sql, group_id: number, ids: number[]): Promise<LockedLine[]> {
  const wanted = [...new Set(ids)]
  await sql`select from bank_lines where group_id = ${group_id} and id ${inList(sql, wanted)} order by id for no key update`
  const rows = await sql<LockedLine[]>`
    select l.id, l.bank_account_id, l.date::text as date, l.amount::bigint as amount, l.state, l.bank_reference, l.return_reason, a.currency,
           a.ledger_account
    from bank_lines l
    join bank_accounts a on a.group_id = ${group_id} and a.id = l.bank_account_id
    where l.group_id = ${group_id} and l.id ${inList(sql, wanted)}
    order by l.id`
  if (rows.length < wanted.length) throw notFound('bank line')
  return [...rows]
}

/** Locks lines of which none is settled yet. */
export async function lockOpenLines(sql: Sql, group_id: number, ids: number[]): Promise<LockedLine[]> {
  const lines = await lockLines(sql, group_id, ids)
  const settled = lines.find(({ state }) => state !== 'open')
  if (settled)
    throw new ApiError('conflict', msg`The bank line of ${settled.date} is ${settled.state} already. Undo that first.`)
  return lines
}

/** The bundles that transactions belong to, and the kinds of their statuses. */
export async function transactionsOf(sql: Sql, group_id: number, ids: number[]) {
  if (ids.length === 0) return new Map<number, { id: number; bundle_id: number; kind: string }>()
  const rows = await sql<{ id: number; bundle_id: number; kind: string }[]>`
    select t.id, t.bundle_id, coalesce(s.kind, '') as kind from items t
    left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
    where t.group_id = ${group_id} and t.kind = 'transaction' and t.id ${inList(sql, ids)}`
  return new Map(rows.map(row => [row.id, row]))
}

/** The matches of these transactions, with the days of their lines. */
export async function matchesOfTransactions(sql: Sql, group_id: number, ids: number[]) {
  if (ids.length === 0) return []
  return [
    ...(await sql<(StoredMatch & { date: string })[]>`
      select ${columns(sql)}, l.date::text as date from bank_matches m
      join bank_lines l on l.group_id = ${group_id} and l.id = m.line_id
      where m.group_id = ${group_id} and m.transaction_id ${inList(sql, ids)}
      order by m.id`),
  ]
}

/** The matches of these lines. */
export async function matchesOfLines(sql: Sql, group_id: number, line_ids: number[]): Promise<StoredMatch[]> {
  return [
    ...(await sql<StoredMatch[]>`
      select ${columns(sql)} from bank_matches m
      where m.group_id = ${group_id} and m.line_id ${inList(sql, line_ids)}
      order by m.id`),
  ]
}

const columns = (sql: Sql) => sql`
  m.id, m.line_id, m.kind, m.bundle_id, m.transaction_id, m.reversal_id, m.account, m.amount::bigint as amount, m.created_bundle,
  m.created_reversal, m.old_status_id, m.new_status_id`

export async function insertMatches(sql: Sql, group_id: number, rows: MatchRow[]) {
  await sql`
    insert into bank_matches (group_id, line_id, kind, bundle_id, transaction_id, reversal_id, account, amount, created_bundle,
      created_reversal, old_status_id, new_status_id)
    select ${group_id}::bigint, m.* from json_to_recordset(${JSON.stringify(rows)}::text::json) as m (
      line_id bigint, kind text, bundle_id bigint, transaction_id bigint, reversal_id bigint, account text, amount bigint,
      created_bundle boolean, created_reversal boolean, old_status_id bigint, new_status_id bigint)
    returning id`
}

export async function deleteMatches(sql: Sql, group_id: number, line_ids: number[]) {
  await sql`delete from bank_matches where group_id = ${group_id} and line_id ${inList(sql, line_ids)}`
}

/** Remembers with a match which status its payment had, or forgets it. */
export async function rememberStatus(
  sql: Sql,
  group_id: number,
  id: number,
  { old_status_id, new_status_id }: Pick<MatchRow, 'old_status_id' | 'new_status_id'>,
) {
  await sql`
    update bank_matches set old_status_id = ${old_status_id}, new_status_id = ${new_status_id}
    where group_id = ${group_id} and id = ${id}`
}

export async function settleLines(
  sql: Sql,
  group_id: number,
  ids: number[],
  { state, user_id, reason = '' }: { state: 'matched' | 'ignored'; user_id: number; reason?: string },
) {
  await sql`
    update bank_lines
    set state = ${state}, ignored_reason = ${reason}, settled_at = now(), settled_by = ${user_id}, updated_at = now()
    where group_id = ${group_id} and id ${inList(sql, ids)}`
}

export async function openLines(sql: Sql, group_id: number, ids: number[]) {
  await sql`
    update bank_lines set state = 'open', ignored_reason = '', settled_at = null, settled_by = null, updated_at = now()
    where group_id = ${group_id} and id ${inList(sql, ids)}`
}

/** Bundles that were changed after they were recorded. */
export async function changedBundles(sql: Sql, group_id: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await sql<{ bundle_id: number }[]>`
    select bundle_id from bundle_changes where group_id = ${group_id} and bundle_id ${inList(sql, ids)}
    group by bundle_id having count(*) > 1`
  return new Set(rows.map(({ bundle_id }) => bundle_id))
}

/** The bank accounts of the space, by their account in the ledger. */
export async function bankLedgerAccounts(sql: Sql, group_id: number): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; ledger_account: string }[]>`
    select name, ledger_account from bank_accounts where group_id = ${group_id} order by id`
  return new Map(rows.map(({ name, ledger_account }) => [ledger_account, name]))
}

export interface MatchingSettings {
  language: 'en' | 'fr'
  time_zone: string
  kindOf: KindOf
  /** Whether a transaction can get this status. */
  isUsable: (status_id: number | null) => boolean
  /** The status of money that came in. Null if the space has none. */
  received_status: number | null
  /** The payment method of transfers; empty if the space has none. */
  transfer: string
}

export async function matchingSettings(sql: Sql, group_id: number): Promise<MatchingSettings> {
  const [[space], [settings], statuses] = await Promise.all([
    sql<[{ locale: string; time_zone: string }]>`select locale, time_zone from spaces where id = ${group_id}`,
    sql<{ default_status_id: number | null; payment_method_kinds: string[] }[]>`
      select default_status_id, payment_method_kinds from transaction_settings where group_id = ${group_id}`,
    sql<{ id: number; kind: string; usable: boolean }[]>`
      select id, kind, not archived and deleted_at is null as usable from transaction_statuses where group_id = ${group_id} order by id`,
  ])
  const known = new Map(statuses.map(status => [status.id, status]))
  const usable = statuses.filter(status => status.usable)
  const firstOf = (...kinds: string[]) => kinds.flatMap(kind => usable.find(status => status.kind === kind) ?? [])[0]
  const usual = usable.find(({ id }) => id === settings?.default_status_id)
  const isUsual = usual && (usual.kind === 'valid' || usual.kind === 'other')
  return {
    language: space.locale.startsWith('fr') ? 'fr' : 'en',
    time_zone: space.time_zone,
    kindOf: kindsIn(known),
    isUsable: id => id === null || known.get(id)?.usable === true,
    received_status: (isUsual ? usual : firstOf('valid', 'other'))?.id ?? null,
    transfer: settings?.payment_method_kinds.find(kind => transfers.has(kind.toLowerCase())) ?? '',
  }
}

const transfers = new Set(['transfer', 'bank_transfer', 'bank transfer', 'wire', 'virement', 'virement bancaire'])

const half_day_ms = 12 * 3_600_000

/** Noon of a day. */
export const noonOf = (time_zone: string, day: string) =>
  new Date(Date.parse(startOfDay(time_zone, day)) + half_day_ms).toISOString()
