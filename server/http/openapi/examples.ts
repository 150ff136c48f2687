import { fieldExample } from '../../documentation/fields.ts'
import { recordNotes } from '../../documentation/records.ts'
import { type Components, hasFields } from './components.ts'

type Json = Record<string, any>

/**
 * A realistic value for a schema. It is made of the examples of its fields: what a schema gives itself, what the field of that name usually holds, and else
 * what its type and bounds allow. So a new operation has its example for free.
 */
export function exampleOf(schema: Json, components: Components, name = '', record: Json = {}): unknown {
  if (schema['$ref']) {
    const component = schema['$ref'].split('/').at(-1) as string
    return exampleOf(components.get(schema['$ref']), components, name, recordNotes(component))
  }
  if (schema['examples']) return schema['examples'][0]
  if ('const' in schema) return schema['const']
  const usual = fitting(fieldExample(name), schema)
  if (usual !== undefined) return usual
  if (schema['anyOf']) return exampleOf(choiceOf(schema['anyOf'], components), components, name)
  if (schema['enum']) return schema['enum'].find((word: unknown) => word !== '') ?? ''
  if (schema['type'] === 'object') return objectOf(schema, components, record)
  if (schema['type'] === 'array') return listOf(schema, components, name)
  return scalarOf(schema)
}

/** An object says more than a text, and a text more than null. */
const choiceOf = (choices: Json[], components: Components): Json => {
  const typeOf = (choice: Json) => (choice['$ref'] ? components.get(choice['$ref']) : choice)['type']
  const richest = ['object', 'array', 'integer', 'string']
  return richest.map(type => choices.find(choice => typeOf(choice) === type)).find(Boolean) ?? choices[0]!
}

function objectOf(schema: Json, components: Components, record: Json): Json {
  const example: Json = {}
  for (const [name, field] of Object.entries((schema['properties'] ?? {}) as Json)) {
    const own = record[name]
    if (Object.hasOwn(record, name) && (own === undefined || field['$ref'] || fits(own, field))) example[name] = own
    // What stands under `data` belongs to the record that it is sent for.
    else example[name] = exampleOf(field, components, name, name === 'data' ? record : {})
    if (example[name] === undefined) delete example[name]
  }
  return example
}

function listOf({ items, minItems = 1 }: Json, components: Components, name: string) {
  if (!items) return []
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, components, `${name} item`))
}

/** The usual value where the schema allows it, as a number or as a text. */
function fitting(value: unknown, schema: Json): unknown {
  const written = typeof value === 'number' && schema['type'] === 'string' ? String(value) : value
  return written !== undefined && fits(written, schema) ? written : undefined
}

function fits(value: unknown, schema: Json): boolean {
  if (schema['anyOf']) return (schema['anyOf'] as Json[]).some(choice => !choice['$ref'] && fits(value, choice))
  if (schema['enum']) return schema['enum'].includes(value)
  switch (schema['type']) {
    case 'null':
      return value === null
    case 'boolean':
      return typeof value === 'boolean'
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' &&
        value >= (schema['minimum'] ?? -Infinity) &&
        value <= (schema['maximum'] ?? Infinity)
      )
    case 'string':
      return typeof value === 'string' && isText(value, schema)
    case 'array':
      return Array.isArray(value) && !schema['items']?.$ref && value.every(item => fits(item, schema['items'] ?? {}))
    case 'object':
      return value !== null && typeof value === 'object' && !Array.isArray(value) && !hasFields(schema)
    default:
      return !schema['$ref']
  }
}

const isText = (text: string, { minLength = 0, maxLength = Infinity, pattern = '', format }: Json) =>
  text.length >= minLength &&
  text.length <= maxLength &&
  new RegExp(pattern).test(text) &&
  (format !== 'date-time' || /^\d{4}-\d\d-\d\dT/.test(text)) &&
  (format !== 'email' || text.includes('@'))

function scalarOf({ type, format, minimum, default: usual }: Json) {
  if (usual !== undefined) return usual
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1)
  if (type === 'null') return null
  return format === 'date-time' ? '2026-05-18T16:30:00.000Z' : format === 'email' ? 'lea.marchand@example.org' : ''
}
