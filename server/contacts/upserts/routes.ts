import { Type } from 'typebox'
import { may } from '../../access/caller.ts'
import { forbidden } from '../../errors.ts'
import { requires } from '../../http/access.ts'
import { get, post, resource } from '../../http/operation.ts'
import { data, record } from '../../http/response_format.ts'
import { answerListsOf } from './answers.ts'
import { readReceipt, upsertContact } from './queries.ts'
import { KnownBy, Upsert, UpsertReceipt } from './schema.ts'

export const upserts = resource('upserts', 'Update a contact or create it, for clients that do not know its id.', {
  create: post('/contacts/upsert', {
    summary: 'Update the contact that matches, or create one; returns a receipt for the outcome.',
    description:
      'The contact with this `id`; else with this `mail`; else with this name and `birthdate`, or name and place; else a new one. Only what is ' +
      'sent changes; tags and answers are added to the stored ones. A contact can be sent back as it was read. With an unknown form or value nothing ' +
      'changes.',
    access: requires('contacts:write'),
    body: Upsert,
    bodyExtras: { kind: Type.Literal('contact', { description: 'Always `contact`.' }), by: Type.Optional(KnownBy) },
    returns: data({ receipt: Type.String() }),
    status: 202,
    emits: { 'contact.created': 'by queries', 'contact.updated': 'by queries' },
    handle: async ({ sql, caller, body, bodyExtras: beside, request }) => {
      if (
        !may(caller, 'contacts:sensitive') &&
        [...answerListsOf(body), ...(body.formdatas ?? []), ...(body.tags ?? [])].length > 0
      )
        throw forbidden('Your role or token lacks the permission contacts:sensitive, which tags and answers need.')
      return { receipt: await upsertContact(sql, { caller, request_id: request.id }, body, beside.by) }
    },
  }),

  read: get('/contacts/upsert/:receipt', {
    summary: 'Read the outcome of an upsert.',
    access: requires('contacts:write'),
    params: { receipt: Type.String({ minLength: 1, maxLength: 100 }) },
    returns: record(UpsertReceipt),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readReceipt(sql, caller, params.receipt),
  }),
})
