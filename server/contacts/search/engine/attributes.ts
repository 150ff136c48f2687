import type { Permission } from '../../../access/permissions.ts'
import type { TextSearch } from '../../core/field_kinds.ts'
import { type AddressColumn, addressFields, contactFields, wireNames } from '../../core/fields.ts'

/** A text, by its name in contact_index. */
interface TextField {
  kind: 'text'
  field: string
  /** The column of contact_index that has it as it is compared, with an index in its order. */
  key_column?: string
  /** Whether it is a telephone number, which is compared in international form. */
  phone?: true
  /** Whether case never counts, not even with `:strictdata`. */
  caseless?: true
}

/** An attribute of a condition, and how it is compared. */
export type SearchAttribute = { name: string; needs?: Permission } & (
  | TextField
  /** Integers and times are columns of contact_index, or lines of its `words`. */
  | { kind: 'integer' | 'time'; field: string; is_column?: true }
  | { kind: 'boolean'; field: string }
  /** The mobile or landline number: a condition on it is one on either. */
  | { kind: 'any_phone' }
  | { kind: 'address' | 'tags' | 'form' | 'membership' }
  | { kind: 'membership_date'; column: 'start_date' | 'end_date' }
  | { kind: 'donation'; measure: 'sum' | 'count' | 'last' }
)

type AttributeDefinition = SearchAttribute extends infer Any
  ? Any extends SearchAttribute
    ? Omit<Any, 'name'>
    : never
  : never

type Fields = Record<string, { kind: string; search?: TextSearch | false }>

/** The attribute of a field; undefined when it cannot be searched by. */
function definitionOf(field: string, { kind, search = {} }: Fields[string]): AttributeDefinition | undefined {
  if (search === false) return undefined
  if (kind === 'count' || kind === 'foreign_id') return { kind: 'integer', field }
  if (kind === 'flag') return { kind: 'boolean', field }
  if (kind === 'date')
    return field === 'birthdate' ? { kind: 'time', field: 'born', is_column: true } : { kind: 'time', field }
  return {
    kind: 'text',
    field,
    ...(search.sorted && { key_column: `${field}_key` }),
    ...(kind === 'phone' && { phone: true }),
    ...(kind === 'mail' && { caseless: true }),
  }
}

const definitionsOf = (fields: Fields, namesOf: (field: string) => string[]) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, options]) => {
      const definition = definitionOf(field, options)
      return definition ? namesOf(field).map(name => [name, definition]) : []
    }),
  )

/** The parts of an address, which may also be written with `address.` before their names. */
const addressParts: Record<string, AttributeDefinition> = definitionsOf(addressFields, column => [
  ...new Set([column, ...wireNames(column as AddressColumn)]),
])
const dottedAddressParts = Object.fromEntries(
  Object.entries(addressParts).map(([name, part]) => [`address.${name}`, part]),
)

const column = <Kind extends 'integer' | 'time'>(kind: Kind, field: string) =>
  ({ kind, field, is_column: true }) as const

const definitions: Record<string, AttributeDefinition> = {
  id: column('integer', 'id'),
  created_at: column('time', 'created_at'),
  CreatedAt: column('time', 'created_at'),
  updated_at: column('time', 'updated_at'),
  UpdatedAt: column('time', 'updated_at'),
  lastchange: column('time', 'updated_at'),
  ...definitionsOf(contactFields, name => [name]),
  any_phone: { kind: 'any_phone' },
  membership_code: { kind: 'text', field: 'membership_code' },
  membership_number: { kind: 'integer', field: 'membership_number' },
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

/** The attributes that a condition on any telephone number is about, under its name. */
export const phoneAttributes = ({ name }: SearchAttribute): SearchAttribute[] =>
  ['mobile', 'phone'].map(field => ({ ...definitions[field], name }) as SearchAttribute)

/** An attribute that contacts can be sorted by. */
export type SortableAttribute = Extract<SearchAttribute, { field: string }>

export function sortableAttribute(name: string): SortableAttribute | undefined {
  const attribute = attributeOf(name)
  return attribute && 'field' in attribute ? attribute : undefined
}

export const sortableAttributes = () => attributeNames.filter(name => sortableAttribute(name) !== undefined)
