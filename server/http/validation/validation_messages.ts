import type { ErrorObject } from 'ajv'
import type { Fault } from '../../errors.ts'
import { msg, type Text } from '../../messages/message.ts'
import { nearestName } from '../../nearest_name.ts'

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
  return {
    location: `query.${name.slice(0, name_length_max)}`,
    message: unknownMessage(nearestName(name, known), known),
    value,
  }
}

function unknownMessage(near: string | undefined, known: string[]) {
  if (known.length === 0) return 'is not a parameter of this operation. It takes no query parameters'
  const taken = joinWords(known, 'and')
  return near === undefined
    ? msg`is not a parameter of this operation. It takes ${taken}`
    : msg`is not a parameter of this operation. Did you mean ${near}? It takes ${taken}`
}

const locationOf = (part: RequestPart, { instancePath, keyword, params }: ErrorObject) =>
  [part, ...instancePath.split('/').slice(1), ...(keyword === 'required' ? [String(params.missingProperty)] : [])].join(
    '.',
  )

function messageFor(part: RequestPart, location: string, error: ErrorObject, others: ErrorObject[]): Text {
  const { keyword, data, message } = error
  if (location === 'body') return msg`must be a JSON object, such as {"data": {…}}`
  if (location === 'body.data' && keyword === 'required')
    return msg`is required: send the fields in it, as {"data": {…}}`
  if (keyword === 'type') {
    const wanted = [error, ...others].filter(one => one.keyword === 'type').map(({ params }) => String(params.type))
    // That null is accepted too does not help a client that sent something else.
    const helpful = wanted.some(type => type !== 'null') ? wanted.filter(type => type !== 'null') : wanted
    return typeMessage(helpful, part === 'body' ? data : undefined)
  }
  return messages[keyword]?.(error) ?? message ?? msg`is not valid`
}

const typeNames: Record<string, Text> = {
  string: msg`a text`,
  integer: msg`a whole number`,
  number: msg`a number`,
  boolean: msg`true or false`,
  array: msg`an array`,
  object: msg`an object`,
  null: msg`null`,
}

/** Names the type of `sent` if it is the mistake. A fraction sent for an integer has the right JSON type, so it is not named. */
function typeMessage(wanted: string[], sent: unknown) {
  // The parser has replaced a number that JavaScript cannot represent exactly.
  if (Number.isNaN(sent))
    return msg`must be a number of at most ${Number.MAX_SAFE_INTEGER}; a larger one cannot be stored exactly`
  const kind = sent === null ? 'null' : Array.isArray(sent) ? 'array' : typeof sent
  const isNumber = kind === 'number' && wanted.some(type => type === 'integer' || type === 'number')
  const names = joinWords(
    [...new Set(wanted)].map(type => typeNames[type] ?? type),
    'or',
  )
  const isNamed = sent !== undefined && kind !== 'boolean' && !isNumber
  return isNamed ? msg`must be ${names}, not ${typeNames[kind]}` : msg`must be ${names}`
}

function joinWords(all: Text[], word: 'and' | 'or'): Text {
  const [last, ...reversed] = all.toReversed()
  if (last === undefined || reversed.length === 0) return last ?? ''
  const others = reversed.toReversed().reduce((list, next) => msg`${list}, ${next}`)
  return word === 'and' ? msg`${others} and ${last}` : msg`${others} or ${last}`
}

/** The message for each keyword that the schemas use. */
export const messages: Record<string, (error: ErrorObject) => Text> = {
  required: () => msg`is required`,
  minLength: ({ params: { limit } }) =>
    limit === 1 ? msg`must not be empty` : msg`must have at least ${limit} characters`,
  maxLength: ({ params: { limit } }) =>
    limit === 1 ? msg`must have at most 1 character` : msg`must have at most ${limit} characters`,
  minItems: ({ params: { limit } }) =>
    limit === 1 ? msg`must have at least 1 item` : msg`must have at least ${limit} items`,
  maxItems: ({ params: { limit } }) =>
    limit === 1 ? msg`must have at most 1 item` : msg`must have at most ${limit} items`,
  maxProperties: ({ params: { limit } }) => msg`must have at most ${limit} entries`,
  uniqueItems: ({ params: { i, j } }) =>
    msg`must not have the same item twice, as items ${Math.min(i, j)} and ${Math.max(i, j)} are`,
  minimum: ({ params: { limit } }) => msg`must be ${limit} or more`,
  maximum: ({ params: { limit } }) => msg`must be ${limit} or less`,
  const: ({ params: { allowedValue } }) => msg`must be ${JSON.stringify(allowedValue)}`,
  enum: ({ params: { allowedValues } }) => {
    const words = (allowedValues as string[]).filter(word => word !== '')
    return words.length < allowedValues.length ? msg`must be one of ${words}, or empty` : msg`must be one of ${words}`
  },
  format: ({ params: { format } }) => formatMessages[format] ?? msg`does not have the required format`,
  pattern: ({ parentSchema }) => patternMessage({ ...parentSchema }),
}

const formatMessages: Record<string, Text> = {
  'date-time': msg`must be a date, or a time with its offset, such as 2026-05-01 or 2026-05-01T18:30:00Z`,
  email: msg`must be an email address, such as name@example.org`,
  email_or_empty: msg`must be an email address, such as name@example.org, or empty`,
  currency: msg`must be an ISO 4217 currency, such as EUR`,
  'time-zone': msg`must be a time zone, such as Europe/Paris or America/Toronto`,
  'length-of-time': msg`must be a length of time, such as P1Y or "18 months"`,
}

/** `expects` explains a pattern; otherwise its description does. */
export function patternMessage({ expects, description }: Record<string, string | undefined>): Text {
  if (expects) return `must ${expects}`
  if (!description) return msg`must not be blank`
  return `must be ${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`
}
