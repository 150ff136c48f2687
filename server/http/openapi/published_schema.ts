import { currencies } from '../../currencies.ts'

type Json = Record<string, any>

// How a schema that checks requests here is published for tools elsewhere: without the marks of the library that made it, and with nothing that only
// our validator understands.

/** A schema as plain JSON. */
export const publishSchema = (schema: unknown): any => publishNode(JSON.parse(JSON.stringify(schema)))

/** The same for what clients send. A field with a default need not be sent, and unknown fields are dropped rather than refused. */
export function asInput(node: any): any {
  if (Array.isArray(node)) return node.map(asInput)
  if (node === null || typeof node !== 'object') return node
  const { additionalProperties, ...others } = node
  // Only what a schema says of fields with names of their own stays; that there may be no others does not.
  const copy: Json = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, asInput(value)]))
  if (additionalProperties) copy['additionalProperties'] = asInput(additionalProperties)
  if (copy['type'] !== 'object' || !copy['properties'] || !Array.isArray(copy['required'])) return copy
  copy['required'] = copy['required'].filter((name: string) => copy['properties'][name]?.default === undefined)
  if (copy['required'].length === 0) delete copy['required']
  return copy
}

function publishNode(node: any): any {
  if (Array.isArray(node)) return node.map(publishNode)
  if (node === null || typeof node !== 'object') return node
  const { expects, ...copy } = Object.fromEntries(
    Object.entries(node).map(([key, part]) => [key, publishNode(part)]),
  ) as Json
  if (copy['patternProperties']?.['^.*$']) return asMap(copy)
  if (copy['type'] !== 'string') return copy
  const { format, ...others } = copy
  return format in formats ? { ...others, ...formats[format] } : copy
}

// An object with names of its own and one kind of value, as most tools know it.
const asMap = ({ patternProperties, ...schema }: Json): Json => ({
  ...schema,
  additionalProperties: patternProperties['^.*$'],
})

const anyCase = (code: string) => [...code].map(letter => `[${letter}${letter.toLowerCase()}]`).join('')

const unitsOfTime = ['YEAR', 'AN', 'MONTH', 'MOIS', 'WEEK', 'SEMAINE', 'DAY', 'JOUR']
// At least one part, told without looking ahead, which not every engine can.
const [years, months, weeks, days] = ['\\d{1,3}Y', '\\d{1,4}M', '\\d{1,4}W', '\\d{1,5}D']
const isoLength = `${years}(${months})?(${weeks})?(${days})?|${months}(${weeks})?(${days})?|${weeks}(${days})?|${days}`

/** Formats of our own, as rules that every validator knows. The empty text has no format. */
const formats: Record<string, Json> = {
  currency: { title: 'Currency', minLength: 3, maxLength: 3, pattern: `^(${currencies.map(anyCase).join('|')})$` },
  'length-of-time': { pattern: `^(|P(${isoLength})|\\d{1,4} *(${unitsOfTime.map(anyCase).join('|')})[Ss]?)$` },
  email_or_empty: { pattern: '^([^\\s@]+@[^\\s@]+)?$' },
}
