import { useSuspenseQuery } from '@tanstack/react-query'
import { dayIn } from '../../components/formats.ts'
import { useMe } from '../../use_me.ts'
import { ledgerSettingsQuery } from './data.ts'
import type { Calendar } from './search_params.ts'

/** Today in the time zone of the space, and the end of its accounting year. */
export function useCalendar(): Calendar {
  const { time_zone } = useMe().space
  const { year_end } = useSuspenseQuery(ledgerSettingsQuery).data.settings
  return { today: dayIn(time_zone, new Date().toISOString()), year_end }
}
