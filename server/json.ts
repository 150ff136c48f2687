// JSON in which no number is bent: one that JavaScript would round, or spell in another way, is carried as it was written.

// Most texts have no such number, and then the plain parser is several times faster.
const inexact_number = /[\d.]{16}|\d[eE]|\.\d*0(?!\d)|\.0{6}|-0(?![\d.])/

/** `inspect` sees the value first: keeping numbers exact goes as deep as the value does, and may not come back. */
export function parseExact(text: string, inspect: (value: unknown) => void = () => {}): unknown {
  const value: unknown = JSON.parse(text)
  inspect(value)
  return inexact_number.test(text) ? JSON.parse(text, keepExact as (key: string, value: unknown) => unknown) : value
}

function keepExact(_: string, value: unknown, { source }: { source?: string }) {
  return typeof value !== 'number' || source === undefined || numberText(value) === source ? value : rawNumber(source)
}

/** A JSON object as the very text in which it was written: its order, its blanks, its doubled keys, its spelling of numbers. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  // JSON has no way to write an object as it stands, so whoever forgets `textOf` gets a text, and sees it.
  toJSON() {
    return this.text
  }
}

export const jsonOf = (value: unknown): string => (value instanceof RawJson ? value.text : JSON.stringify(value))

/** The JSON of a record, some fields of which may be verbatim. */
export function textOf(record: object): string {
  const fields = Object.entries(record)
  if (!fields.some(([, value]) => value instanceof RawJson)) return JSON.stringify(record)
  const written = fields.filter(([, value]) => value !== undefined)
  return `{${written.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join(',')}}`
}

const numberText = (value: number) => (Object.is(value, -0) ? '0' : String(value))

// The types of the language do not know these two yet.
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (text: string) => { rawJSON: string }
  isRawJSON: (value: unknown) => value is { rawJSON: string }
}

/** A number as text that is written without quotes. */
export const rawNumber = (text: string): unknown => rawJSON(text)

export const isRawNumber = (value: unknown) => isRawJSON(value)

interface Shape {
  type?: string
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

/**
 * Turns carried numbers into plain ones wherever the schema asks for something definite, and leaves them alone inside free objects. One
 * that JavaScript cannot hold becomes no number at all, so that it is refused and not rounded.
 */
export function restorePlainNumbers(value: unknown, schema: Shape): unknown {
  if (isRawJSON(value)) return plainNumber(value.rawJSON)
  if (value === null || typeof value !== 'object' || value instanceof RawJson) return value
  const shape = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (Array.isArray(value)) return shape.items ? value.map(item => restorePlainNumbers(item, shape.items!)) : value
  for (const [name, part] of Object.entries(value)) {
    const own = shape.properties && Object.hasOwn(shape.properties, name) ? shape.properties[name] : undefined
    const inner = own ?? Object.values(shape.patternProperties ?? {})[0]
    if (inner) (value as Record<string, unknown>)[name] = restorePlainNumbers(part, inner)
  }
  return value
}

function plainNumber(source: string) {
  const value = Number(source)
  const whole = /^(-?)0*(\d+)(?:\.0+)?$/.exec(source)
  if (whole) return Number.isSafeInteger(value) ? value : Number.NaN
  return Number.isInteger(value) && !/[eE]/.test(source) ? Number.NaN : value
}
