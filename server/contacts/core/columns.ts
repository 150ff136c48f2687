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
export type Columns = FieldValues & AddressValues & Record<`${PhoneField}_key`, string> & { address_id: number | null }

const emptyOf = (fields: Record<string, { empty: unknown }>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { empty }]) => [name, empty]))

const emptyFields = emptyOf(contactFields) as FieldValues
const emptyAddress = emptyOf(addressFields) as AddressValues

export const emptyColumns: Columns = {
  ...emptyFields,
  ...emptyAddress,
  address_id: null,
  ...(Object.fromEntries(phoneFields.map(field => [`${field}_key`, ''])) as Record<`${PhoneField}_key`, string>),
}

export const columnNames = Object.keys(emptyColumns) as (keyof Columns)[]

/** The columns after a patch. `freshAddress` is taken when the contact had no address and gets one. Files bring them by the hundred thousand. */
export function patchedColumns(
  before: Columns,
  patch: PatchedContact,
  freshAddress: number | null,
  locale: string,
): Columns {
  const after: Writable = { ...before }
  for (const name of fieldNames) {
    const value = patch[name]
    if (value !== undefined) after[name] = value ?? emptyFields[name]
  }
  for (const name of dateFields) if (patch[name] !== undefined) after[name] = instantOf(patch[name] ?? '') ?? null
  // A code stays as it was sent; a name becomes the code.
  for (const name of countryFields) if (patch[name]) after[name] = countryCode(patch[name]) ?? ''
  for (const name of foreignIdFields) if (patch[name] === 0) after[name] = null
  patchAddress(after, before, patch.address, freshAddress)
  const columns = after as Columns
  const country = phoneCountry(columns, locale)
  for (const field of phoneFields) patchNumber(columns, field, before, patch, country, locale)
  return columns
}

/** Columns while they are put together: each gets what its namesake in a patch has, whose type it shares. */
type Writable = Record<string, string | number | boolean | null>

/** The second name of a part, where it has two. A client that reads both, changes one and sends both back means the one that changed. */
const otherNames: Partial<Record<AddressColumn, string>> = Object.fromEntries(
  addressColumns.flatMap(column =>
    wireNames(column)
      .filter(name => name !== column)
      .map(name => [column, name]),
  ),
)

function patchAddress(after: Writable, before: Columns, sent: PatchedContact['address'], fresh: number | null) {
  if (sent === undefined) return
  if (sent === null) {
    Object.assign(after, emptyAddress, { address_id: null })
    return
  }
  for (const part of addressColumns) {
    const [one, other] = [sentPart(sent, part), sentPart(sent, otherNames[part])]
    const meant = other !== undefined && (one === undefined || one === before[part]) ? other : one
    if (meant !== undefined) after[part] = meant
  }
  after.address_id = before.address_id ?? fresh
}

/** A part of an address as it is stored; undefined when it was not sent. Numbers are understood where a text is kept. */
function sentPart(sent: NonNullable<PatchedContact['address']>, name: string | undefined) {
  const value = name === undefined ? undefined : (sent as Record<string, string | number | null | undefined>)[name]
  if (value === undefined) return undefined
  if (name === 'score') return value ?? 0
  return value === null ? '' : String(value)
}

/**
 * A number, its key, and whether it is wrong: because it is no telephone number, or because somebody marked it so by hand. A mark by
 * hand holds for that number, and goes when another comes.
 */
function patchNumber(
  after: Columns,
  field: PhoneField,
  before: Columns,
  patch: PatchedContact,
  country: string,
  locale: string,
) {
  const number = patch[field] === undefined ? before[field] : (patch[field] ?? '')
  const key = phoneKey(number, country)
  const wrong = number.trim() !== '' && key === ''
  const mark = patch[`${field}_invalid`]
  const wasWrong = before[field].trim() !== '' && phoneKey(before[field], phoneCountry(before, locale)) === ''
  const markedBefore = before[`${field}_invalid`] && !wasWrong && number === before[field]
  const marked = mark === undefined ? markedBefore : mark === true
  after[field] = number
  after[`${field}_invalid`] = wrong || marked
  after[`${field}_key`] = key
}

/** A whole contact as a patch of the one before: what is left out is cleared. */
export function replacementPatch(before: Columns, sent: PatchedContact): PatchedContact {
  const cleared = Object.fromEntries(fieldNames.map(name => [name, null]))
  const parts = Object.fromEntries(addressColumns.map(part => [part, null]))
  const address = sent.address ? { ...unsentParts(parts, sent.address), ...sent.address } : null
  const patch: PatchedContact = { ...cleared, ...sent, address }
  for (const field of phoneFields) {
    // A mark that came back with another number was only carried along.
    const carried = sent[`${field}_invalid`] === before[`${field}_invalid`] && (sent[field] ?? '') !== before[field]
    if (carried) patch[`${field}_invalid`] = null
  }
  return patch
}

// A part that is sent under its other name must not be cleared under the first.
const unsentParts = (parts: Record<string, null>, sent: object) =>
  Object.fromEntries(Object.entries(parts).filter(([part]) => !((otherNames[part as AddressColumn] ?? part) in sent)))

export const sameColumns = (a: Columns, b: Columns) => columnNames.every(name => a[name] === b[name])
