import type { ErrorObject } from 'ajv'
import type { Fault } from '../../errors.ts'
import { nearestName } from './nearest_name.ts'

// Turns the errors of the validator into messages that say what to change.

export type RequestPart = 'path' | 'query' | 'body'

/** One message for each location, in the order in which they were found. */
export function faultsOf(part: RequestPart, errors: ErrorObject[]): Fault[] {
  const relevant = errors.filter(error => isRelevant(error, errors))
  const byLocation = Map.groupBy(relevant.length > 0 ? relevant : errors, error => locationOf(part, error))
  return [...byLocation].flatMap(([location, [first, ...others]]) =>
    first
      ? {
          location,
          message: messageFor(part, location, first, others),
          value: first.keyword === 'required' ? null : first.data,
        }
      : [],
  )
}

/**
 * For a union such as "a number, a text, or a list", the validator reports every choice. If the value has the type of one choice, only the errors
 * of that choice are relevant.
 */
function isRelevant({ keyword, instancePath }: ErrorObject, errors: ErrorObject[]) {
  if (keyword === 'anyOf') return false
  if (keyword !== 'type') return true
  return !errors.some(
    other =>
      (other.instancePath === instancePath && !['type', 'anyOf'].includes(other.keyword)) ||
      other.instancePath.startsWith(`${instancePath}/`),
  )
}

const name_length_max = 100

/** Suggests the nearest parameter, and lists those that the operation has. */
export function unknownParameter(name: string, value: unknown, known: string[]): Fault {
  const near = nearestName(name, known)
  const suggestion = near === undefined ? '' : ` Did you mean ${near}?`
  const taken = known.length === 0 ? 'It takes no query parameters' : `It takes ${joinWords(known, 'and')}`
  return {
    location: `query.${name.slice(0, name_length_max)}`,
    message: `is not a parameter of this operation.${suggestion} ${taken}`,
    value,
  }
}

const locationOf = (part: RequestPart, { instancePath, keyword, params }: ErrorObject) =>
  [part, ...instancePath.split('/').slice(1), ...(keyword === 'required' ? [String(params.missingProperty)] : [])].join(
    '.',
  )

function messageFor(part: RequestPart, location: string, error: ErrorObject, others: ErrorObject[]) {
  const { keyword, data, message } = error
  if (location === 'body') return 'must be a JSON object, such as {"data": {…}}'
  if (location === 'body.data' && keyword === 'required') return 'is required: send the fields in it, as {"data": {…}}'
  if (keyword === 'type') {
    const wanted = [error, ...others].filter(one => one.keyword === 'type').map(({ params }) => String(params.type))
    // That null is accepted too does not help a client that sent something else.
    const helpful = wanted.some(type => type !== 'null') ? wanted.filter(type => type !== 'null') : wanted
    return typeMessage(helpful, part === 'body' ? data : undefined)
  }
  return messages[keyword]?.(error) ?? message ?? 'is not valid'
}

const typeNames: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

/** Names the type of `sent` if it is the mistake. A fraction sent for an integer has the right JSON type, so it is not named. */
function typeMessage(wanted: string[], sent: unknown) {
  // The parser has replaced a number that JavaScript cannot represent exactly.
  if (Number.isNaN(sent))
    return `must be a number of at most ${Number.MAX_SAFE_INTEGER}; a larger one cannot be stored exactly`
  const kind = sent === null ? 'null' : Array.isArray(sent) ? 'array' : typeof sent
  const isNumber = kind === 'number' && wanted.some(type => type === 'integer' || type === 'number')
  const not = sent === undefined || kind === 'boolean' || isNumber ? '' : `, not ${typeNames[kind]}`
  return `must be ${joinWords(
    [...new Set(wanted)].map(type => typeNames[type] ?? type),
    'or',
  )}${not}`
}

const joinWords = (words: string[], last: 'and' | 'or') =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

const quantity = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** The message for each keyword that the schemas use. */
export const messages: Record<string, (error: ErrorObject) => string> = {
  required: () => 'is required',
  minLength: ({ params: { limit } }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${quantity(limit, 'character')}`,
  maxLength: ({ params: { limit } }) => `must have at most ${quantity(limit, 'character')}`,
  minItems: ({ params: { limit } }) => `must have at least ${quantity(limit, 'item')}`,
  maxItems: ({ params: { limit } }) => `must have at most ${quantity(limit, 'item')}`,
  maxProperties: ({ params: { limit } }) => `must have at most ${limit} entries`,
  uniqueItems: ({ params: { i, j } }) =>
    `must not have the same item twice, as items ${Math.min(i, j)} and ${Math.max(i, j)} are`,
  minimum: ({ params: { limit } }) => `must be ${limit} or more`,
  maximum: ({ params: { limit } }) => `must be ${limit} or less`,
  const: ({ params: { allowedValue } }) => `must be ${JSON.stringify(allowedValue)}`,
  enum: ({ params: { allowedValues } }) => {
    const words = (allowedValues as string[]).filter(word => word !== '')
    return `must be one of ${words.join(', ')}${words.length < allowedValues.length ? ', or empty' : ''}`
  },
  format: ({ params: { format } }) => formatMessages[format] ?? 'does not have the required format',
  pattern: ({ parentSchema }) => patternMessage({ ...parentSchema }),
}

const formatMessages: Record<string, string> = {
  'date-time': 'must be a date, or a time with its offset, such as 2026-05-01 or 2026-05-01T18:30:00Z',
  email: 'must be an e-mail address, such as name@example.org',
  email_or_empty: 'must be an e-mail address, such as name@example.org, or empty',
  currency: 'must be an ISO 4217 currency, such as EUR',
  'time-zone': 'must be a time zone, such as Europe/Paris or America/Toronto',
  'length-of-time': 'must be a length of time, such as P1Y or "18 months"',
}

/** `expects` explains a pattern; otherwise its description does. */
function patternMessage({ expects, description }: Record<string, string | undefined>) {
  if (expects) return `must ${expects}`
  if (!description) return 'must not be blank'
  return `must be ${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`
}
