import { wireTime } from '../../db/sql.ts'
import { addressColumns, addressFields, contactFields, fieldNames, wireNames } from './fields.ts'
import type { Contact } from './shape.ts'

// From what the function `read_contacts` returns to contacts. Rows are arrays of texts.

/** What `read_contacts` returns: JSON, or null where there is nothing. */
export interface StoredContacts {
  contacts: string | null
  answers: string | null
  tags: string | null
  actions: string | null
}

type Row = (string | null)[]

const columnTypes = {
  id: 'bigint',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  changed_by: 'bigint',
  membership_code: 'text',
  membership_number: 'bigint',
  restricted_at: 'timestamptz',
  address_id: 'bigint',
  ...typesOf(contactFields),
  ...typesOf(addressFields),
}
const columns = Object.keys(columnTypes)

/** The columns of contact `c`, as texts. */
export const stored_columns = Object.entries(columnTypes)
  .map(([name, type]) => (type === 'text' ? `c.${name}` : `c.${name}::text`))
  .join()

/** The contacts by id. */
export function contactsOf(group_id: number, stored: StoredContacts): Map<number, Contact> {
  const answers = rowsOf(stored.answers)
  const lists = {
    custom_fields: grouped(answers.filter(isCustom), row => answerOf(group_id, row)),
    formdatas: grouped(
      answers.filter(row => !isCustom(row)),
      row => formAnswerOf(group_id, row),
    ),
    tags: grouped(rowsOf(stored.tags), ([, id, name]) => ({ id: Number(id), name })),
    action_ids: grouped(rowsOf(stored.actions), ([, id]) => Number(id)),
  }
  return new Map(rowsOf(stored.contacts).map(row => [Number(row[place.id]), contactOf(group_id, row, lists)]))
}

type Lists = Record<'custom_fields' | 'formdatas' | 'tags' | 'action_ids', Map<string | null, unknown[]>>

function contactOf(group_id: number, row: Row, lists: Lists): Contact {
  const id = row[place.id] ?? null
  const created_at = parse.timestamptz(row[place.created_at])
  const updated_at = parse.timestamptz(row[place.updated_at])
  const contact = {
    id: Number(id),
    created_at,
    updated_at,
    CreatedAt: created_at,
    UpdatedAt: updated_at,
    lastchange: updated_at,
    group_id,
    user_contact_id: null,
    lastchangeuserid: parse.bigint(row[place.changed_by]),
    action_ids: lists.action_ids.get(id) ?? [],
    membership_code: row[place.membership_code],
    membership_number: Number(row[place.membership_number]),
    restricted: row[place.restricted_at] !== null,
    address: row[place.address_id] === null ? null : addressOf(row),
    custom_fields: lists.custom_fields.get(id) ?? [],
    formdatas: lists.formdatas.get(id) ?? [],
    tags: lists.tags.get(id) ?? [],
  }
  // The columns are those of the fields, and tests compare every response with its schema.
  return addFields(contact, fieldReaders, row) as unknown as Contact
}

function addressOf(row: Row) {
  const [latitude, longitude] = [row[place.latitude], row[place.longitude]]
  const location = latitude && longitude ? `${latitude},${longitude}` : ''
  return addFields({ id: Number(row[place.address_id]), location }, addressReaders, row)
}

const answerOf = (group_id: number, [contact_id, id, , created_at, updated_at, data, form_id, form_ref_id]: Row) => ({
  id: Number(id),
  contact_id: Number(contact_id),
  group_id,
  CreatedAt: parse.timestamptz(created_at),
  UpdatedAt: parse.timestamptz(updated_at),
  data,
  form_id: Number(form_id),
  form_ref_id: Number(form_ref_id),
})

const formAnswerOf = (group_id: number, row: Row) => ({
  ...answerOf(group_id, row),
  date: parse.timestamptz(row[8]),
  survey_id: parse.bigint(row[9]),
  source: row[10],
})

const isCustom = (row: Row) => row[2] === 'true'

const rowsOf = (json: string | null): Row[] => (json === null ? [] : JSON.parse(json))

/** The rows by their first value, the id of the contact. */
function grouped<Item>(rows: Row[], itemOf: (row: Row) => Item) {
  const groups = new Map<string | null, Item[]>()
  for (const row of rows) {
    const [id = null] = row
    const group = groups.get(id)
    if (group) group.push(itemOf(row))
    else groups.set(id, [itemOf(row)])
  }
  return groups
}

type ColumnType = 'text' | 'boolean' | 'integer' | 'bigint' | 'double precision' | 'timestamptz'
type Text = string | null | undefined

const numberOf = (text: Text) => (text == null ? null : Number(text))

/** The values of the columns that are not texts. */
const parse = {
  boolean: (text: Text) => text === 'true',
  integer: numberOf,
  bigint: numberOf,
  'double precision': numberOf,
  timestamptz: (text: Text) => (text == null ? null : wireTime(text)),
}

function typesOf<Name extends string>(fields: Record<Name, { column: ColumnType }>) {
  const types = Object.entries<{ column: ColumnType }>(fields).map(([name, { column }]) => [name, column])
  // Object.fromEntries forgets the names.
  return Object.fromEntries(types) as Record<Name, ColumnType>
}

/** The place of each column in a row. */
const place = Object.fromEntries(columns.map((name, index) => [name, index])) as Record<
  keyof typeof columnTypes,
  number
>

interface Reader {
  name: string
  index: number
  read: ((text: Text) => unknown) | undefined
}

function readerOf(name: string, column: string, type: ColumnType): Reader {
  return { name, index: columns.indexOf(column), read: type === 'text' ? undefined : parse[type] }
}

const fieldReaders = fieldNames.map(name => readerOf(name, name, contactFields[name].column))
const addressReaders = addressColumns.flatMap(column =>
  wireNames(column).map(name => readerOf(name, column, addressFields[column].column)),
)

function addFields(record: Record<string, unknown>, readers: Reader[], row: Row) {
  for (const { name, index, read } of readers) record[name] = read ? read(row[index]) : row[index]
  return record
}
