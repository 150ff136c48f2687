import { type Static, Type } from 'typebox'
import { Email, Id, input, nullable, Timestamp } from '../../fields.ts'

export const Invitation = Type.Object(
  {
    id: Id,
    group_id: Id,
    email: Email,
    mobile_phone: Type.String(),
    role_id: Id,
    role: Type.Object({ id: Id, name: Type.String(), order: Type.Integer() }),
    created_at: Timestamp,
    last_sent: Timestamp,
    user_id: nullable(Id),
  },
  { title: 'Invitation' },
)

export const invitations_max = 100

export const InvitationRequests = Type.Array(input({ email: Email, role_id: Type.Optional(Id) }, 'NewInvitation'), {
  minItems: 1,
  maxItems: invitations_max,
})

export type Invitation = Static<typeof Invitation>
export type InvitationRequest = Static<typeof InvitationRequests>[number]
