import { RawJson } from '../../json.ts'
import { msg } from '../../messages/message.ts'
import type { JsonSchema } from '../json_schema.ts'
import { checkText, depth_max, invalidPart } from './validation.ts'

/** Whether a schema has objects that are kept as text. Otherwise bodies are not scanned a second time. */
export const hasRawJson = (schema: object) => JSON.stringify(schema).includes('"x-raw-json":true')

/** One token of JSON: a name with its colon, a bracket, a comma, a string, or a number or word. */
const json_token = /\s*(?:("(?:[^"\\]+|\\.)*")\s*(:?)|([^\s",:[\]{}]+|[[\]{},]))\s*/y

/** The body, with the objects that the schema marks as the text they are written as. The text is known to be valid JSON. */
export const keepRawJson = (body: unknown, text: string, schema: JsonSchema) =>
  holdsAny(body, schema) ? withRawJson(body, new Tokens(text), schema, 'body') : body

function holdsAny(value: unknown, schema: JsonSchema): boolean {
  if (value === null || typeof value !== 'object') return false
  const { 'x-raw-json': whole, items, properties = {} } = schema
  if (whole) return true
  if (items) return Array.isArray(value) && value.some(item => holdsAny(item, items))
  for (const name in value) if (holdsAny((value as Fields)[name], properties[name] ?? {})) return true
  return false
}

type Fields = Record<string | number, unknown>

/**
 * `value` is what the next tokens were parsed to. Of repeated names it is the value of the last one; what is made of the others is replaced when
 * the last one is read.
 */
function withRawJson(value: unknown, tokens: Tokens, schema: JsonSchema, location: string): unknown {
  const { 'x-raw-json': whole, items, properties } = schema
  const parts = value as Fields | undefined
  if (whole && tokens.isNext('{')) return new RawJson(tokens.takeValue(location))
  if (properties && tokens.take('{')) {
    const fields: Fields = { ...parts }
    while (!tokens.take('}')) {
      const name = tokens.takeName()
      const [part, field] = [parts?.[name], properties[name] ?? {}]
      if (holdsAny(part, field)) fields[name] = withRawJson(part, tokens, field, `${location}.${name}`)
      else tokens.takeValue()
      tokens.take(',')
    }
    return fields
  }
  if (items && tokens.take('[')) return rawItems(parts, tokens, items, location)
  tokens.takeValue()
  return value
}

function rawItems(parts: Fields | undefined, tokens: Tokens, schema: JsonSchema, location: string) {
  const items: unknown[] = []
  while (!tokens.take(']')) {
    items.push(withRawJson(parts?.[items.length], tokens, schema, `${location}.${items.length}`))
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

  takeName(): string {
    return textOf(this.#advance()?.[1] ?? '""')
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
      if (string) checkText(textOf(string), location, colon === ':')
      if (depth > depth_max) throw invalidPart(location, msg`must not be nested deeper than ${depth_max} levels`)
    } while (depth > 0)
    return this.#text.slice(begin, this.#at).trim()
  }
}

const textOf = (string: string): string => (string.includes('\\') ? JSON.parse(string) : string.slice(1, -1))
