import type { Form } from '../../api.ts'

// The attributes that contacts can be filtered by, and the operators of each kind.

export type Kind = 'text' | 'channel' | 'flag' | 'tags' | 'gender' | 'membership' | 'money' | 'count' | 'day' | 'form'

/** `needs` is the permission without which the server refuses to filter by the attribute. */
const definitions = {
  surname: { kind: 'text' },
  firstname: { kind: 'text' },
  city: { kind: 'text' },
  postal_code: { kind: 'text' },
  street: { kind: 'text' },
  polling_station: { kind: 'text' },
  mail: { kind: 'channel' },
  mobile: { kind: 'channel' },
  phone: { kind: 'channel' },
  any_phone: { kind: 'channel' },
  mobile_invalid: { kind: 'flag' },
  phone_invalid: { kind: 'flag' },
  black_list: { kind: 'flag' },
  tags: { kind: 'tags', needs: 'contacts:sensitive' },
  form: { kind: 'form', needs: 'contacts:sensitive' },
  membership: { kind: 'membership', needs: 'finance:read' },
  membership_end_date: { kind: 'day', needs: 'finance:read' },
  donation_sum: { kind: 'money', needs: 'finance:read' },
  donation_count: { kind: 'count', needs: 'finance:read' },
  last_donation: { kind: 'day', needs: 'finance:read' },
  gender: { kind: 'gender' },
  birthdate: { kind: 'day' },
  updated_at: { kind: 'day' },
  created_at: { kind: 'day' },
  external_id: { kind: 'text' },
} as const satisfies Record<string, { kind: Kind; needs?: string }>

export type AttributeName = keyof typeof definitions

export interface Attribute {
  attr: AttributeName
  kind: Kind
  needs?: string
}

const isAttributeName = (name: string): name is AttributeName => name in definitions

export const attributeNamed = (attr: AttributeName): Attribute => ({ attr, ...definitions[attr] })

export const attributes: Attribute[] = Object.keys(definitions).filter(isAttributeName).map(attributeNamed)

/** The attribute of a condition. Custom fields are forms under another name. */
export function attributeOf(attr: string): Attribute | undefined {
  const name = attr === 'custom_fields' ? 'form' : attr
  return isAttributeName(name) ? attributeNamed(name) : undefined
}

/** The permissions without which the server refuses a query, whatever its form. */
export function permissionsFor(query: object): string[] {
  const found = new Set<string>()
  JSON.stringify(query, (name, value) => {
    const needs = name === 'attr' && typeof value === 'string' && attributeOf(value)?.needs
    if (needs) found.add(needs)
    return value
  })
  return [...found]
}

export type Operator =
  | 'contains'
  | 'eql'
  | 'start_with'
  | 'any_of'
  | 'all_of'
  | 'none_of'
  | 'ext'
  | 'not_ext'
  | 'gte'
  | 'lte'

type Operators = readonly [Operator, ...Operator[]]

/** The operators of a kind, the most common one first. */
export function operatorsOf(kind: Kind, form?: Form): Operators {
  if (kind === 'form') return form ? formOperators[form.type] : ['ext']
  return operators[kind]
}

const operators: Record<Exclude<Kind, 'form'>, Operators> = {
  text: ['contains', 'eql', 'start_with', 'ext', 'not_ext'],
  channel: ['ext', 'not_ext', 'contains', 'eql'],
  flag: ['eql'],
  tags: ['any_of', 'all_of', 'none_of', 'ext', 'not_ext'],
  gender: ['any_of', 'none_of'],
  membership: ['any_of', 'none_of'],
  money: ['gte', 'lte'],
  count: ['gte', 'lte'],
  day: ['gte', 'lte', 'ext', 'not_ext'],
}

const choice_operators = ['any_of', 'none_of', 'ext', 'not_ext'] as const
const formOperators: Record<Form['type'], Operators> = {
  radio: choice_operators,
  select: choice_operators,
  checkbox: ['any_of', 'all_of', 'none_of', 'ext', 'not_ext'],
  text: ['contains', 'eql', 'ext', 'not_ext'],
  numeric: ['gte', 'lte', 'ext', 'not_ext'],
  date: ['gte', 'lte', 'ext', 'not_ext'],
}

/** Relative dates: a saved view keeps its meaning as time passes. */
export const recent = ['now-7d', 'now-30d', 'now-3M', 'now-1y', 'now+45d'] as const

export const genders = ['F', 'M', 'O'] as const
export const memberships = ['member', 'due', 'to_come', 'lapsed', 'never'] as const
