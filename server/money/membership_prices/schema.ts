import { type Static, Type } from 'typebox'
import { Id, input, Line } from '../../fields.ts'
import { newPrice, price, Reference, stamps } from '../core/fields.ts'

const Duration = Type.String({
  format: 'length-of-time',
  maxLength: 100,
  description: 'The duration of a rolling membership, such as P1Y, P6M or "18 months". Empty for a year.',
})

const Kind = Type.String({ ...Line, description: 'Any word. Built in: calendar_year, rolling_year and lifetime.' })

const details = { ...price, membership_price_group_id: Reference, kind: Kind, rolling_period: Line, duration: Duration }

export const MembershipPrice = Type.Object({ id: Id, ...stamps, ...details }, { title: 'MembershipPrice' })

export const NewMembershipPrice = {
  ...newPrice,
  membership_price_group_id: Type.Optional(Reference),
  kind: Type.String({ ...Kind, default: 'calendar_year' }),
  rolling_period: Type.String({ ...Line, default: '' }),
  duration: Type.String({ ...Duration, default: '' }),
}

export const MembershipPriceChange = Type.Partial(Type.Object(details)).properties

const NewShape = input(NewMembershipPrice)
export type MembershipPrice = Static<typeof MembershipPrice>
export type NewMembershipPrice = Static<typeof NewShape>
export type MembershipPriceChange = Partial<Pick<MembershipPrice, keyof typeof details>>
