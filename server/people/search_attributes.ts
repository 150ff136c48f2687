import type { Permission } from '../access/permissions.ts'

/** Where the trigrams of a text are: with the names, or with everything else. */
export type Home = 'names' | 'details'

/** What one can search by. The column is that of `searched_contacts`. */
export type Attribute = { name: string; needs?: Permission } & (
  | { kind: 'text'; column: string; home: Home; key?: string }
  | { kind: 'integer'; column: string }
  | { kind: 'time'; column: string }
  | { kind: 'boolean'; column: string }
  | { kind: 'address' | 'tags' | 'form' | 'membership' }
  | { kind: 'membership_date'; column: 'start_date' | 'end_date' }
  | { kind: 'donation'; measure: 'sum' | 'count' | 'last' }
)

type Part = Attribute extends infer Any ? (Any extends Attribute ? Omit<Any, 'name'> : never) : never

const text = (column: string, home: Home, key?: string): Part => ({ kind: 'text', column, home, ...(key && { key }) })
const detail = (column: string) => text(column, 'details')

const parts: Record<string, Part> = {
  id: { kind: 'integer', column: 'id' },
  created_at: { kind: 'time', column: 'created_at' },
  CreatedAt: { kind: 'time', column: 'created_at' },
  updated_at: { kind: 'time', column: 'updated_at' },
  UpdatedAt: { kind: 'time', column: 'updated_at' },
  lastchange: { kind: 'time', column: 'updated_at' },
  surname: text('surname', 'names', 'surname_key'),
  firstname: text('firstname', 'names', 'firstname_key'),
  married_name: text('married_name', 'names'),
  mail: text('mail', 'names'),
  gender: detail('gender'),
  birthdate: { kind: 'time', column: 'born' },
  age_category: { kind: 'integer', column: 'age_category' },
  birth_city: detail('birth_city'),
  birth_country: detail('birth_country'),
  nationality: detail('nationality'),
  mobile: detail('mobile'),
  mobile_invalid: { kind: 'boolean', column: 'mobile_invalid' },
  phone: detail('phone'),
  phone_invalid: { kind: 'boolean', column: 'phone_invalid' },
  black_list: { kind: 'boolean', column: 'black_list' },
  external_id: detail('external_id'),
  membership_code: detail('membership_code'),
  membership_number: { kind: 'integer', column: 'member_number' },
  address: { kind: 'address' },
  house_number: detail('house_number'),
  housenumber: detail('house_number'),
  street: text('street', 'details', 'street_key'),
  postal_code: detail('postal_code'),
  postalcode: detail('postal_code'),
  city_code: detail('city_code'),
  citycode: detail('city_code'),
  city: text('city', 'details', 'city_key'),
  county: detail('county'),
  state: detail('state'),
  country: detail('country'),
  addition: detail('addition'),
  infos: detail('infos'),
  building: detail('building'),
  floor: detail('floor'),
  door: detail('door'),
  polling_station: detail('polling_station'),
  pollingstation: detail('polling_station'),
  latitude: detail('latitude'),
  lattitude: detail('latitude'),
  longitude: detail('longitude'),
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

/** Columns in whose order an index leads through the contacts; any other order is made by sorting all that fit. */
const orders: Record<string, string[]> = {
  surname: ['surname_key', 'firstname_key'],
  firstname: ['firstname_key'],
  city: ['city_key'],
  street: ['street_key'],
  id: [],
}

/** The columns by which an attribute sorts; the id decides between equals. Undefined when it cannot be sorted by. */
export function orderOf(name: string): string[] | undefined {
  if (Object.hasOwn(orders, name)) return orders[name]
  const attribute = attributeOf(name)
  return attribute && 'column' in attribute && attribute.kind !== 'membership_date' ? [attribute.column] : undefined
}
