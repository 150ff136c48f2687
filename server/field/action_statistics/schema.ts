import { type Static, Type } from 'typebox'
import { Id, nullable, Timestamp } from '../../fields.ts'
import { VisitResult } from '../core/fields.ts'

const Count = Type.Integer()
const counts = { visits: Count, contacts: Type.Integer({ description: 'How many of them made a contact.' }) }

export const ActionStatistics = {
  from: nullable(Timestamp),
  to: nullable(Timestamp),
  NbVisites: Count,
  NbContacts: Count,
  NbVisitesDeclared: Count,
  goal: Count,
  addresses: Type.Integer({ description: 'How many doors are on the list.' }),
  addresses_visited: Type.Integer({ description: 'At how many of them somebody rang.' }),
  addresses_without_position: Count,
  by_day: Type.Array(
    Type.Object({ day: Type.String({ description: 'As 2026-05-01, in UTC.' }), ...counts, declared: Count }),
  ),
  by_result: Type.Array(Type.Object({ result: VisitResult, ...counts })),
  by_team: Type.Array(Type.Object({ team_id: nullable(Id), name: Type.String(), ...counts })),
  by_person: Type.Array(
    Type.Object({ user_id: Id, firstname: Type.String(), surname: Type.String(), ...counts, declared: Count }),
  ),
  by_street: Type.Array(Type.Object({ street: Type.String(), city: Type.String(), addresses: Count, ...counts })),
}

const Shape = Type.Object(ActionStatistics)
export type ActionStatistics = Static<typeof Shape>
