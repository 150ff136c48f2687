import type { TSchema } from 'typebox'
import { parseExact, RawJson } from '../../json.ts'
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
  const fields = Object.entries(shape.properties ?? {}).flatMap(([name, part]) => {
    const paths = rawPathsIn(part)
    return paths ? [[name, paths] as const] : []
  })
  return fields.length > 0 ? { fields: new Map(fields) } : undefined
}

/** One token of JSON: a name with its colon, a bracket, a comma, a string, or a number or word. */
const json_token = /\s*(?:("(?:[^"\\]+|\\.)*")\s*(:?)|([^\s",:[\]{}]+|[[\]{},]))\s*/y

/** The body, with the objects at these paths as the text they are written as. The text is known to be valid JSON. */
export const keepRawJson = (body: unknown, text: string, paths: RawPaths) =>
  holdsAny(body, paths) ? parseValue(new Tokens(text), paths, 'body') : body

function holdsAny(value: unknown, paths: RawPaths): boolean {
  if (value === null || typeof value !== 'object') return false
  if ('whole' in paths) return true
  if ('items' in paths) return Array.isArray(value) && value.some(item => holdsAny(item, paths.items))
  return paths.fields.entries().some(([name, inner]) => holdsAny((value as Record<string, unknown>)[name], inner))
}

function parseValue(tokens: Tokens, paths: RawPaths | undefined, location: string): unknown {
  if (paths && 'fields' in paths && tokens.take('{')) return parseFields(tokens, paths.fields, location)
  if (paths && 'items' in paths && tokens.take('[')) return parseItems(tokens, paths.items, location)
  if (paths && 'whole' in paths && tokens.isNext('{')) return new RawJson(tokens.takeValue(location))
  return parseExact(tokens.takeValue())
}

function parseFields(tokens: Tokens, paths: Map<string, RawPaths>, location: string) {
  const fields: [string, unknown][] = []
  while (!tokens.take('}')) {
    const name = tokens.takeString()
    fields.push([name, parseValue(tokens, paths.get(name), `${location}.${name}`)])
    tokens.take(',')
  }
  return Object.fromEntries(fields)
}

function parseItems(tokens: Tokens, paths: RawPaths, location: string) {
  const items: unknown[] = []
  while (!tokens.take(']')) {
    items.push(parseValue(tokens, paths, `${location}.${items.length}`))
    tokens.take(',')
  }
  return items
}

class Tokens {
  readonly #text: string
  #at = 0
  #next: RegExpExecArray | null = null

  constructor(text: string) {
    this.#text = text
    this.#advance()
  }

  #advance() {
    const token = this.#next
    this.#at = token ? token.index + token[0].length : 0
    json_token.lastIndex = this.#at
    this.#next = json_token.exec(this.#text)
    return token
  }

  isNext(mark: string) {
    return this.#next?.[3] === mark
  }

  take(mark: string) {
    return this.isNext(mark) && this.#advance() !== null
  }

  takeString(): string {
    return JSON.parse(this.#advance()?.[1] ?? '""')
  }

  /**
   * The text of the next value. With a location it also applies the checks of parsed values to the text: a repeated key may hide a value that
   * the parser dropped and that would be stored with the text.
   */
  takeValue(location?: string) {
    const begin = this.#at
    let depth = 0
    do {
      const [, string, colon, mark = ''] = this.#advance() ?? []
      if (mark === '{' || mark === '[') depth++
      if (mark === '}' || mark === ']') depth--
      if (location === undefined) continue
      if (string) checkText(JSON.parse(string), location, colon === ':')
      if (depth > depth_max) throw invalidPart(location, `must not be nested deeper than ${depth_max} levels`)
    } while (depth > 0)
    return this.#text.slice(begin, this.#at).trim()
  }
}
