import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import type { UnreachableNode } from '../db/citus/nodes.ts'
import { ApiError } from '../errors.ts'
import { anyone } from '../http/access.ts'
import { openapiOf } from '../http/openapi/openapi.ts'
import { get, type Resource, resource } from '../http/operation.ts'
import { bare, bareDocument, script, scriptedScreen, styleSheet } from '../http/response_format.ts'
import { checkDatabase } from './queries.ts'
import { referencePage } from './reference/pages.ts'

export interface SystemState {
  version: string
  stopping: () => boolean
  /** The nodes of a distributed database that cannot be reached. */
  unreachableNodes: () => UnreachableNode[]
}

const health = Type.Object({
  status: Type.Literal('ok', { description: 'Always `ok`.' }),
  version: Type.String({ description: 'The version of Muster.' }),
  unreachable_nodes: Type.Optional(
    Type.Array(Type.Integer(), {
      description:
        'The numbers of the nodes of a Citus cluster that cannot be reached. Requests for the spaces there are answered 503. Left out if there are none.',
    }),
  ),
})

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const styles = read('./pages.css')
const reference_styles = read('./reference/reference.css')
const reference_script = read('./reference/reference.mjs')

/** Health and the description of the API, which includes these operations. */
export function systemResource(others: Resource[], { version, stopping, unreachableNodes }: SystemState): Resource {
  const whole = () => [...others, system]
  let document: Buffer | undefined
  const openapi = () => (document ??= Buffer.from(JSON.stringify(openapiOf(whole(), version))))
  const pages = new Map<string, string>()
  // Pages are rare and kept: the parsed document, which is larger, is not.
  const rendered = (name: string) => {
    // Before the document is parsed, so that requests for other names cost little.
    if (!['overview', 'records', ...whole().map(({ name }) => name)].includes(name))
      throw new ApiError('not_found', 'There is nothing at this address. /docs lists all addresses.')
    const page = pages.get(name) ?? referencePage(name, JSON.parse(openapi().toString()))
    pages.set(name, page)
    return { html: page }
  }
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
        return { status: 'ok' as const, version, ...(nodes.length > 0 && { unreachable_nodes: nodes }) }
      },
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
