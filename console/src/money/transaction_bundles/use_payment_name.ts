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

/** What was paid for. An item of 0.00 is what a correction left of it, or a membership that costs nothing. */
export function natureOf({ memberships, donations }: Payment) {
  const [paid, given] = [memberships, donations].map(list => list.some(({ amount }) => amount > 0))
  if (paid) return given ? 'both' : 'membership'
  if (given) return 'donation'
  return memberships.length > 0 ? 'membership' : donations.length > 0 ? 'donation' : 'other'
}
