import { Type } from 'typebox'
import { Id, paging, Timestamp } from '../../fields.ts'
import { requireRecentSignIn, requires } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { cursorPage, data, page, record } from '../../http/reply.ts'
import { listDeliveries, prepareTest, replayDelivery, replaySince } from './delivery_queries.ts'
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, readWebhook, renewSecret } from './queries.ts'
import { deliveryStates, NewWebhook, Webhook, WebhookChange, WebhookDelivery, WebhookWithSecret } from './schema.ts'

const access = requires('webhooks:manage')
const params = { id: Id }
const reply = record(Webhook)

export const webhooksOf = (private_addresses: boolean) =>
  resource('webhooks', 'Addresses of other programs that are told what happens in a space.', {
    list: get('/v1/webhooks', {
      summary: 'List the webhooks of the space, by name.',
      access,
      query: paging(100),
      returns: page(Webhook),
      handle: ({ sql, caller, query }) => listWebhooks(sql, caller, query),
    }),

    read: get('/v1/webhooks/:id', {
      summary: 'Read a webhook.',
      access,
      params,
      returns: reply,
      errors: ['not_found'],
      handle: ({ sql, caller, params }) => readWebhook(sql, caller, params.id),
    }),

    create: post('/v1/webhooks', {
      summary: 'Make a webhook. Its secret is shown only in this answer.',
      description:
        'It gets what happens from now on, each event as a POST that is signed as Standard Webhooks has it. Nobody has it told more than they may see ' +
        'themselves. A space has at most 20.',
      access,
      body: NewWebhook,
      returns: record(WebhookWithSecret),
      errors: ['conflict', 'reauthentication_required'],
      replayed: made => ({ ...made, secret: null }),
      handle: ({ sql, caller, body, request }) => {
        requireRecentSignIn(caller)
        return createWebhook(sql, { caller, request_id: request.id }, body, private_addresses)
      },
    }),

    update: patch('/v1/webhooks/:id', {
      summary: 'Change a webhook, or switch it off and on; only the fields that are sent change.',
      description:
        'While it is off it gets nothing, and what waits for it stays. What happens meanwhile can be sent with `replay`.',
      access,
      params,
      body: WebhookChange,
      returns: reply,
      errors: ['not_found', 'reauthentication_required'],
      handle: ({ sql, caller, params, body, request }) => {
        requireRecentSignIn(caller)
        return changeWebhook(sql, { caller, request_id: request.id }, params.id, body, private_addresses)
      },
    }),

    remove: del('/v1/webhooks/:id', {
      summary: 'Delete a webhook, with what waits for it and its log.',
      access,
      params,
      returns: data({ message: Type.String(), webhook_id: Id }),
      errors: ['not_found'],
      handle: async ({ sql, caller, params, request }) => {
        await deleteWebhook(sql, { caller, request_id: request.id }, params.id)
        return { message: 'The webhook was deleted.', webhook_id: params.id }
      },
    }),

    renewSecret: post('/v1/webhooks/:id/secret', {
      summary: 'Make a new secret, shown only in this answer. The one before signs too for 24 hours.',
      access,
      params,
      returns: record(WebhookWithSecret),
      errors: ['not_found', 'reauthentication_required'],
      replayed: made => ({ ...made, secret: null }),
      handle: ({ sql, caller, params, request }) => {
        requireRecentSignIn(caller)
        return renewSecret(sql, { caller, request_id: request.id }, params.id)
      },
    }),

    test: post('/v1/webhooks/:id/test', {
      summary: 'Send this webhook an event of the type webhook.tested.',
      access,
      params,
      returns: data({ message: Type.String(), webhook_id: Id }),
      errors: ['not_found', 'conflict'],
      emits: { 'webhook.tested': ({ params }) => params.id },
      handle: async ({ sql, caller, params }) => {
        await prepareTest(sql, caller, params.id)
        return { message: 'A test is on its way.', webhook_id: params.id }
      },
    }),

    replay: post('/v1/webhooks/:id/replay', {
      summary: 'Send everything once more that happened since a time.',
      description:
        'At most 10 000 events, and 30 days back. They keep their ids, so that a receiver can tell which it has already.',
      access,
      params,
      body: { since: Timestamp },
      returns: data({ count: Type.Integer() }),
      errors: ['not_found', 'conflict'],
      handle: async ({ sql, caller, params, body, request }) => ({
        count: await replaySince(sql, { caller, request_id: request.id }, params.id, body.since),
      }),
    }),

    deliveries: get('/v1/webhooks/:id/deliveries', {
      summary: 'List what was sent to a webhook, or is about to be, newest first.',
      description: 'Kept for seven days, and the latest 5 000 of those that have ended.',
      access,
      params,
      query: { limit: paging(100).limit, cursor: Cursor, state: Type.Optional(Type.Enum([...deliveryStates])) },
      returns: cursorPage(WebhookDelivery),
      errors: ['not_found'],
      handle: ({ sql, caller, params, query }) => listDeliveries(sql, caller, params.id, query),
    }),

    replayDelivery: post('/v1/webhooks/:id/deliveries/:delivery_id/replay', {
      summary: 'Send one event once more.',
      access,
      params: { id: Id, delivery_id: Id },
      returns: record(WebhookDelivery),
      errors: ['not_found', 'conflict'],
      handle: ({ sql, caller, params, request }) =>
        replayDelivery(sql, { caller, request_id: request.id }, params.id, params.delivery_id),
    }),
  })
