import type { Permission } from '../../../access/permissions.ts'
import type { TextSearch } from '../../core/field_kinds.ts'
import { type AddressColumn, addressFields, contactFields, wireNames } from '../../core/fields.ts'

/**
 * The fields whose texts are lines of the column `names` or `details`, in the order of the lines. Both have a trigram index. Migrations fix them;
 * a field that is added later is compared in its own column.
 */
export const searchLines = {
  names: ['surname', 'firstname', 'married_name', 'mail'],
  details:
    `street city postal_code house_number mobile phone external_id membership_code gender birth_city birth_country nationality city_code
    county state country addition infos building floor door polling_station`.split(/\s+/),
}
export type LineColumn = keyof typeof searchLines

/** The fields for which `searched_contacts.known` says whether they are filled in, one bit each. Migrations fix these too. */
const filledFields = [...searchLines.names, ...searchLines.details, 'latitude', 'longitude']
export const filledBit = (column: string) =>
  filledFields.includes(column) ? 2 ** filledFields.indexOf(column) : undefined

/** A text. Without a line no index finds a part of it, except its beginning. */
interface TextColumn {
  kind: 'text'
  column: string
  line_column?: LineColumn
  /** The column that stores it as it is compared. */
  key_column?: string
  /** Whether an index is in the order of the key. */
  sorted?: boolean
  /** The column that stores it as a telephone number in international form. */
  phone_column?: string
  /** Whether an index holds the whole text as it is compared. */
  whole_indexed?: boolean
  /** The column that stores it in lower case, where case never counts, not even with `:strictdata`. */
  lower_column?: string
}

/** An attribute of a condition, and how it is compared. The column is that of `searched_contacts`. */
export type SearchAttribute = { name: string; needs?: Permission } & (
  | TextColumn
  | { kind: 'integer'; column: string }
  /** With `optional`, `infinity` stands for no value. */
  | { kind: 'time'; column: string; optional?: true }
  | { kind: 'boolean'; column: string }
  | { kind: 'address' | 'tags' | 'form' | 'membership' }
  | { kind: 'membership_date'; column: 'start_date' | 'end_date' }
  | { kind: 'donation'; measure: 'sum' | 'count' | 'last' }
)

type AttributeDefinition = SearchAttribute extends infer Any
  ? Any extends SearchAttribute
    ? Omit<Any, 'name'>
    : never
  : never

/** The attribute of a field; undefined when it cannot be searched by. */
function definitionOf(
  column: string,
  { kind, search }: { kind: string; search?: TextSearch | false },
): AttributeDefinition | undefined {
  if (search === false) return undefined
  if (kind === 'count' || kind === 'foreign_id') return { kind: 'integer', column }
  if (kind === 'flag') return { kind: 'boolean', column }
  // The view calls this one field by another name.
  if (kind === 'date') return { kind: 'time', column: column === 'birthdate' ? 'born' : column, optional: true }
  const { whole, key, sorted, phone, caseless } = search ?? { whole: true }
  const line_column = lineColumnOf(column)
  return {
    kind: 'text',
    column,
    ...(line_column && { line_column }),
    ...(key && { key_column: `${column}_key` }),
    ...(sorted && { sorted }),
    ...(phone && { phone_column: `${column}_key` }),
    ...(whole && { whole_indexed: true }),
    ...(caseless && { lower_column: `${column}_key` }),
  }
}

const lineColumnOf = (column: string): LineColumn | undefined =>
  searchLines.names.includes(column) ? 'names' : searchLines.details.includes(column) ? 'details' : undefined

const definitionsOf = (
  columns: Record<string, { kind: string; search?: TextSearch | false }>,
  namesOf: (column: string) => string[],
) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, field]) => {
      const part = definitionOf(column, field)
      return part ? namesOf(column).map(name => [name, part]) : []
    }),
  )

/** The parts of an address, which may also be written with `address.` before their names. */
const addressParts: Record<string, AttributeDefinition> = definitionsOf(addressFields, column => [
  ...new Set([column, ...wireNames(column as AddressColumn)]),
])

const address_prefix = 'address.'
const dottedAddressParts = Object.fromEntries(
  Object.entries(addressParts).map(([name, part]) => [`${address_prefix}${name}`, part]),
)

const definitions: Record<string, AttributeDefinition> = {
  id: { kind: 'integer', column: 'id' },
  created_at: { kind: 'time', column: 'created_at' },
  CreatedAt: { kind: 'time', column: 'created_at' },
  updated_at: { kind: 'time', column: 'updated_at' },
  UpdatedAt: { kind: 'time', column: 'updated_at' },
  lastchange: { kind: 'time', column: 'updated_at' },
  ...definitionsOf(contactFields, name => [name]),
  membership_code: { kind: 'text', column: 'membership_code', line_column: 'details' },
  membership_number: { kind: 'integer', column: 'member_number' },
  address: { kind: 'address' },
  ...addressParts,
  ...dottedAddressParts,
  tags: { kind: 'tags', needs: 'contacts:sensitive' },
  form: { kind: 'form', needs: 'contacts:sensitive' },
  custom_fields: { kind: 'form', needs: 'contacts:sensitive' },
  membership: { kind: 'membership', needs: 'finance:read' },
  membership_start_date: { kind: 'membership_date', column: 'start_date', needs: 'finance:read' },
  membership_end_date: { kind: 'membership_date', column: 'end_date', needs: 'finance:read' },
  donation_sum: { kind: 'donation', measure: 'sum', needs: 'finance:read' },
  donation_count: { kind: 'donation', measure: 'count', needs: 'finance:read' },
  last_donation: { kind: 'donation', measure: 'last', needs: 'finance:read' },
}

export const attributeNames = Object.keys(definitions)

export const attributeOf = (name: string): SearchAttribute | undefined =>
  Object.hasOwn(definitions, name) ? ({ name, ...definitions[name] } as SearchAttribute) : undefined

/** The attributes that contacts can be sorted by. */
export const sortableAttributes = () => attributeNames.filter(name => sortColumns(name) !== undefined)

/** An index has these orders; for any other all matches are sorted. */
export const indexedOrders = [
  '',
  'surname_key,firstname_key',
  'firstname_key',
  'city_key',
  'postal_code_key',
  'born',
  'created_at',
  'updated_at',
]

/** The columns by which an attribute sorts; the id decides between equals. Undefined when it cannot be sorted by. */
export function sortColumns(name: string): string[] | undefined {
  const attribute = attributeOf(name)
  if (!attribute || !('column' in attribute) || attribute.kind === 'membership_date') return undefined
  if (attribute.kind !== 'text') return attribute.column === 'id' ? [] : [attribute.column]
  const { column, key_column: key = attribute.lower_column ?? column } = attribute
  return column === 'surname' ? [key, 'firstname_key'] : [key]
}

const types = { integer: 'bigint', time: 'timestamptz', boolean: 'boolean' } as const
export type SortType = 'text' | (typeof types)[keyof typeof types]

/** The types of the columns that contacts are sorted by, where they are not texts. */
export const sortTypes: ReadonlyMap<string, SortType> = new Map(
  Object.values(definitions).flatMap(part =>
    part.kind === 'integer' || part.kind === 'time' || part.kind === 'boolean' ? [[part.column, types[part.kind]]] : [],
  ),
)
