import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import type { UnreachableNode } from '../db/citus/nodes.ts'
import { ApiError } from '../errors.ts'
import { anyone } from '../http/access.ts'
import { openapiOf } from '../http/openapi/openapi.ts'
import { get, type Resource, resource } from '../http/operation.ts'
import { bare, bareDocument, screen, styleSheet } from '../http/response_format.ts'
import { checkDatabase } from './queries.ts'
import { referencePage } from './reference.ts'

export interface SystemState {
  version: string
  instanceId: () => string
  stopping: () => boolean
  /** The nodes of a distributed database that cannot be reached. */
  unreachableNodes: () => UnreachableNode[]
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

const styles = readFileSync(new URL('./pages.css', import.meta.url), 'utf8')

/** Health and the description of the API, which includes these operations. */
export function systemResource(
  others: Resource[],
  { version, instanceId, stopping, unreachableNodes }: SystemState,
): Resource {
  const whole = () => [...others, system]
  let document: Buffer | undefined
  let reference: string | undefined
  const system = resource('system', 'The service itself.', {
    checkHealth: get('/health', {
      summary: 'Check whether the service is available.',
      description: 'Answers 503 while Muster starts or stops, and while the database is unreachable.',
      access: anyone,
      returns: bare(health),
      handle: async ({ sql }) => {
        if (stopping()) throw new ApiError('unavailable', 'Muster is stopping.')
        await checkDatabase(sql)
        const nodes = unreachableNodes().map(({ id }) => id)
        const unreachable_nodes = nodes.length > 0 ? { unreachable_nodes: nodes } : {}
        return { status: 'ok' as const, version, instance_id: instanceId(), ...unreachable_nodes }
      },
    }),

    readOpenapi: get('/openapi.json', {
      summary: 'The API as an OpenAPI 3.1 document.',
      access: anyone,
      detached: true,
      etag: true,
      returns: bareDocument(Type.Object({ openapi: Type.String() }, { additionalProperties: true })),
      handle: async () => (document ??= Buffer.from(JSON.stringify(openapiOf(whole(), version)))),
    }),

    readReference: get('/docs', {
      summary: 'The API reference as a page.',
      access: anyone,
      detached: true,
      etag: true,
      returns: screen,
      handle: async () => ({ html: (reference ??= referencePage(openapiOf(whole(), version))) }),
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
