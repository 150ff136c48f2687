import { member } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { data } from '../../http/reply.ts'
import { readMe } from './queries.ts'
import { Me } from './schema.ts'

export const me = resource('me', 'Who the caller is.', {
  read: get('/me', {
    summary: 'Tell the caller who they are, in which space, and what they may do there.',
    description: 'Programs ask here what to offer, and never compare names of roles.',
    access: member,
    returns: data(Me),
    etag: true,
    brief: true,
    handle: ({ sql, caller }) => readMe(sql, caller),
  }),
})
