import { resource } from '../../http/operation.ts'
import { addToCatalogue, changeCatalogue } from '../core/catalogue.ts'
import { catalogueOperations } from '../core/catalogue_operations.ts'
import { currencyOf } from '../core/settings.ts'
import { donationPriceCatalogue as catalogue } from './queries.ts'
import { DonationPrice, DonationPriceChange, NewDonationPrice } from './schema.ts'

export const donation_prices = resource(
  'donation_prices',
  'The amounts that are proposed for a donation.',
  catalogueOperations({
    path: '/v1/donation_prices',
    nouns: 'donation prices',
    catalogue,
    row: DonationPrice,
    creation: NewDonationPrice,
    change: DonationPriceChange,
    create: async (sql, caller, price) =>
      addToCatalogue(sql, caller, catalogue, {
        ...price,
        currency: price.currency ?? (await currencyOf(sql, caller.group_id)),
      }),
    update: (sql, caller, id, changes) => changeCatalogue(sql, caller, catalogue, id, changes),
  }),
)
