import type { TSchema } from 'typebox'
import { RawJson } from '../../json.ts'
import { checkText, depth_max, invalidPart } from './validation.ts'

/** Where in a body the objects are that must come back as they were written. */
export type RawPaths = { whole: true } | { fields: Map<string, RawPaths> } | { items: RawPaths }

interface Shape {
  'x-raw-json'?: boolean
  properties?: Record<string, Shape>
  items?: Shape
}

/** The places in a schema; undefined when it has none, and then a body is never looked at a second time. */
export function rawPathsIn(schema: TSchema): RawPaths | undefined {
  const shape = schema as Shape
  if (shape['x-raw-json']) return { whole: true }
  if (shape.items) {
    const items = rawPathsIn(shape.items)
    return items && { items }
  }
  const fields = new Map<string, RawPaths>()
  for (const [name, part] of Object.entries(shape.properties ?? {})) {
    const places = rawPathsIn(part)
    if (places) fields.set(name, places)
  }
  return fields.size > 0 ? { fields } : undefined
}

/** Puts the text of each such object into the body that was read from this text, in the place of what the parser made of it. */
export function keepRawJson(body: unknown, text: string, places: RawPaths) {
  if (!holdsAny(body, places)) return
  const reader = { text, at: 0, backslash: text.indexOf('\\') }
  skipBlank(reader)
  putParts(body, scanValue(reader, places, 'body'))
}

function holdsAny(value: unknown, places: RawPaths): boolean {
  if (value === null || typeof value !== 'object') return false
  if ('whole' in places) return true
  if ('items' in places) return Array.isArray(value) && value.some(item => holdsAny(item, places.items))
  for (const [name, inner] of places.fields)
    if (Object.hasOwn(value, name) && holdsAny((value as Record<string, unknown>)[name], inner)) return true
  return false
}

/** What was found under each name or number; of members with one name the last one counts, as for the parser. */
type RawParts = RawJson | Map<string | number, RawParts>

function putParts(value: unknown, found: RawParts | undefined) {
  if (!(found instanceof Map)) return
  const holder = value as Record<string | number, unknown>
  for (const [name, part] of found) {
    if (part instanceof RawJson) holder[name] = part
    else putParts(holder[name], part)
  }
}

// What follows goes once through a text that is known to be JSON.

interface Scanner {
  text: string
  at: number
  /** Where the next backslash is; most texts have few. */
  backslash: number
}

const [quote, comma, colon, opening, closing, first, last] = [...'",:{}[]'].map(mark => mark.charCodeAt(0)) as number[]
const space = ' '.charCodeAt(0)

/** Reads past a value, and tells what is in it. */
function scanValue(reader: Scanner, places: RawPaths | undefined, location: string): RawParts | undefined {
  const { text, at } = reader
  const mark = text.charCodeAt(at)
  if (places && mark === opening) {
    if ('fields' in places) return scanMembers(reader, places.fields, location)
    if ('whole' in places) {
      skipValue(reader, location)
      return new RawJson(text.slice(at, reader.at))
    }
  }
  if (places && mark === first && 'items' in places) return scanItems(reader, places.items, location)
  skipValue(reader)
  return undefined
}

function scanMembers(reader: Scanner, fields: Map<string, RawPaths>, location: string) {
  const found = new Map<string, RawParts>()
  reader.at++
  skipBlank(reader)
  while (reader.text.charCodeAt(reader.at) !== closing) {
    const name = readString(reader)
    skipBlank(reader)
    reader.at++
    skipBlank(reader)
    const part = scanValue(reader, fields.get(name), `${location}.${name}`)
    if (part) found.set(name, part)
    else found.delete(name)
    skipComma(reader)
  }
  reader.at++
  return found
}

function scanItems(reader: Scanner, places: RawPaths, location: string) {
  const found = new Map<number, RawParts>()
  reader.at++
  skipBlank(reader)
  for (let index = 0; reader.text.charCodeAt(reader.at) !== last; index++) {
    const part = scanValue(reader, places, `${location}.${index}`)
    if (part) found.set(index, part)
    skipComma(reader)
  }
  reader.at++
  return found
}

/**
 * Reads past a value. With a location its text is held to the rules that the parsed value was held to: under a doubled key there may be
 * something that the parser dropped, and it is stored all the same.
 */
function skipValue(reader: Scanner, location?: string) {
  const { text } = reader
  let depth = 0
  do {
    const mark = text.charCodeAt(reader.at)
    if (mark === quote) {
      const start = reader.at
      skipString(reader)
      if (location !== undefined) checkString(reader, start, location)
    } else if (mark === opening || mark === first) {
      reader.at++
      if (++depth > depth_max && location !== undefined)
        throw invalidPart(location, `must not be nested deeper than ${depth_max} levels`)
    } else if (mark === closing || mark === last) {
      reader.at++
      depth--
    } else if (mark === comma || mark === colon || mark <= space) reader.at++
    else skipWord(reader)
  } while (depth > 0)
}

/** A number, or one of the three words of JSON. */
function skipWord(reader: Scanner) {
  const { text } = reader
  for (;;) {
    const mark = text.charCodeAt(++reader.at)
    if (!(mark > space) || mark === comma || mark === closing || mark === last) return
  }
}

function skipString(reader: Scanner) {
  const { text } = reader
  let end = text.indexOf('"', reader.at + 1)
  while (hasBackslash(reader, reader.at, end) && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  reader.at = end + 1
}

function hasBackslash(reader: Scanner, start: number, end: number) {
  if (reader.backslash !== -1 && reader.backslash < start) reader.backslash = reader.text.indexOf('\\', start)
  return reader.backslash !== -1 && reader.backslash < end
}

function isEscaped(text: string, at: number) {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

function readString(reader: Scanner): string {
  const start = reader.at
  skipString(reader)
  const { text, at: end } = reader
  return hasBackslash(reader, start, end) ? JSON.parse(text.slice(start, end)) : text.slice(start + 1, end - 1)
}

const forbidden_name = '"__proto__"'

function checkString(reader: Scanner, start: number, location: string) {
  const { text, at: end } = reader
  const escaped = hasBackslash(reader, start, end)
  // Without an escape the parser itself lets nothing through but this one name.
  if (!escaped && (end - start !== forbidden_name.length || !text.startsWith(forbidden_name, start))) return
  const string = escaped ? (JSON.parse(text.slice(start, end)) as string) : text.slice(start + 1, end - 1)
  let next = end
  while (text.charCodeAt(next) <= space) next++
  checkText(string, location, text.charCodeAt(next) === colon)
}

function skipBlank(reader: Scanner) {
  while (reader.text.charCodeAt(reader.at) <= space) reader.at++
}

function skipComma(reader: Scanner) {
  skipBlank(reader)
  if (reader.text.charCodeAt(reader.at) !== comma) return
  reader.at++
  skipBlank(reader)
}
