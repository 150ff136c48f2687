import { instantOf } from '../../fields.ts'
import {
  type AddressColumn,
  type AddressValues,
  addressColumns,
  addressFields,
  contactFields,
  type FieldValues,
  fieldNames,
  fieldsOf,
  wireNames,
} from './fields.ts'
import { countryCode, phoneCountry, phoneKey } from './phone.ts'
import type { PatchedContact } from './shape.ts'

// From what is sent to what is stored, without a database.

const phoneFields = fieldsOf('phone')
const dateFields = fieldsOf('date')
const countryFields = fieldsOf('country')
const foreignIdFields = fieldsOf('foreign_id')

type PhoneField = (typeof phoneFields)[number]

/** The columns of a contact that follow from what is sent. `address_id` is null together with every part of the address. */
export type ContactColumns = FieldValues &
  AddressValues &
  Record<`${PhoneField}_key`, string> & { address_id: number | null }

const emptyOf = (fields: Record<string, { empty: unknown }>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { empty }]) => [name, empty]))

const emptyFields = emptyOf(contactFields) as FieldValues
const emptyAddress = emptyOf(addressFields) as AddressValues

export const emptyColumns: ContactColumns = {
  ...emptyFields,
  ...emptyAddress,
  address_id: null,
  ...(Object.fromEntries(phoneFields.map(field => [`${field}_key`, ''])) as Record<`${PhoneField}_key`, string>),
}

export const columnNames = Object.keys(emptyColumns) as (keyof ContactColumns)[]

/**
 * The columns after a patch. `freshAddress` is the id of the address when the contact had none and gets one. Imports call this for every row, so it
 * avoids copies.
 */
export function patchedColumns(
  before: ContactColumns,
  patch: PatchedContact,
  freshAddress: number | null,
  locale: string,
): ContactColumns {
  const after: Writable = { ...before }
  for (const name of fieldNames) {
    const value = patch[name]
    if (value !== undefined) after[name] = value ?? emptyFields[name]
  }
  convertFields(after, patch)
  patchAddress(after, before, patch.address, freshAddress)
  const columns = after as ContactColumns
  const country = phoneCountry(columns, locale)
  for (const field of phoneFields) patchNumber(columns, field, before, patch, country, locale)
  return columns
}

/** Converts what is stored otherwise than it is sent. */
function convertFields(after: Writable, patch: PatchedContact) {
  for (const name of dateFields) if (patch[name] !== undefined) after[name] = instantOf(patch[name] ?? '') ?? null
  // A code stays as it was sent; a name becomes the code.
  for (const name of countryFields) if (patch[name]) after[name] = countryCode(patch[name]) ?? ''
  for (const name of foreignIdFields) if (patch[name] === 0) after[name] = null
}

/** Columns while they are assigned. A field of a patch has the type of its column. */
type Writable = Record<string, string | number | boolean | null>

/** The second name of a part, where it has two. A client that reads both, changes one and sends both back means the one that changed. */
const otherNames: Partial<Record<AddressColumn, string>> = Object.fromEntries(
  addressColumns.flatMap(column =>
    wireNames(column)
      .filter(name => name !== column)
      .map(name => [column, name]),
  ),
)

function patchAddress(after: Writable, before: ContactColumns, sent: PatchedContact['address'], fresh: number | null) {
  if (sent === undefined) return
  if (sent === null) {
    Object.assign(after, emptyAddress, { address_id: null })
    return
  }
  for (const part of addressColumns) {
    const [one, other] = [sentPart(sent, part), sentPart(sent, otherNames[part])]
    const value = other !== undefined && (one === undefined || one === before[part]) ? other : one
    if (value !== undefined) after[part] = value
  }
  after.address_id = before.address_id ?? fresh
}

/** A part of an address as it is stored; undefined when it was not sent. A number becomes a text. */
function sentPart(sent: NonNullable<PatchedContact['address']>, name: string | undefined) {
  const value = name === undefined ? undefined : (sent as Record<string, string | number | null | undefined>)[name]
  if (value === undefined) return undefined
  if (name === 'score') return value ?? 0
  return value === null ? '' : String(value)
}

/**
 * Sets a telephone number, its key, and whether it is invalid: because it is not a telephone number, or because a user marked it. Such a mark holds for
 * that number, and is removed when the number changes.
 */
function patchNumber(
  after: ContactColumns,
  field: PhoneField,
  before: ContactColumns,
  patch: PatchedContact,
  country: string,
  locale: string,
) {
  const number = patch[field] === undefined ? before[field] : (patch[field] ?? '')
  const key = phoneKey(number, country)
  const malformed = number.trim() !== '' && key === ''
  const mark = patch[`${field}_invalid`]
  const wasMalformed = before[field].trim() !== '' && phoneKey(before[field], phoneCountry(before, locale)) === ''
  const markedBefore = before[`${field}_invalid`] && !wasMalformed && number === before[field]
  const marked = mark === undefined ? markedBefore : mark === true
  after[field] = number
  after[`${field}_invalid`] = malformed || marked
  after[`${field}_key`] = key
}

/** A patch that replaces the contact: fields that were not sent are cleared. */
export function replacementPatch(before: ContactColumns, sent: PatchedContact): PatchedContact {
  const cleared = Object.fromEntries(fieldNames.map(name => [name, null]))
  const parts = Object.fromEntries(addressColumns.map(part => [part, null]))
  const address = sent.address ? { ...unsentParts(parts, sent.address), ...sent.address } : null
  const patch: PatchedContact = { ...cleared, ...sent, address }
  for (const field of phoneFields) {
    // A mark that is sent back with another number belongs to the old number.
    const is_old = sent[`${field}_invalid`] === before[`${field}_invalid`] && (sent[field] ?? '') !== before[field]
    if (is_old) patch[`${field}_invalid`] = null
  }
  return patch
}

// A part that is sent under its other name is not cleared under the first.
const unsentParts = (parts: Record<string, null>, sent: object) =>
  Object.fromEntries(Object.entries(parts).filter(([part]) => !((otherNames[part as AddressColumn] ?? part) in sent)))

export const sameColumns = (a: ContactColumns, b: ContactColumns) => columnNames.every(name => a[name] === b[name])
