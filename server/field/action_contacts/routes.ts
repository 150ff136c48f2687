import { Type } from 'typebox'
import { Id, page_size_max, paging } from '../../fields.ts'
import { scopedTo } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { get, resource } from '../../http/operation.ts'
import { data } from '../../http/response_format.ts'
import { next_cursor } from '../core/fields.ts'
import { listActionContacts } from './queries.ts'
import { ActionContact } from './schema.ts'

export const action_contacts = resource('action_contacts', 'The contacts of an action.', {
  list: get('/actions/:id/contacts', {
    summary: 'List the contacts of an action: name, telephone and address.',
    description: 'For users in the action, directly or through a team, and for users who see all contacts.',
    access: scopedTo('contacts:read'),
    params: { id: Id },
    query: { cursor: Cursor, limit: paging(100).limit },
    returns: data({ contacts: Type.Array(ActionContact, { maxItems: page_size_max }), next_cursor }),
    errors: ['not_found'],
    // Audited for every role: the last result shows who was met and how they voted.
    audited: {
      entry: ({ params }, { contacts }) => ({
        kind: 'action.contacts_listed',
        subject: 'action',
        subject_id: params.id,
        details: { count: contacts.length },
      }),
    },
    handle: ({ sql, caller, params, query }) => listActionContacts(sql, caller, params.id, query),
  }),
})
