import { type Static, Type } from 'typebox'
import { Id } from '../../fields.ts'

const hit = {
  id: Id,
  label: Type.String({ description: 'The name to show.' }),
  detail: Type.String({ description: 'Details to distinguish results with the same name.' }),
  similar: Type.Boolean({ description: 'Whether it was found only because one letter may be wrong.' }),
}

export const Hit = Type.Object(hit, { title: 'Hit' })
export const ContactHit = Type.Object(
  { ...hit, black_list: Type.Boolean(), restricted: Type.Boolean() },
  { title: 'ContactHit' },
)

export const PaymentHit = Type.Object(
  {
    ...hit,
    amount: Type.Integer({ description: 'Of the first transaction, in minor units.' }),
    currency: Type.String({ description: 'The currency of the amount.' }),
    day: Type.String({ description: 'The day of the first transaction in the time zone of the space, as 2026-05-31.' }),
  },
  { title: 'PaymentHit', description: 'A payment found by its number or by who paid.' },
)

export const Hits = {
  contacts: Type.Array(ContactHit),
  users: Type.Array(Hit),
  teams: Type.Array(Hit),
  actions: Type.Array(Hit),
  payments: Type.Array(PaymentHit),
}

const HitsShape = Type.Object(Hits)
export type Hits = Static<typeof HitsShape>
export type HitKind = keyof Hits
