import { hashPassword, weaknessOf } from '../access/passwords.ts'
import { digestOf, isSecret } from '../access/secrets.ts'
import { createSpace } from '../create_space.ts'
import { currencyOfLocale } from '../currencies.ts'
import type { Sql } from '../db/sql.ts'
import { isMail, isPlainLine } from '../fields.ts'
import { languageOf } from '../http/html.ts'
import type { Screen } from '../http/response_format.ts'
import { registerAccount } from '../organisation/core/accounts.ts'
import { addMember } from '../organisation/core/membership.ts'
import { findRole } from '../organisation/core/roles.ts'
import { isKnownTimeZone } from '../organisation/core/spaces.ts'
import { localeOfTimeZone, timeZoneOfLocale } from '../time_zone.ts'
import { consumeLink, isLinkValid } from './queries.ts'
import { type FieldErrors, formScreen, invalidLinkScreen, type SetUpInput, welcomeScreen } from './screens.ts'

const space_length_max = 200
const name_length_max = 500
const mail_length_max = 254

/** The locale of a space by its language. Its time zone is asked for, and its currency is that of the country there. */
const locales = { en: 'en-GB', fr: 'fr-FR' }

/** The page of the link. It changes nothing. */
export async function showSetUp(sql: Sql, secret: string, languages: string): Promise<Screen> {
  const language = languageOf(languages)
  if (!isSecret(secret, 'mus_u_') || !(await isLinkValid(sql, digestOf(secret)))) return invalidLinkScreen(language)
  const input = { ...empty_input, language, time_zone: timeZoneOfLocale(localeIn(languages) ?? locales[language]) }
  return formScreen(language, input)
}

/** Creates the space and the account, and makes it superadmin. Consumes the link. */
export async function setUp(sql: Sql, secret: string, input: SetUpInput, languages: string): Promise<Screen> {
  const language = languageOf(languages)
  const digest = digestOf(secret)
  if (!isSecret(secret, 'mus_u_') || !(await isLinkValid(sql, digest))) return invalidLinkScreen(language)
  const values = { ...input, space_name: input.space_name.trim(), mail: input.mail.trim() }
  const errors = await fieldErrorsOf(sql, values)
  if (Object.keys(errors).length > 0) return formScreen(language, values, errors)
  // Slow on purpose, so it comes before the lock that others wait for.
  const password_hash = await hashPassword(values.password)
  if (!(await consumeLink(sql, digest))) return invalidLinkScreen(language)
  const locale = locales[values.language]
  const currency = currencyOfLocale(localeOfTimeZone(values.time_zone) ?? locale)
  const group_id = await createSpace(sql, values.space_name, locale, values.time_zone, currency)
  const account = await registerAccount(sql, {
    login_mail: values.mail,
    firstname: values.firstname.trim(),
    surname: values.surname.trim(),
    locale: values.language,
    password_hash,
  })
  const role = await findRole(sql, group_id, { type: 'superadmin' })
  if (!role) throw new Error('a new space has no superadmin role')
  await addMember(sql, group_id, account, role.id)
  return welcomeScreen(language, values)
}

const empty_input: Omit<SetUpInput, 'language' | 'time_zone'> = {
  space_name: '',
  firstname: '',
  surname: '',
  mail: '',
  password: '',
}

async function fieldErrorsOf(sql: Sql, input: SetUpInput): Promise<FieldErrors> {
  const { space_name, time_zone, firstname, surname, mail, password } = input
  const [local_part = ''] = mail.split('@')
  const found = {
    space_name: lineError(space_name, space_length_max),
    time_zone: (await isKnownTimeZone(sql, time_zone)) ? undefined : ('unknown_zone' as const),
    firstname: lineError(firstname, name_length_max),
    surname: lineError(surname, name_length_max),
    mail: mailError(mail),
    password: weaknessOf(password, [firstname, surname, mail, local_part, space_name]),
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error)) as FieldErrors
}

function lineError(text: string, length_max: number) {
  if (!text.trim()) return 'missing'
  if (text.trim().length > length_max) return 'too_long'
  return isPlainLine(text.trim()) ? undefined : 'unreadable'
}

function mailError(mail: string) {
  if (!mail) return 'missing'
  return isMail(mail) && mail.length <= mail_length_max ? undefined : 'no_mail'
}

/** The first locale with a country in Accept-Language, such as en-GB. */
const localeIn = (languages: string) => /\b[a-z]{2}-[A-Z]{2}\b/.exec(languages)?.[0]
