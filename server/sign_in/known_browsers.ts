import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestOf, isSecret, newSecret } from '../access/secrets.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'

const cookie_days = 400
const browsers_max = 50

const cookieName = (https: boolean) => (https ? '__Host-muster_browser' : 'muster_browser')

/** By which a browser is known again; undefined for one that never signed in here. */
export function readBrowserCookie({ headers }: FastifyRequest, https: boolean) {
  const wanted = `${cookieName(https)}=`
  const found = (headers.cookie ?? '').split(/; */).find(part => part.startsWith(wanted))
  const secret = found?.slice(wanted.length) ?? ''
  return isSecret(secret, 'mus_b_') ? secret : undefined
}

/** Gives the browser a name of its own, or the one it has, for another year. */
export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, https: boolean) {
  const secret = readBrowserCookie(request, https) ?? newSecret('mus_b_')
  const flags = `Path=/; Max-Age=${cookie_days * 86_400}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
  reply.header('set-cookie', `${cookieName(https)}=${secret}; ${flags}`)
  return secret
}

/** Whether somebody has signed in to this account from this browser before. */
export function isKnownBrowser(pool: Pool, account_id: number, secret: string) {
  return pool.read({ user_id: account_id }, async sql => {
    const [known] = await sql`
      select from known_browsers where account_id = ${account_id} and digest = ${digestOf(secret)}`
    return known !== undefined
  })
}

/** Remembers the browser. Tells whether it is new, and whether it is the very first. The transaction must act for the person. */
export async function rememberBrowser(sql: Sql, account_id: number, secret: string) {
  const digest = digestOf(secret)
  const known = await sql<{ digest: string }[]>`
    select digest from known_browsers where account_id = ${account_id} order by seen_at desc, digest limit ${browsers_max}`
  await sql`
    insert into known_browsers (account_id, digest) values (${account_id}, ${digest})
    on conflict (account_id, digest) do update set seen_at = excluded.seen_at`
  if (known.length === browsers_max)
    await sql`
      delete from known_browsers where account_id = ${account_id} and digest = ${known.at(-1)!.digest} and digest <> ${digest}`
  return { is_new: !known.some(browser => browser.digest === digest), is_first: known.length === 0 }
}
