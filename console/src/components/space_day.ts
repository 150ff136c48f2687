import { dayIn, formatDay } from './formats.ts'

// Payments, memberships and batches have their days in the time zone of the space, as statistics, filters and the ledger do.

let space_time_zone = 'UTC'

/** Called by the shell around all pages, which knows the space. */
export function setSpaceTimeZone(name: string) {
  space_time_zone = name
}

/** The day of an instant in the time zone of the space, as 2026-05-31. A bare date stays as it is. */
export const spaceDay = (instant: string) => (instant.includes('T') ? dayIn(space_time_zone, instant) : instant)

export const formatSpaceDay = (instant: string | null | undefined) => formatDay(instant && spaceDay(instant))
