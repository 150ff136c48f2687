// Writes operations.ts: what can be asked of Muster and what it answers, as types, from its OpenAPI document.

type Json = Record<string, any>

const indent = '  '
const line_width = 120

export function writeOperations(document: Json) {
  const schemas = Object.entries(document.components.schemas as Json)
  const operations = Object.entries(document.paths as Json)
    .flatMap(([path, methods]) =>
      Object.entries(methods as Json).map(([method, operation]) => ({ path, method, ...operation })),
    )
    .filter(({ responses }) => !successOf(responses)['text/html'] && !successOf(responses)['text/css'])
    .sort((a, b) => (a.operationId < b.operationId ? -1 : 1))
  const text = [
    '// Written by `npm run generate` from docs/openapi.json. Do not edit.',
    '',
    ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`),
    'export interface Operations {',
    ...operations.map(operation => indented(typesOf(operation))),
    '}',
    '',
    '/** Method, path and the names that go into the query, for each operation. */',
    'export const routes = {',
    ...operations.map(operation => indented(routeOf(operation))),
    '} as const satisfies Record<keyof Operations, readonly [string, string, ...string[]]>',
    '',
  ]
  return text.join('\n')
}

const successOf = (responses: Json): Json => (responses['200'] ?? responses['202'])?.content ?? {}

function typesOf({ operationId, summary, parameters, requestBody, responses }: Json) {
  const fields = (parameters as Json[])
    .filter(({ in: place }) => place === 'path' || place === 'query')
    .map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`)
  const content = requestBody?.content ?? {}
  const [media, body] = (Object.entries(content)[0] ?? []) as [string?, Json?]
  if (media === 'application/json') {
    const { properties, required = [] } = body!.schema
    const patch = content['application/merge-patch+json']?.schema.properties.data
    for (const [name, schema] of Object.entries(properties as Json)) {
      const type = name === 'data' && patch ? `${typeOf(schema)} | ${typeOf(patch)}` : typeOf(schema)
      fields.push(`${name}${required.includes(name) ? '' : '?'}: ${type}`)
    }
  } else if (media) fields.push('file: Blob | string')
  const answer = successOf(responses)['application/json']
  return [
    `/** ${summary} */`,
    `'${operationId}': {`,
    `${indent}args: ${indented(objectOf(fields)).trimStart()}`,
    `${indent}answer: ${answer ? indented(typeOf(answer.schema)).trimStart() : 'string'}`,
    '}',
  ].join('\n')
}

function routeOf({ operationId, method, path, parameters }: Json) {
  const query = (parameters as Json[]).filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const parts = [method.toUpperCase(), path, ...query].map(part => `'${part}'`)
  const short = `'${operationId}': [${parts.join(', ')}],`
  if (short.length + indent.length <= line_width) return short
  return `'${operationId}': [\n${parts.map(part => `${indent}${part},`).join('\n')}\n],`
}

function typeOf(schema: Json): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'")
  if (schema.enum) return unionOf(schema.enum.map((word: unknown) => JSON.stringify(word).replaceAll('"', "'")))
  if (schema.anyOf) return unionOf(schema.anyOf.map(typeOf))
  if (schema.type === 'array') return arrayOf(typeOf(schema.items))
  if (schema.type === 'object' || schema.properties) return recordOf(schema)
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'null') return schema.type
  return 'unknown'
}

const unionOf = (types: string[]) => [...new Set(types)].join(' | ')

const arrayOf = (type: string) => (/ \| /.test(type) && !/^\{[\s\S]*\}$/.test(type) ? `(${type})[]` : `${type}[]`)

function recordOf({ properties, required = [], patternProperties }: Json) {
  if (properties) {
    return objectOf(
      Object.entries(properties as Json).map(([name, schema]) => {
        const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
        return `${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`
      }),
    )
  }
  const [values] = Object.values((patternProperties ?? {}) as Json)
  return `Record<string, ${values ? typeOf(values) : 'unknown'}>`
}

const objectOf = (fields: string[]) =>
  fields.length === 0 ? '{}' : `{\n${fields.map(field => indented(field)).join('\n')}\n}`

const indented = (text: string) => text.replace(/^(?=.)/gm, indent)
