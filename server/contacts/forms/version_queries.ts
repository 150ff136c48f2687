import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import type { Form, FormVersion } from './schema.ts'

/** Records the current text of a consent. Other forms have no versions. */
export async function addVersion(sql: Sql, { group_id, id: user_id }: Caller, form: Form) {
  if (form.kind !== 'consent') return
  const { id: form_id, version, label, text } = form
  await sql`insert into form_versions ${sql({ group_id, form_id, version, user_id, label, text })}`
}

/** The versions of a form, the latest first. A form without recorded versions has one, which is what it is now. */
export async function listVersions(sql: Sql, caller: Caller, form: Form, { limit, offset }: Paging) {
  const { group_id } = caller
  const [versions, counts] = await Promise.all([
    sql<Omit<FormVersion, 'answers'>[]>`
      select v.version, v.created_at, v.label, v.text,
             case when u.id is not null then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) end as user
      from form_versions v
      left join users u on u.group_id = ${group_id} and u.id = v.user_id
      where v.group_id = ${group_id} and v.form_id = ${form.id}
      order by v.version desc
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<{ version: number; answers: number }[]>`
      select form_version as version, count(*) as answers from contact_answers
      where group_id = ${group_id} and form_id = ${form.id} and ${may(caller, 'contacts:sensitive')}
      group by form_version`,
  ])
  const { version, created_at, label, text } = form
  const listed = versions.length === 0 && offset === 0 ? [{ version, created_at, label, text, user: null }] : versions
  const countOf = (wanted: number) => counts.find(row => row.version === wanted)?.answers ?? 0
  return listed.map(one => ({ ...one, answers: may(caller, 'contacts:sensitive') ? countOf(one.version) : null }))
}
