import { useSuspenseQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AllocatedItem } from './correction.ts'
import { donationPricesQuery, membershipPricesQuery } from './data.ts'

/** The name of a donation or membership: that of its price, if it has one. */
export function useItemName() {
  const { t } = useTranslation('payments')
  const [{ data: membershipPrices }, { data: donationPrices }] = useSuspenseQueries({
    queries: [membershipPricesQuery, donationPricesQuery],
  })
  return ({ kind, item }: AllocatedItem) =>
    kind === 'memberships'
      ? (membershipPrices.find(({ id }) => id === item.membership_price_id)?.name ?? t('membership'))
      : (donationPrices.find(({ id }) => id === item.donation_price_id)?.name ?? t('donation'))
}
