import { requires } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { record } from '../../http/response_format.ts'
import { catalogueOperations } from '../core/catalogue_operations.ts'
import { changeMembershipPrice, createMembershipPrice, membershipPriceCatalogue, previewTerm } from './queries.ts'
import { AskedTerm, MembershipPrice, MembershipPriceChange, MembershipTerm, NewMembershipPrice } from './schema.ts'

export const membership_prices = resource('membership_prices', 'What a membership costs, and how long it lasts.', {
  ...catalogueOperations({
    path: '/v1/membership_prices',
    nouns: 'membership prices',
    catalogue: membershipPriceCatalogue,
    row: MembershipPrice,
    creation: NewMembershipPrice,
    change: MembershipPriceChange,
    create: createMembershipPrice,
    update: changeMembershipPrice,
  }),

  previewTerm: get('/v1/membership_prices/term', {
    summary: 'Ask for the start and end that a membership would get.',
    description: 'For forms, before the payment is recorded: the same rule computes both.',
    access: requires('catalogue:read'),
    query: AskedTerm,
    returns: record(MembershipTerm),
    errors: ['not_found'],
    handle: ({ sql, caller, query }) => previewTerm(sql, caller, query),
  }),
})
