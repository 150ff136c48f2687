import type { Caller } from '../access/caller.ts'
import { rowOf, type Sql } from '../db/sql.ts'
import { itemRow } from './bundle_rows.ts'
import { type Change, chained, type Entry, start_of_chain, type Tip } from './history.ts'
import type { Item } from './transaction_bundles/schema.ts'

/** Who writes, for the history. */
export interface Writer {
  caller: Caller
  request_id: string
  /** The merge, or its undoing, that the change belongs to. */
  merge_id?: number
  /** When it happens, for a past that is made up; now otherwise. */
  at?: string
}

const tables = {
  transaction: 'transactions',
  transaction_status: 'transactions',
  membership: 'memberships',
  donation: 'donations',
} as const

/** New items in one statement for each kind, changed ones one by one. */
export function writeItems(sql: Sql, changes: Change[]) {
  const statements: PromiseLike<unknown>[] = []
  // Two entries can tell about one transaction; the last one has its state.
  const last = new Map(changes.map(change => [`${tables[change.kind]} ${change.target_id}`, change]))
  for (const table of ['transactions', 'memberships', 'donations'] as const) {
    const touched = [...last.values()].filter(({ kind }) => tables[kind] === table)
    const isNew = ({ target_id }: Change) =>
      changes.some(change => change.target_id === target_id && tables[change.kind] === table && change.old === null)
    const rows = touched.filter(isNew).map(({ new: item }) => itemRow(item as Item))
    if (rows.length > 0) statements.push(sql`insert into ${sql(table)} ${sql(rows.map(rowOf))}`)
    for (const { new: item } of touched.filter(change => !isNew(change))) {
      const { id, group_id, ...fields } = itemRow(item as Item)
      statements.push(
        sql`update ${sql(table)} set ${sql(rowOf(fields))} where group_id = ${group_id as number} and id = ${id as number}`,
      )
    }
  }
  return statements
}

/** The entries of a bundle's history, chained to its tip. */
export function writeDown(
  sql: Sql,
  writer: Writer,
  transaction_bundle_id: number,
  changes: Change[],
  tip: Tip,
  created_at: string,
) {
  const { group_id, id: user_id } = writer.caller
  const facts = { group_id, transaction_bundle_id, created_at, user_id, source: sourceOf(writer) }
  return sql`insert into bundle_history ${sql(chained(changes, tip, facts).map(rowOf))}`
}

export const sourceOf = ({ caller, request_id, merge_id }: Writer) =>
  JSON.stringify({ token_id: caller.token.id, request_id, merge_id })

export async function tipOf(sql: Sql, group_id: number, id: number): Promise<Tip> {
  return (await tipsOf(sql, group_id, [id])).get(id) ?? start_of_chain
}

/** The last entry in the history of each of these bundles. */
export async function tipsOf(sql: Sql, group_id: number, ids: number[]): Promise<Map<number, Tip>> {
  const tips = await sql<(Tip & { id: number })[]>`
    select t.transaction_bundle_id as id, t.position, t.hash
    from unnest(${ids}::bigint[]) as b (id)
    cross join lateral (
      select transaction_bundle_id, position, hash from bundle_history
      where group_id = ${group_id} and transaction_bundle_id = b.id
      order by position desc
      limit 1
    ) t`
  return new Map(tips.map(({ id, ...tip }) => [id, tip]))
}

/** The histories of these bundles, as they are sealed. */
export async function entriesOf(sql: Sql, group_id: number, ids: number[]): Promise<Entry[]> {
  return [
    ...(await sql<Entry[]>`
      select group_id, transaction_bundle_id, position, created_at, kind, target_id, old, new, old_seal, new_seal, user_id, source, hash
      from bundle_history
      where group_id = ${group_id} and transaction_bundle_id = any(${ids})
      order by transaction_bundle_id, position`),
  ]
}

export const tell = (sql: Sql, { caller, request_id }: Writer, kind: string, subject_id: number) => sql`
  insert into events (group_id, kind, subject_id, user_id, request)
  values (${caller.group_id}, ${kind}, ${subject_id}, ${caller.id}, ${request_id})`
