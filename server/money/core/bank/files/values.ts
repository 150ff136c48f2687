import { isValidIBAN } from 'ibantools'
import { id_max } from '../../../../fields.ts'
import { msg, type Text } from '../../../../messages/message.ts'
import { fileError, quoted } from './errors.ts'

// Days, amounts and texts as files write them.

const digits_by_currency = new Map<string, number>()

/** How many digits the minor unit of a currency has: 2 for cents. */
export function minorDigits(currency: string): number {
  const known = digits_by_currency.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  digits_by_currency.set(currency, digits)
  return digits
}

const amount_length_max = 40

/** Minor units of a number with a decimal sign and no other separators. Text is used, because floating point loses cents. */
export function minorUnits(text: string, currency: string, where: Text): number {
  const number = text.trim()
  const [, sign, whole = '', fraction = ''] =
    (number.length <= amount_length_max && /^([+-]?)(\d*)(?:[.,](\d*))?$/.exec(number)) || []
  if (sign === undefined || whole + fraction === '')
    throw fileError(where, msg`${quoted(text)} is not an amount.`, text)
  const digits = minorDigits(currency)
  const cents = fraction.replace(/0+$/, '')
  if (cents.length > digits)
    throw fileError(where, msg`the amount ${quoted(text)} has more decimals than ${currency} has.`, text)
  const units = Number(whole + cents.padEnd(digits, '0'))
  if (units > id_max) throw fileError(where, msg`the amount ${quoted(text)} is too large.`, text)
  return units === 0 ? 0 : sign === '-' ? -units : units
}

/** An amount for a message, such as 1200.50 EUR. */
export function formatUnits(units: number, currency: string) {
  const digits = minorDigits(currency)
  const text = String(Math.abs(units)).padStart(digits + 1, '0')
  const cents = digits > 0 ? `.${text.slice(-digits)}` : ''
  return `${units < 0 ? '-' : ''}${text.slice(0, text.length - digits)}${cents} ${currency}`
}

/** A day as 2026-10-31. */
export function dayOf(year: number, month: number, day: number, where: Text, written: string): string {
  if (!isDay(year, month, day)) throw fileError(where, msg`${written.slice(0, 40)} is not a day.`, written)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

export function isDay(year: number, month: number, day: number) {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1970 && year <= 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1
}

/** The day of 2026-10-31, 2026-10-31T12:00:00+02:00 or 2026-10-31Z: as it is written, in the time zone of the bank. */
export function isoDay(text: string, where: Text) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:[TZ+-].*)?$/.exec(text.trim()) ?? []
  if (!year) throw fileError(where, msg`${quoted(text)} is not a day. A day is written as 2026-10-31.`, text)
  return dayOf(Number(year), Number(month), Number(day), where, text)
}

/** A currency code, or an error. */
export function currencyOf(text: string, where: Text) {
  const code = text.trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) throw fileError(where, msg`${quoted(text)} is not a currency.`, text)
  return code
}

const text_max = 2000

/** One line without control characters and characters that change the direction of text. */
export function cleanText(text: string, length_max = text_max) {
  const clean = text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return clean.slice(0, length_max).toWellFormed()
}

/** Joins texts, without those that are empty or part of another. */
export function joinTexts(...texts: string[]) {
  let joined = ''
  for (const written of texts) {
    if (joined.length >= text_max) break
    const text = cleanText(written)
    if (text && !joined.includes(text)) joined = joined ? `${joined} ${text}` : text
  }
  return cleanText(joined)
}

export const cleanName = (text: string) => cleanText(text, 200)

/** A reference; empty where the bank writes that there is none. */
export function cleanReference(text: string) {
  const clean = cleanText(text, 200)
  return /^(not ?provided|nonref|none|null|[-0/]+)$/i.test(clean) ? '' : clean
}

/** Without blanks, in capitals; empty if it is not a valid IBAN. */
export function cleanIban(text: string) {
  const iban = text.replace(/\s+/g, '').toUpperCase()
  return iban.length <= 34 && isValidIBAN(iban) ? iban : ''
}

/** A reason code such as AM04 or, without one, the bank's own. */
export const cleanReason = (text: string) => cleanText(text, 35)

/** The words of a text in small letters, without accents and signs, to compare names. */
export const plainWords = (text: string) =>
  text
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 100)
