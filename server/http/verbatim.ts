import type { TSchema } from 'typebox'
import { Verbatim } from '../json.ts'
import { endOfValue, itemsOf, marksIn, membersOf, skipBlank } from '../json_text.ts'
import { checkText, depth_max, unfit } from './validation.ts'

/** Where in a body the objects are that must come back as they were written. */
export type Places = { whole: true } | { fields: Map<string, Places> } | { items: Places }

interface Shape {
  'x-verbatim'?: boolean
  properties?: Record<string, Shape>
  items?: Shape
}

/** The places in a schema; undefined when it has none, and then a body is never looked at a second time. */
export function placesIn(schema: TSchema): Places | undefined {
  const shape = schema as Shape
  if (shape['x-verbatim']) return { whole: true }
  if (shape.items) {
    const items = placesIn(shape.items)
    return items && { items }
  }
  const fields = new Map<string, Places>()
  for (const [name, part] of Object.entries(shape.properties ?? {})) {
    const places = placesIn(part)
    if (places) fields.set(name, places)
  }
  return fields.size > 0 ? { fields } : undefined
}

/** Puts the text of each such object into the body that was read from this text, in the place of what the parser made of it. */
export function keepVerbatim(body: unknown, text: string, places: Places) {
  if (holdsAny(body, places)) keep(body, text, skipBlank(text, 0), places, 'body')
}

function holdsAny(value: unknown, places: Places): boolean {
  if (value === null || typeof value !== 'object') return false
  if ('whole' in places) return true
  if ('items' in places) return Array.isArray(value) && value.some(item => holdsAny(item, places.items))
  return [...places.fields].some(([name, inner]) => Object.hasOwn(value, name) && holdsAny(partOf(value, name), inner))
}

const partOf = (value: object, name: string | number) => (value as Record<string | number, unknown>)[name]

function keep(value: unknown, text: string, start: number, places: Places, location: string) {
  if (value === null || typeof value !== 'object' || 'whole' in places) return
  const put = (name: string | number, from: number, inner: Places) => {
    const place = `${location}.${name}`
    if ('whole' in inner && text[from] === '{')
      Object.assign(value, { [name]: new Verbatim(checked(text.slice(from, endOfValue(text, from)), place)) })
    else keep(partOf(value, name), text, from, inner, place)
  }
  if ('items' in places) {
    if (!Array.isArray(value)) return
    for (const [index, from] of itemsOf(text, start).entries()) put(index, from, places.items)
  } else if (text[start] === '{') {
    // Of members with one name the last one counts, as for the parser.
    const members = new Map(membersOf(text, start).map(({ name, from }) => [name, from]))
    for (const [name, inner] of places.fields) if (members.has(name)) put(name, members.get(name)!, inner)
  }
}

/**
 * Holds the text to the rules that the parsed value was held to: under a doubled key there may be something that the parser dropped,
 * and it is stored all the same.
 */
function checked(text: string, location: string) {
  let depth = 0
  for (const { at, mark, end } of marksIn(text, 0)) {
    if (mark === '{' || mark === '[') depth++
    else if (mark !== '"') depth--
    else {
      const written = text.slice(at, end)
      const string = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1)
      checkText(string, location, text[skipBlank(text, end)] === ':')
    }
    if (depth > depth_max) throw unfit(location, `must not be nested deeper than ${depth_max} levels`)
  }
  return text
}
