import { permissions } from '../../access/permissions.ts'
import { Problem, type ProblemCode, problems } from '../../errors.ts'
import { eventTypes } from '../../events/catalogue.ts'
import { Event } from '../../events/event.ts'
import { merge_patch } from '../media.ts'
import type { AnyDefinition, Operation, Resource } from '../operation.ts'
import { csvFile, htmlPage } from '../reply.ts'
import { ignoresUnknownParameters } from '../validation/existing_clients.ts'
import { answerNameOf, bodyNameOf, Components, recordNameOf, singular, titlesIn } from './components.ts'
import { exampleOf } from './examples.ts'
import { asInput, publishSchema } from './published_schema.ts'

type Json = Record<string, any>

// What any operation may answer besides its own errors.
const commonErrors: ProblemCode[] = [
  'bad_request',
  'uri_too_long',
  'invalid_request',
  'rate_limited',
  'internal',
  'unavailable',
  'too_expensive',
]
const tokenErrors: ProblemCode[] = ['unauthenticated', 'forbidden', 'second_factor_required']
const uploadErrors: ProblemCode[] = ['too_large', 'unsupported_media_type', 'request_timeout']
const bodyErrors: ProblemCode[] = ['invalid_json', ...uploadErrors]
const writeErrors: ProblemCode[] = ['idempotency_key_running', 'idempotency_key_reused', 'idempotency_answer_erased']

/** Every refusal an operation may answer with. */
export function errorCodesOf({
  method,
  definition: { access, ifMatch, upload, errors = [] },
}: Operation): ProblemCode[] {
  return [
    ...new Set([
      ...commonErrors,
      ...(access.needs === 'anyone' ? [] : tokenErrors),
      ...(method === 'GET' ? [] : [...(upload ? uploadErrors : bodyErrors), ...writeErrors]),
      ...(ifMatch ? (['precondition_failed'] as const) : []),
      ...errors,
    ]),
  ]
}

/** The OpenAPI 3.1 document, made from the very definitions that check requests and answers. */
export function openapiOf(resources: Resource[], version: string): Json {
  const components = new Components()
  const titles = titlesIn(resources)
  const described = new Map<Operation, Json>()
  const problem = components.named(publishSchema(Problem), 'Problem', '')
  // The record and its list come first, so that the other answers that are the same take their names.
  for (const { name, operations } of resources)
    for (const [verb, operation] of Object.entries(operations).sort(([a], [b]) => precedence(a) - precedence(b)))
      described.set(operation, describeOperation({ resource: name, verb, titles, components, problem }, operation))
  const paths: Json = {}
  for (const { operations } of resources)
    for (const operation of Object.values(operations)) {
      const path = operation.path.replace(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][operation.method.toLowerCase()] = described.get(operation)
    }
  const webhooks = webhooksOf(components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version,
      description:
        'People, money and field work of an organisation that mobilises. Bodies are JSON; times are UTC instants; amounts are integers in minor units. ' +
        'A query parameter that an operation does not have is refused (422), except where `x-unknown-parameters` says `ignored`.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: resources.map(({ name, about }) => ({ name, description: about })),
    paths,
    webhooks,
    components: { securitySchemes: securitySchemes(), schemas: withExamples(components, paths, webhooks) },
  }
}

const precedence = (verb: string) => (verb === 'read' ? 0 : verb === 'list' ? 1 : 2)

/** How a caller proves who it is: with a token, however it came by it, or by the flows of OAuth. */
function securitySchemes(): Json {
  const identity = {
    openid: 'Get an identity token that says who the person is.',
    profile: 'Learn the name and the language of the person.',
    email: 'Learn the address that the person signs in with.',
    offline_access: 'Get a refresh token, to stay signed in.',
  }
  const [authorizationUrl, tokenUrl] = ['/oauth/authorize', '/oauth/token']
  return {
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'An access token of either kind, sent as "Authorization: Bearer <token>".',
    },
    oauth: {
      type: 'oauth2',
      description:
        'OAuth 2.0. An application that acts for people uses the authorization code flow with PKCE (S256); an integration with a role of its own uses ' +
        'client credentials.',
      flows: {
        authorizationCode: {
          authorizationUrl,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes: { ...identity, ...permissions },
        },
        clientCredentials: { tokenUrl, scopes: { ...permissions } },
      },
    },
  }
}

/** The catalogue of events, each as the call that a webhook gets. */
const webhooksOf = (components: Components): Json =>
  Object.fromEntries(
    Object.entries(eventTypes).map(([type, { about, needs }]) => [
      type,
      {
        post: {
          operationId: `event.${type}`,
          summary: about,
          // The receiver checks the signature; it gives no token.
          security: [],
          'x-needs': needs,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: components.named(publishSchema(Event), 'Event', '') } },
          },
          responses: { '2XX': { description: 'Accepted. Anything else is tried again.' } },
        },
      },
    ]),
  )

/** The components, with an example of each body and answer: what is inside them shows there. */
function withExamples(components: Components, paths: Json, webhooks: Json): Json {
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap(methods =>
    Object.values(methods as Json),
  )
  const contents = operations.flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
  const references = contents.flatMap((part: any) =>
    Object.values((part?.content ?? {}) as Json).map(({ schema }) => schema.$ref as string),
  )
  const made = [...new Set(references)].map(
    reference => [reference, exampleOf({ $ref: reference }, components)] as const,
  )
  for (const [reference, example] of made) components.annotate(reference, { examples: [example] })
  return components.sorted()
}

interface OperationContext {
  resource: string
  verb: string
  titles: Set<string>
  components: Components
  problem: Json
}

function describeOperation(place: OperationContext, operation: Operation): Json {
  const { resource, verb, components } = place
  const { method, definition } = operation
  const { summary, description, access, returns, etag } = definition
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
    ...bodyOf(place, definition),
    responses: {
      [definition.status ?? 200]: {
        description: definition.status === 202 ? 'Accepted.' : 'Done.',
        ...(etag && {
          headers: { ETag: { description: 'Changes with what is answered.', schema: { type: 'string' } } },
        }),
        content: {
          [returns.media]: {
            schema: components.named(publishSchema(returns.schema), answerNameOf(resource, verb), resource),
          },
        },
      },
      ...(etag && method === 'GET' && { 304: { description: 'Still as the ETag in If-None-Match says.' } }),
      ...errorResponses(place, operation),
    },
  }
}

function bodyOf(
  { resource, verb, titles, components }: OperationContext,
  { body, merge, bodyExtras, form, upload }: AnyDefinition,
): Json {
  const named = (schema: Json, name: string) => ({ schema: components.named(schema, name, resource) })
  if (upload)
    return { requestBody: { required: true, content: { [upload.media]: named(publishSchema(csvFile), 'CsvFile') } } }
  if (!body) return {}
  const fieldsOf = (sent: Json) => ({ type: 'object', properties: publishSchema(sent), required: requiredOf(sent) })
  const whole = (sent: Json) => ({
    type: 'object',
    properties: { data: { ...fieldsOf(sent), description: 'What to write.' }, ...publishSchema(bodyExtras ?? {}) },
    required: ['data', ...requiredOf(bodyExtras ?? {})],
  })
  const name = bodyNameOf(resource, verb, titles)
  const content = form
    ? { 'application/x-www-form-urlencoded': named(asInput(fieldsOf(body)), name) }
    : {
        'application/json': named(asInput(whole(body)), name),
        ...(merge && { [merge_patch]: named(asInput(whole(merge)), `${recordNameOf(resource)}MergePatch`) }),
      }
  return { requestBody: { required: true, content } }
}

function errorResponses({ components, problem }: OperationContext, operation: Operation): Json {
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
  const { params, query, access, ifMatch } = definition
  return [
    ...parameters('path', path, params, components),
    ...parameters('query', path, query, components),
    ...(method !== 'GET' && access.needs !== 'anyone'
      ? [header('Idempotency-Key', 'Makes a repeated request harmless: the first answer comes again.')]
      : []),
    ...(ifMatch ? [header('If-Match', 'The ETag you read; refused with 412 when the record has changed since.')] : []),
  ]
}

function parameters(place: 'path' | 'query', path: string, fields: Json = {}, components: Components) {
  const required = place === 'path' ? Object.keys(fields) : requiredOf(fields)
  return Object.entries(publishSchema(fields) as Json).map(([name, field]) => {
    const { description, ...schema } = components.field(field, name, '', '')
    return {
      name,
      in: place,
      required: required.includes(name),
      description: place === 'path' && name === 'id' ? identifierIn(path) : description,
      schema,
    }
  })
}

/** `/v1/transaction_bundles/:id/history` has the id of the transaction bundle. */
const identifierIn = (path: string) =>
  `Identifier of the ${singular(/([\w]+)\/:id/.exec(path)![1]!.replaceAll('_', ' '))}.`

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
