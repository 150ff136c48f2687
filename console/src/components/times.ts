import { dateFormat } from './intl_formats.ts'

/** A date or a time of day in a region. French writes 20 h 53. */
export function timeText(region: string, options: Intl.DateTimeFormatOptions, date: Date): string {
  const parts = dateFormat(region, options).formatToParts(date)
  if (!region.startsWith('fr')) return parts.map(({ value }) => value).join('')
  return parts
    .map(({ type, value }, index) => {
      const isColon = type === 'literal' && parts[index - 1]?.type === 'hour' && parts[index + 1]?.type === 'minute'
      return isColon ? '\u00a0h\u00a0' : value
    })
    .join('')
}
