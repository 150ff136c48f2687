import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { isMail } from '../../fields.ts'
import { countryNamed, countryOf, countryOfLocale } from './countries.ts'

// What makes a telephone number, a mail address, an answer: rules without a database, for whoever writes contacts.

/** The code of a country as it is kept: one that was sent as it is, a name as its two letters. Undefined when there is no such country. */
export const countryCode = (text: string) => (countryOf(text) ? text.trim() : countryNamed(text))

/**
 * A telephone number as the whole world writes it (+33612345678), or '' when it is none. `country` is where it is dialled without a
 * prefix. Length and area decide, not the numbering plan of the day: a number given out after our release must not count as wrong.
 */
export function phoneKey(text: string, country: string): string {
  if (!/\d/.test(text)) return ''
  const found = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
  return found?.isValid() ? found.number : ''
}

/** The country whose numbers a contact writes without a prefix: that of the address, else that of the space's language. */
export const phoneCountry = (address: { country?: string | null | undefined } | null | undefined, locale: string) =>
  countryNamed(address?.country ?? '') ?? countryOfLocale(locale)

/** A mail address, or nothing. */
export const isMailOrEmpty = (text: string) => text === '' || isMail(text)
