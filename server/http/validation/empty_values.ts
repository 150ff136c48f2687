import { RawJson } from '../../json.ts'

interface Shape {
  type?: string
  format?: string
  pattern?: string
  minLength?: number
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

/**
 * Spells what existing clients send for an empty field as the schema does: null for a text or a list becomes an empty one, and an empty text for a time
 * becomes null. What the schema takes as it is, and what it cannot take empty, stays as it was sent.
 */
export function normalizeEmptyValues(value: unknown, schema: Shape): unknown {
  if (value === null || value === '') return emptyOf(value, schema)
  if (typeof value !== 'object' || value instanceof RawJson) return value
  const shape = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (Array.isArray(value)) return shape.items ? value.map(item => normalizeEmptyValues(item, shape.items!)) : value
  const fields = value as Record<string, unknown>
  for (const [name, field] of Object.entries(shape.properties ?? {}))
    if (Object.hasOwn(fields, name)) fields[name] = normalizeEmptyValues(fields[name], field)
  return value
}

function emptyOf(value: null | '', schema: Shape) {
  const choices = schema.anyOf ?? [schema]
  const isNullable = choices.some(({ type }) => type === 'null')
  if (value === '') return isNullable && choices.some(({ format }) => format === 'date-time') ? null : value
  if (isNullable) return null
  if (schema.type === 'array') return []
  return schema.type === 'string' && takesEmptyText(schema) ? '' : null
}

const takesEmptyText = ({ format, pattern = '', minLength = 0 }: Shape) =>
  minLength === 0 && (format === undefined || format === 'email_or_empty') && new RegExp(pattern).test('')
