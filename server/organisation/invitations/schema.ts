import { type Static, Type } from 'typebox'
import { Email, Id, input, nullable, PlainLine, Timestamp } from '../../fields.ts'
import { RankFields } from '../users/schema.ts'

export const Invitation = Type.Object(
  {
    id: Id,
    group_id: Id,
    email: Email,
    mobile_phone: Type.String(),
    role_id: Id,
    role: Type.Object({ id: Id, name: Type.String(), ...RankFields }),
    created_at: Timestamp,
    last_sent: Timestamp,
    user_id: nullable(Id),
  },
  { title: 'Invitation' },
)

export const invitations_max = 100

export const InvitationRequests = Type.Array(
  input({ email: Email, role_id: Type.Optional(Id), mobile_phone: Type.Optional(PlainLine) }, 'NewInvitation'),
  {
    minItems: 1,
    maxItems: invitations_max,
  },
)

export type Invitation = Static<typeof Invitation>
export type InvitationRequest = Static<typeof InvitationRequests>[number]
