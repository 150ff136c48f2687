// Writes operations.ts, the types of all requests and responses and the methods of the client, from the OpenAPI document.
import { docComment, fieldOf, indented, objectOf, type Schema, typeOf } from './type_writer.ts'

type Content = Record<string, { schema: Schema }>
type Responses = Record<string, { content?: Content }>

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  deprecated?: boolean
  'x-access': 'anyone' | 'member' | { permission: string }
  parameters: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[]
  requestBody?: { content: Content }
  responses: Responses
}

type PlacedOperation = Operation & { method: string; path: string }

export interface OpenApiDocument {
  tags: { name: string; description: string }[]
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
}

const indent = '  '
const line_width = 120
const json = 'application/json'

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
    "import type { RequestOptions } from './request.ts'",
    '',
    ...schemas.map(([name, schema]) => `${docComment(schema.description)}export type ${name} = ${typeOf(schema)}\n`),
    '/** Arguments and response of each operation. */',
    'export interface Operations {',
    ...operations.map(operation => indented(operationTypes(operation))),
    '}',
    '',
    '/** The operations by resource. */',
    'export interface Resources {',
    ...document.tags.map(tag => resourceOf(tag, operations, document)).filter(text => text !== ''),
    '}',
    '',
    '/** Method, path and query parameters of each operation. */',
    'export const routes = {',
    ...operations.map(operation => indented(routeOf(operation))),
    '} as const satisfies Record<keyof Operations, readonly [string, string, ...string[]]>',
    '',
    '/** The content type of operations that take a file. */',
    'export const uploads: Partial<Record<keyof Operations, string>> = {',
    ...operations.flatMap(operation => {
      const media = uploadOf(operation)
      return media ? [`${indent}'${operation.operationId}': '${media}',`] : []
    }),
    '}',
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

/** The content type of the body, if it is a file. */
function uploadOf({ requestBody }: Operation) {
  const [media] = Object.keys(requestBody?.content ?? {})
  return media === json ? undefined : media
}

function operationTypes(operation: Operation) {
  return [
    `'${operation.operationId}': {`,
    `${indent}args: ${indented(argsOf(operation)).trimStart()}`,
    `${indent}response: ${indented(responseOf(operation)).trimStart()}`,
    '}',
  ].join('\n')
}

/** Path and query parameters and the fields of the body, in one object. */
function argsOf(operation: Operation) {
  const fields = parametersOf(operation).map(({ name, required = false, schema, description }) =>
    fieldOf(name, required, schema, description),
  )
  if (uploadOf(operation))
    fields.push({ name: 'file', required: true, type: 'Blob | string', description: 'The contents of the file.' })
  const bodies = bodiesOf(operation).map(typeOf)
  const parts = [
    ...(fields.length > 0 || bodies.length === 0 ? [objectOf(fields)] : []),
    ...(bodies.length > 1 ? [`(${bodies.join(' | ')})`] : bodies),
  ]
  return parts.join(' & ')
}

const parametersOf = ({ parameters }: Operation) =>
  parameters.filter(({ in: place }) => place === 'path' || place === 'query')

const bodiesOf = (operation: Operation) =>
  uploadOf(operation) ? [] : Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)

function responseOf({ responses }: Operation) {
  const [[media = '', response] = []] = Object.entries(successContent(responses))
  if (media === json && response) return typeOf(response.schema)
  return media === '' || media.startsWith('text/') ? 'string' : 'Blob'
}

function resourceOf(
  { name, description }: OpenApiDocument['tags'][number],
  operations: PlacedOperation[],
  document: OpenApiDocument,
) {
  const own = operations.filter(({ operationId }) => operationId.startsWith(`${name}.`))
  if (own.length === 0) return ''
  const methods = own.map(operation => indented(methodOf(operation, document))).join('\n')
  return indented(`${docComment(description)}${name}: {\n${methods}\n}`)
}

function methodOf(operation: PlacedOperation, document: OpenApiDocument) {
  const { operationId, method, path, summary, description, deprecated, 'x-access': access } = operation
  const needs = typeof access === 'object' ? ` Requires the permission \`${access.permission}\`.` : ''
  const comment = docComment(
    summary,
    description,
    `\`${method.toUpperCase()} ${path}\`.${access === 'anyone' ? ' Works without a token.' : needs}`,
    deprecated && '@deprecated',
  )
  const args = `args${needsArgs(operation, document) ? '' : '?'}: Operations['${operationId}']['args']`
  const response = responseOf(operation)
  const named = /^\w+$/.test(response) ? response : `Operations['${operationId}']['response']`
  return `${comment}${operationId.replace(/^.*\./, '')}(${args}, options?: RequestOptions): Promise<${named}>`
}

/** Whether a call without arguments is an error. */
function needsArgs(operation: Operation, { components }: OpenApiDocument) {
  const required = bodiesOf(operation).flatMap(({ $ref, ...schema }) => {
    const resolved = $ref ? components.schemas[$ref.replace(/^.*\//, '')] : schema
    return resolved?.anyOf ? ['one of them'] : (resolved?.required ?? [])
  })
  return required.length > 0 || uploadOf(operation) !== undefined || parametersOf(operation).some(one => one.required)
}

function routeOf({ operationId, method, path, parameters }: PlacedOperation) {
  const query = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const parts = [method.toUpperCase(), path, ...query].map(part => `'${part}'`)
  const short = `'${operationId}': [${parts.join(', ')}],`
  if (short.length + indent.length <= line_width) return short
  return `'${operationId}': [\n${parts.map(part => `${indent}${part},`).join('\n')}\n],`
}
