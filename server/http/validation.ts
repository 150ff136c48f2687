import { Ajv, type ValidateFunction } from 'ajv'
import type { TObject } from 'typebox'
import { ApiError, type Fault } from '../errors.ts'
import { durationOf, instantOf, isCurrency, isMail } from '../fields.ts'
import { soften } from '../json.ts'
import { faultsOf, type Part, unknownParameter } from './faults.ts'

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

/** Refuses parameters of the query that an operation does not have. */
export function checkParameters(query: object, known: string[]) {
  const unknown = Object.entries(query).filter(([name]) => !known.includes(name))
  if (unknown.length === 0) return
  const faults = unknown.slice(0, faults_max).map(([name, value]) => unknownParameter(name, value, known))
  throw new ApiError('invalid_request', sentenceAbout(faults), { faults })
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
