import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../components/formats.ts'
import type { Reversed } from './reversals.ts'

/** How refunds and returns of a payment are told: "Partly refunded, 64.00 € kept". */
export function useReversedWords() {
  const { t } = useTranslation('payments')
  return ({ state, kept }: Reversed) => {
    const words = t(`reversed.${state}`)
    if (kept === undefined) return { words, kept: undefined, all: words }
    const amount = kept.map(([currency, left]) => formatMoney(left, currency)).join(', ')
    return { words, kept: t('reversed.kept', { amount }), all: t('reversed.partly', { words, amount }) }
  }
}
