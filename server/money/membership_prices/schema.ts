import { type Static, Type } from 'typebox'
import { Id, id_max, input, Line, nullable, Timestamp } from '../../fields.ts'
import { newPrice, price, Reference, stamps } from '../core/fields.ts'

const Duration = Type.String({
  format: 'length-of-time',
  maxLength: 100,
  description: 'The duration of a rolling membership, such as P1Y, P6M or "18 months". Empty for a year.',
})

const Kind = Type.String({ ...Line, description: 'Any word. Built in: calendar_year, rolling_year and lifetime.' })

const SeasonStart = Type.Union(
  [
    Type.String({
      examples: ['09-01'],
      pattern: '^((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$',
      expects: 'be a month and a day that every year has, such as 09-01',
    }),
    Type.Null(),
  ],
  {
    description:
      'The month and day on which a season begins, such as 09-01: a membership ends with the day before the next one. Null for the calendar year. ' +
      'Rolling memberships and those for life have no season.',
  },
)

const NextSeasonFrom = Type.Union([Type.Integer({ minimum: 1, maximum: 12 }), Type.Null()], {
  description:
    'The month from whose first day a payment counts for the next season: with 10, one of October for next year. Null for never, which the month ' +
    'on whose first day the season begins also means.',
})

const details = {
  ...price,
  membership_price_group_id: Reference,
  kind: Kind,
  rolling_period: Line,
  duration: Duration,
  season_start: SeasonStart,
  next_season_from: NextSeasonFrom,
}

export const MembershipPrice = Type.Object({ id: Id, ...stamps, ...details }, { title: 'MembershipPrice' })

export const NewMembershipPrice = {
  ...newPrice,
  membership_price_group_id: Type.Optional(Reference),
  kind: Type.String({ ...Kind, default: 'calendar_year' }),
  rolling_period: Type.String({ ...Line, default: '' }),
  duration: Type.String({ ...Duration, default: '' }),
  season_start: Type.Optional(SeasonStart),
  next_season_from: Type.Optional(NextSeasonFrom),
}

export const MembershipPriceChange = Type.Partial(Type.Object(details)).properties

/** A membership whose term is asked for. */
export const AskedTerm = {
  membership_price_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: id_max, description: 'The price; without it the term is a calendar year.' }),
  ),
  date: Type.Optional(Type.String({ ...Timestamp, description: 'When it is paid; now by default.' })),
  start_date: Type.Optional(
    Type.String({ ...Timestamp, description: 'A chosen start. A bare date is the first instant of that day.' }),
  ),
  end_date: Type.Optional(
    Type.String({ ...Timestamp, description: 'A chosen end. A bare date is the last instant of that day.' }),
  ),
}

export const MembershipTerm = Type.Object(
  { start_date: Timestamp, end_date: nullable(Timestamp) },
  { title: 'MembershipTerm' },
)

const NewShape = input(NewMembershipPrice)
const Asked = input(AskedTerm)
export type MembershipPrice = Static<typeof MembershipPrice>
export type NewMembershipPrice = Static<typeof NewShape>
export type MembershipPriceChange = Partial<Pick<MembershipPrice, keyof typeof details>>
export type AskedTerm = Static<typeof Asked>
