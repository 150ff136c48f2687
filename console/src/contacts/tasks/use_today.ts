import { dayIn } from '../../components/formats.ts'
import { useMe } from '../../use_me.ts'

/** Today in the time zone of the space, as 2026-05-31. */
export function useToday() {
  const { time_zone } = useMe().space
  return dayIn(time_zone, new Date().toISOString())
}
