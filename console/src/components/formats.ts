import { language } from '../translations/index.ts'
import { digitsOf, type Sum, wholeUnits } from './amounts.ts'

// Numbers, money and days as the person's language writes them. Amounts are kept in minor units and never touched as text.

const isCurrency = (currency: string) => /^[a-z]{3}$/i.test(currency)

export function money(amount: Sum, currency: string) {
  if (!isCurrency(currency)) return `${number(amount)} ${currency}`
  const digits = digitsOf(currency)
  return new Intl.NumberFormat(language(), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(wholeUnits(amount, digits))
}

/** Money without its cents, for headlines. */
export const roundMoney = (amount: Sum, currency: string) =>
  new Intl.NumberFormat(language(), { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    wholeUnits(amount, digitsOf(currency)),
  )

/** An amount as one would type it into a field. */
export function moneyText(amount: number, currency: string) {
  const digits = digitsOf(currency)
  return new Intl.NumberFormat(language(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(wholeUnits(amount, digits))
}

export const number = (value: Sum) => new Intl.NumberFormat(language()).format(value)

export const percent = (share: number) =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share)

/** How much more or less something is: always with its sign. */
export const percentChange = (share: number) =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(
    share,
  )

const time = (options: Intl.DateTimeFormatOptions) => (instant: string | null | undefined) =>
  instant ? new Intl.DateTimeFormat(language(), options).format(new Date(instant)) : ''

/** A day that was given as a day: the same one wherever it is read. */
export const day = time({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A day without its year, where the year is plain. */
export const shortDay = time({ day: 'numeric', month: 'short', timeZone: 'UTC' })

/** From one day to another, with nothing said twice. */
export const days = (from: string, to: string) =>
  new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  )

/** When something happened, where the reader is. */
export const moment = time({ dateStyle: 'medium', timeStyle: 'short' })

export const month = time({ month: 'short', year: '2-digit', timeZone: 'UTC' })

/** The name of a person. A user who has not accepted the space yet has none and is shown by their address. */
export const fullName = ({ firstname, surname, mail = '' }: { firstname: string; surname: string; mail?: string }) =>
  `${firstname} ${surname}`.trim() || mail
