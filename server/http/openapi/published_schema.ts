import { currencies } from '../../currencies.ts'
import type { JsonSchema, SchemaFields } from '../json_schema.ts'

// How schemas are published for tools: without the symbols of TypeBox and without keywords that only this server understands.

/** A schema as plain JSON. */
export const publishSchema = (schema: object): JsonSchema => copyWith(schema, publishNode)

export const publishFields = (fields: object): SchemaFields => publishSchema(fields) as SchemaFields

/** The same for request bodies. A field with a default is not required, and unknown fields are dropped rather than refused. */
export const asInput = (schema: JsonSchema): JsonSchema => copyWith(schema, inputNode)

/** A copy in which each object is replaced, the innermost first. */
export const copyWith = (schema: object, replace: (node: JsonSchema) => JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (_, node) => (isObject(node) && !Array.isArray(node) ? replace(node) : node))

function inputNode({ additionalProperties, ...node }: JsonSchema): JsonSchema {
  // `false` is left out, because unknown fields are allowed.
  const copy: JsonSchema = additionalProperties ? { ...node, additionalProperties } : node
  const { properties, required } = copy
  if (!properties || !Array.isArray(required)) return copy
  copy.required = required.filter(name => properties[name]?.default === undefined)
  if (copy.required.length === 0) delete copy.required
  return copy
}

function publishNode({ expects, additionalItems, ...copy }: JsonSchema): JsonSchema {
  const { patternProperties, ...others } = copy
  // TypeBox writes a record with a pattern for any name; most tools expect additionalProperties.
  if (patternProperties?.['^.*$']) return { ...others, additionalProperties: patternProperties['^.*$'] }
  // TypeBox writes tuples in the old JSON Schema form, which OpenAPI 3.1 does not have. minItems and maxItems keep the length.
  if (Array.isArray(copy.items)) return { ...copy, items: copy.items[0] }
  return copy.type === 'string' ? publishFormat(copy) : copy
}

function publishFormat(schema: JsonSchema): JsonSchema {
  const { format, ...others } = schema
  return format && formats[format] ? { ...others, ...formats[format] } : schema
}

const isObject = (node: unknown): node is JsonSchema => node !== null && typeof node === 'object'

const anyCase = (code: string) => [...code].map(letter => `[${letter}${letter.toLowerCase()}]`).join('')

const unitsOfTime = ['YEAR', 'AN', 'MONTH', 'MOIS', 'WEEK', 'SEMAINE', 'DAY', 'JOUR']
// At least one part is required. The pattern avoids lookahead, which not every engine supports.
const [years, months, weeks, days] = ['\\d{1,3}Y', '\\d{1,4}M', '\\d{1,4}W', '\\d{1,5}D']
const isoLength = `${years}(${months})?(${weeks})?(${days})?|${months}(${weeks})?(${days})?|${weeks}(${days})?|${days}`

/** Custom formats as patterns that every validator understands. */
const formats: Record<string, JsonSchema> = {
  currency: { title: 'Currency', minLength: 3, maxLength: 3, pattern: `^(${currencies.map(anyCase).join('|')})$` },
  'length-of-time': { pattern: `^(|P(${isoLength})|\\d{1,4} *(${unitsOfTime.map(anyCase).join('|')})[Ss]?)$` },
  'time-zone': { pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$' },
  email_or_empty: { pattern: '^([^\\s@]+@[^\\s@]+)?$' },
}
