import { hashPassword, weaknessOf } from '../../access/passwords.ts'
import { digestOf, isSecret } from '../../access/secrets.ts'
import { enter } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'
import { isPlainLine } from '../../fields.ts'
import { type Language, languageOf } from '../../http/html.ts'
import type { RequestFacts } from '../../http/operation.ts'
import type { Screen } from '../../http/reply.ts'
import {
  type Account,
  accountWithId,
  endOwnMembership,
  findAccount,
  letIn,
  registerAccount,
  verifyMail,
} from '../core/membership.ts'
import { acceptMembership } from '../core/pending_members.ts'
import { type OpenInvitation, openLink, useUpLink } from './queries.ts'
import {
  type Answer,
  answerScreen,
  type Complaints,
  deadLinkScreen,
  declinedScreen,
  type Filled,
  formScreen,
  welcomeScreen,
} from './screens.ts'

const name_length_max = 500

interface Opened {
  invitation: OpenInvitation
  account: Account | undefined
  language: Language
}

/** The page behind the link. Looking at it changes nothing: mail programs open links before people do. */
export async function showInvitation(sql: Sql, secret: string, answer: Answer, languages: string): Promise<Screen> {
  const opened = await open(sql, secret, languages)
  if (!opened) return deadLinkScreen(languageOf(languages))
  const { language, invitation, account } = opened
  return invitation.user_id === null
    ? formScreen(language, invitation, { known: !!account })
    : answerScreen(language, invitation, answer)
}

/** Takes the answer of a pending member, or accepts for everyone else, and uses the link up. */
export async function answerInvitation(
  sql: Sql,
  secret: string,
  { answer, ...filled }: Filled & { answer: Answer },
  { languages, id: request_id }: RequestFacts,
): Promise<Screen> {
  const opened = await open(sql, secret, languages)
  if (!opened) return deadLinkScreen(languageOf(languages))
  const { invitation, language } = opened
  const { group_id, user_id } = invitation
  // A person who is not a member yet has nothing to leave: declining changes nothing.
  if (user_id === null && answer === 'decline') return formScreen(language, invitation, { known: !!opened.account })
  if (user_id === null) return accept(sql, opened, filled, request_id)
  if (!(await useUpLink(sql, invitation))) return deadLinkScreen(language)
  const author = { caller: { id: user_id, group_id }, request_id }
  const done = answer === 'accept' ? await acceptMembership(sql, author) : await endOwnMembership(sql, author)
  if (!done) return deadLinkScreen(language)
  return answer === 'accept' ? welcomeScreen(language, invitation) : declinedScreen(language, invitation)
}

/** Registers the person unless they are known, and lets them in. */
async function accept(sql: Sql, opened: Opened, filled: Filled, request_id: string): Promise<Screen> {
  const { invitation, language } = opened
  if (!opened.account) {
    const complaints = complaintsAbout(filled, invitation.email)
    if (Object.keys(complaints).length > 0)
      return formScreen(language, invitation, { known: false, filled, complaints })
  }
  // Taken first: whoever comes second with the same link waits here, and then finds it gone.
  if (!(await useUpLink(sql, invitation))) return deadLinkScreen(language)
  const account = opened.account ?? (await register(sql, filled, invitation.email, language))
  await enter(sql, { presented: account.login_mail })
  await verifyMail(sql, account.id)
  const { group_id, role_id } = invitation
  await letIn(sql, group_id, account, role_id, { caller: { id: account.id, group_id }, request_id })
  return welcomeScreen(language, invitation)
}

async function open(sql: Sql, secret: string, languages: string): Promise<Opened | undefined> {
  if (!isSecret(secret, 'mus_i_')) return undefined
  const digest = digestOf(secret)
  await enter(sql, { presented: digest })
  const invitation = await openLink(sql, digest)
  if (!invitation) return undefined
  const { user_id } = invitation
  const account = user_id === null ? await findAccount(sql, invitation.email) : await accountWithId(sql, user_id)
  // Whoever we know has said which language is theirs; of the others the browser tells.
  const language = account ? spokenIn(account.locale) : languageOf(languages, spokenIn(invitation.locale))
  return { invitation, account, language }
}

const spokenIn = (locale: string): Language => (locale.startsWith('fr') ? 'fr' : 'en')

async function register(sql: Sql, { firstname, surname, password }: Filled, login_mail: string, locale: string) {
  const password_hash = await hashPassword(password)
  return registerAccount(sql, {
    login_mail,
    firstname: firstname.trim(),
    surname: surname.trim(),
    locale,
    password_hash,
  })
}

function complaintsAbout({ firstname, surname, password }: Filled, mail: string): Complaints {
  const weakness = weaknessOf(password, [firstname, surname, mail, mail.split('@')[0]!])
  const troubles = { firstname: troubleWith(firstname), surname: troubleWith(surname), password: weakness }
  return Object.fromEntries(Object.entries(troubles).filter(([, trouble]) => trouble)) as Complaints
}

function troubleWith(name: string) {
  if (!name.trim()) return 'missing'
  if (name.trim().length > name_length_max) return 'too_long'
  return isPlainLine(name.trim()) ? undefined : 'unreadable'
}
