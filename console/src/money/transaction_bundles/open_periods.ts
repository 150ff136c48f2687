import { ApiError, queries, type TransactionSettings } from '../../api.ts'
import { settingsQuery } from './data.ts'

/** Whether a payment of this time can be changed. Without periods, everything is open. */
export function isInOpenPeriod({ open_periods }: Pick<TransactionSettings, 'open_periods'>, instant: string) {
  const all = Object.values(open_periods)
  return all.length === 0 || all.some(({ start, end, open }) => open && start <= instant && instant <= end)
}

/** Whether the server refused a change because of a closed period. The settings are then read again. */
export function isPeriodClosed(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code !== 'period_closed') return false
  void queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
  return true
}
