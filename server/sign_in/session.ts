import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { revokeGrantsWithSession } from '../access/grants.ts'
import { digestOf } from '../access/secrets.ts'
import { limitIn } from '../access/session_limit.ts'
import { console_client } from './clients.ts'
import type { SignInContext } from './context.ts'
import { predatesPasswordChange } from './credentials.ts'
import { revokeGrant } from './grants.ts'

/** The session of a browser. */
export interface BrowserSession {
  account_id: number
  /** The last sign-in or reauthentication. */
  signed_in_at: Date
  /** Digest of the session ID. */
  session_id: string
  amr: string[]
}

/** The session of the account pages. One that is limited to a space does not count: its provider must not change how the person signs in. */
export async function readSession(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BrowserSession | undefined> {
  const { session } = await loadSession(context, request, reply)
  if (!session?.accountId || !session.loginTs || limitIn(session.acr)) return undefined
  const account_id = Number(session.accountId)
  if (await predatesPasswordChange(context.pool, account_id, session.loginTs)) return undefined
  return {
    account_id,
    signed_in_at: new Date(session.loginTs * 1000),
    session_id: digestOf(session.jti),
    amr: session.amr ?? [],
  }
}

/** Renews the session after reauthentication, with a new ID against session fixation. */
export async function renewSession(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  amr: string[],
) {
  const { session, provider, jar } = await loadSession(context, request, reply)
  if (!session?.accountId) return
  const loginTs = Math.floor(Date.now() / 1000)
  const old = session.jti
  session.loginAccount({ accountId: session.accountId, loginTs, amr })
  session.resetIdentifier()
  await session.save(session.exp - loginTs)
  jar.set(provider.cookieName('session'), session.jti, cookieOptions(context))
  copyCookies(reply)
  return old
}

/** Signs out: ends the session and the grants that depend on it. */
export async function endBrowserSession(context: SignInContext, request: FastifyRequest, reply: FastifyReply) {
  const { session, provider, jar } = await loadSession(context, request, reply)
  if (!session) return
  for (const { grantId, persistsLogout } of Object.values(session.authorizations ?? {}))
    if (grantId && !persistsLogout) await revokeGrant(context.pool, digestOf(grantId))
  await revokeSessionGrants(context, session)
  await session.destroy()
  jar.set(provider.cookieName('session'), null, cookieOptions(context))
  copyCookies(reply)
}

/** oidc-provider ends only the last grant of each client. This ends the earlier ones, and always those of the console. */
export async function revokeSessionGrants(
  { pool }: Pick<SignInContext, 'pool'>,
  { accountId, uid }: { accountId?: string | undefined; uid: string },
) {
  const user_id = Number(accountId)
  if (accountId) await pool.write({ user_id }, sql => revokeGrantsWithSession(sql, user_id, uid, [console_client]))
}

async function loadSession(context: SignInContext, request: FastifyRequest, reply: FastifyReply) {
  const provider: Provider = await context.provider()
  const jar = provider.createContext(request.raw, reply.raw).cookies
  // TLS may end at a proxy.
  jar.secure = context.https()
  const id = jar.get(provider.cookieName('session'), { signed: true })
  const session = id ? await provider.Session.find(id) : undefined
  return { provider, jar, session }
}

const cookieOptions = (context: SignInContext) => ({
  signed: true,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: context.https(),
  path: '/',
  overwrite: true,
})

// The cookie jar writes to the raw response, whose headers Fastify overwrites.
function copyCookies(reply: FastifyReply) {
  const cookies = reply.raw.getHeader('set-cookie')
  if (!cookies) return
  reply.raw.removeHeader('set-cookie')
  for (const cookie of [cookies].flat()) reply.header('set-cookie', String(cookie))
}
