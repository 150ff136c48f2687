import { useTranslation } from 'react-i18next'

/** The name of an accounting year: 2026, or 2025–2026 if it ends before December. */
export function useYearName(year_end: string) {
  const { t } = useTranslation('ledger')
  return (year: number) => t('year', { year: year_end === '12-31' ? year : t('years', { from: year - 1, to: year }) })
}
