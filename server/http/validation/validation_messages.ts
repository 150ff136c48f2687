import type { ErrorObject } from 'ajv'
import type { Fault } from '../../errors.ts'
import { nearestName } from './nearest_name.ts'

// From what the validator finds to sentences that tell a person what to do.

export type Part = 'path' | 'query' | 'body'

/** One sentence for each place, in the order in which they were found. */
export function faultsOf(part: Part, errors: ErrorObject[]): Fault[] {
  const paths = errors.map(({ instancePath }) => instancePath)
  const telling = errors.filter(({ keyword, instancePath }) => {
    if (keyword === 'anyOf') return false
    if (keyword !== 'type') return true
    // Of "a number, a text, or a list of them" the value was one: then what is wrong with it counts, and not that it is none of the others.
    const beside = errors.some(
      other => other.instancePath === instancePath && !['type', 'anyOf'].includes(other.keyword),
    )
    return !beside && !paths.some(path => path.startsWith(`${instancePath}/`))
  })
  const places = Map.groupBy(telling.length > 0 ? telling : errors, error => locationOf(part, error))
  return [...places].map(([location, [first, ...others]]) => ({
    location,
    message: messageFor(part, location, first!, others),
    value: first!.keyword === 'required' ? null : first!.data,
  }))
}

const name_length_max = 100

/** Names the parameter, suggests the nearest one, and lists what the operation takes. */
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

const locationOf = (part: Part, { instancePath, keyword, params }: ErrorObject) =>
  [part, ...instancePath.split('/').slice(1), ...(keyword === 'required' ? [String(params.missingProperty)] : [])].join(
    '.',
  )

function messageFor(part: Part, location: string, error: ErrorObject, others: ErrorObject[]) {
  const { keyword, data, message } = error
  if (location === 'body') return 'must be a JSON object, such as {"data": {…}}'
  if (location === 'body.data' && keyword === 'required')
    return 'is required: what you send stands in it, as {"data": {…}}'
  if (keyword === 'type') {
    const wanted = [error, ...others].filter(one => one.keyword === 'type').map(({ params }) => String(params.type))
    // That null would do as well is of no help to whoever sent something else.
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

/** `sent` is told where its kind is the mistake; a number with a fraction is a number all the same. */
function typeMessage(wanted: string[], sent: unknown) {
  // What JavaScript cannot hold exactly has become no number at all.
  if (Number.isNaN(sent))
    return `must be a number of at most ${Number.MAX_SAFE_INTEGER}, or it could not be kept exactly`
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

/** What is said for each rule that a schema of ours can have. */
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
  format: ({ params: { format } }) => formatMessages[format] ?? 'is not spelled as it must be',
  pattern: ({ parentSchema }) => patternMessage({ ...parentSchema }),
}

const formatMessages: Record<string, string> = {
  'date-time': 'must be a date, or a time with its offset, such as 2026-05-01 or 2026-05-01T18:30:00Z',
  email: 'must be an e-mail address, such as name@example.org',
  email_or_empty: 'must be an e-mail address, such as name@example.org, or empty',
  currency: 'must be an ISO 4217 currency, such as EUR',
  'length-of-time': 'must be a length of time, such as P1Y or "18 months"',
}

/** What a pattern expects is said beside it, by its description otherwise. */
function patternMessage({ expects, description }: Record<string, string | undefined>) {
  if (expects) return `must ${expects}`
  if (!description) return 'must not be blank'
  return `must be ${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`
}
