import { type Static, Type } from 'typebox'
import { Id, nullable, PersonName, Timestamp } from '../../fields.ts'

const Reason = Type.String({ maxLength: 2000 })

export const Suspension = Type.Object(
  {
    user: Type.Union([PersonName], { description: 'The suspended user.' }),
    suspended_at: Timestamp,
    suspended_by: nullable(PersonName),
    reason: Reason,
  },
  { title: 'Suspension' },
)

export const NewSuspension = { user_id: Id, reason: Type.String({ ...Reason, default: '' }) }

export type Suspension = Static<typeof Suspension>
