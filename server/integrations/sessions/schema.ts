import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '../../fields.ts'

export const Session = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Type.String({ ...Timestamp, description: 'When it was last used.' }),
    expires_at: Timestamp,
    agent: Type.String({ description: 'The user agent of the browser.' }),
    current: Type.Boolean({ description: 'Whether the token in use belongs to this session.' }),
  },
  { title: 'Session' },
)

export type Session = Static<typeof Session>
