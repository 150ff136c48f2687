import { useTranslation } from 'react-i18next'
import { type ContributionCheck, queries } from '../../api.ts'
import { formatMoney } from '../../components/formats.ts'
import { type CheckedPayment, checkQuery } from './data.ts'

type Reason = ContributionCheck['reasons'][number]

/** A rule that refuses a payment, in words. */
export function useReasonWords() {
  const { t } = useTranslation('contributions')
  return ({ rule, limit, left, year, code_campaign }: Reason, currency: string) =>
    t(`reason.${rule === 'campaign_cap' && !code_campaign ? 'campaign_cap_without_code' : rule}`, {
      limit: formatMoney(limit ?? 0, currency),
      left: formatMoney(left ?? 0, currency),
      year,
      code: code_campaign,
    })
}

/** Asks again why a payment is refused, for the field of the amount; undefined if the rules allow it by now. The note below has the reasons. */
export function useRefusalWords() {
  const { t } = useTranslation('contributions')
  return async (payment: CheckedPayment | undefined) => {
    if (!payment) return undefined
    const { reasons, currency } = await queries.fetchQuery({ ...checkQuery(payment), staleTime: 0 })
    if (reasons.length === 0) return undefined
    const lefts = reasons.map(({ left }) => left).filter(left => left !== null)
    return lefts.length < reasons.length
      ? t('note.not_allowed')
      : t('note.at_most', { left: formatMoney(Math.min(...lefts), currency) })
  }
}
