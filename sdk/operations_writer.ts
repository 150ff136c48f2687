// Writes operations.ts, the types of all requests and responses, from the OpenAPI document.

interface Schema {
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
}

type Content = Record<string, { schema: Schema }>
type Responses = Record<string, { content?: Content }>

interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[]
  requestBody?: { content: Content }
  responses: Responses
}

export interface OpenApiDocument {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
}

const indent = '  '
const line_width = 120

export function writeOperations(document: OpenApiDocument) {
  const schemas = Object.entries(document.components.schemas)
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    )
    .filter(
      ({ responses }) =>
        !Object.keys(successContent(responses)).some(media => /^text\/(html|css|javascript)$/.test(media)),
    )
    .sort((a, b) => (a.operationId < b.operationId ? -1 : 1))
  const text = [
    '// Written by `npm run generate` from docs/openapi.json. Do not edit.',
    '',
    ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`),
    'export interface Operations {',
    ...operations.map(operation => indented(operationTypes(operation))),
    '}',
    '',
    '/** Method, path and query parameters of each operation. */',
    'export const routes = {',
    ...operations.map(operation => indented(routeOf(operation))),
    '} as const satisfies Record<keyof Operations, readonly [string, string, ...string[]]>',
    '',
  ]
  return text.join('\n')
}

interface FieldUse {
  kind: string
  headers?: unknown
  search?: unknown
  follows?: unknown
}

/** A table of fields with what a client needs to offer them to people: the kind of value, and where the field can be used. */
export function writeFields(name: string, fields: Record<string, FieldUse>) {
  const lines = Object.entries(fields).map(([field, { kind, headers, search, follows }]) => {
    const uses = `in_files: ${headers !== undefined}, searchable: ${search !== false}, mergeable: ${follows === undefined}`
    return `${indent}${field}: { kind: '${kind}', ${uses} },`
  })
  return `export const ${name} = {\n${lines.join('\n')}\n} as const\n`
}

const successContent = (responses: Responses): Content => (responses['200'] ?? responses['202'])?.content ?? {}

function operationTypes({ operationId, summary, parameters, requestBody, responses }: Operation) {
  const fields = parameters
    .filter(({ in: place }) => place === 'path' || place === 'query')
    .map(({ name, required, schema, description }) =>
      documented(description, `${name}${required ? '' : '?'}: ${typeOf(schema)}`),
    )
  const [body, ...others] = Object.entries(requestBody?.content ?? {})
  if (body && body[0] !== 'application/json') fields.push('file: Blob | string')
  const bodies = body?.[0] === 'application/json' ? [body, ...others].map(([, { schema }]) => typeOf(schema)) : []
  const parts = [
    ...(fields.length > 0 || bodies.length === 0 ? [objectOf(fields)] : []),
    ...(bodies.length > 0 ? [anyOfTypes(bodies)] : []),
  ]
  const [[media, response] = []] = Object.entries(successContent(responses))
  return [
    `/** ${summary} */`,
    `'${operationId}': {`,
    `${indent}args: ${indented(parts.join(' & ')).trimStart()}`,
    `${indent}response: ${responseType(media, response)}`,
    '}',
  ].join('\n')
}

function responseType(media = '', response?: { schema: Schema }) {
  if (media === 'application/json' && response) return indented(typeOf(response.schema)).trimStart()
  return media === '' || media.startsWith('text/') ? 'string' : 'Blob'
}

const anyOfTypes = (types: string[]) => (types.length > 1 ? `(${types.join(' | ')})` : types[0])

/** A field with its description as a doc comment, which editors show. */
const documented = (description: string | undefined, field: string) =>
  description ? `/** ${description.replaceAll('*/', '* /')} */\n${field}` : field

function routeOf({ operationId, method, path, parameters }: Operation & { method: string; path: string }) {
  const query = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const parts = [method.toUpperCase(), path, ...query].map(part => `'${part}'`)
  const short = `'${operationId}': [${parts.join(', ')}],`
  if (short.length + indent.length <= line_width) return short
  return `'${operationId}': [\n${parts.map(part => `${indent}${part},`).join('\n')}\n],`
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '')
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'")
  if (schema.enum) return unionOf(schema.enum.map(value => JSON.stringify(value).replaceAll('"', "'")))
  if (schema.anyOf) return unionOf(schema.anyOf.map(typeOf))
  if (schema.type === 'array') return arrayOf(typeOf(schema.items ?? {}))
  if (schema.type === 'object' || schema.properties) return recordOf(schema)
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.contentMediaType) return 'Blob'
  if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'null') return schema.type
  return 'unknown'
}

const unionOf = (types: string[]) => [...new Set(types)].join(' | ')

const arrayOf = (type: string) => (/ \| /.test(type) && !/^\{[\s\S]*\}$/.test(type) ? `(${type})[]` : `${type}[]`)

function recordOf({ properties, required = [], additionalProperties }: Schema) {
  if (properties) {
    return objectOf(
      Object.entries(properties).map(([name, schema]) => {
        const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
        return documented(schema.description, `${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`)
      }),
    )
  }
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
}

const objectOf = (fields: string[]) =>
  fields.length === 0 ? '{}' : `{\n${fields.map(field => indented(field)).join('\n')}\n}`

const indented = (text: string) => text.replace(/^(?=.)/gm, indent)
