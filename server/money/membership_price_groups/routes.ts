import { resource } from '../../http/operation.ts'
import { addToCatalogue, changeCatalogue } from '../core/catalogue.ts'
import { catalogueOperations } from '../core/catalogue_operations.ts'
import { membershipPriceGroupCatalogue as catalogue } from './queries.ts'
import { MembershipPriceGroup, MembershipPriceGroupChange, NewMembershipPriceGroup } from './schema.ts'

export const membership_price_groups = resource(
  'membership_price_groups',
  'Membership prices, in the groups they are offered in.',
  catalogueOperations({
    path: '/v1/membership_price_groups',
    nouns: 'membership price groups with their prices',
    catalogue,
    row: MembershipPriceGroup,
    creation: NewMembershipPriceGroup,
    change: MembershipPriceGroupChange,
    create: (sql, caller, group) => addToCatalogue(sql, caller, catalogue, group),
    update: (sql, caller, id, changes) => changeCatalogue(sql, caller, catalogue, id, changes),
  }),
)
