import type { WriteContext } from '../../access/write_context.ts'
import { addToCounter } from '../../db/counters.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { renameInBundles } from '../../money/core/contact_names.ts'
import { type AnswerPlan, type Forms, writeAnswers } from './answers.ts'
import { type ContactColumns, columnNames, emptyColumns } from './columns.ts'
import { answersToChange, changedAnswers, changedFields, eraseChanges } from './contact_changes.ts'
import { updateContacts } from './rows.ts'
import { publishContacts } from './search_index.ts'
import { addTags } from './tags.ts'

// Writes thousands of contacts with the rules of a single one: versions, keys, consents, names in payments and events.

/** A locked contact before and after a change. */
export interface ContactChange {
  before: ContactColumns & { id: number; group_id: number; membership_code: string; membership_number: number }
  after: ContactColumns
  plan: AnswerPlan
  /** Tags to add. */
  tags: string[]
  /** Tags that were removed. */
  removed_tags?: string[]
}

/** Writes many changes with a few statements. Each of them must change something. */
export async function changeContacts(
  sql: Sql,
  writer: WriteContext,
  changes: ContactChange[],
  forms: Forms,
  now: string,
) {
  if (changes.length === 0) return
  const { group_id } = writer.caller
  const changed_columns = columnNames.filter(name => changes.some(({ before, after }) => before[name] !== after[name]))
  const rows = changes.map(({ before, after }) => ({ ...after, id: before.id }))
  await updateContacts(sql, writer.caller, now, rows, changed_columns)
  const plans = changes.map(({ before, plan }) => ({ contact_id: before.id, plan }))
  const replaced = await answersToChange(
    sql,
    group_id,
    plans.map(({ plan }) => plan),
  )
  await writeAnswers(sql, writer, plans, forms, now)
  await addTags(
    sql,
    group_id,
    changes.flatMap(({ before, tags }) => tags.map(name => ({ contact_id: before.id, name }))),
  )
  await renameInPayments(sql, group_id, changes)
  await publishContacts(
    sql,
    writer,
    'contact.updated',
    changes.map(({ before }) => before.id),
    changes.map(({ before, after, plan, tags, removed_tags = [] }) => ({
      contact_id: before.id,
      changes: {
        fields: changedFields(before, after),
        answers: changedAnswers(plan, replaced),
        added_tags: tags,
        removed_tags,
      },
    })),
  )
}

/** Updates the name in the payments of renamed contacts. Few contacts have payments. */
async function renameInPayments(sql: Sql, group_id: number, changes: ContactChange[]) {
  const renamed = changes.filter(
    ({ before, after }) => before.firstname !== after.firstname || before.surname !== after.surname,
  )
  if (renamed.length === 0) return
  const ids = renamed.map(({ before }) => before.id)
  const paying = await sql<{ contact_id: number }[]>`
    select distinct contact_id from items
    where group_id = ${group_id} and contact_id = any(${ids}) and kind in ('membership', 'donation')
    order by contact_id`
  const named = new Set(paying.map(({ contact_id }) => contact_id))
  for (const { before, after } of renamed.filter(({ before }) => named.has(before.id)))
    await renameInBundles(sql, before, { ...before, firstname: after.firstname, surname: after.surname })
}

/** Marks contacts as deleted. They must be locked. */
export async function deleteContacts(sql: Sql, writer: WriteContext, ids: number[]) {
  if (ids.length === 0) return
  const { group_id } = writer.caller
  await sql`
    update contacts set deleted_at = now(), updated_at = now(), version = version + 1 where group_id = ${group_id} and id = any(${ids})`
  await Promise.all([
    publishContacts(sql, writer, 'contact.deleted', ids),
    addToCounter(sql, group_id, 'contacts', -ids.length),
  ])
}

/** Restores deleted contacts with all that they had. They must be locked, and neither erased nor merged. */
export async function restoreContacts(sql: Sql, writer: WriteContext, ids: number[]) {
  if (ids.length === 0) return
  const { group_id } = writer.caller
  await sql`
    update contacts set deleted_at = null, updated_at = now(), changed_by = ${writer.caller.id}, version = version + 1
    where group_id = ${group_id} and id = any(${ids})`
  await Promise.all([
    publishContacts(sql, writer, 'contact.restored', ids),
    addToCounter(sql, group_id, 'contacts', ids.length),
  ])
}

/**
 * Erases contacts that nothing refers to but tags and answers. An empty row remains: to delete it PostgreSQL would check every table that refers to
 * contacts, which takes five times as long as the rest. Where a consent is on record, the contact is only marked as deleted.
 */
export async function eraseContacts(sql: Sql, writer: WriteContext, ids: number[]) {
  if (ids.length === 0) return
  const { group_id } = writer.caller
  await sql`delete from contact_tags where group_id = ${group_id} and contact_id = any(${ids})`
  await sql`delete from contact_answers where group_id = ${group_id} and contact_id = any(${ids})`
  await eraseChanges(sql, group_id, ids)
  const consented = new Set(await withConsents(sql, group_id, ids))
  await sql`
    update contacts
    set ${sql(rowOf(emptyColumns))}, erased_at = now(), deleted_at = now(), updated_at = now(), version = version + 1
    where group_id = ${group_id} and id = any(${ids.filter(id => !consented.has(id))})`
  await sql`
    update contacts set deleted_at = now(), updated_at = now(), version = version + 1
    where group_id = ${group_id} and id = any(${[...consented]})`
  await Promise.all([
    publishContacts(sql, writer, 'contact.deleted', ids),
    addToCounter(sql, group_id, 'contacts', -ids.length),
  ])
}

async function withConsents(sql: Sql, group_id: number, ids: number[]) {
  const rows = await sql<{ contact_id: number }[]>`
    select distinct contact_id from consent_history where group_id = ${group_id} and contact_id = any(${ids})`
  return rows.map(({ contact_id }) => contact_id)
}

/**
 * The rows of a table that other tables refer to. The foreign keys come from the database, so that a new table needs no change here.
 */
export async function findReferenced(sql: Sql, group_id: number, table: string, ids: number[], except: string[]) {
  const referrers = await sql<{ table: string; column: string }[]>`
    select c.conrelid::regclass::text as table, a.attname::text as column
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) as k (own, other)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
    where c.contype = 'f' and c.confrelid = ${table}::text::regclass and b.attname = 'id'
      and c.conrelid::regclass::text <> all(${except}::text[])
    order by 1, 2`
  if (ids.length === 0) return new Set<number>()
  const parts = referrers.map(
    ({ table, column }) =>
      sql`select ${sql(column)} as id from ${sql(table)} where group_id = ${group_id} and ${sql(column)} = any(${ids})`,
  )
  const [first, ...others] = parts
  if (!first) return new Set<number>()
  const rows = await sql<{ id: number }[]>`${others.reduce((whole, part) => sql`${whole} union ${part}`, first)}`
  return new Set(rows.map(({ id }) => id))
}
