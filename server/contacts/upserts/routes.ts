import { Type } from 'typebox'
import { may } from '../../access/caller.ts'
import { forbidden } from '../../errors.ts'
import { holding } from '../../http/access.ts'
import { get, post, resource } from '../../http/operation.ts'
import { data, record } from '../../http/reply.ts'
import { listsOf } from './answers.ts'
import { readReceipt, upsertContact } from './queries.ts'
import { KnownBy, Receipt, Upsert } from './schema.ts'

export const upserts = resource('upserts', 'Bringing in what is known about a person who may be a contact already.', {
  create: post('/contacts/upsert', {
    summary: 'Update the contact that is meant, or create one; the receipt tells what became of it.',
    description:
      'The contact with this `id`; else with this `mail`; else with this name and `birthdate`, or name and place; else a new one. Only what is ' +
      'sent changes; tags and answers join those that are there. A contact as it is read can be sent as it is. A form or value that is not known ' +
      'changes nothing at all.',
    access: holding('contacts:write'),
    body: Upsert,
    beside: { kind: Type.Literal('contact', { description: 'Always `contact`.' }), by: Type.Optional(KnownBy) },
    returns: data({ receipt: Type.String() }),
    status: 202,
    tells: { 'contact.created': 'within', 'contact.updated': 'within' },
    handle: async ({ sql, caller, body, beside, request }) => {
      if (
        !may(caller, 'contacts:sensitive') &&
        [...listsOf(body), ...(body.formdatas ?? []), ...(body.tags ?? [])].length > 0
      )
        throw forbidden('Your role or token lacks the permission contacts:sensitive, which tags and answers need.')
      return { receipt: await upsertContact(sql, { caller, request_id: request.id }, body, beside.by) }
    },
  }),

  read: get('/contacts/upsert/:receipt', {
    summary: 'Tell what became of an upsert.',
    access: holding('contacts:write'),
    params: { receipt: Type.String({ minLength: 1, maxLength: 100 }) },
    returns: record(Receipt),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readReceipt(sql, caller, params.receipt),
  }),
})
