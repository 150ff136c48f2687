// Amounts and days as a reader of a file expects them.

export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

export interface Formats {
  language: Language
  /** An amount in minor units. */
  money: (amount: number, currency: string) => string
  /** A day such as 2026-03-31, in a sentence. */
  day: (day: string) => string
  /** The same in a table. */
  short_day: (day: string) => string
  month: (month: string) => string
  /** A day and time, in the time zone of the space. */
  time: (instant: string) => string
  count: (count: number) => string
}

/** In the language of the file, by the customs of the country of the space if it speaks it. */
export function formatsOf(language: Language, locale: string, time_zone: string): Formats {
  const tag = locale.startsWith(language) ? locale : { en: 'en-GB', fr: 'fr-FR' }[language]
  const days = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const short_days = new Intl.DateTimeFormat(tag, {
    day: language === 'fr' ? '2-digit' : 'numeric',
    // Readers of English disagree on whether 03/04 is in March or April.
    month: language === 'fr' ? '2-digit' : 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const months = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const times = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: time_zone })
  const firstInFrench = (text: string) => (language === 'fr' ? text.replace(/^1 /, '1er ') : text)
  const counts = new Intl.NumberFormat(tag)
  const moneys = new Map<string, Intl.NumberFormat>()
  const moneyFormat = (currency: string) => {
    const format = moneys.get(currency) ?? new Intl.NumberFormat(tag, { style: 'currency', currency })
    moneys.set(currency, format)
    return format
  }
  return {
    language,
    money: (amount, currency) => moneyText(moneyFormat(currency), amount),
    day: day => firstInFrench(days.format(new Date(`${day}T00:00:00Z`))),
    short_day: day => short_days.format(new Date(`${day}T00:00:00Z`)),
    month: month => months.format(new Date(`${month}-01T00:00:00Z`)),
    time: instant => firstInFrench(times.format(new Date(instant))),
    count: count => counts.format(count),
  }
}

function moneyText(format: Intl.NumberFormat, amount: number) {
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  // As text, because dividing a large amount by 100 loses a cent.
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const decimal = `${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`
  // With a true minus sign, which no line breaks after.
  return format.format(`${amount < 0 ? '-' : ''}${decimal}` as Intl.StringNumericLiteral).replaceAll('-', '−')
}
