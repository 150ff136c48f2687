import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatDayRange } from '../../components/formats.ts'

/** The dates of an action as text. */
export function useDates() {
  const { t } = useTranslation('actions')
  return useCallback(
    ({ start, end }: { start: string | null; end: string | null }) => {
      if (start && end) return formatDayRange(start, end)
      if (start) return t('from', { day: formatDay(start) })
      return end ? t('until', { day: formatDay(end) }) : t('open_ended')
    },
    [t],
  )
}

/** The value of a date field. */
export const dayField = (instant: string | null | undefined) => instant?.slice(0, 10) ?? ''

/** The last day is included until its last millisecond. */
export const endOf = (day: string) => (day ? `${day}T23:59:59.999Z` : null)
export const startOf = (day: string) => (day ? `${day}T00:00:00.000Z` : null)
