import type { Sql } from '../db/sql.ts'
import { ApiError, notFound } from '../errors.ts'

/** There is no such contact; if it was merged, this says into which one, so that whoever holds the old number finds the person. */
export async function absentContact(sql: Sql, group_id: number, id: number): Promise<ApiError> {
  const [now] = await sql<{ id: number }[]>`
    with recursive way as (
      select id, merged_into, deleted_at from contacts where group_id = ${group_id} and id = ${id}
      union
      select c.id, c.merged_into, c.deleted_at from contacts c
      join way on c.id = way.merged_into
      where c.group_id = ${group_id}
    )
    select id from way where deleted_at is null and id <> ${id}`
  if (!now) return notFound('contact')
  return new ApiError('not_found', `Contact ${id} was merged into contact ${now.id}.`, {
    faults: [{ location: 'path.id', message: `was merged into contact ${now.id}`, value: now.id }],
    headers: { link: `</contacts/${now.id}>; rel="canonical"` },
  })
}

/** This contact and all that were merged into it, one after the other. */
export async function allOf(sql: Sql, group_id: number, id: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with recursive person as (
      select id from contacts where group_id = ${group_id} and id = ${id}
      union
      select c.id from contacts c
      join person on c.merged_into = person.id
      where c.group_id = ${group_id}
    )
    select id from person order by id`
  return rows.map(row => row.id)
}
