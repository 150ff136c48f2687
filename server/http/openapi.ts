import { Problem, type ProblemCode, problems } from '../errors.ts'
import { eventTypes } from '../events/catalogue.ts'
import { Event } from '../events/event.ts'
import { merge_patch } from './media.ts'
import type { AnyDefinition, Operation, Resource } from './operation.ts'

type Json = Record<string, any>

// What any operation may answer besides its own errors.
const always: ProblemCode[] = [
  'bad_request',
  'uri_too_long',
  'invalid_request',
  'rate_limited',
  'internal',
  'unavailable',
  'too_expensive',
]
const withToken: ProblemCode[] = ['unauthenticated', 'forbidden', 'second_factor_required']
const withFile: ProblemCode[] = ['too_large', 'unsupported_media_type', 'request_timeout']
const withBody: ProblemCode[] = ['invalid_json', ...withFile]
const writes: ProblemCode[] = ['idempotency_key_running', 'idempotency_key_reused', 'idempotency_answer_erased']

/** Every refusal an operation may answer with. */
export function refusalsOf({ method, definition: { access, guards, upload, errors = [] } }: Operation): ProblemCode[] {
  return [
    ...new Set([
      ...always,
      ...(access.needs === 'anyone' ? [] : withToken),
      ...(method === 'GET' ? [] : [...(upload ? withFile : withBody), ...writes]),
      ...(guards ? (['precondition_failed'] as const) : []),
      ...errors,
    ]),
  ]
}

/** The OpenAPI 3.1 document, made from the very definitions that check requests and answers. */
export function openapiOf(resources: Resource[], version: string): Json {
  const schemas: Json = {}
  const paths: Json = {}
  for (const { name, operations } of resources) {
    for (const [verb, operation] of Object.entries(operations)) {
      const path = operation.path.replace(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][operation.method.toLowerCase()] = hoisted(describe(`${name}.${verb}`, name, operation), schemas)
    }
  }
  hoisted(Problem, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version,
      description:
        'People, money and field work of an organisation that mobilises. Bodies are JSON; times are UTC instants; amounts are integers in minor units.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: resources.map(({ name, about }) => ({ name, description: about })),
    paths,
    webhooks: hoisted(webhooks(), schemas),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, sent as "Authorization: Bearer <token>".',
        },
      },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

/** The catalogue of events, each as the call that a webhook gets. */
const webhooks = (): Json =>
  Object.fromEntries(
    Object.entries(eventTypes).map(([type, { about, needs }]) => [
      type,
      {
        post: {
          operationId: `event.${type}`,
          summary: about,
          'x-needs': needs,
          requestBody: { required: true, content: { 'application/json': { schema: plain(Event) } } },
          responses: { '2XX': { description: 'Accepted. Anything else is tried again.' } },
        },
      },
    ]),
  )

function describe(operationId: string, tag: string, operation: Operation): Json {
  const { method, definition } = operation
  const { summary, description, access, returns, etag } = definition
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(definition.deprecated && { deprecated: true }),
    security: access.needs === 'anyone' ? [] : [{ token: [] }],
    'x-access':
      access.needs === 'anyone' || access.needs === 'member'
        ? access.needs
        : { permission: access.needs, by: access.by },
    parameters: [
      ...parameters('path', definition.params),
      ...parameters('query', definition.query),
      ...(method !== 'GET' && access.needs !== 'anyone'
        ? [header('Idempotency-Key', 'Makes a repeated request harmless: the first answer comes again.')]
        : []),
      ...(definition.guards
        ? [header('If-Match', 'The ETag you read; refused with 412 when the record has changed since.')]
        : []),
    ],
    ...bodyOf(definition),
    responses: {
      [definition.status ?? 200]: {
        description: definition.status === 202 ? 'Accepted.' : 'Done.',
        ...(etag && {
          headers: { ETag: { description: 'Changes with what is answered.', schema: { type: 'string' } } },
        }),
        content: { [returns.media]: { schema: plain(returns.schema) } },
      },
      ...(etag && method === 'GET' && { 304: { description: 'Still as the ETag in If-None-Match says.' } }),
      ...refusals(operation),
    },
  }
}

function bodyOf({ body, merge, beside, form, upload }: AnyDefinition): Json {
  if (upload) return { requestBody: { required: true, content: { [upload.media]: { schema: { type: 'string' } } } } }
  if (!body) return {}
  const fieldsOf = (sent: Json) => ({ type: 'object', properties: plain(sent), required: requiredOf(sent) })
  const whole = (sent: Json) => ({
    type: 'object',
    properties: { data: fieldsOf(sent), ...plain(beside ?? {}) },
    required: ['data', ...requiredOf(beside ?? {})],
  })
  const content = form
    ? { 'application/x-www-form-urlencoded': { schema: asInput(fieldsOf(body)) } }
    : {
        'application/json': { schema: asInput(whole(body)) },
        ...(merge && { [merge_patch]: { schema: asInput(whole(merge)) } }),
      }
  return { requestBody: { required: true, content } }
}

function refusals(operation: Operation): Json {
  const byStatus = Object.groupBy(refusalsOf(operation), code => String(problems[code][0]))
  return Object.fromEntries(
    Object.entries(byStatus)
      .sort()
      .map(([status, codes = []]) => [
        status,
        {
          description: codes.map(code => `\`${code}\`: ${problems[code][1]}.`).join(' '),
          content: {
            [operation.definition.returns.media === 'text/html' ? 'text/html' : 'application/problem+json']: {
              schema: refusalSchema(operation),
            },
          },
        },
      ]),
  )
}

const refusalSchema = ({ definition }: Operation) =>
  definition.returns.media === 'text/html' ? { type: 'string' } : plain(Problem)

const parameters = (place: 'path' | 'query', fields: Json = {}) =>
  Object.entries(plain(fields)).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path',
    ...(description && { description }),
    schema,
  }))

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

const requiredOf = (fields: Json) =>
  Object.entries(fields)
    .filter(([, field]) => !('~optional' in field) && field.default === undefined)
    .map(([name]) => name)

// Schemas carry hidden marks of the library that made them.
const plain = (schema: unknown): Json => JSON.parse(JSON.stringify(schema))

/** A field with a default need not be sent, and unknown fields are dropped rather than refused. */
function asInput(node: any): any {
  if (Array.isArray(node)) return node.map(asInput)
  if (node === null || typeof node !== 'object') return node
  const { additionalProperties: _, ...copy } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, asInput(value)]),
  ) as Json
  if (copy.type !== 'object' || !copy.properties || !Array.isArray(copy.required)) return copy
  const required = copy.required.filter((name: string) => copy.properties[name]?.default === undefined)
  const { required: __, ...others } = copy
  return required.length > 0 ? { ...others, required } : others
}

/** Moves every schema that has a title into components, so that it has one name everywhere. */
function hoisted(node: any, schemas: Json): any {
  if (Array.isArray(node)) return node.map(part => hoisted(part, schemas))
  if (node === null || typeof node !== 'object') return node
  const copy = rowed(Object.fromEntries(Object.entries(node).map(([key, value]) => [key, hoisted(value, schemas)])))
  if (typeof node.title !== 'string' || node.type === undefined) return copy
  schemas[node.title] = copy
  return { $ref: `#/components/schemas/${node.title}` }
}

// A row of values, each with a schema of its own, was spelled in a way that OpenAPI 3.1 no longer knows. Its length says the rest.
function rowed({ additionalItems: _, ...schema }: Json): Json {
  if (schema.type !== 'array' || !Array.isArray(schema.items)) return schema
  const [first, ...others] = schema.items as Json[]
  const alike = others.every(other => JSON.stringify(other) === JSON.stringify(first))
  return { ...schema, items: alike ? first : { anyOf: schema.items } }
}
