import { region } from '../translations/index.ts'
import { digitsOf, type Sum, wholeUnits } from './amounts.ts'
import { dateFormat, numberFormat, writtenNumber } from './intl_formats.ts'
import { wholeShare } from './shares.ts'
import { dateText, timeText } from './times.ts'

// Numbers, money and dates as the language and region of the user write them.

const isCurrency = (currency: string) => /^[a-z]{3}$/i.test(currency)

export function formatMoney(amount: Sum, currency: string) {
  if (!isCurrency(currency)) return `${formatNumber(amount)} ${currency}`
  const digits = digitsOf(currency)
  return writtenNumber(region(), wholeUnits(amount, digits), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** Money without decimals, for headlines. */
export const formatRoundMoney = (amount: Sum, currency: string) =>
  writtenNumber(region(), wholeUnits(amount, digitsOf(currency)), {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
  })

/** An amount as it is typed into a field. Only spaces group its digits: with commas between them, text that is edited is no amount. */
export function moneyInputText(amount: number, currency: string) {
  const digits = digitsOf(currency)
  return numberFormat(region(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: isGroupedBySpaces(),
  }).format(wholeUnits(amount, digits))
}

const isGroupedBySpaces = () =>
  numberFormat(region())
    .formatToParts(10_000)
    .some(({ type, value }) => type === 'group' && value.trim() === '')

/** A comma or a point. */
export const decimalSeparator = () =>
  numberFormat(region())
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

export const formatNumber = (value: Sum) => writtenNumber(region(), value)

export const formatPercent = (share: number) =>
  writtenNumber(region(), wholeShare(share), { style: 'percent', maximumFractionDigits: 0 })

/** A relative change with its sign. */
export const formatPercentChange = (share: number) =>
  writtenNumber(region(), share, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

const time = (options: Intl.DateTimeFormatOptions) => (instant: string | null | undefined) =>
  instant ? timeText(region(), options, new Date(instant)) : ''

/** A calendar day, the same in every time zone. */
export const formatDay = time({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The day of an instant where the reader is, as 2026-05-31. */
export const dayHere = (instant: string) => dayIn(dateFormat('en').resolvedOptions().timeZone, instant)

/** A day without its year. */
export const formatShortDay = time({ day: 'numeric', month: 'short', timeZone: 'UTC' })

const formatLongDay = time({ day: 'numeric', month: 'long', timeZone: 'UTC' })

/** A day of every year, such as 31 December for 12-31. */
export const formatDayOfYear = (day: string) => formatLongDay(`2024-${day}`)

const formatMonthAlone = time({ month: 'long', timeZone: 'UTC' })

/** The name of a month, from 1. */
export const formatMonthName = (month: number) => formatMonthAlone(`2024-${String(month).padStart(2, '0')}`)

/** A day, with its year when it is not this one. */
export const formatNearDay = (day: string | null | undefined) =>
  (day?.slice(0, 4) === new Date().toISOString().slice(0, 4) ? formatShortDay : formatDay)(day)

/** The calendar day of an instant in a time zone, as 2026-05-31. */
export function dayIn(timeZone: string, instant: string) {
  const parts = dateFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(instant))
  return ['year', 'month', 'day'].map(name => parts.find(({ type }) => type === name)?.value ?? '').join('-')
}

/** A range of days, without repeating month or year. */
export const formatDayRange = (from: string, to: string) =>
  dateText(
    region(),
    dateFormat(region(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).formatRangeToParts(
      new Date(from),
      new Date(to),
    ),
  )

/** A moment in the time zone of the user. */
export const formatDateTime = time({ dateStyle: 'medium', timeStyle: 'short' })

/** A moment with its seconds. */
export const formatExactTime = time({ dateStyle: 'medium', timeStyle: 'medium' })

/** A time of day in the time zone of the user. */
export const formatTime = time({ timeStyle: 'short' })

export const formatMonth = time({ month: 'short', year: '2-digit', timeZone: 'UTC' })

/** The name of a person. A user who has not accepted the invitation has none and is shown by mail address. */
export const fullName = ({ firstname, surname, mail = '' }: { firstname: string; surname: string; mail?: string }) =>
  `${firstname} ${surname}`.trim() || mail

/** A month with its year, as a heading. */
export const formatMonthYear = time({ month: 'long', year: 'numeric' })

/** A calendar month, such as 2026-10, the same in every time zone. */
export const formatCalendarMonth = time({ month: 'long', year: 'numeric', timeZone: 'UTC' })

const day_ms = 86_400_000

/** How long ago an instant was, in the largest unit that fits: "12 days ago". */
export const formatAgo = (instant: string) => formatDaysAgo(Math.round((Date.now() - Date.parse(instant)) / day_ms))

/** How long ago a calendar day in UTC was: "today", "12 days ago". */
export const formatDayAgo = (day: string) => formatDaysAgo(Math.floor((Date.now() - Date.parse(day)) / day_ms))

function formatDaysAgo(days: number) {
  const relative = new Intl.RelativeTimeFormat(region(), { numeric: 'auto' })
  if (Math.abs(days) < 31) return relative.format(-days, 'day')
  if (Math.abs(days) < 365) return relative.format(-Math.round(days / 30.4), 'month')
  return relative.format(-Math.round(days / 365.25), 'year')
}

/** Money with its sign. */
export const formatMoneyChange = (amount: number, currency: string) =>
  `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`
