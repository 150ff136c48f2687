import { dateFormat } from './intl_formats.ts'

/** A date or a time of day in a region. */
export const timeText = (region: string, options: Intl.DateTimeFormatOptions, date: Date) =>
  dateText(region, dateFormat(region, options).formatToParts(date))

/** The parts of a date or time in one text. French writes 20 h 53, 20:53:07 and 1er décembre. */
export function dateText(region: string, parts: Pick<Intl.DateTimeFormatPart, 'type' | 'value'>[]): string {
  if (!region.startsWith('fr')) return parts.map(({ value }) => value).join('')
  return parts
    .map(({ type, value }, index) => {
      const isColon =
        type === 'literal' &&
        parts[index - 1]?.type === 'hour' &&
        parts[index + 1]?.type === 'minute' &&
        parts[index + 3]?.type !== 'second'
      if (isColon) return '\u00a0h\u00a0'
      return type === 'day' && value === '1' && isNamed(parts[index + 2]) ? '1er' : value
    })
    .join('')
}

/** Whether a month is written as a word. */
const isNamed = (part: Pick<Intl.DateTimeFormatPart, 'type' | 'value'> | undefined) =>
  part?.type === 'month' && !/^\d/.test(part.value)
