import { type Static, Type } from 'typebox'
import { Id, nullable, PersonName, Timestamp } from '../../fields.ts'
import { ClientKey } from '../core/fields.ts'

const details = {
  count: Type.Integer({ minimum: 1, maximum: 100_000, description: 'The number of visits.' }),
  comment: Type.String({ maxLength: 5000 }),
}

export const DeclaredVisits = Type.Object(
  {
    id: Id,
    action_id: Id,
    group_id: Id,
    key: nullable(Type.String({ description: 'The key that the client sent, or null.' })),
    CreatedAt: Timestamp,
    withdrawn_at: nullable(Timestamp),
    recorded_by: Id,
    user: PersonName,
    date: Timestamp,
    ...details,
  },
  { title: 'DeclaredVisits' },
)

export const NewDeclaration = {
  count: details.count,
  date: Type.Optional(Timestamp),
  comment: Type.Optional(details.comment),
  key: Type.Optional(ClientKey),
}

const NewShape = Type.Object(NewDeclaration)
export type DeclaredVisits = Static<typeof DeclaredVisits>
export type NewDeclaration = Static<typeof NewShape>
