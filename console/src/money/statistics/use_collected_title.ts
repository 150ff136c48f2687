import { useTranslation } from 'react-i18next'
import { formatMonth } from '../../components/formats.ts'
import { chosenMonths, defaults, isSpanName } from './comparison.ts'

/** The title above the collected sum of a period. */
export function useCollectedTitle() {
  const { t } = useTranslation('payments')
  return (sums: string = defaults.sums) => {
    const chosen = chosenMonths(sums)
    if (!chosen) return t(`sums.collected.${isSpanName(sums) ? sums : defaults.sums}`)
    return t('sums.collected.chosen', {
      first: formatMonth(`${chosen.first}-01`),
      last: formatMonth(`${chosen.last}-01`),
    })
  }
}
