import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requireRecentSignIn, requires } from '../../http/access.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import { createToken, listTokens, revokeVisibleToken } from './queries.ts'
import { NewToken, Token, TokenWithSecret } from './schema.ts'

export const tokens = resource('tokens', 'Personal access tokens, for the scripts of a user.', {
  list: get('/v1/tokens', {
    summary: 'List your active tokens in this space, newest first.',
    description: 'With `all`, the tokens of all users; requires `space:manage`.',
    access: requires('tokens:write'),
    query: { all: Type.Boolean({ default: false }), ...paging(100) },
    returns: page(Token),
    handle: ({ sql, caller, query }) => listTokens(sql, caller, query),
  }),

  create: post('/v1/tokens', {
    summary: 'Create a token for this space. The secret is only in this response.',
    description:
      'Requires a sign-in within the last 15 minutes, in the console or another application of Muster itself.',
    access: requires('tokens:write'),
    body: NewToken,
    returns: record(TokenWithSecret),
    errors: ['conflict', 'reauthentication_required'],
    replayed: created => ({ ...created, secret: null }),
    handle: ({ sql, caller, body, request }) => {
      requireRecentSignIn(caller)
      return createToken(sql, { caller, request_id: request.id }, body)
    },
  }),

  end: del('/v1/tokens/:id', {
    summary: 'Revoke a token.',
    access: requires('tokens:write'),
    params: { id: Id },
    returns: data({ message: Type.String(), token_id: Id }),
    errors: ['not_found'],
    handle: async ({ sql, caller, params, request }) => {
      await revokeVisibleToken(sql, { caller, request_id: request.id }, params.id)
      return { message: 'The token was ended.', token_id: params.id }
    },
  }),
})
