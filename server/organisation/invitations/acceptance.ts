import { hashPassword, weaknessOf } from '../../access/passwords.ts'
import { digestOf, isSecret } from '../../access/secrets.ts'
import { setRlsContext } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'
import { isPlainLine } from '../../fields.ts'
import { type Language, languageOf } from '../../http/html.ts'
import type { RequestInfo } from '../../http/operation.ts'
import type { Screen } from '../../http/response_format.ts'
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

/** The page of an invitation link. It changes nothing, because mail clients open links before people do. */
export async function showInvitation(sql: Sql, secret: string, answer: Answer, languages: string): Promise<Screen> {
  const linked = await openInvitation(sql, secret, languages)
  if (!linked) return invalidLinkScreen(languageOf(languages))
  const { language, invitation, account } = linked
  return invitation.user_id === null
    ? formScreen(language, invitation, { registered: !!account })
    : answerScreen(language, invitation, answer)
}

/** Accepts or declines for a pending member; accepts for every other person. Consumes the link. */
export async function answerInvitation(
  sql: Sql,
  secret: string,
  { answer, ...input }: SignUpInput & { answer: Answer },
  { languages, id: request_id }: RequestInfo,
): Promise<Screen> {
  const linked = await openInvitation(sql, secret, languages)
  if (!linked) return invalidLinkScreen(languageOf(languages))
  const { invitation, language } = linked
  const { group_id, user_id } = invitation
  // A person who is not a member yet has no membership to end.
  if (user_id === null && answer === 'decline')
    return formScreen(language, invitation, { registered: !!linked.account })
  if (user_id === null) return accept(sql, linked, input, request_id)
  if (!(await consumeLink(sql, invitation))) return invalidLinkScreen(language)
  const author = { caller: { id: user_id, group_id }, request_id }
  const done = answer === 'accept' ? await acceptMembership(sql, author) : await endOwnMembership(sql, author)
  if (!done) return invalidLinkScreen(language)
  return answer === 'accept' ? welcomeScreen(language, invitation) : declinedScreen(language, invitation)
}

/** Registers the person, unless they have an account, and adds them to the space. */
async function accept(sql: Sql, linked: LinkedInvitation, input: SignUpInput, request_id: string): Promise<Screen> {
  const { invitation, language } = linked
  if (!linked.account) {
    const errors = fieldErrorsOf(input, invitation.email)
    if (Object.keys(errors).length > 0) return formScreen(language, invitation, { registered: false, input, errors })
  }
  // Slow on purpose, so it comes before the locks that others wait for.
  const password_hash = linked.account ? null : await hashPassword(input.password)
  // Before any other write: a concurrent request with the same link waits here and then finds it deleted.
  if (!(await consumeLink(sql, invitation))) return invalidLinkScreen(language)
  const account =
    linked.account ??
    (await registerAccount(sql, {
      login_mail: invitation.email,
      firstname: input.firstname.trim(),
      surname: input.surname.trim(),
      locale: language,
      password_hash,
    }))
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
  // The language of the account, or else of the browser.
  const language = account
    ? languageOfLocale(account.locale)
    : languageOf(languages, languageOfLocale(invitation.locale))
  return { invitation, account, language }
}

const languageOfLocale = (locale: string): Language => (locale.startsWith('fr') ? 'fr' : 'en')

function fieldErrorsOf({ firstname, surname, password }: SignUpInput, mail: string): FieldErrors {
  const [local_part = ''] = mail.split('@')
  const found = {
    firstname: nameError(firstname),
    surname: nameError(surname),
    password: weaknessOf(password, [firstname, surname, mail, local_part]),
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error)) as FieldErrors
}

function nameError(name: string) {
  if (!name.trim()) return 'missing'
  if (name.trim().length > name_length_max) return 'too_long'
  return isPlainLine(name.trim()) ? undefined : 'unreadable'
}
