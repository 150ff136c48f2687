// JSON without loss: a number that JavaScript would round, or write in another way, is kept as its text.

// Matches texts that may contain such a number. All others use the plain parser, which is several times faster.
const inexact_number = /[\d.]{16}|\d[eE]|\.\d*0(?!\d)|\.0{6}|-0(?![\d.])/

/** `inspect` gets the parsed value first and may throw: the second pass recurses as deep as the value is nested. */
export function parseExact(text: string, inspect: (value: unknown) => void = () => {}): unknown {
  const value: unknown = JSON.parse(text)
  inspect(value)
  return inexact_number.test(text) ? JSON.parse(text, keepExact as (key: string, value: unknown) => unknown) : value
}

function keepExact(_: string, value: unknown, { source }: { source?: string }) {
  return typeof value !== 'number' || source === undefined || numberText(value) === source ? value : rawNumber(source)
}

/** A JSON object as the text that was sent, with its key order, whitespace, repeated keys and number formats. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  // JSON.stringify cannot emit raw objects. It writes a string instead, which shows that `recordJson` was not used.
  toJSON() {
    return this.text
  }
}

export const jsonOf = (value: unknown): string => (value instanceof RawJson ? value.text : JSON.stringify(value))

/** The JSON of a record that may have raw fields. */
export function recordJson(record: object): string {
  const fields = Object.entries(record)
  if (!fields.some(([, value]) => value instanceof RawJson)) return JSON.stringify(record)
  const written = fields.filter(([, value]) => value !== undefined)
  return `{${written.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join(',')}}`
}

const numberText = (value: number) => (Object.is(value, -0) ? '0' : String(value))

// Not yet in the types of TypeScript.
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (text: string) => { rawJSON: string }
  isRawJSON: (value: unknown) => value is { rawJSON: string }
}

/** A number that JSON.stringify writes exactly as this text. */
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
 * Replaces raw numbers with JavaScript numbers wherever the schema names a field, and keeps them in free objects. A number that JavaScript cannot
 * represent exactly becomes NaN, which the validator refuses.
 */
export function restorePlainNumbers(value: unknown, schema: Shape): unknown {
  if (isRawJSON(value)) return plainNumber(value.rawJSON)
  if (value === null || typeof value !== 'object' || value instanceof RawJson) return value
  const shape = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (Array.isArray(value)) {
    const { items } = shape
    return items ? value.map(item => restorePlainNumbers(item, items)) : value
  }
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
