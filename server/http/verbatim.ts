import type { TSchema } from 'typebox'
import { Verbatim } from '../json.ts'
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
    const members = membersOf(text, start)
    for (const [name, inner] of places.fields) if (members.has(name)) put(name, members.get(name)!, inner)
  }
}

// What follows reads a text that is known to be JSON.

/** Where the value of each member begins. Of members with one name the last one counts, as for the parser. */
function membersOf(text: string, start: number) {
  const members = new Map<string, number>()
  let at = skipBlank(text, start + 1)
  while (text[at] !== '}') {
    const end = endOfString(text, at)
    const value = skipBlank(text, skipBlank(text, end) + 1)
    members.set(JSON.parse(text.slice(at, end)), value)
    at = afterComma(text, endOfValue(text, value))
  }
  return members
}

function itemsOf(text: string, start: number) {
  const items: number[] = []
  let at = skipBlank(text, start + 1)
  while (text[at] !== ']') {
    items.push(at)
    at = afterComma(text, endOfValue(text, at))
  }
  return items
}

function afterComma(text: string, end: number) {
  const at = skipBlank(text, end)
  return text[at] === ',' ? skipBlank(text, at + 1) : at
}

function skipBlank(text: string, from: number) {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return at
}

function endOfString(text: string, start: number) {
  let quote = start
  do quote = text.indexOf('"', quote + 1)
  while (isEscaped(text, quote))
  return quote + 1
}

function isEscaped(text: string, at: number) {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

function endOfValue(text: string, start: number) {
  if (text[start] === '"') return endOfString(text, start)
  if (text[start] !== '{' && text[start] !== '[') return endOfWord(text, start)
  let depth = 0
  for (const { at, mark } of marksIn(text, start)) {
    if (mark === '{' || mark === '[') depth++
    else if (mark !== '"' && --depth === 0) return at + 1
  }
  return text.length
}

/** A number, or one of the three words of JSON. */
function endOfWord(text: string, start: number) {
  const word = /[^,\]}\s]*/y
  word.lastIndex = start
  word.exec(text)
  return word.lastIndex
}

/** The brackets and strings of a text, one after the other. */
function* marksIn(text: string, start: number) {
  const marks = /["{}[\]]/g
  marks.lastIndex = start
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found
    if (mark === '"') marks.lastIndex = endOfString(text, found.index)
    yield { at: found.index, mark, end: marks.lastIndex }
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
