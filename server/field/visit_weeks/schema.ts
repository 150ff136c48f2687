import { type Static, Type } from 'typebox'

export const weeks_max = 52

export const VisitWeek = Type.Object(
  {
    week: Type.String({ description: 'The Monday on which the week begins, such as 2026-05-04.' }),
    visits: Type.Integer({
      description: 'The number of recorded visits. Visits that were only declared do not count.',
    }),
    contacts: Type.Integer({ description: 'The number of visits at which a person was met.' }),
  },
  { title: 'VisitWeek' },
)

export const WeekCount = Type.Integer({
  minimum: 1,
  maximum: weeks_max,
  default: 8,
  description: 'How many weeks to list. The last one is the present week.',
})

export type VisitWeek = Static<typeof VisitWeek>
