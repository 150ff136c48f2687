import { useTranslation } from 'react-i18next'
import { formatSpaceDay } from '../../components/space_day.ts'
import type { Payment } from './search_params.ts'

/** What a payment is called: "Donation, 15 Nov 2026". Its id counts the payments of all spaces, so it names nothing to its treasurer. */
export function usePaymentName() {
  const { t } = useTranslation('payments')
  return (payment: Payment | undefined) => {
    const day = payment?.transactions[0]?.date
    return payment && day ? t(`one.${natureOf(payment)}`, { day: formatSpaceDay(day) }) : t('one.unknown')
  }
}

/** What was paid for. */
export function natureOf({ memberships, donations }: Payment) {
  if (memberships.length > 0) return donations.length > 0 ? 'both' : 'membership'
  return donations.length > 0 ? 'donation' : 'other'
}
