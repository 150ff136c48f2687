import { useTranslation } from 'react-i18next'
import { month } from '../../components/formats.ts'
import { isSpanName, monthsIn, usual } from './comparison.ts'

/** What to call what came in over these months. */
export function useCollectedTitle() {
  const { t } = useTranslation('payments')
  return (sums: string = usual.sums) => {
    const chosen = monthsIn(sums)
    if (!chosen) return t(`sums.collected.${isSpanName(sums) ? sums : usual.sums}`)
    return t('sums.collected.chosen', { first: month(`${chosen.first}-01`), last: month(`${chosen.last}-01`) })
  }
}
