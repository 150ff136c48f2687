import {
  type FieldsWriter,
  fieldsWriter,
  type ObjectField,
  type Row,
  rowsOf,
  type ValueFormat,
  writeObjects,
} from '../../json_rows.ts'
import { addressColumns, addressFields, contactFields, fieldNames, wireNames } from './fields.ts'

// From the rows that the function `read_contacts` returns to contacts as they are sent.

/** Columns of contact `c` that are not in the table of fields. */
const otherColumns = {
  id: 'c.id::text',
  group_id: 'c.group_id::text',
  created_at: 'c.created_at::text',
  updated_at: 'c.updated_at::text',
  changed_by: 'c.changed_by::text',
  membership_code: 'c.membership_code',
  membership_number: 'coalesce(c.membership_number, 0)::text',
  restricted: '(c.restricted_at is not null)::text',
  address_id: 'c.address_id::text',
  location: `case when c.latitude <> '' and c.longitude <> '' then c.latitude || ',' || c.longitude else '' end`,
}
const allFields = { ...contactFields, ...addressFields }
const columns = [...Object.keys(otherColumns), ...Object.keys(allFields)]
const place = (column: string) => columns.indexOf(column)

const asText = ([name, { column }]: [string, { column: string }]) =>
  column === 'text' ? `c.${name}` : `c.${name}::text`

export const contact_columns = [...Object.values(otherColumns), ...Object.entries(allFields).map(asText)].join(', ')

/** The columns of answer `a`. */
export const answer_columns = `a.contact_id::text, a.custom::text, a.id::text, a.group_id::text, a.created_at::text, a.updated_at::text, a.data,
      a.form_id::text, a.form_ref_id::text, a.date::text, a.survey_id::text, a.source`

const formats: Partial<Record<string, ValueFormat>> = { text: 'text', timestamptz: 'time' }
const formatOf = (column: string) => formats[column] ?? 'plain'

const writeBeforeLists = fieldsWriter([
  ['id', place('id'), 'plain'],
  ...['created_at', 'CreatedAt'].map((name): ObjectField => [name, place('created_at'), 'time']),
  ...['updated_at', 'UpdatedAt', 'lastchange'].map((name): ObjectField => [name, place('updated_at'), 'time']),
  ['group_id', place('group_id'), 'plain'],
  ...fieldNames.map((name): ObjectField => [name, place(name), formatOf(contactFields[name].column)]),
  ['lastchangeuserid', place('changed_by'), 'plain'],
  ['membership_code', place('membership_code'), 'text'],
  ['membership_number', place('membership_number'), 'plain'],
  ['restricted', place('restricted'), 'plain'],
])

const writeAddress = fieldsWriter([
  ['id', place('address_id'), 'plain'],
  ...addressColumns.flatMap(column =>
    wireNames(column).map((name): ObjectField => [name, place(column), formatOf(addressFields[column].column)]),
  ),
  ['location', place('location'), 'text'],
])

const customField: ObjectField[] = [
  ['id', 2, 'plain'],
  ['contact_id', 0, 'plain'],
  ['group_id', 3, 'plain'],
  ['CreatedAt', 4, 'time'],
  ['UpdatedAt', 5, 'time'],
  ['data', 6, 'text'],
  ['form_id', 7, 'plain'],
  ['form_ref_id', 8, 'plain'],
]
const writeCustomField = fieldsWriter(customField)
const writeFormAnswer = fieldsWriter([
  ...customField,
  ['date', 9, 'time'],
  ['survey_id', 10, 'plain'],
  ['source', 11, 'text'],
])
const writeTag = fieldsWriter([
  ['id', 1, 'plain'],
  ['name', 2, 'text'],
])

/** What `read_contacts` returns, as bytes: contacts, answers, tags and actions, each null if there are none. */
export type StoredContacts = (Buffer | null | undefined)[]

/** The contacts with these ids as they are sent, in this order and joined with commas. An id without a contact is left out. */
export function writeContacts([contacts, answers, tags, actions]: StoredContacts, ids: number[]) {
  const byId = new Map(rowsOf(contacts).map(row => [Number(row[id_column]), row]))
  const found = ids.flatMap(id => {
    const row = byId.get(id)
    return row ? [row] : []
  })
  const lists = {
    answers: byContact(rowsOf(answers)),
    tags: byContact(rowsOf(tags)),
    actions: byContact(rowsOf(actions)),
  }
  return { documents: writeObjects(found, row => writeContact(row, lists)), count: found.length }
}

type RowsByContact = Map<string | null | undefined, Row[]>

/** Rows whose first column is the id of a contact. */
const byContact = (rows: Row[]): RowsByContact => Map.groupBy(rows, ([contact_id]) => contact_id)

const [id_column, address_id_column] = [place('id'), place('address_id')]

function writeContact(row: Row, { answers, tags, actions }: Record<'answers' | 'tags' | 'actions', RowsByContact>) {
  const of = (lists: RowsByContact) => lists.get(row[id_column]) ?? []
  const { custom = [], dated = [] } = Object.groupBy(of(answers), isCustom)
  return (
    `${writeBeforeLists(row)},"user_contact_id":null,"action_ids":[${of(actions).map(([, id]) => id)}]` +
    `,"address":${row[address_id_column] === null ? 'null' : `{${writeAddress(row)}}`}` +
    `,"custom_fields":${writeList(custom, writeCustomField)},"formdatas":${writeList(dated, writeFormAnswer)}` +
    `,"tags":${writeList(of(tags), writeTag)}`
  )
}

const isCustom = (answer: Row) => (answer[1] === 'true' ? 'custom' : 'dated')

const writeList = (rows: Row[], write: FieldsWriter) => `[${rows.map(row => `{${write(row)}}`)}]`
