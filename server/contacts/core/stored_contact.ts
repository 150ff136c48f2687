import { JsonRows, JsonWriter, type ObjectField, objectFields, type ValueFormat } from '../../json_rows.ts'
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
      a.form_id::text, a.form_ref_id::text, a.date::text, a.survey_id::text, a.source, a.form_version::text`
const answer_columns_count = 13

type Field = [name: string, column: number, format: ValueFormat]

const formats: Partial<Record<string, ValueFormat>> = { text: 'text', timestamptz: 'time' }
const formatOf = (column: string) => formats[column] ?? 'plain'

const beforeLists = objectFields([
  ['id', place('id'), 'plain'],
  ['created_at', place('created_at'), 'time'],
  ['updated_at', place('updated_at'), 'time'],
  ['CreatedAt', place('created_at'), 'time'],
  ['UpdatedAt', place('updated_at'), 'time'],
  ['lastchange', place('updated_at'), 'time'],
  ['group_id', place('group_id'), 'plain'],
  ...fieldNames.map((name): Field => [name, place(name), formatOf(contactFields[name].column)]),
  ['lastchangeuserid', place('changed_by'), 'plain'],
  ['membership_code', place('membership_code'), 'text'],
  ['membership_number', place('membership_number'), 'plain'],
  ['restricted', place('restricted'), 'plain'],
])

const address = objectFields([
  ['id', place('address_id'), 'plain'],
  ...addressColumns.flatMap(column =>
    wireNames(column).map((name): Field => [name, place(column), formatOf(addressFields[column].column)]),
  ),
  ['location', place('location'), 'text'],
])

const customField: Field[] = [
  ['id', 2, 'plain'],
  ['contact_id', 0, 'plain'],
  ['group_id', 3, 'plain'],
  ['CreatedAt', 4, 'time'],
  ['UpdatedAt', 5, 'time'],
  ['data', 6, 'text'],
  ['form_id', 7, 'plain'],
  ['form_ref_id', 8, 'plain'],
]
const customFields = objectFields(customField)
const formAnswers = objectFields([
  ...customField,
  ['date', 9, 'time'],
  ['survey_id', 10, 'plain'],
  ['source', 11, 'text'],
  ['form_version', 12, 'plain'],
])
const tag = objectFields([
  ['id', 1, 'plain'],
  ['name', 2, 'text'],
])

/** What `read_contacts` returns, as bytes: contacts, answers, tags and actions, each null if there are none. */
export type StoredContacts = (Buffer | null | undefined)[]

/** The contacts with these ids as they are sent, in this order and joined with commas. An id without a contact is left out. */
export function writeContacts([contacts, answers, tags, actions]: StoredContacts, ids: number[]) {
  const rows = new JsonRows(contacts, columns.length)
  const lists = {
    answers: new RowsByContact(answers, answer_columns_count),
    tags: new RowsByContact(tags, 3),
    actions: new RowsByContact(actions, 2),
  }
  const byId = new Map(Array.from({ length: rows.length }, (_, row) => [rows.id(row, place('id')), row]))
  const found = ids.flatMap(id => byId.get(id) ?? [])
  const out = new JsonWriter(written_length * found.length)
  for (const [index, row] of found.entries()) {
    out.text(index === 0 ? '{' : ',{')
    writeContact(out, rows, row, lists)
    out.text('}')
  }
  return { documents: out.result, count: found.length }
}

function writeContact(
  out: JsonWriter,
  rows: JsonRows,
  row: number,
  { answers, tags, actions }: Record<'answers' | 'tags' | 'actions', RowsByContact>,
) {
  const id = rows.id(row, place_of_id)
  out.fields(rows, row, beforeLists)
  out.text(',"user_contact_id":null,"action_ids":[')
  actions.of(id).forEach((action, index) => {
    if (index > 0) out.text(',')
    out.value(actions.rows, action, 1)
  })
  out.text('],"address":')
  if (rows.isNull(row, place_of_address)) out.text('null')
  else writeObject(out, rows, row, address)
  const custom = (answer: number) => answers.rows.isTrue(answer, 1)
  writeList(out, 'custom_fields', answers.rows, answers.of(id).filter(custom), customFields)
  writeList(
    out,
    'formdatas',
    answers.rows,
    answers.of(id).filter(answer => !custom(answer)),
    formAnswers,
  )
  writeList(out, 'tags', tags.rows, tags.of(id), tag)
}

const place_of_id = place('id')
const place_of_address = place('address_id')

function writeList(out: JsonWriter, name: string, rows: JsonRows, list: number[], fields: ObjectField[]) {
  out.text(`,"${name}":[`)
  list.forEach((row, index) => {
    if (index > 0) out.text(',')
    writeObject(out, rows, row, fields)
  })
  out.text(']')
}

function writeObject(out: JsonWriter, rows: JsonRows, row: number, fields: ObjectField[]) {
  out.text('{')
  out.fields(rows, row, fields)
  out.text('}')
}

/** Rows whose first column is the id of a contact. */
class RowsByContact {
  readonly rows: JsonRows
  readonly #of = new Map<number, number[]>()

  constructor(bytes: StoredContacts[number], columns: number) {
    this.rows = new JsonRows(bytes, columns)
    for (let row = 0; row < this.rows.length; row++) {
      const id = this.rows.id(row, 0)
      const list = this.#of.get(id)
      if (list) list.push(row)
      else this.#of.set(id, [row])
    }
  }

  of(contact_id: number) {
    return this.#of.get(contact_id) ?? none
  }
}

const none: number[] = []

/** What a contact with a few answers takes. */
const written_length = 2500
