import { member } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { data } from '../../http/response_format.ts'
import { fetchMe } from './queries.ts'
import { Me } from './schema.ts'

export const me = resource('me', 'The caller.', {
  read: get('/me', {
    summary: 'Read the caller, their space and their permissions in it.',
    description: 'Clients decide by `permissions` what to offer, not by the name of a role.',
    access: member,
    returns: data(Me),
    etag: true,
    direct: ({ db, caller }) => fetchMe(db, caller),
  }),
})
