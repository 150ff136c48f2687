import { Ajv, type ValidateFunction } from 'ajv'
import type { TObject } from 'typebox'
import { ApiError, type Fault } from '../../errors.ts'
import { durationOf, instantOf, isCurrency, isMail } from '../../fields.ts'
import { restorePlainNumbers } from '../../json.ts'
import { msg, type Text } from '../../messages/message.ts'
import { isTimeZone } from '../../time_zone.ts'
import type { JsonSchema } from '../json_schema.ts'
import { normalizeEmptyValues } from './empty_values.ts'
import { faultsOf, type RequestPart, unknownParameter } from './validation_messages.ts'

const formats = {
  'date-time': (text: string) => instantOf(text) !== undefined,
  email: isMail,
  email_or_empty: (text: string) => text === '' || isMail(text),
  currency: isCurrency,
  'time-zone': isTimeZone,
  'length-of-time': (text: string) => text === '' || durationOf(text) !== undefined,
}
const shared = {
  formats,
  useDefaults: true,
  removeAdditional: true,
  verbose: true,
  strict: false,
  strictNumbers: true,
} as const

const failFast = new Ajv(shared)
const collectAll = new Ajv({ ...shared, allErrors: true })

const collect_all_length_max = 20_000
const faults_max = 20

/** Compiles a check that fills in defaults, drops unknown fields, and throws with every location that is wrong. */
export function compileCheck(part: RequestPart, schema: TObject, { normalizesEmpty = false } = {}) {
  // Both are compiled when first needed, which keeps the start of a process short. Most operations never get an invalid request.
  let compiled: ValidateFunction | undefined
  const every = () => collectAll.compile(schema)
  return (value: unknown) => {
    // Paths and queries are text and are converted. Values in bodies have types: a wrong type is an error.
    if (part !== 'body') convertText(value as Record<string, unknown>, schema)
    else {
      restorePlainNumbers(value, schema as object)
      if (normalizesEmpty) normalizeEmptyValues(value, schema as object as JsonSchema)
    }
    compiled ??= failFast.compile(schema)
    const first = compiled
    if (first(value)) return
    const faults = faultsOf(part, allErrors(first, every, value))
    throw new ApiError('invalid_request', summaryOf(faults), { faults: faults.slice(0, faults_max) })
  }
}

/** Refuses query parameters that an operation does not have. */
export function checkParameters(query: object, known: string[]) {
  const unknown = Object.entries(query).filter(([name]) => !known.includes(name))
  if (unknown.length === 0) return
  const faults = unknown.slice(0, faults_max).map(([name, value]) => unknownParameter(name, value, known))
  throw new ApiError('invalid_request', summaryOf(faults), { faults })
}

function convertText(values: Record<string, unknown>, { properties }: TObject) {
  for (const [name, text] of Object.entries(values)) {
    const type = (properties[name] as { type?: string } | undefined)?.type
    if (type === 'integer' && typeof text === 'string' && /^-?\d{1,300}$/.test(text)) values[name] = Number(text)
    if (type === 'boolean' && (text === 'true' || text === 'false')) values[name] = text === 'true'
  }
}

// Of a huge body only the first error is reported: collecting all of them would take too long.
function allErrors(first: ValidateFunction, every: () => ValidateFunction, value: unknown) {
  const found = first.errors ?? []
  if ((JSON.stringify(value) ?? '').length > collect_all_length_max) return found
  const check = every()
  check(value)
  return check.errors ?? found
}

function summaryOf([first, ...others]: Fault[]) {
  if (others.length === 0) return msg`${first?.location} ${first?.message}.`
  if (others.length === 1) return msg`${first?.location} ${first?.message}. There is 1 more mistake.`
  return msg`${first?.location} ${first?.message}. There are ${others.length} more mistakes.`
}

export const depth_max = 32

/** Refuses what no field can store: NUL, broken Unicode, `__proto__` as a name, and too deep nesting. */
export function checkPlain(value: unknown, location: string): void {
  checkPlainAt(value, [location])
}

// The path is joined only for an error: most requests have none, and long ones have many locations.
function checkPlainAt(value: unknown, path: string[]) {
  if (typeof value === 'string' && !isPlain(value)) checkText(value, path.join('.'), false)
  if (value === null || typeof value !== 'object') return
  if (path.length > depth_max)
    throw invalidPart(shortened(path), msg`must not be nested deeper than ${depth_max} levels`)
  // The names of a list are its indexes.
  for (const name in value) {
    if (name === '__proto__' || !isPlain(name)) checkText(name, shortened(path), true)
    path.push(name)
    checkPlainAt((value as Record<string, unknown>)[name], path)
    path.pop()
  }
}

export function checkText(text: string, location: string, isName: boolean) {
  if (isName && (text === '__proto__' || !isPlain(text)))
    throw invalidPart(location, 'has a field name that is not allowed')
  if (!isPlain(text)) throw invalidPart(location, 'must not contain NUL or broken Unicode characters')
}

const isPlain = (text: string) => !text.includes('\0') && text.isWellFormed()

// The names in a deep path come from the client and may be long.
const shortened = (path: string[]) => path.slice(0, 4).join('.')

export const invalidPart = (location: string, message: Text) =>
  new ApiError('invalid_request', msg`${location} ${message}.`, { faults: [{ location, message, value: null }] })
