import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestOf, isSecret, newSecret } from '../access/secrets.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'

const cookie_days = 400
const browsers_max = 50

const cookieName = (https: boolean) => (https ? '__Host-muster_browser' : 'muster_browser')

/** The secret of the browser cookie; undefined before the first sign-in. */
export function readBrowserCookie({ headers }: FastifyRequest, https: boolean) {
  const wanted = `${cookieName(https)}=`
  const found = (headers.cookie ?? '').split(/; */).find(part => part.startsWith(wanted))
  const secret = found?.slice(wanted.length) ?? ''
  return isSecret(secret, 'mus_b_') ? secret : undefined
}

/** Sets the browser cookie, or renews the existing one. */
export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, https: boolean) {
  const secret = readBrowserCookie(request, https) ?? newSecret('mus_b_')
  const flags = `Path=/; Max-Age=${cookie_days * 86_400}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
  reply.header('set-cookie', `${cookieName(https)}=${secret}; ${flags}`)
  return secret
}

/** Whether this browser has signed in to this account before. */
export function isKnownBrowser(pool: Pool, account_id: number, secret: string) {
  return pool.read({ user_id: account_id }, async sql => {
    const [known] = await sql`
      select from known_browsers where account_id = ${account_id} and digest = ${digestOf(secret)}`
    return known !== undefined
  })
}

/** Stores the browser. Returns whether it is new. The transaction must run as the account. */
export async function rememberBrowser(sql: Sql, account_id: number, secret: string) {
  const digest = digestOf(secret)
  const known = await sql<{ digest: string }[]>`
    select digest from known_browsers where account_id = ${account_id} order by seen_at desc, digest limit ${browsers_max}`
  await sql`
    insert into known_browsers (account_id, digest) values (${account_id}, ${digest})
    on conflict (account_id, digest) do update set seen_at = excluded.seen_at`
  const oldest = known[browsers_max - 1]
  if (oldest)
    await sql`
      delete from known_browsers where account_id = ${account_id} and digest = ${oldest.digest} and digest <> ${digest}`
  return { is_new: !known.some(browser => browser.digest === digest) }
}
