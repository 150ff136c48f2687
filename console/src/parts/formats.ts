import { language } from '../words/index.ts'

// Numbers, money and days as the person's language writes them. Amounts are kept in minor units and never touched as text.

// ISO 4217, as the server counts; all others have two. Browsers know how people write prices, which is often without the cents.
const decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const knownDigits = new Map(
  Object.entries(decimals).flatMap(([count, codes]) => codes.split(' ').map(code => [code, Number(count)] as const)),
)

const digitsOf = (currency: string) => knownDigits.get(currency.toUpperCase()) ?? 2

const isCurrency = (currency: string) => /^[a-z]{3}$/i.test(currency)

export function money(amount: number, currency: string) {
  if (!isCurrency(currency)) return `${number(amount)} ${currency}`
  const digits = digitsOf(currency)
  return new Intl.NumberFormat(language(), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}

/** Money without its cents, for headlines. */
export const roundMoney = (amount: number, currency: string) =>
  new Intl.NumberFormat(language(), { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    amount / 10 ** digitsOf(currency),
  )

/** What somebody typed, in either manner of writing, as minor units; undefined when it is no amount. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency)
  const plain = text.replace(/[\s\u00a0\u202f€$£]|[a-z]{3}/gi, '')
  const parts = new RegExp(`^(\\d{1,3}(?:[.,' ]\\d{3})+|\\d+)(?:[.,](\\d{1,${digits || 1}}))?$`).exec(plain)
  if (!parts || (digits === 0 && parts[2])) return undefined
  const whole = parts[1]!.replace(/\D/g, '')
  const amount = Number(whole + (parts[2] ?? '').padEnd(digits, '0'))
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** An amount as one would type it into a field. */
export function moneyText(amount: number, currency: string) {
  const digits = digitsOf(currency)
  return new Intl.NumberFormat(language(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(amount / 10 ** digits)
}

export const number = (value: number) => new Intl.NumberFormat(language()).format(value)

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
