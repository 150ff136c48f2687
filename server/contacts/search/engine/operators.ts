import { invalid } from '../../../errors.ts'
import { id_max, instantOf, lastInstantOf } from '../../../fields.ts'
import { msg } from '../../../messages/message.ts'
import { membership_states, type ValueSpan } from '../../core/search_conditions.ts'
import type { SearchAttribute } from './attributes.ts'

export type ScalarValue = string | number | boolean

/** A comparison with a value. Several operators of the interface become one of these. */
export type ConditionTest =
  | { is: 'any_of' | 'all_of'; values: ScalarValue[]; spans: ValueSpan[] }
  | { is: 'ext' }
  | { is: 'contains' | 'start_with'; text: string }
  | { is: 'range'; span: ValueSpan }

const values_max = 500
const text_max = 500

type Sent = Record<string, unknown>

/** Reads `value`, or `from` and `to`, as this kind of attribute takes them. */
export function parseConditionTest(
  attribute: SearchAttribute,
  is: ConditionTest['is'],
  operator: string,
  sent: Sent,
  location: string,
): ConditionTest {
  const value = attribute.kind === 'form' && isObject(sent.value) ? sent.value.value : sent.value
  const value_location = `${location}.value`
  switch (is) {
    case 'ext':
      return { is }
    case 'contains':
    case 'start_with':
      if (typeof value !== 'string' || !/\S/.test(value) || value.length > text_max)
        throw invalid(value_location, msg`must be a text of 1 to ${text_max} characters`, value)
      return { is, text: value }
    case 'range':
      return { is, span: parseSpan(attribute, operator, sent, value, location) }
    default:
      return parseList(attribute, is, operator, value, value_location)
  }
}

function parseList(
  attribute: SearchAttribute,
  is: 'any_of' | 'all_of',
  operator: string,
  value: unknown,
  location: string,
): ConditionTest {
  const single = operator === 'eql' || operator === 'not_eql'
  // An answer can be given by its form_ref_ids alone.
  if (attribute.kind === 'form' && value === undefined) return { is, values: [], spans: [] }
  if (single && Array.isArray(value)) throw invalid(location, 'must be one value; for several there is any_of', null)
  if (!single && !Array.isArray(value)) throw invalid(location, 'must be an array', value)
  const list: unknown[] = single ? [value] : (value as unknown[])
  if (list.length > values_max) throw invalid(location, msg`must have at most ${values_max} items`, null)
  const at = (index: number) => (single ? location : `${location}.${index}`)
  if (attribute.kind === 'time') {
    return { is, values: [], spans: list.map((item, index) => parseTime(item, at(index))) }
  }
  return { is, values: list.map((item, index) => parseScalar(attribute, item, at(index))), spans: [] }
}

function parseSpan(
  attribute: SearchAttribute,
  operator: string,
  sent: Sent,
  value: unknown,
  location: string,
): ValueSpan {
  const inside = isObject(sent.value) && attribute.kind === 'form' ? sent.value : sent
  const [from, to, fromAt, toAt] =
    operator === 'range'
      ? [inside.from, inside.to, `${location}.from`, `${location}.to`]
      : [value, value, `${location}.value`, `${location}.value`]
  const span: ValueSpan = {}
  if (operator !== 'lte') span.from = parseBound(attribute, from, fromAt, 'from')
  if (operator !== 'gte') span.to = parseBound(attribute, to, toAt, 'to')
  if (span.from !== undefined && span.to !== undefined) {
    if (typeof span.from !== typeof span.to) throw invalid(toAt, 'must be of the same kind as from', to)
    if (span.from > span.to) throw invalid(toAt, 'must not be before from', to)
  }
  return span
}

function parseBound(
  attribute: SearchAttribute,
  value: unknown,
  location: string,
  bound: 'from' | 'to',
): string | number {
  const { kind } = attribute
  const is_date = kind === 'time' || kind === 'membership_date' || (kind === 'donation' && attribute.measure === 'last')
  if (is_date) return parseTime(value, location)[bound]
  if (kind === 'form') {
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (typeof value === 'string' && /^-?\d{1,15}([.,]\d{1,15})?$/.test(value)) return Number(value.replace(',', '.'))
    const instants = typeof value === 'string' ? instantsOf(value) : undefined
    if (instants) return instants[bound].slice(0, 10)
    throw invalid(location, 'must be a number or a date, such as 2026-05-01 or now-30d', value)
  }
  return parseScalar(attribute, value, location) as string | number
}

function parseScalar(attribute: SearchAttribute, value: unknown, location: string): ScalarValue {
  switch (attribute.kind) {
    case 'boolean':
      if (value === 'true' || value === 'false') return value === 'true'
      if (typeof value !== 'boolean') throw invalid(location, 'must be true or false', value)
      return value
    case 'integer':
    case 'donation': {
      const number = parseInteger(value)
      if (number === undefined) throw invalid(location, msg`must be an integer of at most ${id_max}`, value)
      return number
    }
    case 'membership':
      if (!membership_states.includes(value as never))
        throw invalid(location, msg`must be one of ${membership_states.join(', ')}`, value)
      return value as string
    case 'tags':
      if (Number.isSafeInteger(value)) return value as number
      break
    default:
  }
  if (typeof value !== 'string' || value.length > text_max)
    throw invalid(location, msg`must be a text of at most ${text_max} characters`, value)
  return value
}

/** An integer, also written as a text; undefined for anything else. */
export function parseInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

function parseTime(value: unknown, location: string) {
  const moment = typeof value === 'string' ? instantsOf(value) : undefined
  if (!moment) throw invalid(location, 'must be a date, a time with its offset, or such as now-30d', value)
  return moment
}

const relative = /^now(?:([+-])(\d{1,5})([hdwMy]))?$/

/** The first and last instant that a text means: a whole day, one instant, or a time relative to now (h, d, w, M for months, y). */
function instantsOf(text: string): { from: string; to: string } | undefined {
  const [whole, sign, count, unit = ''] = relative.exec(text) ?? []
  if (whole) return relativeInstant(Number(count ?? 0) * (sign === '-' ? -1 : 1), unit)
  const [from, to] = [instantOf(text), lastInstantOf(text)]
  return from && to ? { from, to } : undefined
}

function relativeInstant(count: number, unit: string) {
  const date = new Date()
  if (unit === 'h') date.setUTCHours(date.getUTCHours() + count)
  else if (unit === 'M' || unit === 'y') addMonths(date, unit === 'M' ? count : 12 * count)
  else date.setUTCDate(date.getUTCDate() + (unit === 'w' ? 7 * count : count))
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? { from: date.toISOString(), to: date.toISOString() } : undefined
}

// One month before the 31st is the last day of a shorter month.
function addMonths(date: Date, months: number) {
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  if (date.getUTCDate() < day) date.setUTCDate(0)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
