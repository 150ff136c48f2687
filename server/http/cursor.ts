import { Type } from 'typebox'
import { invalid } from '../errors.ts'

// The position at which a list continues. Its content is internal, but its form is public: the OpenAPI document has the same pattern.

type Part = 'id' | 'integer' | 'time' | 'text' | readonly string[]
type Value<P extends Part> = P extends 'id' | 'integer' ? number : P extends readonly (infer Word)[] ? Word : string
type Values<Parts extends readonly Part[]> = { [Index in keyof Parts]: Value<Parts[Index]> }

const patterns = {
  id: '(?:0|[1-9][0-9]{0,14})',
  // An amount has up to 16 digits.
  integer: '-?[0-9]{1,16}',
  // Milliseconds, up to the year 9999.
  time: '-?[0-9]{1,15}',
  // base64url.
  text: '[A-Za-z0-9_-]*',
}

/** The earliest time that a record can have. */
const first_ms = Date.parse('0001-01-01T00:00:00.000Z')
const [numbers_length_max, texts_length_max] = [50, 8000]
const message = 'is not a cursor of this list; send next_cursor unchanged'

/** The cursor of a list that is sorted by these parts. */
export function cursorOf<const Parts extends readonly Part[]>(...parts: Parts) {
  const form = parts.map(patternOf).join('\\.')
  const pattern = new RegExp(`^(?:${form})$`)
  const length_max = parts.includes('text') ? texts_length_max : numbers_length_max
  return {
    form,
    schema: schemaOf(form, length_max),
    write: (...values: Values<Parts>) => values.map((value, index) => encodePart(parts[index], value)).join('.'),
    /** The values in a cursor, or undefined if none was sent. */
    read: (cursor: string | undefined): Values<Parts> | undefined => {
      if (cursor === undefined) return undefined
      if (!pattern.test(cursor)) throw invalid('query.cursor', message, cursor)
      return cursor.split('.').map((text, index) => decodePart(parts[index], text)) as unknown as Values<Parts>
    },
  }
}

/** For lists in the order of their ids. */
export const byId = cursorOf('id')

export const Cursor = byId.schema

/** For a list with several sort orders, each with its own cursor. */
export const eitherCursor = (...kinds: { form: string }[]) =>
  schemaOf(kinds.map(({ form }) => form).join('|'), texts_length_max)

function schemaOf(form: string, maxLength: number) {
  const expects = 'be a cursor of this list; send next_cursor unchanged'
  return Type.Optional(Type.String({ pattern: `^(?:${form})$`, maxLength, expects }))
}

function patternOf(part: Part) {
  return typeof part === 'string' ? patterns[part] : `(?:${part.map(dashed).join('|')})`
}

function dashed(word: string) {
  return word.replaceAll(' ', '-')
}

function encodePart(part: Part | undefined, value: string | number): string {
  if (part === 'time') return String(Date.parse(String(value)))
  if (part === 'text') return Buffer.from(String(value)).toString('base64url')
  return typeof part === 'object' ? dashed(String(value)) : String(value)
}

function decodePart(part: Part | undefined, text: string): string | number {
  if (part === 'time') return new Date(Math.max(Number(text), first_ms)).toISOString()
  // PostgreSQL does not accept NUL in a text.
  if (part === 'text') return Buffer.from(text, 'base64url').toString().replaceAll('\0', '')
  return typeof part === 'object' ? (part.find(word => dashed(word) === text) ?? text) : Number(text)
}
