import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requireRecentSignIn, requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import {
  changeIntegration,
  createIntegration,
  createIntegrationSecret,
  deleteIntegration,
  listIntegrations,
  lockIntegration,
  readIntegration,
  revokeIntegrationSecret,
} from './queries.ts'
import { CreatedSecret, Integration, IntegrationChange, IntegrationWithSecret, NewIntegration } from './schema.ts'

const access = requires('clients:manage')
const params = { id: Id }
const response = record(Integration)

export const integrations = resource(
  'integrations',
  'Other applications that work with a space: for people who allow it, or by themselves with a role of their own.',
  {
    list: get('/v1/integrations', {
      summary: 'List the integrations of the space, by name.',
      access,
      query: paging(100),
      returns: page(Integration),
      handle: ({ sql, caller, query }) => listIntegrations(sql, caller, query),
    }),

    read: get('/v1/integrations/:id', {
      summary: 'Read an integration.',
      access,
      params,
      returns: response,
      etag: true,
      errors: ['not_found'],
      handle: ({ sql, caller, params }) => readIntegration(sql, caller, params.id),
    }),

    create: post('/v1/integrations', {
      summary: 'Create an integration. The secret is only in this response.',
      description:
        'With `redirect_uris` it can act for people who allow it; with `role_id` it can act by itself. You cannot grant a role or scopes beyond your own.',
      access,
      body: NewIntegration,
      returns: record(IntegrationWithSecret),
      errors: ['conflict', 'reauthentication_required'],
      replayed: created => ({ ...created, secret: null }),
      handle: ({ sql, caller, body, request }) => {
        requireRecentSignIn(caller)
        return createIntegration(sql, { caller, request_id: request.id }, body)
      },
    }),

    update: patch('/v1/integrations/:id', {
      summary:
        'Change an integration; only the fields in the request change. Existing tokens lose the scopes that are removed.',
      access,
      params,
      body: IntegrationChange,
      returns: response,
      etag: true,
      errors: ['not_found', 'reauthentication_required'],
      ifMatch: { returns: response, read: ({ sql, caller, params }) => lockIntegration(sql, caller, params.id) },
      handle: ({ sql, caller, params, body, request }) => {
        requireRecentSignIn(caller)
        return changeIntegration(sql, { caller, request_id: request.id }, params.id, body)
      },
    }),

    end: del('/v1/integrations/:id', {
      summary: 'End an integration, its secrets and every token it holds.',
      access,
      params,
      returns: data({ message: Type.String(), integration_id: Id }),
      errors: ['not_found'],
      ifMatch: { returns: response, read: ({ sql, caller, params }) => lockIntegration(sql, caller, params.id) },
      handle: async ({ sql, caller, params, request }) => {
        await deleteIntegration(sql, { caller, request_id: request.id }, params.id)
        return { message: 'The integration was ended.', integration_id: params.id }
      },
    }),

    createSecret: post('/v1/integrations/:id/secrets', {
      summary: 'Create another secret, which is only in this response. An integration can have two at a time.',
      access,
      params,
      returns: record(CreatedSecret),
      errors: ['not_found', 'conflict', 'reauthentication_required'],
      replayed: created => ({ ...created, secret: null }),
      handle: ({ sql, caller, params, request }) => {
        requireRecentSignIn(caller)
        return createIntegrationSecret(sql, { caller, request_id: request.id }, params.id)
      },
    }),

    endSecret: del('/v1/integrations/:id/secrets/:secret_id', {
      summary: 'End a secret, and the tokens the integration uses to act by itself.',
      access,
      params: { id: Id, secret_id: Id },
      returns: data({ message: Type.String(), secret_id: Id }),
      errors: ['not_found'],
      handle: async ({ sql, caller, params, request }) => {
        await revokeIntegrationSecret(sql, { caller, request_id: request.id }, params.id, params.secret_id)
        return { message: 'The secret was ended.', secret_id: params.secret_id }
      },
    }),
  },
)
