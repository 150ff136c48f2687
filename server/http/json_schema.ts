/** A JSON Schema, with the keywords that are read here. */
export interface JsonSchema {
  $ref?: string | undefined
  type?: string | undefined
  title?: string | undefined
  description?: string | undefined
  format?: string | undefined
  pattern?: string | undefined
  const?: unknown
  enum?: unknown[] | undefined
  default?: unknown
  examples?: unknown[] | undefined
  anyOf?: JsonSchema[] | undefined
  items?: JsonSchema | undefined
  properties?: SchemaFields | undefined
  required?: string[] | undefined
  additionalProperties?: JsonSchema | boolean | undefined
  patternProperties?: SchemaFields | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minItems?: number | undefined
  /** Objects here are stored and returned as the text that was sent. */
  'x-raw-json'?: boolean | undefined
  [keyword: string]: unknown
}

export type SchemaFields = Record<string, JsonSchema>
