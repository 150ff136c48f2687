import { language } from '../translations/index.ts'
import { digitsOf, type Sum, wholeUnits } from './amounts.ts'

// Numbers, money and days as the person's language writes them. Amounts are kept in minor units and never touched as text.

const isCurrency = (currency: string) => /^[a-z]{3}$/i.test(currency)

export function formatMoney(amount: Sum, currency: string) {
  if (!isCurrency(currency)) return `${formatNumber(amount)} ${currency}`
  const digits = digitsOf(currency)
  return new Intl.NumberFormat(language(), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(wholeUnits(amount, digits))
}

/** Money without its cents, for headlines. */
export const formatRoundMoney = (amount: Sum, currency: string) =>
  new Intl.NumberFormat(language(), { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    wholeUnits(amount, digitsOf(currency)),
  )

/** An amount as one would type it into a field. */
export function moneyInputText(amount: number, currency: string) {
  const digits = digitsOf(currency)
  return new Intl.NumberFormat(language(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(wholeUnits(amount, digits))
}

export const formatNumber = (value: Sum) => new Intl.NumberFormat(language()).format(value)

export const formatPercent = (share: number) =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share)

/** How much more or less something is: always with its sign. */
export const formatPercentChange = (share: number) =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(
    share,
  )

const time = (options: Intl.DateTimeFormatOptions) => (instant: string | null | undefined) =>
  instant ? new Intl.DateTimeFormat(language(), options).format(new Date(instant)) : ''

/** A day that was given as a day: the same one wherever it is read. */
export const formatDay = time({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A day without its year, where the year is plain. */
export const formatShortDay = time({ day: 'numeric', month: 'short', timeZone: 'UTC' })

/** From one day to another, with nothing said twice. */
export const formatDayRange = (from: string, to: string) =>
  new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  )

/** When something happened, where the reader is. */
export const formatDateTime = time({ dateStyle: 'medium', timeStyle: 'short' })

export const formatMonth = time({ month: 'short', year: '2-digit', timeZone: 'UTC' })

/** The name of a person. A user who has not accepted the space yet has none and is shown by their address. */
export const fullName = ({ firstname, surname, mail = '' }: { firstname: string; surname: string; mail?: string }) =>
  `${firstname} ${surname}`.trim() || mail
