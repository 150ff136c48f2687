import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TObject } from 'typebox'
import { ApiError, type Fault } from '../errors.ts'
import { durationOf, instantOf, isCurrency, isMail } from '../fields.ts'
import { soften } from '../json.ts'

const formats = {
  'date-time': (text: string) => instantOf(text) !== undefined,
  email: isMail,
  email_or_empty: (text: string) => text === '' || isMail(text),
  currency: isCurrency,
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

const quick = new Ajv(shared)
const thorough = new Ajv({ ...shared, allErrors: true })

const thorough_bytes_max = 20_000
const faults_max = 20

export type Part = 'path' | 'query' | 'body'

/** Compiles a check that fills in defaults, drops unknown fields, and otherwise tells what is wrong and where. */
export function checker(part: Part, schema: TObject) {
  // Both are compiled when first needed: a process that starts should not wait for what nobody has asked yet, and most operations never see
  // a wrong request.
  let compiled: ValidateFunction | undefined
  const every = () => thorough.compile(schema)
  return (value: unknown) => {
    // Paths and queries are text and must be read; bodies have types of their own, and a wrong one is never bent into a right one.
    if (part !== 'body') readText(value as Record<string, unknown>, schema)
    else soften(value, schema as object)
    compiled ??= quick.compile(schema)
    const first = compiled
    if (first(value)) return
    const faults = faultsOf(part, allErrors(first, every, value))
    throw new ApiError('invalid_request', sentenceAbout(faults), { faults: faults.slice(0, faults_max) })
  }
}

function readText(values: Record<string, unknown>, { properties }: TObject) {
  for (const [name, text] of Object.entries(values)) {
    const type = (properties[name] as { type?: string } | undefined)?.type
    if (type === 'integer' && typeof text === 'string' && /^-?\d{1,300}$/.test(text)) values[name] = Number(text)
    if (type === 'boolean' && (text === 'true' || text === 'false')) values[name] = text === 'true'
  }
}

// Listing every mistake of a huge body would cost more than it helps; then the first one must do.
function allErrors(first: ValidateFunction, every: () => ValidateFunction, value: unknown) {
  const found = first.errors ?? []
  if ((JSON.stringify(value) ?? '').length > thorough_bytes_max) return found
  const check = every()
  check(value)
  return check.errors ?? found
}

function faultsOf(part: Part, errors: ErrorObject[]): Fault[] {
  // "Either an object or null" fails once for each; the word about null tells nothing when there are others.
  const telling = errors.filter(
    ({ keyword, params }) => keyword !== 'anyOf' && !(keyword === 'type' && params.type === 'null'),
  )
  const faults = (telling.length > 0 ? telling : errors).map(error => ({
    location: [part, ...error.instancePath.split('/').slice(1), ...missing(error)].join('.'),
    message: messageFor(error),
    value: error.keyword === 'required' ? null : error.data,
  }))
  // One word for each place is enough.
  return faults.filter(({ location }, index) => faults.findIndex(fault => fault.location === location) === index)
}

const missing = ({ keyword, params }: ErrorObject) => (keyword === 'required' ? [String(params.missingProperty)] : [])

function messageFor({ keyword, params, message, parentSchema }: ErrorObject) {
  const said: Record<string, string> = {
    required: 'is required',
    type: `must be ${/^[aeio]/.test(String(params.type)) ? 'an' : 'a'} ${params.type}`,
    minLength: params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`,
    maxLength: `must have at most ${params.limit} characters`,
    minItems: `must have at least ${params.limit} item${params.limit === 1 ? '' : 's'}`,
    maxItems: `must have at most ${params.limit} items`,
    minimum: `must be ${params.limit} or more`,
    maximum: `must be ${params.limit} or less`,
    enum: `must be one of ${(params.allowedValues as unknown[] | undefined)?.join(', ')}`,
    format: formatSentences[params.format as keyof typeof formats],
    pattern: parentSchema?.['description']
      ? `is not as expected: ${String(parentSchema['description']).replace(/\.$/, '')}`
      : 'must not be blank',
  }
  return said[keyword] ?? message ?? 'is not valid'
}

const formatSentences: Record<keyof typeof formats, string> = {
  'date-time': 'must be a date, or a time with its offset, such as 2026-05-01T18:30:00Z',
  email: 'must be an e-mail address',
  email_or_empty: 'must be an e-mail address, or empty',
  currency: 'must be an ISO 4217 currency, such as EUR',
  'length-of-time': 'must be a length of time, such as P1Y or "18 months"',
}

function sentenceAbout([first, ...others]: Fault[]) {
  const more =
    others.length > 0
      ? ` There ${others.length === 1 ? 'is 1 more mistake' : `are ${others.length} more mistakes`}.`
      : ''
  return `${first?.location} ${first?.message}.${more}`
}

export const depth_max = 32

/** Refuses what no field of ours can hold: NUL and broken characters, names that reach into objects, nesting without end. */
export function checkPlain(value: unknown, location: string, depth = 0): void {
  if (typeof value === 'string') checkText(value, location, false)
  if (value === null || typeof value !== 'object') return
  if (depth >= depth_max) throw unfit(location, `must not be nested deeper than ${depth_max} levels`)
  for (const [key, part] of Object.entries(value)) {
    checkText(key, location, true)
    checkPlain(part, Array.isArray(value) || depth < 3 ? `${location}.${key}` : location, depth + 1)
  }
}

export function checkText(text: string, location: string, isName: boolean) {
  if ((!isName || text !== '__proto__') && !text.includes('\0') && text.isWellFormed()) return
  const fault = isName ? 'has a field name that is not allowed' : 'must not contain NUL or broken Unicode characters'
  throw unfit(location, fault)
}

export const unfit = (location: string, message: string) =>
  new ApiError('invalid_request', `${location} ${message}.`, { faults: [{ location, message, value: null }] })
