import type { Permission } from '../../../access/permissions.ts'
import type { TextSearch } from '../../core/field_kinds.ts'
import { type AddressColumn, addressFields, contactFields, wireNames } from '../../core/fields.ts'

/**
 * The fields whose texts are lines of the column `names` or `details`, in the order of the lines. Both have a trigram index. Migrations fix them;
 * a field that is added later is compared in its own column.
 */
export const lines = {
  names: ['surname', 'firstname', 'married_name', 'mail'],
  details:
    `street city postal_code house_number mobile phone external_id membership_code gender birth_city birth_country nationality city_code
    county state country addition infos building floor door polling_station`.split(/\s+/),
}
export type Home = keyof typeof lines

/** The fields for which `searched_contacts.known` says whether they are filled in, one bit each. Migrations fix these too. */
const marked = [...lines.names, ...lines.details, 'latitude', 'longitude']
export const markOf = (column: string) => (marked.includes(column) ? 2 ** marked.indexOf(column) : undefined)

/** A text. Without a home no part of it has an index: nobody looks for a part of a position but its beginning. */
interface TextColumn {
  kind: 'text'
  column: string
  home?: Home
  /** The column that has it ready made, as it is compared. */
  key?: string
  /** Whether an index is in the order of the key. */
  sorted?: boolean
  /** The column that has it as a telephone number, however it is spelled. */
  number?: string
  /** Whether it has an index by which it is found whole, as it is compared. */
  listed?: boolean
  /** The column that has it in lower case, where case never counts, not even to the letter. */
  caseless?: string
}

/** What one can search by. The column is that of `searched_contacts`. */
export type Attribute = { name: string; needs?: Permission } & (
  | TextColumn
  | { kind: 'integer'; column: string }
  /** With `optional`, `infinity` stands for no value. */
  | { kind: 'time'; column: string; optional?: true }
  | { kind: 'boolean'; column: string }
  | { kind: 'address' | 'tags' | 'form' | 'membership' }
  | { kind: 'membership_date'; column: 'start_date' | 'end_date' }
  | { kind: 'donation'; measure: 'sum' | 'count' | 'last' }
)

type Part = Attribute extends infer Any ? (Any extends Attribute ? Omit<Any, 'name'> : never) : never

/** What one searches a field by; undefined when nothing searches by it. */
function partOf(column: string, { kind, search }: { kind: string; search?: TextSearch | false }): Part | undefined {
  if (search === false) return undefined
  if (kind === 'count' || kind === 'foreign_id') return { kind: 'integer', column }
  if (kind === 'flag') return { kind: 'boolean', column }
  // The view names this one field otherwise.
  if (kind === 'date') return { kind: 'time', column: column === 'birthdate' ? 'born' : column, optional: true }
  const { whole, key, sorted, phone, caseless } = search ?? { whole: true }
  const home = homeOf(column)
  return {
    kind: 'text',
    column,
    ...(home && { home }),
    ...(key && { key: `${column}_key` }),
    ...(sorted && { sorted }),
    ...(phone && { number: `${column}_key` }),
    ...(whole && { listed: true }),
    ...(caseless && { caseless: `${column}_key` }),
  }
}

const homeOf = (column: string): Home | undefined =>
  lines.names.includes(column) ? 'names' : lines.details.includes(column) ? 'details' : undefined

const partsOf = (
  columns: Record<string, { kind: string; search?: TextSearch | false }>,
  namesOf: (column: string) => string[],
) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, field]) => {
      const part = partOf(column, field)
      return part ? namesOf(column).map(name => [name, part]) : []
    }),
  )

/** The parts of an address, which are also known with `address.` before their names. */
const addressParts: Record<string, Part> = partsOf(addressFields, column => [
  ...new Set([column, ...wireNames(column as AddressColumn)]),
])

const inAddress = 'address.'
const dotted = Object.fromEntries(Object.entries(addressParts).map(([name, part]) => [`${inAddress}${name}`, part]))

const parts: Record<string, Part> = {
  id: { kind: 'integer', column: 'id' },
  created_at: { kind: 'time', column: 'created_at' },
  CreatedAt: { kind: 'time', column: 'created_at' },
  updated_at: { kind: 'time', column: 'updated_at' },
  UpdatedAt: { kind: 'time', column: 'updated_at' },
  lastchange: { kind: 'time', column: 'updated_at' },
  ...partsOf(contactFields, name => [name]),
  membership_code: { kind: 'text', column: 'membership_code', home: 'details' },
  membership_number: { kind: 'integer', column: 'member_number' },
  address: { kind: 'address' },
  ...addressParts,
  ...dotted,
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

export const attributeNames = Object.keys(parts)

export const attributeOf = (name: string): Attribute | undefined =>
  Object.hasOwn(parts, name) ? ({ name, ...parts[name] } as Attribute) : undefined

/** What contacts can be sorted by. */
export const sortable = () => attributeNames.filter(name => orderOf(name) !== undefined)

/** In these orders an index leads through the contacts; any other is made by sorting all that fit. */
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
export function orderOf(name: string): string[] | undefined {
  const attribute = attributeOf(name)
  if (!attribute || !('column' in attribute) || attribute.kind === 'membership_date') return undefined
  if (attribute.kind !== 'text') return attribute.column === 'id' ? [] : [attribute.column]
  const { column, key = attribute.caseless ?? column } = attribute
  return column === 'surname' ? [key, 'firstname_key'] : [key]
}

const types = { integer: 'bigint', time: 'timestamptz', boolean: 'boolean' } as const

/** The types of the columns that contacts are sorted by, where they are not texts. */
export const sortTypes: ReadonlyMap<string, string> = new Map(
  Object.values(parts).flatMap(part =>
    part.kind === 'integer' || part.kind === 'time' || part.kind === 'boolean' ? [[part.column, types[part.kind]]] : [],
  ),
)
