import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requireRecentSignIn, requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import {
  changeProvider,
  createProvider,
  deleteProvider,
  listProviders,
  lockProvider,
  type ProviderOptions,
  readProvider,
  verifyProvider,
} from './queries.ts'
import { IdentityProvider, IdentityProviderChange, NewIdentityProvider } from './schema.ts'

const access = requires('space:manage')
const params = { id: Id }
const response = record(IdentityProvider)

export const identityProvidersOf = (options: ProviderOptions) =>
  resource('identity_providers', 'OpenID Connect providers through which people of a domain sign in to the space.', {
    list: get('/v1/identity_providers', {
      summary: 'List the identity providers of the space, by name.',
      access,
      query: paging(100),
      returns: page(IdentityProvider),
      handle: ({ sql, caller, query, request }) => listProviders(sql, caller, request.public_url, query),
    }),

    read: get('/v1/identity_providers/:id', {
      summary: 'Read an identity provider.',
      access,
      params,
      returns: response,
      etag: true,
      errors: ['not_found'],
      handle: ({ sql, caller, params, request }) => readProvider(sql, caller, request.public_url, params.id),
    }),

    create: post('/v1/identity_providers', {
      summary: 'Create an identity provider for a domain.',
      description:
        'It signs nobody in before the domain is proved: add `dns_record` as a TXT record of the domain, then call `verify`. Register ' +
        '`redirect_uri` at the provider. People who sign in through it can act in this space only. A space can have at most 10 providers.',
      access,
      body: NewIdentityProvider,
      returns: response,
      errors: ['conflict', 'reauthentication_required'],
      handle: ({ sql, caller, body, request }) => {
        requireRecentSignIn(caller)
        const { id: request_id, public_url } = request
        return createProvider(sql, { caller, request_id, public_url }, body, options)
      },
    }),

    update: patch('/v1/identity_providers/:id', {
      summary: 'Change, enable or disable an identity provider; only the fields in the request change.',
      description:
        'The domain cannot change; create another provider for that. Issuer and client ID can until the domain is proved, with the secret sent again, and ' +
        'a new issuer must answer. While a provider is disabled, its sessions are not renewed. ' +
        'While it is `required`, members with an address of its domain are refused in this space with tokens that they did not get through it, except ' +
        'superadmins with a second factor. Superadmins are told of every change by mail.',
      access,
      params,
      body: IdentityProviderChange,
      returns: response,
      etag: true,
      errors: ['not_found', 'conflict', 'reauthentication_required'],
      ifMatch: {
        returns: response,
        read: ({ sql, caller, params, request }) => lockProvider(sql, caller, request.public_url, params.id),
      },
      handle: ({ sql, caller, params, body, request }) => {
        requireRecentSignIn(caller)
        const { id: request_id, public_url } = request
        return changeProvider(sql, { caller, request_id, public_url }, params.id, body, options)
      },
    }),

    remove: del('/v1/identity_providers/:id', {
      summary: 'Delete an identity provider. The people stay in the space and can sign in with a password.',
      access,
      params,
      returns: data({ message: Type.String(), identity_provider_id: Id }),
      errors: ['not_found', 'reauthentication_required'],
      handle: async ({ sql, caller, params, request }) => {
        requireRecentSignIn(caller)
        const { id: request_id, public_url } = request
        await deleteProvider(sql, { caller, request_id, public_url }, params.id)
        return { message: 'The identity provider was deleted.', identity_provider_id: params.id }
      },
    }),

    verify: post('/v1/identity_providers/:id/verify', {
      summary: 'Look for the provider at its issuer, and prove the domain by its TXT record.',
      description:
        'People of the domain can sign in from then on. The record is looked up again every day on which somebody signs in, so leave it in place. ' +
        'A domain belongs to one space of a server: the space that had it before loses it if its own record has gone.',
      access,
      params,
      returns: response,
      errors: ['not_found', 'conflict', 'reauthentication_required'],
      handle: ({ sql, caller, params, request }) => {
        requireRecentSignIn(caller)
        const { id: request_id, public_url } = request
        return verifyProvider(sql, { caller, request_id, public_url }, params.id, options)
      },
    }),
  })
