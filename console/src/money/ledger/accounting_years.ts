// Days are texts such as 2026-12-31. An accounting year is named after the calendar year in which it ends.

/** The accounting year of a day. */
export const accountingYear = (year_end: string, day: string) =>
  Number(day.slice(0, 4)) + (day.slice('YYYY-'.length) <= year_end ? 0 : 1)

/** The last day of an accounting year. A year that ends in February ends on its last day. */
export function lastDayOf(year_end: string, year: number) {
  const text = String(year).padStart(4, '0')
  if (year_end !== '02-29') return `${text}-${year_end}`
  return new Date(Date.UTC(year, 2, 0)).toISOString().slice(0, 10)
}

/** The first day of an accounting year. */
export const firstDayOf = (year_end: string, year: number) => addDays(lastDayOf(year_end, year - 1), 1)

const day_ms = 86_400_000

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * day_ms).toISOString().slice(0, 10)

/** The last days of months, one of which usually ends the accounting year. */
export const month_ends = [
  ...['01-31', '02-29', '03-31', '04-30', '05-31', '06-30'],
  ...['07-31', '08-31', '09-30', '10-31', '11-30', '12-31'],
]
