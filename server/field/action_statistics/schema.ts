import { type Static, Type } from 'typebox'
import { Id, nullable, Timestamp } from '../../fields.ts'
import { VisitResult } from '../core/fields.ts'

const Count = Type.Integer()
const counts = { visits: Count, contacts: Type.Integer({ description: 'The number of visits with a contact made.' }) }

export const ActionStatistics = {
  from: nullable(Timestamp),
  to: nullable(Timestamp),
  NbVisites: Count,
  NbContacts: Count,
  NbVisitesDeclared: Count,
  goal: Count,
  addresses: Type.Integer({ description: 'The number of addresses.' }),
  addresses_visited: Type.Integer({ description: 'The number of addresses with a visit.' }),
  addresses_without_position: Count,
  by_day: Type.Array(
    Type.Object({ day: Type.String({ description: 'Such as 2026-05-01, in UTC.' }), ...counts, declared: Count }),
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
