import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { emitEvents } from '../../events/outbox.ts'
import { mentionsAny } from '../core/mentioned_words.ts'
import { deleteFiles } from '../core/stored_files.ts'

/** Deletes notes, files, tasks and relationships of a person, and empties the texts of others that name them. */
export async function eraseFromNotes(
  sql: Sql,
  writer: WriteContext,
  { contact_ids, words }: { contact_ids: number[]; words: string[] },
) {
  const { group_id } = writer.caller
  const notes = await sql<{ id: number }[]>`
    delete from notes where group_id = ${group_id} and contact_id = any(${contact_ids}) returning id`
  const tasks = await sql<{ id: number }[]>`
    delete from tasks where group_id = ${group_id} and contact_id = any(${contact_ids}) returning id`
  const relationships = await sql<{ id: number }[]>`
    delete from relationships
    where group_id = ${group_id} and (contact_id = any(${contact_ids}) or other_id = any(${contact_ids}))
    returning id`
  const files = await deleteFiles(sql, group_id, sql`f.contact_id = any(${contact_ids})`)
  await emitEvents(sql, writer, 'note.deleted', idsOf(notes))
  await emitEvents(sql, writer, 'file.deleted', files)
  await emitEvents(sql, writer, 'task.deleted', idsOf(tasks))
  await emitEvents(sql, writer, 'relationship.deleted', idsOf(relationships))
  await eraseFromHouseholds(sql, writer, contact_ids)
  await emptyTexts(sql, group_id, words)
}

/** Takes the person out of their household. Without other members its name and address are only about them, and it is deleted. */
async function eraseFromHouseholds(sql: Sql, writer: WriteContext, contact_ids: number[]) {
  const { group_id } = writer.caller
  const left = await sql<{ household_id: number }[]>`
    delete from household_members where group_id = ${group_id} and contact_id = any(${contact_ids}) returning household_id`
  const ids = left.map(({ household_id }) => household_id)
  const deleted = await sql<{ id: number }[]>`
    delete from households h
    where h.group_id = ${group_id} and h.id = any(${ids})
      and not exists (select from household_members m where m.group_id = ${group_id} and m.household_id = h.id)
    returning h.id`
  await emitEvents(sql, writer, 'household.deleted', idsOf(deleted))
}

async function emptyTexts(sql: Sql, group_id: number, words: string[]) {
  await sql`
    update notes n set text = '', mentioned_ids = '{}', updated_at = now()
    where n.group_id = ${group_id} and ${mentionsAny(sql, sql`n.text`, words)}`
  await sql`
    update files f set name = 'file' || coalesce(substring(f.name from '[.][A-Za-z0-9]{1,10}$'), ''), updated_at = now()
    where f.group_id = ${group_id} and ${mentionsAny(sql, sql`f.name`, words)}`
  await sql`
    update tasks t set title = '', text = '', updated_at = now()
    where t.group_id = ${group_id} and ${mentionsAny(sql, sql`t.title || ' ' || t.text`, words)}`
  await sql`
    update households h set name = '', updated_at = now()
    where h.group_id = ${group_id} and ${mentionsAny(sql, sql`h.name`, words)}`
  await sql`
    delete from relationships r where r.group_id = ${group_id} and r.label <> '' and ${mentionsAny(sql, sql`r.label`, words)}`
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
