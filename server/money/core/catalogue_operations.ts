import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, type Operation, patch, post } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import { type Catalogue, listCatalogue, lockCatalogue, readCatalogue, removeFromCatalogue } from './catalogue.ts'
import { withAudit } from './catalogue_audit.ts'

interface CatalogueResource<Row extends TObject, New extends TProperties, Change extends TProperties> {
  path: string
  /** The noun in the plural. */
  nouns: string
  catalogue: Catalogue
  row: Row
  creation: New
  change: Change
  create: (sql: Sql, caller: Caller, fields: Static<TObject<New>>) => Promise<Static<Row>>
  update: (sql: Sql, caller: Caller, id: number, changes: Static<TObject<Change>>) => Promise<Static<Row>>
}

/** The five operations that every catalogue has. */
export function catalogueOperations<Row extends TObject, New extends TProperties, Change extends TProperties>({
  path,
  nouns,
  catalogue,
  row,
  creation,
  change,
  create,
  update,
}: CatalogueResource<Row, New, Change>): Record<'list' | 'read' | 'create' | 'update' | 'remove', Operation> {
  const { noun, resource: told_as } = catalogue
  const params = { id: Id }
  const idOf = ({ params }: { params: { id: number } }) => params.id
  const ifMatch = {
    returns: record(row),
    read: ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number } }) =>
      lockCatalogue<Static<Row>>(sql, caller, catalogue, params.id),
  }
  return {
    list: get(path, {
      summary: `List the ${nouns}.`,
      access: requires('catalogue:read'),
      query: paging(100),
      returns: page(row),
      handle: ({ sql, caller, query }) => listCatalogue<Static<Row>>(sql, caller, catalogue, query),
    }),

    read: get(`${path}/:id`, {
      summary: `Read a ${noun}.`,
      access: requires('catalogue:read'),
      params,
      returns: record(row),
      etag: true,
      errors: ['not_found'],
      handle: ({ sql, caller, params }) => readCatalogue<Static<Row>>(sql, caller, catalogue, params.id),
    }),

    create: post(path, {
      summary: `Add a ${noun}.`,
      access: requires('catalogue:write'),
      body: creation,
      returns: record(row),
      etag: true,
      errors: ['conflict'],
      emits: { [`${told_as}.created`]: (_: unknown, row: Static<Row>) => (row as { id: number }).id },
      handle: call => withAudit(call, catalogue, null, () => create(call.sql, call.caller, call.body)),
    }),

    update: patch(`${path}/:id`, {
      summary: `Change a ${noun}; only the fields in the request change.`,
      access: requires('catalogue:write'),
      params,
      body: change,
      returns: record(row),
      etag: true,
      errors: ['not_found', 'conflict'],
      ifMatch,
      emits: { [`${told_as}.updated`]: idOf },
      handle: call =>
        withAudit(call, catalogue, call.params.id, () => update(call.sql, call.caller, call.params.id, call.body)),
    }),

    remove: del(`${path}/:id`, {
      summary: `Delete a ${noun}; one in use is ${catalogue.retired} instead.`,
      access: requires('catalogue:write'),
      params,
      returns: data({ message: Type.String(), id: Id }),
      errors: catalogue.required ? ['not_found', 'conflict'] : ['not_found'],
      ifMatch,
      emits: { [`${told_as}.deleted`]: idOf },
      handle: call =>
        withAudit(call, catalogue, call.params.id, () =>
          removeFromCatalogue(call.sql, call.caller, catalogue, call.params.id),
        ),
    }),
  }
}
