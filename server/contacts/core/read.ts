import { type Caller, may } from '../../access/caller.ts'
import { byId } from '../../db/batch_by_id.ts'
import type { Sql } from '../../db/sql.ts'
import { amongFew } from '../../db/stable_plans.ts'
import { sees } from '../../field/core/visibility.ts'
import { absentContact } from './merged.ts'
import { seesRestricted } from './restriction.ts'

// How a contact is read. Fragments are about the contact row `c`.

/** Which contacts of the space the caller sees. Whoever comes here holds `contacts:read`. */
export const seen = (sql: Sql, caller: Caller) =>
  seesRestricted(caller) ? sql`c.deleted_at is null` : sql`c.deleted_at is null and c.restricted_at is null`

/** Says so when there is no such contact for the caller, and where it went if it was merged. */
export async function checkSeen(sql: Sql, caller: Caller, id: number) {
  const [row] = await sql`
    select from contacts c where c.group_id = ${caller.group_id} and c.id = ${id} and ${seen(sql, caller)}`
  if (!row) throw await absentContact(sql, caller.group_id, id)
}

/** A contact as the caller may see it: without the right to sensitive things, tags and answers come back empty. */
export const contactColumns = (sql: Sql, caller: Caller, times = sql`c`) => {
  const sensitive = may(caller, 'contacts:sensitive')
  return sql`
    c.id, ${times}.created_at, ${times}.updated_at, ${times}.created_at as "CreatedAt", ${times}.updated_at as "UpdatedAt",
    ${times}.updated_at as lastchange, c.group_id, c.age_category, c.birth_city, c.birth_country, c.birth_dept, ${times}.birthdate, c.black_list,
    c.firstname, c.surname, c.married_name, c.gender, c.mail, c.mobile, c.mobile_invalid, c.phone, c.phone_invalid, c.nationality,
    c.external_id, c.nationbuilderid, null::bigint as user_contact_id, c.changed_by as lastchangeuserid,
    ${actions(sql, caller)} as action_ids, c.membership_code, coalesce(c.membership_number, 0)::bigint as membership_number,
    c.restricted_at is not null as restricted,
    ${address(sql)} as address,
    ${sensitive ? answers(sql, caller, true) : sql`'[]'::json`} as custom_fields,
    ${sensitive ? answers(sql, caller, false) : sql`'[]'::json`} as formdatas,
    ${sensitive ? tags(sql, caller) : sql`'[]'::json`} as tags`
}

/** The same as the JSON that is sent. To take it apart here, only to write it again, cost Node more than it costs PostgreSQL to write it. */
export const contactDocument = (sql: Sql, caller: Caller) => sql`
  (select row_to_json(d)::text from (
    select ${contactColumns(sql, caller, sql`at`)}
    from (select wire_time(c.created_at) as created_at, wire_time(c.updated_at) as updated_at, wire_time(c.birthdate) as birthdate offset 0) at) d)`

const findContact = byId(
  (sql, caller: Caller, ids) => sql<{ id: number; document: string }[]>`
    select c.id, ${contactDocument(sql, caller)} as document from contacts c
    where c.group_id = ${caller.group_id} and c.id ${amongFew(sql, ids)} and ${seen(sql, caller)}`,
)

export async function readContact(sql: Sql, caller: Caller, id: number): Promise<string> {
  const row = await findContact(sql, caller, id)
  if (!row) throw await absentContact(sql, caller.group_id, id)
  return row.document
}

const address = (sql: Sql) => sql`
  case when c.address_id is not null then json_build_object(
    'id', c.address_id, 'addition', c.addition, 'building', c.building, 'building_type', c.building_type,
    'city', c.city, 'country', c.country, 'county', c.county,
    'door', c.door, 'floor', c.floor, 'house_number', c.house_number, 'infos', c.infos, 'latitude', c.latitude, 'longitude', c.longitude,
    'postal_code', c.postal_code, 'state', c.state, 'street', c.street, 'housenumber', c.house_number, 'postalcode', c.postal_code,
    'lattitude', c.latitude, 'citycode', c.city_code, 'pollingstation', c.polling_station, 'score', c.score,
    'location', case when c.latitude <> '' and c.longitude <> '' then c.latitude || ',' || c.longitude else '' end) end`

/** The actions the contact is part of, of those the caller sees. */
const actions = (sql: Sql, caller: Caller) => {
  const { group_id } = caller
  const visible = may(caller, 'actions:read')
    ? sql``
    : sql`join actions a on a.group_id = ${group_id} and a.id = ac.action_id and ${sees(sql, caller)}`
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
