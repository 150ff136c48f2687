import type { Permission } from '../../../access/permissions.ts'

/** Where a text is compared: with the names, or with everything else. The columns of searched_contacts, line by line. */
export const lines = {
  names: ['surname', 'firstname', 'married_name', 'mail'],
  details:
    `street city postal_code house_number mobile phone external_id membership_code gender birth_city birth_country nationality city_code
    county state country addition infos building floor door polling_station`.split(/\s+/),
}
export type Home = keyof typeof lines

/** The fields of which `searched_contacts.known` tells whether they are filled in, a bit for each. */
const marked = [...lines.names, ...lines.details, 'latitude', 'longitude']
export const markOf = (column: string) => 2 ** marked.indexOf(column)

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
  | { kind: 'time'; column: string }
  | { kind: 'boolean'; column: string }
  | { kind: 'address' | 'tags' | 'form' | 'membership' }
  | { kind: 'membership_date'; column: 'start_date' | 'end_date' }
  | { kind: 'donation'; measure: 'sum' | 'count' | 'last' }
)

type Part = Attribute extends infer Any ? (Any extends Attribute ? Omit<Any, 'name'> : never) : never

const text = (column: string, home: Home): Part => ({ kind: 'text', column, home })
const sorted = (column: string, home: Home): Part => ({
  kind: 'text',
  column,
  home,
  key: `${column}_key`,
  sorted: true,
})
const detail = (column: string) => text(column, 'details')
const listed = (column: string, home: Home): Part => ({ kind: 'text', column, home, listed: true })
const position = (column: string): Part => ({ kind: 'text', column, listed: true })
const number = (column: string): Part => ({ kind: 'text', column, home: 'details', number: `${column}_key` })

/** The parts of an address, which are also known with `address.` before their names. */
const addressParts: Record<string, Part> = {
  house_number: listed('house_number', 'details'),
  housenumber: listed('house_number', 'details'),
  street: { kind: 'text', column: 'street', home: 'details', key: 'street_key' },
  postal_code: sorted('postal_code', 'details'),
  postalcode: sorted('postal_code', 'details'),
  city_code: detail('city_code'),
  citycode: detail('city_code'),
  city: sorted('city', 'details'),
  county: detail('county'),
  state: detail('state'),
  country: detail('country'),
  addition: detail('addition'),
  infos: detail('infos'),
  building: detail('building'),
  floor: detail('floor'),
  door: detail('door'),
  polling_station: listed('polling_station', 'details'),
  pollingstation: listed('polling_station', 'details'),
  latitude: position('latitude'),
  lattitude: position('latitude'),
  longitude: position('longitude'),
}

const inAddress = 'address.'
const dotted = Object.fromEntries(Object.entries(addressParts).map(([name, part]) => [`${inAddress}${name}`, part]))

const parts: Record<string, Part> = {
  id: { kind: 'integer', column: 'id' },
  created_at: { kind: 'time', column: 'created_at' },
  CreatedAt: { kind: 'time', column: 'created_at' },
  updated_at: { kind: 'time', column: 'updated_at' },
  UpdatedAt: { kind: 'time', column: 'updated_at' },
  lastchange: { kind: 'time', column: 'updated_at' },
  surname: sorted('surname', 'names'),
  firstname: sorted('firstname', 'names'),
  married_name: text('married_name', 'names'),
  mail: { kind: 'text', column: 'mail', home: 'names', listed: true, caseless: 'mail_key' },
  gender: detail('gender'),
  birthdate: { kind: 'time', column: 'born' },
  age_category: { kind: 'integer', column: 'age_category' },
  birth_city: detail('birth_city'),
  birth_country: detail('birth_country'),
  nationality: detail('nationality'),
  mobile: number('mobile'),
  mobile_invalid: { kind: 'boolean', column: 'mobile_invalid' },
  phone: number('phone'),
  phone_invalid: { kind: 'boolean', column: 'phone_invalid' },
  black_list: { kind: 'boolean', column: 'black_list' },
  external_id: listed('external_id', 'details'),
  membership_code: detail('membership_code'),
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

const orders: Record<string, string[]> = {
  id: [],
  surname: ['surname_key', 'firstname_key'],
  firstname: ['firstname_key'],
  city: ['city_key'],
  street: ['street_key'],
  postal_code: ['postal_code_key'],
  postalcode: ['postal_code_key'],
  mail: ['mail_key'],
}

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
export function orderOf(sent: string): string[] | undefined {
  const name = Object.hasOwn(dotted, sent) ? sent.slice(inAddress.length) : sent
  if (Object.hasOwn(orders, name)) return orders[name]
  const attribute = attributeOf(name)
  return attribute && 'column' in attribute && attribute.kind !== 'membership_date' ? [attribute.column] : undefined
}
