import { Type } from 'typebox'
import { Id } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, resource } from '../../http/operation.ts'
import { data } from '../../http/response_format.ts'
import { endOtherSessions, endOwnSession, listSessions } from './queries.ts'
import { Session } from './schema.ts'

const access = requires('tokens:write')

export const sessions = resource('sessions', 'The browsers in which the caller is signed in.', {
  list: get('/v1/sessions', {
    summary: 'List your sessions, last used first.',
    access,
    returns: data({ sessions: Type.Array(Session) }),
    handle: async ({ sql, caller }) => ({ sessions: await listSessions(sql, caller) }),
  }),

  end: del('/v1/sessions/:id', {
    summary: 'End a session, which signs that browser out.',
    description: 'Applications with `offline_access` keep their access; end their grant to stop them.',
    access,
    params: { id: Id },
    returns: data({ message: Type.String(), session_id: Id }),
    errors: ['not_found'],
    handle: async ({ sql, caller, params, request }) => {
      await endOwnSession(sql, { caller, request_id: request.id }, params.id)
      return { message: 'The session was ended.', session_id: params.id }
    },
  }),

  endOthers: del('/v1/sessions', {
    summary: 'End all your other sessions.',
    access,
    returns: data({ message: Type.String(), ended: Type.Integer() }),
    handle: async ({ sql, caller, request }) => {
      const ended = await endOtherSessions(sql, { caller, request_id: request.id })
      return { message: 'Your other sessions were ended.', ended }
    },
  }),
})
