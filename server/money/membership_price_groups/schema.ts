import { type Static, Type } from 'typebox'
import { Id, Name } from '../../fields.ts'
import { stamps } from '../core/fields.ts'
import { MembershipPrice } from '../membership_prices/schema.ts'

export const MembershipPriceGroup = Type.Object(
  {
    id: Id,
    ...stamps,
    name: Name,
    hidden: Type.Boolean(),
    membership_prices: Type.Array(MembershipPrice),
  },
  { title: 'MembershipPriceGroup' },
)

export const NewMembershipPriceGroup = { name: Name, hidden: Type.Boolean({ default: false }) }
export const MembershipPriceGroupChange = { name: Type.Optional(Name), hidden: Type.Optional(Type.Boolean()) }

export type MembershipPriceGroup = Static<typeof MembershipPriceGroup>
