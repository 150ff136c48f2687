import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '../../fields.ts'

export const Grant = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    expires_at: Timestamp,
    client_id: Type.String(),
    name: Type.String({ description: 'The name of the application.' }),
    scopes: Type.Array(Type.String(), { description: 'The scopes that were granted.' }),
    current: Type.Boolean({ description: 'Whether the token in use belongs to this grant.' }),
  },
  { title: 'Grant' },
)

export type Grant = Static<typeof Grant>
