import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '../../fields.ts'

export const Grant = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    expires_at: Timestamp,
    client_id: Type.String(),
    name: Type.String({ description: 'What the application is called.' }),
    scopes: Type.Array(Type.String(), { description: 'What was allowed.' }),
    current: Type.Boolean({ description: 'Whether the token in use came of it.' }),
  },
  { title: 'Grant' },
)

export type Grant = Static<typeof Grant>
