import { resource } from '../../http/operation.ts'
import { catalogueOperations } from '../core/catalogue_operations.ts'
import { changeMembershipPrice, createMembershipPrice, membershipPriceCatalogue } from './queries.ts'
import { MembershipPrice, MembershipPriceChange, NewMembershipPrice } from './schema.ts'

export const membership_prices = resource(
  'membership_prices',
  'What a membership costs, and how long it lasts.',
  catalogueOperations({
    path: '/v1/membership_prices',
    nouns: 'membership prices',
    catalogue: membershipPriceCatalogue,
    row: MembershipPrice,
    creation: NewMembershipPrice,
    change: MembershipPriceChange,
    create: createMembershipPrice,
    update: changeMembershipPrice,
  }),
)
