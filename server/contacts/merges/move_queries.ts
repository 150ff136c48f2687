import type { Sql } from '../../db/sql.ts'
import { movedTables } from '../core/references.ts'
import type { MergeRecord } from './record.ts'

/** Makes rows of a merged contact refer to the survivor. Returns their ids by table; for relationships by column. */
export async function moveRows(sql: Sql, group_id: number, from: number, to: number): Promise<MergeRecord['moved']> {
  const moved: MergeRecord['moved'] = {}
  for (const table of movedTables) {
    const rows = await sql<{ id: number }[]>`
      update ${sql(table)} set contact_id = ${to} where group_id = ${group_id} and contact_id = ${from} returning id`
    moved[table] = idsOf(rows)
  }
  for (const side of sides) moved[`relationships.${side}`] = await moveRelationships(sql, group_id, side, from, to)
  moved['files'] = await moveFiles(sql, group_id, from, to)
  moved['household_members'] = await moveMembership(sql, group_id, from, to)
  return moved
}

/** Makes the rows that a merge moved refer to the restored contact, if they still refer to the survivor. */
export async function moveRowsBack(sql: Sql, group_id: number, from: number, to: number, moved: MergeRecord['moved']) {
  for (const table of movedTables)
    await sql`
      update ${sql(table)} set contact_id = ${to}
      where group_id = ${group_id} and contact_id = ${from} and id = any(${moved[table] ?? []})`
  for (const side of sides) await moveRelationships(sql, group_id, side, from, to, moved[`relationships.${side}`] ?? [])
  await moveFiles(sql, group_id, from, to, moved['files'] ?? [])
  await moveMembership(sql, group_id, from, to, moved['household_members'] ?? [])
}

const sides = ['contact_id', 'other_id'] as const

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Moves one side of relationships, all or those with these ids. One with the survivor, and one that they already have, stay. */
async function moveRelationships(
  sql: Sql,
  group_id: number,
  side: (typeof sides)[number],
  from: number,
  to: number,
  ids?: number[],
) {
  const other = sql(side === 'contact_id' ? 'other_id' : 'contact_id')
  const rows = await sql<{ id: number }[]>`
    update relationships r set ${sql(side)} = ${to}
    where r.group_id = ${group_id} and r.${sql(side)} = ${from} and r.${other} <> ${to} ${ids ? sql`and r.id = any(${ids})` : sql``}
      and not exists (
        select from relationships e
        where e.group_id = ${group_id} and e.low_id = least(r.${other}, ${to}::bigint) and e.high_id = greatest(r.${other}, ${to}::bigint)
          and e.kind = r.kind and e.label_key = r.label_key)
    returning r.id`
  return idsOf(rows)
}

/** Moves files, all or those with these ids. One with the same contents as a file of the other contact stays. */
async function moveFiles(sql: Sql, group_id: number, from: number, to: number, ids?: number[]) {
  const rows = await sql<{ id: number }[]>`
    update files f set contact_id = ${to}
    where f.group_id = ${group_id} and f.contact_id = ${from} ${ids ? sql`and f.id = any(${ids})` : sql``}
      and not exists (select from files e where e.group_id = ${group_id} and e.contact_id = ${to} and e.sha256 = f.sha256)
    returning f.id`
  return idsOf(rows)
}

/** Moves the membership in a household, unless the other contact is in one. */
async function moveMembership(sql: Sql, group_id: number, from: number, to: number, ids?: number[]) {
  const rows = await sql<{ id: number }[]>`
    update household_members m set contact_id = ${to}
    where m.group_id = ${group_id} and m.contact_id = ${from} ${ids ? sql`and m.id = any(${ids})` : sql``}
      and not exists (select from household_members e where e.group_id = ${group_id} and e.contact_id = ${to})
    returning m.id`
  return idsOf(rows)
}
