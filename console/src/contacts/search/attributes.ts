import type { Form } from '../../api.ts'

// What one can filter contacts by, and how each kind is asked.

export type Kind = 'text' | 'channel' | 'flag' | 'tags' | 'gender' | 'membership' | 'money' | 'count' | 'day' | 'form'

export interface Attribute {
  attr: AttributeName
  kind: Kind
  /** The permission without which the server refuses to decide by it. */
  needs?: string
}

const attribute = <Name extends string>(attr: Name, kind: Kind, needs?: string) => ({
  attr,
  kind,
  ...(needs && { needs }),
})

export const attributes = [
  attribute('surname', 'text'),
  attribute('firstname', 'text'),
  attribute('city', 'text'),
  attribute('postal_code', 'text'),
  attribute('street', 'text'),
  attribute('polling_station', 'text'),
  attribute('mail', 'channel'),
  attribute('mobile', 'channel'),
  attribute('phone', 'channel'),
  attribute('mobile_invalid', 'flag'),
  attribute('phone_invalid', 'flag'),
  attribute('black_list', 'flag'),
  attribute('tags', 'tags', 'contacts:sensitive'),
  attribute('form', 'form', 'contacts:sensitive'),
  attribute('membership', 'membership', 'finance:read'),
  attribute('donation_sum', 'money', 'finance:read'),
  attribute('donation_count', 'count', 'finance:read'),
  attribute('last_donation', 'day', 'finance:read'),
  attribute('gender', 'gender'),
  attribute('birthdate', 'day'),
  attribute('updated_at', 'day'),
  attribute('created_at', 'day'),
  attribute('external_id', 'text'),
]

export type AttributeName =
  | 'surname'
  | 'firstname'
  | 'city'
  | 'postal_code'
  | 'street'
  | 'polling_station'
  | 'mail'
  | 'mobile'
  | 'phone'
  | 'mobile_invalid'
  | 'phone_invalid'
  | 'black_list'
  | 'tags'
  | 'form'
  | 'membership'
  | 'donation_sum'
  | 'donation_count'
  | 'last_donation'
  | 'gender'
  | 'birthdate'
  | 'updated_at'
  | 'created_at'
  | 'external_id'

/** Custom fields are forms too; they are only spelled otherwise. */
export const attributeOf = (attr: string) =>
  attributes.find(one => one.attr === (attr === 'custom_fields' ? 'form' : attr))

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

/** The operators of a kind, the usual one first. */
export function operatorsOf(kind: Kind, form?: Form): readonly Operator[] {
  if (kind === 'form') return form ? formOperators[form.type] : ['ext']
  return operators[kind]
}

const operators: Record<Exclude<Kind, 'form'>, readonly Operator[]> = {
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

const chosen = ['any_of', 'none_of', 'ext', 'not_ext'] as const
const formOperators: Record<Form['type'], readonly Operator[]> = {
  radio: chosen,
  select: chosen,
  checkbox: ['any_of', 'all_of', 'none_of', 'ext', 'not_ext'],
  text: ['contains', 'eql', 'ext', 'not_ext'],
  numeric: ['gte', 'lte', 'ext', 'not_ext'],
  date: ['gte', 'lte', 'ext', 'not_ext'],
}

/** Dates that move with the calendar: a view saved today asks the same next month. */
export const recent = ['now-7d', 'now-30d', 'now-3M', 'now-1y'] as const

export const genders = ['F', 'M', 'O'] as const
export const memberships = ['member', 'lapsed', 'never'] as const
