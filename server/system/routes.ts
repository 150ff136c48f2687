import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import type { UnreachableNode } from '../db/citus/nodes.ts'
import type { WriteFailure } from '../db/pool/write_failures.ts'
import { ApiError } from '../errors.ts'
import { anyone } from '../http/access.ts'
import { get, type Resource, resource } from '../http/operation.ts'
import { bare, bareDocument, script, scriptedScreen, styleSheet } from '../http/response_format.ts'
import { isWritable } from './queries.ts'

export interface SystemState {
  version: string
  instanceId: () => string
  stopping: () => boolean
  /** The nodes of a distributed database that cannot be reached. */
  unreachableNodes: () => UnreachableNode[]
  /** Why nothing can be written at the moment; undefined if it can. */
  writeFailure: () => WriteFailure | undefined
}

const health = Type.Object({
  status: Type.Literal('ok', { description: 'Always `ok`.' }),
  version: Type.String({ description: 'The version of Muster.' }),
  instance_id: Type.String({
    description:
      'A random value that tells this installation from others. All processes with the same database have the same.',
  }),
  unreachable_nodes: Type.Optional(
    Type.Array(Type.Integer(), {
      description:
        'The numbers of the nodes of a Citus cluster that cannot be reached. Requests for the spaces there are answered 503. Left out if there are none.',
    }),
  ),
})

const liveness = Type.Object({ status: Type.Literal('ok', { description: 'Always `ok`.' }) })

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const styles = read('./pages.css')
const reference_styles = read('./reference/reference.css')
const reference_script = read('./reference/reference.mjs')

/** Health and the description of the API, which includes these operations. */
export function systemResource(
  others: Resource[],
  { version, instanceId, stopping, unreachableNodes, writeFailure }: SystemState,
): Resource {
  // Loaded when it is read: with its examples and their validator it takes a tenth of the start.
  const describe = async () => (await import('../http/openapi/openapi.ts')).openapiOf([...others, system], version)
  let document: Buffer | undefined
  const openapi = async () => (document ??= Buffer.from(JSON.stringify(await describe())))
  const pages = new Map<string, string>()
  // Pages are rare and kept: the parsed document, which is larger, is not.
  const rendered = async (name: string) => {
    // Before the document is parsed, so that requests for other names cost little.
    if (!['overview', 'records', 'system', ...others.map(({ name }) => name)].includes(name))
      throw new ApiError('not_found', 'There is nothing at this address. /docs lists all addresses.')
    const { referencePage } = await import('./reference/pages.ts')
    const page = pages.get(name) ?? referencePage(name, JSON.parse((await openapi()).toString()))
    pages.set(name, page)
    return { html: page }
  }
  const system: Resource = resource('system', 'The service itself.', {
    checkHealth: get('/health', {
      summary: 'Check whether the service is available.',
      description:
        'Answers 503 while Muster starts or stops, and while the database is unreachable; with the code `degraded` while it can be read and not ' +
        'written, such as on a full disk.',
      errors: ['degraded'],
      access: anyone,
      returns: bare(health),
      handle: async ({ sql }) => {
        if (stopping()) throw new ApiError('unavailable', 'Muster is stopping.')
        const failure = (await isWritable(sql)) ? writeFailure() : 'read_only'
        if (failure === 'disk_full')
          throw new ApiError(
            'degraded',
            'The disk of the database is full. Nothing can be written until space is freed.',
          )
        if (failure === 'read_only')
          throw new ApiError(
            'degraded',
            'The database is read-only. Nothing can be written until it accepts writes again.',
          )
        const nodes = unreachableNodes().map(({ id }) => id)
        const unreachable_nodes = nodes.length > 0 ? { unreachable_nodes: nodes } : {}
        return { status: 'ok' as const, version, instance_id: instanceId(), ...unreachable_nodes }
      },
    }),

    checkLiveness: get('/health/live', {
      summary: 'Check whether the process answers.',
      description:
        'For supervisors that restart a process. It says nothing about the database: use `/health` to route requests.',
      access: anyone,
      detached: true,
      returns: bare(liveness),
      handle: async () => ({ status: 'ok' as const }),
    }),

    readOpenapi: get('/openapi.json', {
      summary: 'The API as an OpenAPI 3.1 document.',
      access: anyone,
      detached: true,
      etag: true,
      returns: bareDocument(Type.Object({ openapi: Type.String() }, { additionalProperties: true })),
      handle: async () => openapi(),
    }),

    readReference: get('/docs', {
      summary: 'The overview of the API reference, as a page.',
      access: anyone,
      detached: true,
      etag: true,
      returns: scriptedScreen,
      handle: async () => rendered('overview'),
    }),

    readReferencePage: get('/docs/:page', {
      summary: 'A page of the API reference: the operations of a resource, or all records.',
      access: anyone,
      detached: true,
      etag: true,
      params: {
        page: Type.String({ description: 'The name of the resource, or `records`.', examples: ['contacts'] }),
      },
      returns: scriptedScreen,
      errors: ['not_found'],
      handle: async ({ params }) => rendered(params.page),
    }),

    readReferenceStyles: get('/docs.css', {
      summary: 'The style sheet of the API reference.',
      access: anyone,
      detached: true,
      etag: true,
      returns: styleSheet,
      handle: async () => reference_styles,
    }),

    readReferenceScript: get('/docs.js', {
      summary: 'The script of the API reference, for search, copying and trying operations.',
      access: anyone,
      detached: true,
      etag: true,
      returns: script,
      handle: async () => reference_script,
    }),

    readStyles: get('/pages.css', {
      summary: 'The style sheet of the pages.',
      access: anyone,
      detached: true,
      etag: true,
      returns: styleSheet,
      handle: async () => styles,
    }),
  })
  return system
}
