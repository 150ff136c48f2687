import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { seesAction } from '../../field/core/visibility.ts'
import { addressColumns, fieldNames, fieldsOf, wireNames } from './fields.ts'
import { absentContact } from './merged.ts'
import { seesRestricted } from './restriction.ts'

// Reads contacts. Fragments are about the contact row `c`.

/** Which contacts of the space a caller with `contacts:read` sees. */
export const isVisible = (sql: Sql, caller: Caller) =>
  seesRestricted(caller) ? sql`c.deleted_at is null` : sql`c.deleted_at is null and c.restricted_at is null`

/** Throws not_found when the caller sees no such contact; the error says where a merged one went. */
export async function checkVisible(sql: Sql, caller: Caller, id: number) {
  const [row] = await sql`
    select from contacts c where c.group_id = ${caller.group_id} and c.id = ${id} and ${isVisible(sql, caller)}`
  if (!row) throw await absentContact(sql, caller.group_id, id)
}

const dateFields = fieldsOf('date')
const dates = ['created_at', 'updated_at', ...dateFields]
const wireTimes = dates.map(name => `wire_time(c.${name}) as ${name}`).join()
const plainFields = fieldNames.filter(name => !(dateFields as string[]).includes(name))

/** The columns of the table of fields. `times` is the row that has the dates: as they are stored, or as they are sent. */
const fieldColumns = (times: 'c' | 'at') =>
  [...plainFields.map(name => `c.${name}`), ...dateFields.map(name => `${times}.${name}`)].join()
const columnsWith = { c: fieldColumns('c'), at: fieldColumns('at') }

/** A contact as the caller may see it. Without `contacts:sensitive`, tags and answers come back empty. */
export const contactColumns = (sql: Sql, caller: Caller, times: 'c' | 'at' = 'c') => {
  const sensitive = may(caller, 'contacts:sensitive')
  const at = sql.unsafe(times)
  return sql`
    c.id, ${at}.created_at, ${at}.updated_at, ${at}.created_at as "CreatedAt", ${at}.updated_at as "UpdatedAt",
    ${at}.updated_at as lastchange, c.group_id, ${sql.unsafe(columnsWith[times])},
    null::bigint as user_contact_id, c.changed_by as lastchangeuserid,
    ${actions(sql, caller)} as action_ids, c.membership_code, coalesce(c.membership_number, 0)::bigint as membership_number,
    c.restricted_at is not null as restricted,
    ${address(sql)} as address,
    ${sensitive ? answers(sql, caller, true) : sql`'[]'::json`} as custom_fields,
    ${sensitive ? answers(sql, caller, false) : sql`'[]'::json`} as formdatas,
    ${sensitive ? tags(sql, caller) : sql`'[]'::json`} as tags`
}

/** The contact as the JSON that is sent. PostgreSQL writes it, which costs less than parsing rows here and writing them again. */
export const contactDocument = (sql: Sql, caller: Caller) => sql`
  (select row_to_json(d)::text from (
    select ${contactColumns(sql, caller, 'at')} from (select ${sql.unsafe(wireTimes)} offset 0) at) d)`

export async function readContact(sql: Sql, caller: Caller, id: number): Promise<string> {
  const [row] = await sql<{ document: string }[]>`
    select ${contactDocument(sql, caller)} as document from contacts c
    where c.group_id = ${caller.group_id} and c.id = ${id} and ${isVisible(sql, caller)}`
  if (!row) throw await absentContact(sql, caller.group_id, id)
  return row.document
}

const addressPairs = addressColumns.flatMap(column => wireNames(column).map(name => `'${name}', c.${column}`)).join()

const address = (sql: Sql) => sql`
  case when c.address_id is not null then json_build_object(
    'id', c.address_id, ${sql.unsafe(addressPairs)},
    'location', case when c.latitude <> '' and c.longitude <> '' then c.latitude || ',' || c.longitude else '' end) end`

/** The actions the contact is part of, of those the caller sees. */
const actions = (sql: Sql, caller: Caller) => {
  const { group_id } = caller
  const visible = may(caller, 'actions:read')
    ? sql``
    : sql`join actions a on a.group_id = ${group_id} and a.id = ac.action_id and ${seesAction(sql, caller)}`
  return sql`
    coalesce((
      select json_agg(ac.action_id order by ac.action_id)
      from action_contacts ac ${visible}
      where ac.group_id = ${group_id} and ac.contact_id = c.id), '[]')`
}

const answers = (sql: Sql, { group_id }: Caller, custom: boolean) => sql`
  coalesce((
    select json_agg(json_build_object(
      'id', a.id, 'contact_id', a.contact_id, 'group_id', a.group_id, 'CreatedAt', wire_time(a.created_at), 'UpdatedAt', wire_time(a.updated_at),
      'data', a.data, 'form_id', a.form_id, 'form_ref_id', a.form_ref_id
      ${custom ? sql`` : sql`, 'date', wire_time(a.date), 'survey_id', a.survey_id, 'source', a.source`}) order by a.id)
    from contact_answers a
    where a.group_id = ${group_id} and a.contact_id = c.id and a.custom = ${custom}), '[]')`

const tags = (sql: Sql, { group_id }: Caller) => sql`
  coalesce((
    select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id)
    from contact_tags ct
    join tags t on t.group_id = ${group_id} and t.id = ct.tag_id
    where ct.group_id = ${group_id} and ct.contact_id = c.id), '[]')`
