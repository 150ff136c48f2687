import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, resource } from '../../http/operation.ts'
import { data, page } from '../../http/response_format.ts'
import { listGrants, revokeOwnGrant } from './queries.ts'
import { Grant } from './schema.ts'

const access = requires('tokens:write')

export const grants = resource('grants', 'What the caller has allowed applications to do on their behalf.', {
  list: get('/v1/grants', {
    summary: 'List your grants in this space, newest first.',
    access,
    query: paging(100),
    returns: page(Grant),
    handle: ({ sql, caller, query }) => listGrants(sql, caller, query),
  }),

  end: del('/v1/grants/:id', {
    summary: 'End a grant. The tokens that the application got from it stop working at once.',
    access,
    params: { id: Id },
    returns: data({ message: Type.String(), grant_id: Id }),
    errors: ['not_found'],
    handle: async ({ sql, caller, params, request }) => {
      await revokeOwnGrant(sql, { caller, request_id: request.id }, params.id)
      return { message: 'The application can no longer act for you.', grant_id: params.id }
    },
  }),
})
