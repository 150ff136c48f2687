import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { currencies } from './currencies.ts'

/** The largest integer that JSON preserves in every common language. */
export const id_max = Number.MAX_SAFE_INTEGER

export const Id = Type.Integer({ minimum: 1, maximum: id_max })
/** Where the interface requires only an integer: an id that does not exist is then a 404. */
export const AnyInteger = Type.Integer({ minimum: -id_max, maximum: id_max })
export const IdFromZero = Type.Integer({ minimum: 0, maximum: id_max })
export const Timestamp = Type.String({ format: 'date-time' })
export const Email = Type.String({ format: 'email', maxLength: 254 })

// Control characters (Cc) are not allowed on a line: a line break in a name would start a new line in a mail. The ranges need no flag and work in
// every regex engine. `expects` follows "must" in validation messages, and is not published.
const control = '\\u0000-\\u001f\\u007f-\\u009f'
export const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: `^[^${control}]*[^${control}\\s][^${control}]*$`,
  expects: 'be one line, and not blank',
})
export const Line = Type.String({
  maxLength: 500,
  pattern: `^[^${control}]*$`,
  expects: 'be one line, without tabs and other control characters',
})
// With line separators, or characters that change the direction of text, a name in a mail could look like a sentence of its own.
const misleading = `${control}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069`
const without_misleading = 'without control characters and characters that change the direction of text'
/** A name that appears in mails and pages for other people. */
export const PlainName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: `^[^${misleading}]*[^${misleading}\\s][^${misleading}]*$`,
  expects: `be one line, not blank, ${without_misleading}`,
})
const plain_line = `^[^${misleading}]*$`
export const PlainLine = Type.String({
  maxLength: 500,
  pattern: plain_line,
  expects: `be one line, ${without_misleading}`,
})
export const isPlainLine = (text: string) => new RegExp(plain_line).test(text)
/** Several lines, such as an address. */
export const Text = Type.String({ maxLength: 500 })
export const Prose = Type.String({ maxLength: 20_000 })
export const Url = Type.String({
  maxLength: 2000,
  pattern: '^(https?://\\S+)?$',
  description: 'An http or https address, or empty.',
})
export const Locale = Type.String({ pattern: '^[a-z]{2}(-[A-Z]{2})?$', description: 'A language such as fr or en-GB.' })

export const TimeZone = Type.String({ format: 'time-zone', maxLength: 100 })

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** A person with their name only. */
export const PersonName = Type.Object(
  { id: Id, firstname: Type.String(), surname: Type.String() },
  { title: 'PersonName' },
)

/**
 * An object in a request body. Unknown fields are dropped, so that a client can send back a record as it read it. The title is its name in the OpenAPI
 * document; without one it is named after its parent.
 */
export const input = <Fields extends TProperties>(fields: Fields, title?: string) =>
  Type.Object(fields, { additionalProperties: false, ...(title && { title }) })

/** Refers to a record by its id. */
export const RecordReference = input({ id: Id }, 'RecordReference')

export const page_size_max = 1000

/** `limit` and `offset`. A limit above the maximum is capped; one below 1 is refused. */
export const paging = (page_size: number) => ({
  limit: Type.Integer({
    minimum: 1,
    default: page_size,
    description: `The most records to return. Values above ${page_size_max} count as ${page_size_max}.`,
  }),
  offset: Type.Integer({ minimum: 0, maximum: id_max, default: 0 }),
})

export interface Paging {
  limit: number
  offset: number
}
export type Instant = Static<typeof Timestamp>

const shape = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d)))?$/

/** A date or time as a UTC instant, in the form that is stored and returned; undefined if it is not valid. */
export function instantOf(text: string): Instant | undefined {
  const parts = shape.exec(text)
  if (!parts) return undefined
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(part => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [offsetHour, offsetMinute] = [Number(parts[9] ?? 0), Number(parts[10] ?? 0)]
  if (month < 1 || month > 12 || day < 1 || (day > 28 && day > daysIn(year, month))) return undefined
  // Most files contain only dates, which need no arithmetic.
  if (text.length === 10) return year >= 1 ? `${text}T00:00:00.000Z` : undefined
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined
  const offset_min = (offsetHour * 60 + offsetMinute) * (parts[8] === '-' ? -1 : 1)
  const millisecond = Math.floor(Number(`0${parts[7] ?? ''}`) * 1000)
  const instant = new Date(0)
  instant.setUTCFullYear(year, month - 1, day)
  instant.setUTCHours(hour, minute - offset_min, second, millisecond)
  return instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999 ? instant.toISOString() : undefined
}

/** The end of an inclusive range: a date without a time includes that day. */
export const lastInstantOf = (text: string) =>
  text.length === 10 ? instantOf(`${text}T23:59:59.999Z`) : instantOf(text)

/** `instantOf` for a text that the schema of its request has checked. */
export const validInstant = (text: string) => assertInstant(text, instantOf(text))

/** `lastInstantOf` for a text that the schema of its request has checked. */
export const validLastInstant = (text: string) => assertInstant(text, lastInstantOf(text))

function assertInstant(text: string, instant: Instant | undefined) {
  if (instant === undefined) throw new TypeError(`not a valid time: ${text}`)
  return instant
}

const daysIn = (year: number, month: number) => {
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return last.getUTCDate()
}

// A local part, one @, and a domain of at least two labels. Quoted local parts are not supported.
const mailbox =
  /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u

export const isMail = (text: string) =>
  mailbox.test(text) && !text.startsWith('.') && !text.includes('..') && !text.includes('.@')

const known = new Set(currencies)

// ASCII letters only: toUpperCase turns some other letters into ASCII.
export const isCurrency = (code: string) => /^[A-Za-z]{3}$/.test(code) && known.has(code.toUpperCase())

export interface Duration {
  months: number
  days: number
}

const isoDuration = /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?$/
const wordDuration = /^(\d{1,4}) *(year|an|month|mois|week|semaine|day|jour)s?$/i

/** Parses a length of time such as P1Y, P6M, "18 months" or "1 an"; undefined if it is not valid. */
export function durationOf(text: string): Duration | undefined {
  const iso = isoDuration.exec(text)
  if (iso && text !== 'P') {
    const [years, months, weeks, days] = iso.slice(1).map(part => Number(part ?? 0)) as [number, number, number, number]
    return { months: years * 12 + months, days: weeks * 7 + days }
  }
  const [, count = '', unit = ''] = wordDuration.exec(text) ?? []
  const length = unitLengths[unit.toLowerCase()]
  if (!length) return undefined
  const [months, days] = length
  return { months: Number(count) * months, days: Number(count) * days }
}

const unitLengths: Record<string, [number, number]> = {
  year: [12, 0],
  an: [12, 0],
  month: [1, 0],
  mois: [1, 0],
  week: [0, 7],
  semaine: [0, 7],
  day: [0, 1],
  jour: [0, 1],
}
