import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { Id, paging } from '../../fields.ts'
import { holding } from '../../http/access.ts'
import { del, get, type Operation, patch, post } from '../../http/operation.ts'
import { data, page, record } from '../../http/reply.ts'
import { type Catalogue, listCatalogue, lockCatalogue, readCatalogue, removeFromCatalogue } from './catalogue.ts'
import { recorded } from './catalogue_audit.ts'

interface Wording<Row extends TObject, New extends TProperties, Change extends TProperties> {
  path: string
  /** In the plural, for the list. */
  nouns: string
  catalogue: Catalogue
  row: Row
  fresh: New
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
  fresh,
  change,
  create,
  update,
}: Wording<Row, New, Change>): Record<'list' | 'read' | 'create' | 'update' | 'remove', Operation> {
  const { noun, told_as } = catalogue
  const params = { id: Id }
  const idOf = ({ params }: { params: { id: number } }) => params.id
  const guards = {
    returns: record(row),
    read: ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number } }) =>
      lockCatalogue<Static<Row>>(sql, caller, catalogue, params.id),
  }
  return {
    list: get(path, {
      summary: `List the ${nouns}.`,
      access: holding('catalogue:read'),
      query: paging(100),
      returns: page(row),
      brief: true,
      handle: ({ sql, caller, query }) => listCatalogue<Static<Row>>(sql, caller, catalogue, query),
    }),

    read: get(`${path}/:id`, {
      summary: `Read a ${noun}.`,
      access: holding('catalogue:read'),
      params,
      returns: record(row),
      etag: true,
      errors: ['not_found'],
      brief: true,
      handle: ({ sql, caller, params }) => readCatalogue<Static<Row>>(sql, caller, catalogue, params.id),
    }),

    create: post(path, {
      summary: `Add a ${noun}.`,
      access: holding('catalogue:write'),
      body: fresh,
      returns: record(row),
      etag: true,
      errors: ['conflict'],
      tells: { [`${told_as}.created`]: (_: unknown, row: Static<Row>) => (row as { id: number }).id },
      handle: call => recorded(call, catalogue, null, () => create(call.sql, call.caller, call.body)),
    }),

    update: patch(`${path}/:id`, {
      summary: `Change a ${noun}; only the fields that are sent change.`,
      access: holding('catalogue:write'),
      params,
      body: change,
      returns: record(row),
      etag: true,
      errors: ['not_found', 'conflict'],
      guards,
      tells: { [`${told_as}.updated`]: idOf },
      handle: call =>
        recorded(call, catalogue, call.params.id, () => update(call.sql, call.caller, call.params.id, call.body)),
    }),

    remove: del(`${path}/:id`, {
      summary: `Delete a ${noun}; one in use is ${catalogue.retired} instead.`,
      access: holding('catalogue:write'),
      params,
      returns: data({ message: Type.String(), id: Id }),
      errors: catalogue.needed ? ['not_found', 'conflict'] : ['not_found'],
      guards,
      tells: { [`${told_as}.deleted`]: idOf },
      handle: call =>
        recorded(call, catalogue, call.params.id, () =>
          removeFromCatalogue(call.sql, call.caller, catalogue, call.params.id),
        ),
    }),
  }
}
