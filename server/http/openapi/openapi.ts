import type { TProperties } from 'typebox'
import { recordNotes } from '../../documentation/records.ts'
import { Problem, type ProblemCode, problems } from '../../errors.ts'
import { eventTypes } from '../../events/catalogue.ts'
import { Event } from '../../events/event.ts'
import type { JsonSchema } from '../json_schema.ts'
import { merge_patch } from '../media.ts'
import type { AnyDefinition, Operation, Resource } from '../operation.ts'
import { isRangedFile } from '../ranged_format.ts'
import { csvFile, htmlPage } from '../response_format.ts'
import { ignoresUnknownParameters } from '../validation/existing_clients.ts'
import { bodyNameOf, Components, recordNameOf, responseNameOf, singular } from './components.ts'
import { exampleOf } from './examples.ts'
import { asInput, publishFields, publishSchema } from './published_schema.ts'
import { securitySchemes } from './security_schemes.ts'

type Json = Record<string, unknown>

// Errors that any operation may return.
const commonErrors: ProblemCode[] = [
  'bad_request',
  'uri_too_long',
  'invalid_request',
  'rate_limited',
  'internal',
  'unavailable',
  'too_expensive',
]
const tokenErrors: ProblemCode[] = ['unauthenticated', 'forbidden', 'second_factor_required', 'provider_required']
const uploadErrors: ProblemCode[] = ['too_large', 'unsupported_media_type', 'request_timeout']
const bodyErrors: ProblemCode[] = ['invalid_json', ...uploadErrors]
const writeErrors: ProblemCode[] = ['idempotency_key_running', 'idempotency_key_reused', 'idempotency_answer_erased']

/** Every error code that an operation may return. */
export function errorCodesOf({
  method,
  definition: { access, ifMatch, upload, readsOnly, errors = [] },
}: Operation): ProblemCode[] {
  return [
    ...new Set([
      ...commonErrors,
      ...(access.needs === 'anyone' ? [] : tokenErrors),
      ...(method === 'GET' ? [] : upload ? uploadErrors : bodyErrors),
      ...(method === 'GET' || readsOnly ? [] : writeErrors),
      ...(ifMatch ? (['precondition_failed'] as const) : []),
      ...errors,
    ]),
  ]
}

/** The OpenAPI 3.1 document, generated from the definitions that check requests. */
export function openapiOf(resources: Resource[], version: string): Json {
  const components = new Components()
  const described = new Map<Operation, Described>()
  const problem = components.named(publishSchema(Problem), 'Problem', '')
  // `read` and `list` come first: other operations with the same response share its name.
  for (const { name, operations } of resources)
    for (const [verb, operation] of Object.entries(operations).sort(([a], [b]) => precedence(a) - precedence(b)))
      described.set(operation, describeOperation({ resource: name, verb, components, problem }, operation))
  const paths: Record<string, Json> = {}
  for (const { operations } of resources)
    for (const operation of Object.values(operations)) {
      const path = operation.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described.get(operation) }
    }
  const webhooks = webhooksOf(components)
  const hooks = Object.values(webhooks).map(({ post }) => post)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version,
      description:
        'People, payments and field work of organisations that mobilise volunteers. Bodies are JSON; times are UTC; amounts are integers in minor units, ' +
        'such as cents. An unknown query parameter is refused with 422, unless the operation has `x-unknown-parameters: ignored`.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: resources.map(({ name, about }) => ({ name, description: about })),
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(),
      schemas: withExamples(components, [...described.values(), ...hooks]),
    },
  }
}

const precedence = (verb: string) => (verb === 'read' ? 0 : verb === 'list' ? 1 : 2)

/** Each event as the request that a webhook receives. */
const webhooksOf = (components: Components): Record<string, { post: Described }> =>
  Object.fromEntries(
    Object.entries(eventTypes).map(([type, { about, needs }]) => [
      type,
      {
        post: {
          operationId: `event.${type}`,
          summary: about,
          // Deliveries are signed; there is no token.
          security: [],
          'x-needs': needs,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: components.named(publishSchema(Event), 'Event', '') } },
          },
          responses: { '2XX': { description: 'Accepted. Any other status is retried.' } },
        },
      },
    ]),
  )

/** The components, with an example for each body and response. Nested components appear in those examples. */
function withExamples(components: Components, operations: Described[]): Json {
  const parts = operations.flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
  const references = parts.flatMap(part =>
    Object.values(part?.content ?? {}).flatMap(({ schema }) => schema.$ref ?? []),
  )
  const made = [...new Set(references)].map(
    reference => [reference, exampleOf({ $ref: reference }, components)] as const,
  )
  for (const [reference, example] of made) components.annotate(reference, { examples: [example] })
  return components.sorted()
}

/** The parts of a described operation that have components. */
interface Described {
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

type Content = Record<string, { schema: JsonSchema }>

interface OperationContext {
  resource: string
  verb: string
  components: Components
  problem: JsonSchema
}

function describeOperation(context: OperationContext, operation: Operation): Described & Json {
  const { resource, verb, components } = context
  const { method, definition } = operation
  const { summary, description, access, returns, etag } = definition
  // Before the body, which must not get the name of a schema in the response.
  const schema = components.named(publishSchema(returns.schema), responseNameOf(resource, verb), resource)
  return {
    operationId: `${resource}.${verb}`,
    tags: [resource],
    summary,
    ...(description && { description }),
    ...(definition.deprecated && { deprecated: true }),
    security:
      access.needs === 'anyone' ? [] : [{ token: [] }, { oauth: access.needs === 'member' ? [] : [access.needs] }],
    'x-access':
      access.needs === 'anyone' || access.needs === 'member'
        ? access.needs
        : { permission: access.needs, by: access.by },
    ...(ignoresUnknownParameters(operation) && { 'x-unknown-parameters': 'ignored' }),
    parameters: parametersOf(operation, components),
    ...bodyOf(context, definition),
    responses: {
      [definition.status ?? 200]: {
        description: definition.status === 202 ? 'Accepted.' : 'Done.',
        ...(etag && {
          headers: { ETag: { description: 'Changes whenever the response does.', schema: { type: 'string' } } },
        }),
        content: { [returns.media]: { schema } },
      },
      ...(isRangedFile(returns) && {
        206: { description: 'The part that `Range` asks for.', content: { [returns.media]: { schema } } },
      }),
      ...((etag || isRangedFile(returns)) &&
        method === 'GET' && { 304: { description: 'Not changed: If-None-Match has the current ETag.' } }),
      ...errorResponses(context, operation),
    },
  }
}

function bodyOf(
  { resource, verb, components }: OperationContext,
  { body, merge, bodyExtras, form, upload }: AnyDefinition,
): Pick<Described, 'requestBody'> {
  const named = (schema: JsonSchema, name: string) => ({ schema: components.named(schema, name, resource) })
  if (upload) return requestBody({ [upload.media]: named(publishSchema(upload.file ?? csvFile), 'CsvFile') })
  if (!body) return {}
  const fieldsOf = (sent: TProperties) => ({
    type: 'object',
    properties: publishFields(sent),
    required: requiredOf(sent),
  })
  const whole = (sent: TProperties) => ({
    type: 'object',
    properties: {
      data: { ...fieldsOf(sent), description: 'The fields to write.' },
      ...publishFields(bodyExtras ?? {}),
    },
    required: ['data', ...requiredOf(bodyExtras ?? {})],
  })
  const name = bodyNameOf(resource, verb, components)
  const content: Content = form
    ? { 'application/x-www-form-urlencoded': named(asInput(fieldsOf(body)), name) }
    : {
        'application/json': named(asInput(whole(body)), name),
        ...(merge && { [merge_patch]: named(asInput(whole(merge)), `${recordNameOf(resource)}MergePatch`) }),
      }
  return requestBody(content)
}

const requestBody = (content: Content) => ({ requestBody: { required: true, content } })

function errorResponses({ components, problem }: OperationContext, operation: Operation): Described['responses'] {
  const byStatus = Object.groupBy(errorCodesOf(operation), code => String(problems[code][0]))
  const content =
    operation.definition.returns.media === 'text/html'
      ? { 'text/html': { schema: components.named(publishSchema(htmlPage), 'HtmlPage', '') } }
      : { 'application/problem+json': { schema: problem } }
  return Object.fromEntries(
    Object.entries(byStatus)
      .sort()
      .map(([status, codes = []]) => [
        status,
        { description: codes.map(code => `\`${code}\`: ${problems[code][1]}.`).join(' '), content },
      ]),
  )
}

function parametersOf({ method, path, definition }: Operation, components: Components): Json[] {
  const { params, query, access, ifMatch, readsOnly } = definition
  return [
    ...parameters('path', path, params, components),
    ...parameters('query', path, query, components),
    ...(method !== 'GET' && !readsOnly && access.needs !== 'anyone'
      ? [
          header(
            'Idempotency-Key',
            'A repeated request with the same key returns the first response and changes nothing.',
          ),
        ]
      : []),
    ...(ifMatch
      ? [
          header(
            'If-Match',
            'The ETag of the record as you read it. If the record has changed since, the request is refused with 412.',
          ),
        ]
      : []),
  ]
}

function parameters(location: 'path' | 'query', path: string, fields: TProperties = {}, components: Components) {
  const required = location === 'path' ? Object.keys(fields) : requiredOf(fields)
  return Object.entries(publishFields(fields)).map(([name, field]) => {
    const { description, ...schema } = components.field(field, name, '', '')
    const isId = location === 'path' && name === 'id'
    const example = (isId && recordNotes(recordNameOf(ownerIn(path)))['id']) || exampleOf(schema, components, name)
    return {
      name,
      in: location,
      required: required.includes(name),
      description: isId ? `Identifier of the ${singular(ownerIn(path).replaceAll('_', ' '))}.` : description,
      schema,
      ...(example !== '' && { example }),
    }
  })
}

/** In `/v1/transaction_bundles/:id/history`, `id` is that of the transaction bundle. */
const ownerIn = (path: string) => /(\w+)\/:id/.exec(path)?.[1] ?? 'record'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

const requiredOf = (fields: TProperties) =>
  Object.entries(fields)
    .filter(([, field]) => !('~optional' in field) && (field as JsonSchema).default === undefined)
    .map(([name]) => name)
