import { recordAccountAudit } from '../../access/audit.ts'
import type { Pool } from '../../db/pool/pool.ts'
import { clearSpace, setRlsContext } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { isMail, isPlainLine } from '../../fields.ts'
import { queueMail } from '../../mail/outbox.ts'
import {
  findAccount,
  findAccountById as findStoredAccount,
  markMailVerified,
  registerAccount,
} from '../../organisation/core/accounts.ts'
import type { ProviderPerson } from '../../organisation/core/identity_providers/openid_client.ts'
import { domainOf } from '../../organisation/core/identity_providers/providers.ts'
import { addMember } from '../../organisation/core/membership.ts'
import { findRole } from '../../organisation/core/roles.ts'
import { connectedMail } from '../account/mails.ts'
import { findAccountById, type SignInAccount } from '../credentials.ts'
import { isAsciiMail, type SignInProvider } from './providers.ts'

// Which account a person at a provider is. The heart of it: a provider signs in only accounts whose address is in its domains, an existing account
// is connected only with its password, and an address that passed to another person does not pass the account on.

/** Why a person whom the provider has identified cannot sign in. */
export type PersonRefusal = 'no_mail' | 'other_domain' | 'unverified' | 'other_person' | 'not_member' | 'no_account'

/** Connects an identity to an existing account, once its password is checked. */
export interface Connection {
  issuer: string
  subject: string
  account_id: number
}

export type Identification =
  | { account: SignInAccount }
  | { connection: Connection; mail: string }
  | { refused: PersonRefusal; account_id?: number }

export async function identify(
  pool: Pool,
  provider: SignInProvider,
  person: ProviderPerson,
  by: { language: string; public_url: string },
  repeated = false,
): Promise<Identification> {
  const known = await pool.read(contextOf(provider), sql => findIdentity(sql, provider, person))
  if (known !== undefined) return identifyKnown(pool, provider, known)
  const { mail } = person
  if (!mail || !isMail(mail) || !isAsciiMail(mail)) return { refused: 'no_mail' }
  if (!provider.domains.includes(domainOf(mail))) return { refused: 'other_domain' }
  if (!(person.mail_verified ?? !provider.email_verified_required)) return { refused: 'unverified' }
  const account = await pool.read({}, sql => findAccount(sql, mail))
  if (account) return identifyByMail(pool, provider, person, account.id, mail)
  if (!provider.space) return { refused: 'no_account' }
  try {
    return await register(pool, provider, person, { mail, ...by })
  } catch (error) {
    // A concurrent sign-in of the same person may have been faster.
    if (repeated || !(error instanceof ApiError) || error.code !== 'mail_taken') throw error
    return identify(pool, provider, person, by, true)
  }
}

const contextOf = ({ space }: SignInProvider) => ({ group_id: space?.group_id ?? 0 })
const keyOf = ({ space }: SignInProvider) => ({
  group_id: space?.group_id ?? 0,
  provider_id: space?.provider_id ?? 0,
})

async function findIdentity(sql: Sql, provider: SignInProvider, { issuer, subject }: ProviderPerson) {
  const { group_id, provider_id } = keyOf(provider)
  const [identity] = await sql<{ account_id: number }[]>`
    select account_id from account_identities
    where group_id = ${group_id} and provider_id = ${provider_id} and issuer = ${issuer} and subject = ${subject}`
  return identity?.account_id
}

async function identifyKnown(pool: Pool, provider: SignInProvider, account_id: number): Promise<Identification> {
  const account = await findAccountById(pool, account_id)
  if (!account) return { refused: 'no_account' }
  // The owner has changed the sign-in address to one that the provider does not vouch for.
  if (!provider.domains.includes(domainOf(account.login_mail))) return { refused: 'other_domain', account_id }
  const member = await pool.read(contextOf(provider), sql => membership(sql, provider, account_id))
  return member === 'member' ? { account } : { refused: 'not_member', account_id }
}

async function identifyByMail(
  pool: Pool,
  provider: SignInProvider,
  { issuer, subject }: ProviderPerson,
  account_id: number,
  mail: string,
): Promise<Identification> {
  const { group_id, provider_id } = keyOf(provider)
  return pool.read(contextOf(provider), async sql => {
    const [other] = await sql`
      select from account_identities
      where group_id = ${group_id} and provider_id = ${provider_id} and issuer = ${issuer} and account_id = ${account_id}`
    if (other) return { refused: 'other_person', account_id }
    const member = await membership(sql, provider, account_id)
    const joins = member === 'none' && (await joiningRole(sql, provider)) !== undefined
    if (member !== 'member' && !joins) return { refused: 'not_member', account_id }
    return { connection: { issuer, subject, account_id }, mail }
  })
}

/** `former`: was removed, or left. Such a person joins again only by an invitation. */
async function membership(
  sql: Sql,
  { space }: SignInProvider,
  account_id: number,
): Promise<'member' | 'former' | 'none'> {
  if (!space) return 'member'
  const [user] = await sql<{ former: boolean }[]>`
    select deleted_at is not null as former from users where group_id = ${space.group_id} and id = ${account_id}`
  return user ? (user.former ? 'former' : 'member') : 'none'
}

/** The role that people get without an invitation; undefined if they need one. */
async function joiningRole(sql: Sql, { space }: SignInProvider) {
  if (!space?.role_id) return undefined
  const role = await findRole(sql, space.group_id, { id: space.role_id })
  return role && role.type !== 'superadmin' ? role.id : undefined
}

/** Registers a person who was invited, or whom the space accepts without an invitation. The account has no password. */
function register(
  pool: Pool,
  provider: SignInProvider,
  person: ProviderPerson,
  { mail, language, public_url }: { mail: string; language: string; public_url: string },
): Promise<Identification> {
  const { group_id } = keyOf(provider)
  return pool.write({ group_id }, async sql => {
    const [invitation] = await sql<{ role_id: number }[]>`
      select role_id from invitations where group_id = ${group_id} and email_key = lower(${mail}) and user_id is null`
    const role_id = invitation?.role_id ?? (await joiningRole(sql, provider))
    if (role_id === undefined) return { refused: 'not_member' }
    const [local_part = ''] = mail.split('@')
    const plain = (name: string) => (isPlainLine(name) ? name : '')
    const account = await registerAccount(sql, {
      login_mail: mail,
      firstname: plain(person.firstname) || local_part,
      surname: plain(person.surname),
      locale: language,
      password_hash: null,
    })
    await markMailVerified(sql, account.id)
    await addMember(sql, group_id, account, role_id, { caller: { id: account.id, group_id }, request_id: '' })
    await insertIdentity(sql, provider, { ...person, account_id: account.id }, public_url)
    const { id, login_mail, firstname, locale } = account
    return { account: { id, login_mail, firstname, locale } }
  })
}

/** Connects the account, whose password and second factor were just checked. It joins the space if the space accepts people without an invitation. */
export async function connectAccount(
  pool: Pool,
  provider: SignInProvider,
  { account_id, issuer, subject }: Connection,
  { request_id, public_url }: { request_id: string; public_url: string },
) {
  const { group_id } = keyOf(provider)
  await pool.write({ group_id }, async sql => {
    const role_id =
      (await membership(sql, provider, account_id)) === 'none' ? await joiningRole(sql, provider) : undefined
    if (role_id !== undefined) {
      const account = await findStoredAccount(sql, account_id)
      if (account)
        await addMember(sql, group_id, account, role_id, { caller: { id: account_id, group_id }, request_id })
    }
    await insertIdentity(sql, provider, { account_id, issuer, subject }, public_url)
    await clearSpace(sql)
    await setRlsContext(sql, { user_id: account_id })
    const details = { identity_provider: provider.name, issuer }
    await recordAccountAudit(sql, {
      account_id,
      request_id,
      kind: 'account.connected',
      details,
      ...(provider.space && { only_in: group_id }),
    })
  })
}

// A conflict means that the account or the person was connected meanwhile. The next sign-in says which.
async function insertIdentity(
  sql: Sql,
  provider: SignInProvider,
  { issuer, subject, account_id }: Connection,
  public_url: string,
) {
  const row = { ...keyOf(provider), issuer, subject, account_id }
  const inserted = await sql`insert into account_identities ${sql(row)} on conflict do nothing returning group_id`
  const account = inserted.length > 0 && (await findStoredAccount(sql, account_id))
  if (account) await queueMail(sql, null, connectedMail(account, provider.name, public_url))
}
