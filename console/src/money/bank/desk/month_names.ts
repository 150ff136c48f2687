import { language } from '../../../translations/index.ts'

const name = (options: Intl.DateTimeFormatOptions) => (month: string) =>
  new Intl.DateTimeFormat(language(), { ...options, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))

/** Such as October 2026. */
export const monthName = name({ month: 'long', year: 'numeric' })

/** Such as October. */
export const monthWord = name({ month: 'long' })

/** Such as Oct. */
export const shortMonth = name({ month: 'short' })

/** The last day of a month, as 2026-10-31. */
export const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
