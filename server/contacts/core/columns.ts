import { instantOf } from '../../fields.ts'
import { countryCode, dialledFrom, phoneKey } from './phone.ts'
import type { PatchedContact } from './shape.ts'

// From what is sent to what is stored, without a database.

export const unset = {
  firstname: '',
  surname: '',
  married_name: '',
  gender: '' as '' | 'M' | 'F' | 'O',
  birthdate: null as string | null,
  age_category: 0,
  birth_city: '',
  birth_country: '',
  birth_dept: '',
  nationality: '',
  mail: '',
  mobile: '',
  mobile_invalid: false,
  phone: '',
  phone_invalid: false,
  black_list: false,
  external_id: '',
  nationbuilderid: null as number | null,
}

export const noAddress = {
  house_number: '',
  street: '',
  postal_code: '',
  city_code: '',
  city: '',
  county: '',
  state: '',
  country: '',
  addition: '',
  infos: '',
  building: '',
  building_type: '',
  floor: '',
  door: '',
  polling_station: '',
  latitude: '',
  longitude: '',
  score: 0,
}

type Details = typeof unset
type Address = typeof noAddress

/** The columns of a contact that follow from what is sent. `address_id` is null together with every part of the address. */
export type Columns = Details & Address & { address_id: number | null; mobile_key: string; phone_key: string }

export const columnNames = [
  ...Object.keys(unset),
  ...Object.keys(noAddress),
  'address_id',
  'mobile_key',
  'phone_key',
] as (keyof Columns)[]

const detailNames = Object.keys(unset) as (keyof Details)[]
const addressParts = Object.keys(noAddress) as (keyof Address)[]

/** The columns after a patch. `freshAddress` is taken when the contact had no address and gets one. Files bring them by the hundred thousand. */
export function patchedColumns(
  before: Columns,
  patch: PatchedContact,
  freshAddress: number | null,
  locale: string,
): Columns {
  const after: Writable = { ...before }
  for (const name of detailNames) {
    const value = patch[name]
    if (value !== undefined) after[name] = value ?? unset[name]
  }
  if (patch.birthdate !== undefined) after.birthdate = patch.birthdate ? instantOf(patch.birthdate)! : null
  // A code stays as it was sent; a name becomes the code.
  if (patch.birth_country) after.birth_country = countryCode(patch.birth_country) ?? ''
  if (patch.nationbuilderid === 0) after.nationbuilderid = null
  patchAddress(after, before, patch.address, freshAddress)
  const columns = after as Columns
  const country = dialledFrom(columns, locale)
  patchNumber(columns, 'mobile', before, patch, country, locale)
  patchNumber(columns, 'phone', before, patch, country, locale)
  return columns
}

/** Columns while they are put together: each gets what its namesake in a patch has, whose type it shares. */
type Writable = Record<string, string | number | boolean | null>

export const emptyColumns: Columns = { ...unset, ...noAddress, address_id: null, mobile_key: '', phone_key: '' }

/** A part has up to two names. Whoever reads both, changes one and sends both back means the one that changed. */
const names: Partial<Record<keyof Address, string>> = {
  house_number: 'housenumber',
  postal_code: 'postalcode',
  latitude: 'lattitude',
  city_code: 'citycode',
  polling_station: 'pollingstation',
}

function patchAddress(after: Writable, before: Columns, sent: PatchedContact['address'], fresh: number | null) {
  if (sent === undefined) return
  if (sent === null) {
    Object.assign(after, noAddress, { address_id: null })
    return
  }
  for (const part of addressParts) {
    const [one, other] = [partIn(sent, part), partIn(sent, names[part])]
    const meant = other !== undefined && (one === undefined || one === before[part]) ? other : one
    if (meant !== undefined) after[part] = meant
  }
  after.address_id = before.address_id ?? fresh
}

/** A part of an address as it is stored; undefined when it was not sent. Numbers are understood where a text is kept. */
function partIn(sent: NonNullable<PatchedContact['address']>, name: string | undefined) {
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
  field: 'mobile' | 'phone',
  before: Columns,
  patch: PatchedContact,
  country: string,
  locale: string,
) {
  const number = patch[field] === undefined ? before[field] : (patch[field] ?? '')
  const key = phoneKey(number, country)
  const wrong = number.trim() !== '' && key === ''
  const mark = patch[`${field}_invalid`]
  const wasWrong = before[field].trim() !== '' && phoneKey(before[field], dialledFrom(before, locale)) === ''
  const markedBefore = before[`${field}_invalid`] && !wasWrong && number === before[field]
  const marked = mark === undefined ? markedBefore : mark === true
  after[field] = number
  after[`${field}_invalid`] = wrong || marked
  after[`${field}_key`] = key
}

/** A whole contact as a patch of the one before: what is left out is cleared. */
export function replacing(before: Columns, sent: PatchedContact): PatchedContact {
  const cleared = Object.fromEntries(Object.keys(unset).map(name => [name, null]))
  const parts = Object.fromEntries(Object.keys(noAddress).map(part => [part, null]))
  const address = sent.address ? { ...unsentParts(parts, sent.address), ...sent.address } : null
  const patch: PatchedContact = { ...cleared, ...sent, address }
  for (const field of ['mobile', 'phone'] as const) {
    // A mark that came back with another number was only carried along.
    const carried = sent[`${field}_invalid`] === before[`${field}_invalid`] && (sent[field] ?? '') !== before[field]
    if (carried) patch[`${field}_invalid`] = null
  }
  return patch
}

// A part that is sent under its other name must not be cleared under the first.
const unsentParts = (parts: Record<string, null>, sent: object) =>
  Object.fromEntries(Object.entries(parts).filter(([part]) => !((names[part as keyof Address] ?? part) in sent)))

export const sameColumns = (a: Columns, b: Columns) => columnNames.every(name => a[name] === b[name])
