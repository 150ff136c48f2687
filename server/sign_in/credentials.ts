import { hashPassword, isOutdated, verifyPassword } from '../access/passwords.ts'
import { countTry, refundTry, resetTries, type TryKey } from '../access/throttle.ts'
import type { Pool } from '../db/pool/pool.ts'
import { addressKey } from '../http/limits/rate_limit.ts'

export interface SignInAccount {
  id: number
  login_mail: string
  firstname: string
  locale: string
}

export interface Credentials {
  mail: string
  password: string
  /** The IP address of the client. */
  address: string
  /** The known browser of the account, if it is one. */
  browser?: string | undefined
}

export type CredentialCheck =
  | { account: SignInAccount }
  /** `known`: the account that was tried, for its audit log. Must not be revealed to the client. */
  | { refused: 'wrong' | 'wait'; wait_s: number; known?: SignInAccount }

interface AccountRow extends SignInAccount {
  password_hash: string | null
  service_account: boolean
}

/** Compared with if there is no account, so that the response time does not reveal it. */
let dummyHash: Promise<string> | undefined

/** Checks address and password. Counts the try before anything else. */
export async function checkCredentials(pool: Pool, typed: Credentials): Promise<CredentialCheck> {
  const { mail, password, address } = typed
  const own = accountTryKey(typed)
  const shared: TryKey = `address:${addressKey(address)}`
  const wait_s = await countTry(pool, [own, shared])
  if (wait_s > 0) return { refused: 'wait', wait_s }
  const account = mail.includes('\0') ? undefined : await findByMail(pool, mail)
  dummyHash ??= hashPassword('a password of no account')
  const stored = account?.password_hash ?? (await dummyHash)
  const right = await verifyPassword(password, stored)
  if (!account?.password_hash || account.service_account || !right)
    return { refused: 'wrong', wait_s: 0, ...(account && !account.service_account && { known: withoutHash(account) }) }
  await resetTries(pool, own)
  await refundTry(pool, shared)
  if (isOutdated(account.password_hash))
    await rehash(pool, account.id, account.password_hash, password).catch(ignoreUntilNextSignIn)
  return { account: withoutHash(account) }
}

/** The password is right, so a failure to store its new hash must not refuse the sign-in. On Citus no account can be changed while a node is lost. */
const ignoreUntilNextSignIn = () => {}

async function rehash(pool: Pool, id: number, outdated: string, password: string) {
  const password_hash = await hashPassword(password)
  await pool.write(
    { user_id: id },
    async sql =>
      sql`update accounts set password_hash = ${password_hash} where id = ${id} and password_hash = ${outdated}`,
  )
}

// Known browsers have their own counter, so that an attacker cannot lock the owner out.
const accountTryKey = ({ mail, browser }: Credentials): TryKey =>
  browser ? `browser:${browser}` : `account:${mail.trim()}`

const withoutHash = ({ id, login_mail, firstname, locale }: AccountRow): SignInAccount => ({
  id,
  login_mail,
  firstname,
  locale,
})

function findByMail(pool: Pool, mail: string): Promise<AccountRow | undefined> {
  const presented = mail.trim()
  return pool.read({ presented }, async sql => {
    const [account] = await sql<AccountRow[]>`
      select id, login_mail, firstname, locale, password_hash, service_account from accounts where login_key = lower(${presented})`
    return account
  })
}

/** The account with this address, before its password is checked. */
export const findAccountId = async (pool: Pool, mail: string) =>
  mail.includes('\0') ? undefined : (await findByMail(pool, mail))?.id

export function findAccountById(pool: Pool, id: number): Promise<SignInAccount | undefined> {
  return pool.read({ user_id: id }, async sql => {
    const [account] = await sql<SignInAccount[]>`
      select id, login_mail, firstname, locale from accounts where id = ${id} and not service_account`
    return account
  })
}

/** Whether the password was changed after it was typed. */
export function passwordChangedSince(pool: Pool, account_id: number, typed_at: number): Promise<boolean> {
  return pool.read({ user_id: account_id }, async sql => {
    const [changed] = await sql`
      select from accounts where id = ${account_id} and password_changed_at > ${new Date(typed_at).toISOString()}`
    return changed !== undefined
  })
}

/** The whole second after which a session is newer than the password; 0 if the password never changed. */
export function passwordChangeTime(pool: Pool, account_id: number): Promise<number> {
  return pool.read({ user_id: account_id }, async sql => {
    const [row] = await sql<{ password_changed_at: string | null }[]>`
      select password_changed_at from accounts where id = ${account_id}`
    return row?.password_changed_at ? Math.ceil(Date.parse(row.password_changed_at) / 1000) : 0
  })
}

/** The same for a session, whose times are whole seconds: the second of the change counts as after it. */
export const predatesPasswordChange = (pool: Pool, account_id: number, login_s: number) =>
  passwordChangedSince(pool, account_id, login_s * 1000 + 999)
