import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { Id, page_size_max, paging } from '../../fields.ts'
import { requires, scopedTo } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data } from '../../http/response_format.ts'
import { timeSpanFields } from '../core/fields.ts'
import {
  changeAction,
  createAction,
  duplicateAction,
  listActions,
  lockAction,
  readAction,
  setArchived,
} from './queries.ts'
import { Action, ActionAggregate, ActionChange, Duplicate, NewAction } from './schema.ts'

const params = { id: Id }
const response = data({ Action })
const ifMatch = {
  returns: response,
  read: async ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number } }) => ({
    Action: await lockAction(sql, caller, params.id),
  }),
}

/** Accepts the name of the response, `Action`, as well. */
function sentIn<Sent>({ action, Action }: { action?: Sent; Action?: Sent }): Sent {
  const sent = action ?? Action
  if (!sent) throw invalid('body.data.action', 'is required', null)
  return sent
}

export const actions = resource('actions', 'Field actions, such as canvassing: people, areas and addresses.', {
  list: get('/actions', {
    summary: 'List the actions the caller can see, newest first, with their counts.',
    description:
      'With `from` and `to`, actions that overlap this span. Archived actions are listed only with `archived=true`.',
    access: scopedTo('actions:read'),
    query: { ...timeSpanFields, archived: Type.Boolean({ default: false }), ...paging(page_size_max) },
    returns: data({ ActionsAggreg: Type.Array(ActionAggregate) }),
    handle: async ({ sql, caller, query }) => ({ ActionsAggreg: await listActions(sql, caller, query) }),
  }),

  create: post('/actions', {
    summary: 'Create an action.',
    access: requires('actions:write'),
    body: { action: Type.Optional(NewAction), Action: Type.Optional(NewAction) },
    returns: response,
    etag: true,
    errors: ['conflict'],
    emits: { 'action.created': (_, { Action }) => Action.id },
    handle: async ({ sql, caller, body }) => ({ Action: await createAction(sql, caller, sentIn(body)) }),
  }),

  read: get('/actions/:id', {
    summary: 'Read an action.',
    description:
      'Without counts, which change with every visit. They are in the list and in the statistics of the action.',
    access: scopedTo('actions:read'),
    params,
    returns: response,
    etag: true,
    errors: ['not_found'],
    handle: async ({ sql, caller, params }) => ({ Action: await readAction(sql, caller, params.id) }),
  }),

  update: patch('/actions/:id', {
    summary: 'Change an action; only the fields in the request change.',
    access: requires('actions:write'),
    params,
    body: { action: Type.Optional(ActionChange), Action: Type.Optional(ActionChange) },
    returns: response,
    etag: true,
    errors: ['not_found', 'conflict'],
    ifMatch,
    emits: { 'action.updated': ({ params }) => params.id },
    handle: async ({ sql, caller, params, body }) => ({
      Action: await changeAction(sql, caller, params.id, sentIn(body)),
    }),
  }),

  archive: del('/actions/:id', {
    summary: 'Archive an action. It can still be read, but not changed.',
    access: requires('actions:write'),
    params,
    returns: data({ message: Type.String(), action_id: Type.Integer() }),
    errors: ['not_found'],
    ifMatch,
    emits: { 'action.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => {
      await setArchived(sql, caller, params.id, true)
      return { message: 'The action was archived.', action_id: params.id }
    },
  }),

  restore: post('/actions/:id/restore', {
    summary: 'Restore an archived action.',
    access: requires('actions:write'),
    params,
    returns: response,
    etag: true,
    errors: ['not_found'],
    ifMatch,
    emits: { 'action.restored': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => ({ Action: await setArchived(sql, caller, params.id, false) }),
  }),

  duplicate: post('/actions/:id/duplicate', {
    summary: 'Copy an action, without its visits.',
    access: requires('actions:write'),
    params,
    body: Duplicate,
    returns: response,
    etag: true,
    errors: ['not_found'],
    emits: { 'action.created': (_, { Action }) => Action.id },
    handle: async ({ sql, caller, params, body }) => ({ Action: await duplicateAction(sql, caller, params.id, body) }),
  }),
})
