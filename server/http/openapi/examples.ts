import { Check } from 'typebox/schema'
import { fieldExample } from '../../documentation/fields.ts'
import { recordNotes } from '../../documentation/records.ts'
import type { JsonSchema } from '../json_schema.ts'
import { type Components, hasFields } from './components.ts'

type Example = Record<string, unknown>

/**
 * A realistic value for a schema: its own example, the usual value of a field with that name, or else a value that its type and bounds allow. A new
 * operation gets its example without further work.
 */
export function exampleOf(schema: JsonSchema, components: Components, name = '', record: Example = {}): unknown {
  if (schema.$ref) {
    const component = schema.$ref.split('/').at(-1) as string
    return exampleOf(components.get(schema.$ref), components, name, recordNotes(component))
  }
  if (schema.examples) return schema.examples[0]
  if ('const' in schema) return schema.const
  const usual = fitting(fieldExample(name), schema)
  if (usual !== undefined) return usual
  if (schema.anyOf) return exampleOf(choiceOf(schema.anyOf, components), components, name)
  if (schema.enum) return schema.enum.find((word: unknown) => word !== '') ?? ''
  if (schema.type === 'object') return objectOf(schema, components, record)
  if (schema.type === 'array') return listOf(schema, components, name)
  return scalarOf(schema)
}

/** The most informative choice of a union: an object rather than a text, a text rather than null. */
const choiceOf = (choices: JsonSchema[], components: Components): JsonSchema => {
  const typeOf = (choice: JsonSchema) => (choice.$ref ? components.get(choice.$ref) : choice).type
  const richest = ['object', 'array', 'integer', 'string']
  return richest.map(type => choices.find(choice => typeOf(choice) === type)).find(Boolean) ?? choices[0] ?? {}
}

function objectOf(schema: JsonSchema, components: Components, record: Example): Example {
  const example: Example = {}
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const own = record[name]
    if (Object.hasOwn(record, name) && (own === undefined || field.$ref || fits(own, field))) example[name] = own
    // Fields under `data` belong to the record.
    else example[name] = exampleOf(field, components, name, name === 'data' ? record : {})
    if (example[name] === undefined) delete example[name]
  }
  return example
}

function listOf({ items, minItems = 1 }: JsonSchema, components: Components, name: string) {
  if (!items) return []
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, components, `${name} item`))
}

/** The value if the schema allows it; a number is written as text where the schema requires text. */
function fitting(value: unknown, schema: JsonSchema): unknown {
  const written = typeof value === 'number' && schema.type === 'string' ? String(value) : value
  return written !== undefined && fits(written, schema) ? written : undefined
}

function fits(value: unknown, schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.some(choice => fits(value, choice))
  // A component has an example of its own. The validator does not know the components.
  const { additionalProperties, ...known } = schema
  return !schema.$ref && !schema.items?.$ref && !hasFields(schema) && Check(known, value)
}

function scalarOf({ type, format, minimum, default: usual }: JsonSchema) {
  if (usual !== undefined) return usual
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1)
  if (type === 'null') return null
  return format === 'date-time' ? '2026-05-18T16:30:00.000Z' : format === 'email' ? 'lea.marchand@example.org' : ''
}
