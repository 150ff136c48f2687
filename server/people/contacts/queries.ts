import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { instantOf } from '../../fields.ts'
import type { Contact, SentContact } from './schema.ts'

/** A contact as the caller may see it: without the right to sensitive things, tags and answers come back empty. */
export async function readContact(sql: Sql, caller: Caller, id: number): Promise<Contact> {
  const [row] = await sql<Contact[]>`
    select c.id, c.created_at, c.updated_at, c.created_at as "CreatedAt", c.updated_at as "UpdatedAt", c.updated_at as lastchange, c.group_id,
           c.age_category, c.birth_city, c.birth_country, c.birthdate, c.black_list, c.firstname, c.surname, c.married_name, c.gender, c.mail,
           c.mobile, c.mobile_invalid, c.phone, c.phone_invalid, c.nationality, c.external_id, c.membership_code,
           coalesce(c.membership_number, 0)::bigint as membership_number,
           ${address(sql)} as address,
           ${may(caller, 'contacts:sensitive') ? answers(sql, caller, true) : sql`'[]'::json`} as custom_fields,
           ${may(caller, 'contacts:sensitive') ? answers(sql, caller, false) : sql`'[]'::json`} as formdatas,
           ${may(caller, 'contacts:sensitive') ? tags(sql, caller) : sql`'[]'::json`} as tags
    from contacts c
    where c.group_id = ${caller.group_id} and c.id = ${id} and c.deleted_at is null`
  if (!row) throw notFound('contact')
  return row
}

const address = (sql: Sql) => sql`
  case when c.address_id is not null then json_build_object(
    'id', c.address_id, 'addition', c.addition, 'building', c.building, 'city', c.city, 'country', c.country, 'county', c.county,
    'door', c.door, 'floor', c.floor, 'house_number', c.house_number, 'infos', c.infos, 'latitude', c.latitude, 'longitude', c.longitude,
    'postal_code', c.postal_code, 'state', c.state, 'street', c.street, 'housenumber', c.house_number, 'postalcode', c.postal_code,
    'lattitude', c.latitude, 'citycode', c.city_code, 'pollingstation', c.polling_station,
    'location', case when c.latitude <> '' and c.longitude <> '' then c.latitude || ',' || c.longitude else '' end) end`

const answers = (sql: Sql, { group_id }: Caller, custom: boolean) => sql`
  coalesce((
    select json_agg(json_build_object(
      'id', a.id, 'contact_id', a.contact_id, 'group_id', a.group_id, 'CreatedAt', wire_time(a.created_at), 'UpdatedAt', wire_time(a.updated_at),
      'data', a.data, 'form_id', a.form_id, 'form_ref_id', a.form_ref_id
      ${custom ? sql`` : sql`, 'date', wire_time(a.date), 'survey_id', a.survey_id`}) order by a.id)
    from contact_answers a
    where a.group_id = ${group_id} and a.contact_id = c.id and a.custom = ${custom}), '[]')`

const tags = (sql: Sql, { group_id }: Caller) => sql`
  coalesce((
    select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id)
    from contact_tags ct
    join tags t on t.group_id = ${group_id} and t.id = ct.tag_id
    where ct.group_id = ${group_id} and ct.contact_id = c.id), '[]')`

export async function createContact(sql: Sql, caller: Caller, sent: SentContact) {
  const { address, custom_fields = [], formdatas = [], tags = [], ...details } = sent
  const fields = { ...unset, ...details, ...addressColumns(address), ...birth(sent), group_id: caller.group_id }
  const [row] = await sql<[{ id: number }]>`insert into contacts ${sql(fields)} returning id`
  if (address)
    await sql`
    update contacts set address_id = nextval('contact_addresses_id_seq') where group_id = ${caller.group_id} and id = ${row.id}`
  await addAnswers(sql, caller, row.id, custom_fields, true)
  await addAnswers(sql, caller, row.id, formdatas, false)
  await addTags(sql, caller, row.id, tags)
  return readContact(sql, caller, row.id)
}

const unset = {
  firstname: '',
  surname: '',
  married_name: '',
  gender: '',
  age_category: 0,
  birth_city: '',
  birth_country: '',
  nationality: '',
  mail: '',
  mobile: '',
  mobile_invalid: false,
  phone: '',
  phone_invalid: false,
  black_list: false,
  external_id: '',
}

const birth = ({ birthdate }: SentContact) => ({ birthdate: birthdate ? instantOf(birthdate)! : null })

/** The parts of an address as columns; both spellings of a part mean the same column. */
function addressColumns(sent: SentContact['address']) {
  if (!sent) return {}
  const { housenumber, postalcode, lattitude, citycode, pollingstation, ...parts } = sent
  const others = {
    house_number: housenumber,
    postal_code: postalcode,
    latitude: lattitude,
    city_code: citycode,
    polling_station: pollingstation,
  }
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
    ...parts,
  } as Record<string, string>
}

type Answer = NonNullable<SentContact['formdatas']>[number]

async function addAnswers(sql: Sql, { group_id }: Caller, contact_id: number, answers: Answer[], custom: boolean) {
  if (answers.length === 0) return
  const rows = answers.map(({ data, form_id, form_ref_id, date, survey_id }) => ({
    group_id,
    contact_id,
    custom,
    data,
    form_id,
    form_ref_id,
    date: date ? instantOf(date)! : null,
    survey_id: survey_id ?? null,
  }))
  await sql`insert into contact_answers ${sql(rows)}`
}

// Upper and lower case is for the database to tell: JavaScript has other rules for it.
async function addTags(sql: Sql, { group_id }: Caller, contact_id: number, sent: { name: string }[]) {
  const names = sent.map(({ name }) => name.trim())
  if (names.length === 0) return
  await sql`
    insert into tags (group_id, name)
    select distinct on (lower(name)) ${group_id}::bigint, name from unnest(${names}::text[]) with ordinality as t (name, place)
    order by lower(name), place
    on conflict (group_id, name_key) do nothing`
  await sql`
    insert into contact_tags (group_id, contact_id, tag_id)
    select ${group_id}, ${contact_id}, id from tags
    where group_id = ${group_id} and name_key in (select lower(name) from unnest(${names}::text[]) as t (name))`
}
