import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { anyone, requireRecentSignIn, requires } from '../../http/access.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { data, screen } from '../../http/response_format.ts'
import { answerInvitation, showInvitation } from './acceptance.ts'
import { cancelInvitation, inviteAll, listPending } from './queries.ts'
import { Invitation, InvitationRequests } from './schema.ts'

const link = {
  link: Type.String({
    maxLength: 500,
    description: 'The secret part of the link in the mail.',
    examples: ['k3Jd0sXv9Qm2'],
  }),
}
const TextInput = Type.String({ default: '' })
const Answer = Type.Enum(['accept', 'decline'], {
  default: 'accept',
  description: 'Join the space, or decline and leave it.',
})

export const invitations = resource('invitations', 'Invitations to a space, sent by mail.', {
  list: get('/users/invitation', {
    summary: 'List the pending invitations.',
    access: requires('users:invite'),
    query: paging(100),
    returns: data({ invitations: Type.Array(Invitation) }),
    handle: async ({ sql, caller, query }) => ({ invitations: await listPending(sql, caller, query) }),
  }),

  create: post('/users/invitation', {
    summary: 'Invite people. If one cannot be invited, none is.',
    description:
      'A person with an account becomes a pending member at once, and a mail asks them to accept or decline. Until they accept or open ' +
      'the space, it sees only the address in the request. Any other person gets a mail with a link that works once, for seven days. ' +
      'Inviting a person again sends the mail again. One space can send an address 10 invitations a day, all spaces together 20; a space ' +
      'can send 1000 a day. For one invitation the response has one object, for several an array in the same order.',
    access: requires('users:invite'),
    body: { invitations: InvitationRequests },
    returns: data({ msg: Type.String(), invitations: Type.Union([Invitation, Type.Array(Invitation)]) }),
    errors: ['already_member', 'mail_taken', 'rate_limited', 'reauthentication_required'],
    emits: {
      'invitation.created': (_, { invitations }) => [invitations].flat().map(({ id }) => id),
      'user.joined': 'by queries',
    },
    handle: async ({ sql, caller, body, request }) => {
      // An invitation with a role grants that role.
      if (body.invitations.some(({ role_id }) => role_id !== undefined)) requireRecentSignIn(caller)
      const created = await inviteAll(sql, caller, body.invitations, request)
      const [first, ...others] = created
      return {
        msg: created.length === 1 ? 'The invitation was recorded.' : `${created.length} invitations were recorded.`,
        invitations: first && others.length === 0 ? first : created,
      }
    },
  }),

  cancel: del('/users/invitation/:id', {
    summary: 'Withdraw an invitation; its link stops working.',
    access: requires('users:invite'),
    params: { id: Id },
    returns: data({ message: Type.String() }),
    errors: ['not_found'],
    emits: { 'invitation.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => {
      await cancelInvitation(sql, caller, params.id)
      return { message: 'The invitation was withdrawn.' }
    },
  }),

  show: get('/invitations/:link', {
    summary: 'Show the page of an invitation link.',
    description:
      'Changes nothing, because mail clients open links before people do. With `answer=decline` the button to decline comes first.',
    access: anyone,
    params: link,
    query: { answer: Answer },
    returns: screen,
    errors: ['not_found'],
    handle: ({ sql, params, query, request }) => showInvitation(sql, params.link, query.answer, request.languages),
  }),

  accept: post('/invitations/:link', {
    summary: 'Accept or decline an invitation, with the form of its page.',
    description: 'A pending member who declines leaves the space.',
    access: anyone,
    params: link,
    form: true,
    body: { answer: Answer, firstname: TextInput, surname: TextInput, password: TextInput },
    returns: screen,
    errors: ['not_found', 'mail_taken'],
    emits: {
      'invitation.accepted': 'by queries',
      'user.joined': 'by queries',
      'user.updated': 'by queries',
      'user.left': 'by queries',
    },
    handle: ({ sql, params, body, request }) => answerInvitation(sql, params.link, body, request),
  }),
})
