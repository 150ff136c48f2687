import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { anyone, holding, proven } from '../../http/access.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { data, screen } from '../../http/reply.ts'
import { answerInvitation, showInvitation } from './acceptance.ts'
import { cancelInvitation, inviteAll, listPending } from './queries.ts'
import { Invitation, InvitationRequests } from './schema.ts'

const link = { link: Type.String({ maxLength: 500, description: 'The secret from the mail.' }) }
const Typed = Type.String({ default: '' })
const Answer = Type.Enum(['accept', 'decline'], {
  default: 'accept',
  description: 'Join the space, or decline and leave it.',
})

export const invitations = resource('invitations', 'Asking people into a space by e-mail.', {
  list: get('/users/invitation', {
    summary: 'List the invitations that wait for an answer.',
    access: holding('users:invite'),
    query: paging(100),
    returns: data({ invitations: Type.Array(Invitation) }),
    handle: async ({ sql, caller, query }) => ({ invitations: await listPending(sql, caller, query) }),
  }),

  create: post('/users/invitation', {
    summary: 'Invite people, all or none of them.',
    description:
      'A registered person is added at once and asked by mail to accept or decline: until they accept or open the space, it sees only ' +
      'the address that was typed. Anybody else gets a mail with a link that works once, for seven days. Inviting again sends the mail ' +
      'again. An address is sent at most 10 invitations a day by one space and 20 by all; a space sends at most 1000 a day. ' +
      'One request answers with one object, several with an array in the same order.',
    access: holding('users:invite'),
    body: { invitations: InvitationRequests },
    returns: data({ msg: Type.String(), invitations: Type.Union([Invitation, Type.Array(Invitation)]) }),
    errors: ['already_member', 'mail_taken', 'rate_limited', 'reauthentication_required'],
    tells: {
      'invitation.created': (_, { invitations }) => [invitations].flat().map(({ id }) => id),
      'user.joined': 'within',
    },
    handle: async ({ sql, caller, body, request }) => {
      // A role given to somebody new is given all the same.
      if (body.invitations.some(({ role_id }) => role_id !== undefined)) proven(caller)
      const made = await inviteAll(sql, caller, body.invitations, request)
      return {
        msg: made.length === 1 ? 'The invitation was recorded.' : `${made.length} invitations were recorded.`,
        invitations: made.length === 1 ? made[0]! : made,
      }
    },
  }),

  cancel: del('/users/invitation/:id', {
    summary: 'Withdraw an invitation; its link stops working.',
    access: holding('users:invite'),
    params: { id: Id },
    returns: data({ message: Type.String() }),
    errors: ['not_found'],
    tells: { 'invitation.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => {
      await cancelInvitation(sql, caller, params.id)
      return { message: 'The invitation was withdrawn.' }
    },
  }),

  show: get('/invitations/:link', {
    summary: 'The page behind the link of an invitation.',
    description:
      'Changes nothing: mail programs open links before people do. `answer=decline` puts the button that declines first.',
    access: anyone,
    params: link,
    query: { answer: Answer },
    returns: screen,
    errors: ['not_found'],
    handle: ({ sql, params, query, request }) => showInvitation(sql, params.link, query.answer, request.languages),
  }),

  accept: post('/invitations/:link', {
    summary: 'Accept or decline an invitation; the form of its page.',
    description: 'Declining takes a person who was added at once out of the space again.',
    access: anyone,
    params: link,
    form: true,
    body: { answer: Answer, firstname: Typed, surname: Typed, password: Typed },
    returns: screen,
    errors: ['not_found', 'mail_taken'],
    tells: {
      'invitation.accepted': 'within',
      'user.joined': 'within',
      'user.updated': 'within',
      'user.left': 'within',
    },
    handle: ({ sql, params, body, request }) => answerInvitation(sql, params.link, body, request),
  }),
})
