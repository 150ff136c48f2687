import { Id, IdFromZero } from '../../fields.ts'
import { holding } from '../../http/access.ts'
import { get, post, resource } from '../../http/operation.ts'
import { bare, data } from '../../http/reply.ts'
import { readContact } from '../contact_reading.ts'
import { createContact, withoutUnseen } from '../contact_writing.ts'
import { Contact, SentContact } from './schema.ts'

export const contacts = resource('contacts', 'The people an organisation reaches out to.', {
  readBare: get('/v1/contacts/:id', {
    summary: 'Read a contact, without an envelope.',
    access: holding('contacts:read'),
    params: { id: IdFromZero },
    returns: bare(Contact),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readContact(sql, caller, params.id),
  }),

  read: get('/contacts/:id', {
    summary: 'Read a contact.',
    access: holding('contacts:read'),
    params: { id: Id },
    returns: data({ contact: Contact }),
    etag: true,
    errors: ['not_found'],
    handle: async ({ sql, caller, params }) => ({ contact: await readContact(sql, caller, params.id) }),
  }),

  create: post('/contacts', {
    summary: 'Create a contact.',
    access: holding('contacts:write'),
    body: { contact: SentContact },
    returns: data({ contact: Contact }),
    etag: true,
    handle: async ({ sql, caller, body, request }) => {
      const id = await createContact(sql, { caller, request_id: request.id }, withoutUnseen(caller, body.contact))
      return { contact: await readContact(sql, caller, id) }
    },
  }),
})
