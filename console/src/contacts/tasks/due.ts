// Due dates are calendar days such as 2026-05-31, and weeks begin on Monday.

const day_ms = 86_400_000

const instantOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number) =>
  new Date(instantOf(day) + days * day_ms).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string) => Math.round((instantOf(to) - instantOf(from)) / day_ms)

/** The Monday after this day. */
export function nextMonday(day: string) {
  const weekday = new Date(instantOf(day)).getUTCDay()
  return addDays(day, (8 - weekday) % 7 || 7)
}

export const dueGroups = ['late', 'today', 'week', 'later', 'none'] as const
export type DueGroup = (typeof dueGroups)[number]

export function dueGroupOf(due: string | null, today: string): DueGroup {
  if (due === null) return 'none'
  if (due < today) return 'late'
  if (due === today) return 'today'
  return due < nextMonday(today) ? 'week' : 'later'
}
