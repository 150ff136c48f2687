import { type Static, Type } from 'typebox'
import { Id } from '../../fields.ts'

const hit = {
  id: Id,
  label: Type.String({ description: 'The name to show.' }),
  detail: Type.String({ description: 'Details to distinguish results with the same name.' }),
}

export const Hit = Type.Object(hit, { title: 'Hit' })
export const ContactHit = Type.Object(
  { ...hit, black_list: Type.Boolean(), restricted: Type.Boolean() },
  { title: 'ContactHit' },
)

export const Hits = {
  contacts: Type.Array(ContactHit),
  users: Type.Array(Hit),
  teams: Type.Array(Hit),
  actions: Type.Array(Hit),
  payments: Type.Array(Hit),
}

const HitsShape = Type.Object(Hits)
export type Hits = Static<typeof HitsShape>
export type HitKind = keyof Hits
