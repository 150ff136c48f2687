import type { TSchema } from 'typebox'
import { RawJson } from '../../json.ts'
import { checkText, depth_max, invalidPart } from './validation.ts'

/** The paths of objects in a body that are stored and returned as the text that was sent. */
export type RawPaths = { whole: true } | { fields: Map<string, RawPaths> } | { items: RawPaths }

interface Shape {
  'x-raw-json'?: boolean
  properties?: Record<string, Shape>
  items?: Shape
}

/** The raw paths of a schema; undefined if it has none. Then bodies are not scanned a second time. */
export function rawPathsIn(schema: TSchema): RawPaths | undefined {
  const shape = schema as Shape
  if (shape['x-raw-json']) return { whole: true }
  if (shape.items) {
    const items = rawPathsIn(shape.items)
    return items && { items }
  }
  const fields = new Map<string, RawPaths>()
  for (const [name, part] of Object.entries(shape.properties ?? {})) {
    const paths = rawPathsIn(part)
    if (paths) fields.set(name, paths)
  }
  return fields.size > 0 ? { fields } : undefined
}

/** Replaces the parsed objects at these paths with the text they were parsed from. */
export function keepRawJson(body: unknown, text: string, paths: RawPaths) {
  if (!holdsAny(body, paths)) return
  const scanner = { text, at: 0, backslash: text.indexOf('\\') }
  skipBlank(scanner)
  putParts(body, scanValue(scanner, paths, 'body'))
}

function holdsAny(value: unknown, paths: RawPaths): boolean {
  if (value === null || typeof value !== 'object') return false
  if ('whole' in paths) return true
  if ('items' in paths) return Array.isArray(value) && value.some(item => holdsAny(item, paths.items))
  for (const [name, inner] of paths.fields)
    if (Object.hasOwn(value, name) && holdsAny((value as Record<string, unknown>)[name], inner)) return true
  return false
}

/** The raw objects by field name or array index. Of repeated names the last one counts, as in JSON.parse. */
type RawParts = RawJson | Map<string | number, RawParts>

function putParts(value: unknown, found: RawParts | undefined) {
  if (!(found instanceof Map)) return
  const holder = value as Record<string | number, unknown>
  for (const [name, part] of found) {
    if (part instanceof RawJson) holder[name] = part
    else putParts(holder[name], part)
  }
}

// The scanner makes one pass over a text that is known to be valid JSON.

interface Scanner {
  text: string
  at: number
  /** The position of the next backslash, or -1. */
  backslash: number
}

const [quote, comma, colon, opening, closing, first, last] = [...'",:{}[]'].map(mark => mark.charCodeAt(0)) as number[]
const space = ' '.charCodeAt(0)

/** Moves past a value and returns the raw objects in it. */
function scanValue(scanner: Scanner, paths: RawPaths | undefined, location: string): RawParts | undefined {
  const { text, at } = scanner
  const mark = text.charCodeAt(at)
  if (paths && mark === opening) {
    if ('fields' in paths) return scanMembers(scanner, paths.fields, location)
    if ('whole' in paths) {
      skipValue(scanner, location)
      return new RawJson(text.slice(at, scanner.at))
    }
  }
  if (paths && mark === first && 'items' in paths) return scanItems(scanner, paths.items, location)
  skipValue(scanner)
  return undefined
}

function scanMembers(scanner: Scanner, fields: Map<string, RawPaths>, location: string) {
  const found = new Map<string, RawParts>()
  scanner.at++
  skipBlank(scanner)
  while (scanner.text.charCodeAt(scanner.at) !== closing) {
    const name = readString(scanner)
    skipBlank(scanner)
    scanner.at++
    skipBlank(scanner)
    const part = scanValue(scanner, fields.get(name), `${location}.${name}`)
    if (part) found.set(name, part)
    else found.delete(name)
    skipComma(scanner)
  }
  scanner.at++
  return found
}

function scanItems(scanner: Scanner, paths: RawPaths, location: string) {
  const found = new Map<number, RawParts>()
  scanner.at++
  skipBlank(scanner)
  for (let index = 0; scanner.text.charCodeAt(scanner.at) !== last; index++) {
    const part = scanValue(scanner, paths, `${location}.${index}`)
    if (part) found.set(index, part)
    skipComma(scanner)
  }
  scanner.at++
  return found
}

/**
 * Moves past a value. With a location it also applies the checks of parsed values to the text: a repeated key may hide a value that the parser
 * dropped and that would be stored with the text.
 */
function skipValue(scanner: Scanner, location?: string) {
  let depth = 0
  do {
    depth += skipToken(scanner, location)
    if (depth > depth_max && location !== undefined)
      throw invalidPart(location, `must not be nested deeper than ${depth_max} levels`)
  } while (depth > 0)
}

/** Moves past a token and returns how it changes the depth: 1, -1 or 0. */
function skipToken(scanner: Scanner, location: string | undefined): number {
  const start = scanner.at
  const mark = scanner.text.charCodeAt(start)
  if (mark === quote) {
    skipString(scanner)
    if (location !== undefined) checkString(scanner, start, location)
    return 0
  }
  if (mark !== comma && mark !== colon && mark > space && !isBracket(mark)) {
    skipWord(scanner)
    return 0
  }
  scanner.at++
  return mark === opening || mark === first ? 1 : mark === closing || mark === last ? -1 : 0
}

const isBracket = (mark: number) => mark === opening || mark === first || mark === closing || mark === last

/** A number, true, false or null. */
function skipWord(scanner: Scanner) {
  const { text } = scanner
  for (;;) {
    const mark = text.charCodeAt(++scanner.at)
    if (!(mark > space) || mark === comma || mark === closing || mark === last) return
  }
}

function skipString(scanner: Scanner) {
  const { text } = scanner
  let end = text.indexOf('"', scanner.at + 1)
  while (hasBackslash(scanner, scanner.at, end) && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  scanner.at = end + 1
}

function hasBackslash(scanner: Scanner, start: number, end: number) {
  if (scanner.backslash !== -1 && scanner.backslash < start) scanner.backslash = scanner.text.indexOf('\\', start)
  return scanner.backslash !== -1 && scanner.backslash < end
}

function isEscaped(text: string, at: number) {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

function readString(scanner: Scanner): string {
  const start = scanner.at
  skipString(scanner)
  const { text, at: end } = scanner
  return hasBackslash(scanner, start, end) ? JSON.parse(text.slice(start, end)) : text.slice(start + 1, end - 1)
}

const forbidden_name = '"__proto__"'

function checkString(scanner: Scanner, start: number, location: string) {
  const { text, at: end } = scanner
  const escaped = hasBackslash(scanner, start, end)
  // Of strings without an escape, the parser accepts only this one that is not allowed.
  if (!escaped && (end - start !== forbidden_name.length || !text.startsWith(forbidden_name, start))) return
  const string = escaped ? (JSON.parse(text.slice(start, end)) as string) : text.slice(start + 1, end - 1)
  let next = end
  while (text.charCodeAt(next) <= space) next++
  checkText(string, location, text.charCodeAt(next) === colon)
}

function skipBlank(scanner: Scanner) {
  while (scanner.text.charCodeAt(scanner.at) <= space) scanner.at++
}

function skipComma(scanner: Scanner) {
  skipBlank(scanner)
  if (scanner.text.charCodeAt(scanner.at) !== comma) return
  scanner.at++
  skipBlank(scanner)
}
