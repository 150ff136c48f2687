import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../components/formats.ts'
import { statusesQuery } from './data.ts'
import { isOwed, type Reversed, reversedOf } from './reversals.ts'
import type { Payment } from './search_params.ts'

export interface ReversedWords extends Pick<Reversed, 'what' | 'whole'> {
  /** Whether its amount is struck through: nothing is left of it, and none of it is owed. */
  struck: boolean
  /** "Partly refunded" */
  words: string
  /** "64.00 € kept"; undefined if nothing is. */
  kept: string | undefined
  /** "Partly refunded, 64.00 € kept" */
  all: string
}

/** How refunds and returns of a payment, or of some of its transactions, are told; undefined if there are none. */
export function useReversed() {
  const { t } = useTranslation('payments')
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  return (payment: Payment, transactions?: Payment['transactions']): ReversedWords | undefined => {
    const reversed = reversedOf(payment, statuses, transactions)
    if (!reversed) return undefined
    const { what, whole, kept } = reversed
    const struck = whole && !isOwed(payment, statuses)
    const words = t(whole ? `reversed.${what}` : `reversed.partly_${what}`)
    if (kept.length === 0) return { what, whole, struck, words, kept: undefined, all: words }
    const amount = kept.map(([currency, left]) => formatMoney(left, currency)).join(', ')
    return {
      what,
      whole,
      struck,
      words,
      kept: t('reversed.kept', { amount }),
      all: t('reversed.partly', { words, amount }),
    }
  }
}
