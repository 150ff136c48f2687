import { RawJson } from '../../json.ts'
import type { JsonSchema } from '../json_schema.ts'

/**
 * Accepts how existing clients send empty fields: null for a text or a list becomes an empty one, and an empty text for a time becomes null. Values that
 * the schema accepts, and fields that must not be empty, stay unchanged.
 */
export function normalizeEmptyValues(value: unknown, schema: JsonSchema): unknown {
  if (value === null || value === '') return emptyOf(value, schema)
  if (typeof value !== 'object' || value instanceof RawJson) return value
  const shape = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (Array.isArray(value)) {
    const { items } = shape
    return items ? value.map(item => normalizeEmptyValues(item, items)) : value
  }
  const fields = value as Record<string, unknown>
  for (const [name, field] of Object.entries(shape.properties ?? {}))
    if (Object.hasOwn(fields, name)) fields[name] = normalizeEmptyValues(fields[name], field)
  return value
}

function emptyOf(value: null | '', schema: JsonSchema) {
  const choices = schema.anyOf ?? [schema]
  const isNullable = choices.some(({ type }) => type === 'null')
  if (value === '') return isNullable && choices.some(({ format }) => format === 'date-time') ? null : value
  if (isNullable) return null
  if (schema.type === 'array') return []
  return schema.type === 'string' && takesEmptyText(schema) ? '' : null
}

const takesEmptyText = ({ format, pattern = '', minLength = 0 }: JsonSchema) =>
  minLength === 0 && (format === undefined || format === 'email_or_empty') && new RegExp(pattern).test('')
