import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { Id, page_size_max, paging } from '../../fields.ts'
import { holding, within } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data } from '../../http/reply.ts'
import { span } from '../core/fields.ts'
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
const reply = data({ Action })
const guards = {
  returns: reply,
  read: async ({ sql, caller, params }: any) => ({ Action: await lockAction(sql, caller, params.id) }),
}

/** What is read as `Action` may be sent back under that name too. */
function sentIn<Sent>({ action, Action }: { action?: Sent; Action?: Sent }): Sent {
  const sent = action ?? Action
  if (!sent) throw invalid('body.data.action', 'is required', null)
  return sent
}

export const actions = resource('actions', 'Field work: who goes where, and what came of it.', {
  list: get('/actions', {
    summary: 'List the actions the caller can see, newest first, with their counts.',
    description:
      'With `from` and `to`, those that go on at some time between. Archived ones are listed only when asked for.',
    access: within('actions:read'),
    query: { ...span, archived: Type.Boolean({ default: false }), ...paging(page_size_max) },
    returns: data({ ActionsAggreg: Type.Array(ActionAggregate) }),
    handle: async ({ sql, caller, query }) => ({ ActionsAggreg: await listActions(sql, caller, query) }),
  }),

  create: post('/actions', {
    summary: 'Create an action.',
    access: holding('actions:write'),
    body: { action: Type.Optional(NewAction), Action: Type.Optional(NewAction) },
    returns: reply,
    etag: true,
    errors: ['conflict'],
    tells: { 'action.created': (_, { Action }) => Action.id },
    handle: async ({ sql, caller, body }) => ({ Action: await createAction(sql, caller, sentIn(body)) }),
  }),

  read: get('/actions/:id', {
    summary: 'Read an action.',
    description:
      'Its counts are in the list and in its statistics: they change with every visit, and this answer only when the action does.',
    access: within('actions:read'),
    params,
    returns: reply,
    etag: true,
    errors: ['not_found'],
    handle: async ({ sql, caller, params }) => ({ Action: await readAction(sql, caller, params.id) }),
  }),

  update: patch('/actions/:id', {
    summary: 'Change an action; what is not sent stays as it is.',
    access: holding('actions:write'),
    params,
    body: { action: Type.Optional(ActionChange), Action: Type.Optional(ActionChange) },
    returns: reply,
    etag: true,
    errors: ['not_found', 'conflict'],
    guards,
    tells: { 'action.updated': ({ params }) => params.id },
    handle: async ({ sql, caller, params, body }) => ({
      Action: await changeAction(sql, caller, params.id, sentIn(body)),
    }),
  }),

  archive: del('/actions/:id', {
    summary: 'Archive an action. It can still be read, and nothing more can be recorded in it.',
    access: holding('actions:write'),
    params,
    returns: data({ message: Type.String(), action_id: Type.Integer() }),
    errors: ['not_found'],
    guards,
    tells: { 'action.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => {
      await setArchived(sql, caller, params.id, true)
      return { message: 'The action was archived.', action_id: params.id }
    },
  }),

  restore: post('/actions/:id/restore', {
    summary: 'Bring an archived action back.',
    access: holding('actions:write'),
    params,
    returns: reply,
    etag: true,
    errors: ['not_found'],
    guards,
    tells: { 'action.restored': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => ({ Action: await setArchived(sql, caller, params.id, false) }),
  }),

  duplicate: post('/actions/:id/duplicate', {
    summary: 'Make a new action like this one, without its visits.',
    access: holding('actions:write'),
    params,
    body: Duplicate,
    returns: reply,
    etag: true,
    errors: ['not_found'],
    tells: { 'action.created': (_, { Action }) => Action.id },
    handle: async ({ sql, caller, params, body }) => ({ Action: await duplicateAction(sql, caller, params.id, body) }),
  }),
})
