import { hashPassword, weaknessOf } from '../../access/passwords.ts'
import { digestOf, isSecret } from '../../access/secrets.ts'
import { setRlsContext } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'
import { isPlainLine } from '../../fields.ts'
import { type Language, languageOf } from '../../http/html.ts'
import type { RequestInfo } from '../../http/operation.ts'
import type { Screen } from '../../http/reply.ts'
import { type Account, findAccount, findAccountById, markMailVerified, registerAccount } from '../core/accounts.ts'
import { addMember, endOwnMembership } from '../core/membership.ts'
import { acceptMembership } from '../core/pending_members.ts'
import { consumeLink, findInvitationByLink, type OpenInvitation } from './queries.ts'
import {
  type Answer,
  answerScreen,
  declinedScreen,
  type FieldErrors,
  formScreen,
  invalidLinkScreen,
  type SignUpInput,
  welcomeScreen,
} from './screens.ts'

const name_length_max = 500

interface LinkedInvitation {
  invitation: OpenInvitation
  account: Account | undefined
  language: Language
}

/** The page behind the link. Looking at it changes nothing: mail programs open links before people do. */
export async function showInvitation(sql: Sql, secret: string, answer: Answer, languages: string): Promise<Screen> {
  const opened = await openInvitation(sql, secret, languages)
  if (!opened) return invalidLinkScreen(languageOf(languages))
  const { language, invitation, account } = opened
  return invitation.user_id === null
    ? formScreen(language, invitation, { known: !!account })
    : answerScreen(language, invitation, answer)
}

/** Takes the answer of a pending member, or accepts for everyone else, and uses the link up. */
export async function answerInvitation(
  sql: Sql,
  secret: string,
  { answer, ...filled }: SignUpInput & { answer: Answer },
  { languages, id: request_id }: RequestInfo,
): Promise<Screen> {
  const opened = await openInvitation(sql, secret, languages)
  if (!opened) return invalidLinkScreen(languageOf(languages))
  const { invitation, language } = opened
  const { group_id, user_id } = invitation
  // A person who is not a member yet has nothing to leave: declining changes nothing.
  if (user_id === null && answer === 'decline') return formScreen(language, invitation, { known: !!opened.account })
  if (user_id === null) return accept(sql, opened, filled, request_id)
  if (!(await consumeLink(sql, invitation))) return invalidLinkScreen(language)
  const author = { caller: { id: user_id, group_id }, request_id }
  const done = answer === 'accept' ? await acceptMembership(sql, author) : await endOwnMembership(sql, author)
  if (!done) return invalidLinkScreen(language)
  return answer === 'accept' ? welcomeScreen(language, invitation) : declinedScreen(language, invitation)
}

/** Registers the person unless they are known, and lets them in. */
async function accept(sql: Sql, opened: LinkedInvitation, filled: SignUpInput, request_id: string): Promise<Screen> {
  const { invitation, language } = opened
  if (!opened.account) {
    const complaints = fieldErrorsOf(filled, invitation.email)
    if (Object.keys(complaints).length > 0)
      return formScreen(language, invitation, { known: false, filled, complaints })
  }
  // Taken first: whoever comes second with the same link waits here, and then finds it gone.
  if (!(await consumeLink(sql, invitation))) return invalidLinkScreen(language)
  const account = opened.account ?? (await register(sql, filled, invitation.email, language))
  await setRlsContext(sql, { presented: account.login_mail })
  await markMailVerified(sql, account.id)
  const { group_id, role_id } = invitation
  await addMember(sql, group_id, account, role_id, { caller: { id: account.id, group_id }, request_id })
  return welcomeScreen(language, invitation)
}

async function openInvitation(sql: Sql, secret: string, languages: string): Promise<LinkedInvitation | undefined> {
  if (!isSecret(secret, 'mus_i_')) return undefined
  const digest = digestOf(secret)
  await setRlsContext(sql, { presented: digest })
  const invitation = await findInvitationByLink(sql, digest)
  if (!invitation) return undefined
  const { user_id } = invitation
  const account = user_id === null ? await findAccount(sql, invitation.email) : await findAccountById(sql, user_id)
  // Whoever we know has said which language is theirs; of the others the browser tells.
  const language = account
    ? languageOfLocale(account.locale)
    : languageOf(languages, languageOfLocale(invitation.locale))
  return { invitation, account, language }
}

const languageOfLocale = (locale: string): Language => (locale.startsWith('fr') ? 'fr' : 'en')

async function register(sql: Sql, { firstname, surname, password }: SignUpInput, login_mail: string, locale: string) {
  const password_hash = await hashPassword(password)
  return registerAccount(sql, {
    login_mail,
    firstname: firstname.trim(),
    surname: surname.trim(),
    locale,
    password_hash,
  })
}

function fieldErrorsOf({ firstname, surname, password }: SignUpInput, mail: string): FieldErrors {
  const weakness = weaknessOf(password, [firstname, surname, mail, mail.split('@')[0]!])
  const troubles = { firstname: nameError(firstname), surname: nameError(surname), password: weakness }
  return Object.fromEntries(Object.entries(troubles).filter(([, trouble]) => trouble)) as FieldErrors
}

function nameError(name: string) {
  if (!name.trim()) return 'missing'
  if (name.trim().length > name_length_max) return 'too_long'
  return isPlainLine(name.trim()) ? undefined : 'unreadable'
}
