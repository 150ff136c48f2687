import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { isMail } from '../../fields.ts'
import { countryNamed, countryOf, countryOfLocale } from './countries.ts'

// Rules for telephone numbers, countries and mail addresses, without a database.

/** The code of a country as it is stored: a code stays as it was sent, a name becomes its two letters. Undefined for an unknown country. */
export const countryCode = (text: string) => (countryOf(text) ? text.trim() : countryNamed(text))

/**
 * A telephone number in international form (+33612345678), or '' when it is not valid. `country` is that of numbers without a prefix. Length and area
 * decide, not the current numbering plan, so that numbers assigned after our release stay valid.
 */
export function phoneKey(text: string, country: string): string {
  if (!/\d/.test(text)) return ''
  const found = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
  return found && (found.isValid() || isForFiction(found.number)) ? found.number : ''
}

/** British mobile numbers that Ofcom reserves for fiction, which people write to try things out. The numbering plan leaves them out. */
const isForFiction = (number: string) => /^\+447700900\d{3}$/.test(number)

/** The country of numbers without a prefix: that of the address, else that of the language of the space. */
export const phoneCountry = (address: { country?: string | null | undefined } | null | undefined, locale: string) =>
  countryNamed(address?.country ?? '') ?? countryOfLocale(locale)

export const isMailOrEmpty = (text: string) => text === '' || isMail(text)
