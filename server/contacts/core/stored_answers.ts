import type { Sql } from '../../db/sql.ts'
import type { StoredAnswer } from './answers.ts'

/** The answers of these contacts to these forms. */
export async function answersOf(sql: Sql, group_id: number, ids: number[], form_ids: number[]) {
  if (ids.length === 0 || form_ids.length === 0) return new Map<number, StoredAnswer[]>()
  const rows = await sql<(StoredAnswer & { contact_id: number })[]>`
    select contact_id, id, custom, form_id, form_ref_id, data, date, survey_id, source, form_version from contact_answers
    where group_id = ${group_id} and contact_id = any(${ids}) and form_id = any(${form_ids})
    order by contact_id, id`
  const byContact = new Map<number, StoredAnswer[]>()
  for (const { contact_id, ...answer } of rows)
    byContact.set(contact_id, [...(byContact.get(contact_id) ?? []), answer])
  return byContact
}
