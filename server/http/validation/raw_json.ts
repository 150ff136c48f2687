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
  holdsAny(body, paths) ? withRawJson(body, new Tokens(text), paths, 'body') : body

function holdsAny(value: unknown, paths: RawPaths): boolean {
  if (value === null || typeof value !== 'object') return false
  if ('whole' in paths) return true
  if ('items' in paths) return Array.isArray(value) && value.some(item => holdsAny(item, paths.items))
  return paths.fields.entries().some(([name, inner]) => holdsAny((value as Fields)[name], inner))
}

type Fields = Record<string | number, unknown>

/**
 * `value` is what the next tokens were parsed to. Of repeated names it is the value of the last one; what is made of the others is replaced when
 * the last one is read.
 */
function withRawJson(value: unknown, tokens: Tokens, paths: RawPaths, location: string): unknown {
  if ('whole' in paths && tokens.isNext('{')) return new RawJson(tokens.takeValue(location))
  const parts = value as Fields | undefined
  if ('fields' in paths && tokens.take('{')) {
    const fields: Fields = { ...parts }
    while (!tokens.take('}')) {
      const name = tokens.takeName()
      const inner = paths.fields.get(name)
      if (inner) fields[name] = withRawJson(parts?.[name], tokens, inner, `${location}.${name}`)
      else tokens.takeValue()
      tokens.take(',')
    }
    return fields
  }
  if ('items' in paths && tokens.take('[')) {
    const items: unknown[] = []
    while (!tokens.take(']')) {
      items.push(withRawJson(parts?.[items.length], tokens, paths.items, `${location}.${items.length}`))
      tokens.take(',')
    }
    return items
  }
  tokens.takeValue()
  return value
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

  takeName(): string {
    const name = this.#advance()?.[1] ?? ''
    return name.includes('\\') ? JSON.parse(name) : name.slice(1, -1)
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
