import { Type } from 'typebox'
import { Id, paging, Timestamp } from '../../fields.ts'
import { requireRecentSignIn, requires } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { cursorPage, data, page, record } from '../../http/response_format.ts'
import { languageOf } from '../../messages/language.ts'
import { listDeliveries, prepareTest, replayDelivery, replaySince } from './delivery_queries.ts'
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, readWebhook, renewSecret } from './queries.ts'
import { deliveryStates, NewWebhook, Webhook, WebhookChange, WebhookDelivery, WebhookWithSecret } from './schema.ts'

const access = requires('webhooks:manage')
const params = { id: Id }
const response = record(Webhook)

export const webhooksOf = (private_addresses: boolean) =>
  resource('webhooks', 'URLs of other applications that receive the events of a space.', {
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
      returns: response,
      errors: ['not_found'],
      handle: ({ sql, caller, params }) => readWebhook(sql, caller, params.id),
    }),

    create: post('/v1/webhooks', {
      summary: 'Create a webhook. The secret is only in this response.',
      description:
        'The webhook receives events from now on, each as a POST request signed according to Standard Webhooks. Each event type requires a ' +
        'permission of yours. A space can have at most 20 webhooks.',
      access,
      body: NewWebhook,
      returns: record(WebhookWithSecret),
      errors: ['conflict', 'reauthentication_required'],
      replayed: created => ({ ...created, secret: null }),
      handle: ({ sql, caller, body, request }) => {
        requireRecentSignIn(caller)
        return createWebhook(sql, { caller, request_id: request.id }, body, private_addresses)
      },
    }),

    update: patch('/v1/webhooks/:id', {
      summary: 'Change, enable or disable a webhook; only the fields in the request change.',
      description:
        'A disabled webhook receives nothing; its waiting deliveries stay. Use `replay` to send the events it missed.',
      access,
      params,
      body: WebhookChange,
      returns: response,
      errors: ['not_found', 'reauthentication_required'],
      handle: ({ sql, caller, params, body, request }) => {
        requireRecentSignIn(caller)
        return changeWebhook(sql, { caller, request_id: request.id }, params.id, body, private_addresses)
      },
    }),

    remove: del('/v1/webhooks/:id', {
      summary: 'Delete a webhook, its waiting deliveries and its log.',
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
      summary: 'Replace the secret. The new one is only in this response; the former one also signs for 24 hours.',
      access,
      params,
      returns: record(WebhookWithSecret),
      errors: ['not_found', 'reauthentication_required'],
      replayed: created => ({ ...created, secret: null }),
      handle: ({ sql, caller, params, request }) => {
        requireRecentSignIn(caller)
        return renewSecret(sql, { caller, request_id: request.id }, params.id)
      },
    }),

    test: post('/v1/webhooks/:id/test', {
      summary: 'Send a test event of type webhook.tested.',
      access,
      params,
      returns: data({ message: Type.String(), webhook_id: Id }),
      errors: ['not_found', 'conflict'],
      emits: { 'webhook.tested': ({ params }) => params.id },
      handle: async ({ sql, caller, params }) => {
        await prepareTest(sql, caller, params.id)
        return { message: 'The test event is being sent.', webhook_id: params.id }
      },
    }),

    replay: post('/v1/webhooks/:id/replay', {
      summary: 'Send all events since a time again.',
      description:
        'At most 10 000 events of the last 30 days. Events keep their ids, so that the receiver can detect repetitions.',
      access,
      params,
      body: { since: Timestamp },
      returns: data({ count: Type.Integer() }),
      errors: ['not_found', 'conflict'],
      handle: async ({ sql, caller, params, body, request }) => ({
        count: await replaySince(sql, { caller, request_id: request.id }, params.id, body.since),
      }),
    }),

    listDeliveries: get('/v1/webhooks/:id/deliveries', {
      summary: 'List the deliveries of a webhook, sent and waiting, newest first.',
      description: 'Deliveries are kept for seven days; of the ended ones, the latest 5 000.',
      access,
      params,
      query: { limit: paging(100).limit, cursor: Cursor, state: Type.Optional(Type.Enum([...deliveryStates])) },
      returns: cursorPage(WebhookDelivery),
      errors: ['not_found'],
      handle: ({ sql, caller, params, query, request }) =>
        listDeliveries(sql, caller, params.id, query, languageOf(request.languages)),
    }),

    replayDelivery: post('/v1/webhooks/:id/deliveries/:delivery_id/replay', {
      summary: 'Send one delivery again.',
      access,
      params: { id: Id, delivery_id: Id },
      returns: record(WebhookDelivery),
      errors: ['not_found', 'conflict'],
      handle: ({ sql, caller, params, request }) =>
        replayDelivery(
          sql,
          { caller, request_id: request.id },
          params.id,
          params.delivery_id,
          languageOf(request.languages),
        ),
    }),
  })
