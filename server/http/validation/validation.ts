import { Ajv, type ValidateFunction } from 'ajv'
import type { TObject } from 'typebox'
import { ApiError, type Fault } from '../../errors.ts'
import { durationOf, instantOf, isCurrency, isMail } from '../../fields.ts'
import { restorePlainNumbers } from '../../json.ts'
import { normalizeEmptyValues } from './empty_values.ts'
import { faultsOf, type Part, unknownParameter } from './validation_messages.ts'

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

const failFast = new Ajv(shared)
const collectAll = new Ajv({ ...shared, allErrors: true })

const collect_all_length_max = 20_000
const faults_max = 20

/** Compiles a check that fills in defaults, drops unknown fields, and otherwise tells what is wrong and where. */
export function compileCheck(part: Part, schema: TObject, { spellsEmpty = false } = {}) {
  // Both are compiled when first needed: a process that starts should not wait for what nobody has asked yet, and most operations never see
  // a wrong request.
  let compiled: ValidateFunction | undefined
  const every = () => collectAll.compile(schema)
  return (value: unknown) => {
    // Paths and queries are text and must be read; bodies have types of their own, and a wrong one is never bent into a right one.
    if (part !== 'body') convertText(value as Record<string, unknown>, schema)
    else {
      restorePlainNumbers(value, schema as object)
      if (spellsEmpty) normalizeEmptyValues(value, schema as object)
    }
    compiled ??= failFast.compile(schema)
    const first = compiled
    if (first(value)) return
    const faults = faultsOf(part, allErrors(first, every, value))
    throw new ApiError('invalid_request', summaryOf(faults), { faults: faults.slice(0, faults_max) })
  }
}

/** Refuses parameters of the query that an operation does not have. */
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

// Listing every mistake of a huge body would cost more than it helps; then the first one must do.
function allErrors(first: ValidateFunction, every: () => ValidateFunction, value: unknown) {
  const found = first.errors ?? []
  if ((JSON.stringify(value) ?? '').length > collect_all_length_max) return found
  const check = every()
  check(value)
  return check.errors ?? found
}

function summaryOf([first, ...others]: Fault[]) {
  const more =
    others.length > 0
      ? ` There ${others.length === 1 ? 'is 1 more mistake' : `are ${others.length} more mistakes`}.`
      : ''
  return `${first?.location} ${first?.message}.${more}`
}

export const depth_max = 32

export const values_max = 25_000
export const members_max = 1000

/**
 * Refuses JSON that holds more than any operation takes, by counting in the text: to parse and check it first would keep every other
 * request waiting.
 */
export function checkSize(text: string) {
  // A member of an object takes five characters at least, and a value two.
  if (text.length <= 5 * members_max) return
  let values = 1
  /** Members of the object that the scan is in, and of those around it; an array has none however long it is. */
  let members = Number.NEGATIVE_INFINITY
  const around: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) {
      values++
      members++
    } else if (code === openBrace || code === openBracket) {
      values++
      if (around.push(members) > depth_max)
        throw invalidPart('body', `must not be nested deeper than ${depth_max} levels`)
      members = code === openBrace ? 1 : Number.NEGATIVE_INFINITY
    } else if (code === closeBrace || code === closeBracket) members = around.pop() ?? Number.NEGATIVE_INFINITY
    if (values > values_max)
      throw invalidPart('body', `must not hold more than ${values_max} values; send less at once`)
    if (members > members_max) throw invalidPart('body', `must not hold an object with more than ${members_max} fields`)
  }
}

const [quote, comma, openBrace, closeBrace, openBracket, closeBracket, backslash] = [...'",{}[]\\'].map(sign =>
  sign.charCodeAt(0),
)

const form_fields_max = 100

/** Refuses a form with more fields than any page of ours has, before it is parsed. */
export function checkFormSize(text: string) {
  if (text.split('&', form_fields_max + 1).length > form_fields_max)
    throw invalidPart('body', `must not hold more than ${form_fields_max} fields`)
}

/** The position of the quote that ends the string which begins here; the end of the text where there is none. */
function endOfString(text: string, begin: number) {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/** Refuses what no field of ours can hold: NUL and broken characters, names that reach into objects, nesting without end. */
export function checkPlain(value: unknown, location: string): void {
  checkPlainAt(value, [location])
}

// The path is joined only where something is wrong: most requests have nothing wrong, and long ones have many places.
function checkPlainAt(value: unknown, path: (string | number)[]) {
  if (typeof value === 'string' && !isPlain(value)) checkText(value, path.join('.'), false)
  if (value === null || typeof value !== 'object') return
  if (path.length > depth_max) throw invalidPart(shortened(path), `must not be nested deeper than ${depth_max} levels`)
  if (Array.isArray(value))
    for (let index = 0; index < value.length; index++) {
      path.push(index)
      checkPlainAt(value[index], path)
      path.pop()
    }
  else
    for (const key in value) {
      if (key === '__proto__' || !isPlain(key)) checkText(key, shortened(path), true)
      path.push(key)
      checkPlainAt((value as Record<string, unknown>)[key], path)
      path.pop()
    }
}

export function checkText(text: string, location: string, isName: boolean) {
  if (isName && (text === '__proto__' || !isPlain(text)))
    throw invalidPart(location, 'has a field name that is not allowed')
  if (!isPlain(text)) throw invalidPart(location, 'must not contain NUL or broken Unicode characters')
}

const isPlain = (text: string) => !text.includes('\0') && text.isWellFormed()

// The names in a deep path are the sender's own, and may be long.
const shortened = (path: (string | number)[]) => path.slice(0, 4).join('.')

export const invalidPart = (location: string, message: string) =>
  new ApiError('invalid_request', `${location} ${message}.`, { faults: [{ location, message, value: null }] })
