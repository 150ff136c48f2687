import { dayIn, formatDay } from './formats.ts'

// Payments, memberships and batches have their days in the time zone of the space, as statistics, filters and the ledger do.

let time_zone = 'UTC'

/** Called when the signed-in user, and so their space, is read. */
export function setSpaceTimeZone(name: string) {
  time_zone = name
}

/** The day of an instant in the time zone of the space, as 2026-05-31. A bare date stays as it is. */
export const spaceDay = (instant: string) => (instant.includes('T') ? dayIn(time_zone, instant) : instant)

export const formatSpaceDay = (instant: string | null | undefined) => formatDay(instant && spaceDay(instant))
