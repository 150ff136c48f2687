// Writes a JSON Schema as a TypeScript type, with its descriptions as doc comments.

export interface Schema {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  type?: string
  contentMediaType?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
  default?: unknown
}

const indent = '  '

export const indented = (text: string) => text.replace(/^(?=.)/gm, indent)

export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '')
  if ('const' in schema) return literalOf(schema.const)
  if (schema.enum) return unionOf(schema.enum.map(literalOf))
  if (schema.anyOf) return unionOf(schema.anyOf.map(typeOf))
  if (schema.type === 'array') return arrayOf(typeOf(schema.items ?? {}))
  if (schema.type === 'object' || schema.properties) return recordOf(schema)
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.contentMediaType) return 'Blob'
  if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'null') return schema.type
  return 'unknown'
}

interface Field {
  name: string
  required: boolean
  type: string
  description?: string | undefined
}

/** A field of this type, with its default as TSDoc has it. */
export function fieldOf(name: string, required: boolean, schema: Schema, description = schema.description): Field {
  const value = schema.default === undefined ? '' : ` @defaultValue \`${JSON.stringify(schema.default)}\``
  return { name, required, type: typeOf(schema), description: description && `${description}${value}` }
}

/** An object type. Editors show the comment of each field. */
export function objectOf(fields: Field[]) {
  if (fields.length === 0) return '{}'
  return `{\n${fields.map(field => indented(lineOf(field))).join('\n')}\n}`
}

/** A doc comment, on one line if it has one paragraph. */
export function docComment(...paragraphs: (string | undefined | false)[]) {
  const [first, ...others] = paragraphs.filter(text => text !== undefined && text !== false)
  if (first === undefined) return ''
  if (others.length === 0) return `/** ${escaped(first)} */\n`
  const lines = [first, ...others.flatMap(text => ['', text])].map(line => ` * ${escaped(line)}`.trimEnd())
  return `/**\n${lines.join('\n')}\n */\n`
}

const escaped = (text: string) => text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')

function lineOf({ name, required, type, description }: Field) {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
  return `${docComment(description)}${key}${required ? '' : '?'}: ${type}`
}

const literalOf = (value: unknown) => JSON.stringify(value).replaceAll('"', "'")

const unionOf = (types: string[]) => [...new Set(types)].join(' | ')

const arrayOf = (type: string) => (/ \| /.test(type) && !/^\{[\s\S]*\}$/.test(type) ? `(${type})[]` : `${type}[]`)

function recordOf({ properties, required = [], additionalProperties }: Schema) {
  if (properties && Object.keys(properties).length > 0)
    return objectOf(Object.entries(properties).map(([name, schema]) => fieldOf(name, required.includes(name), schema)))
  if (properties && additionalProperties !== true) return '{}'
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
}
