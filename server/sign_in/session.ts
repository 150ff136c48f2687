import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { endWithSession } from '../access/grants.ts'
import { digestOf } from '../access/secrets.ts'
import { console_client } from './clients.ts'
import type { SignInContext } from './context.ts'
import { predatesPasswordChange } from './credentials.ts'
import { revokeGrant } from './grants.ts'

/** Who is signed in with this browser. */
export interface BrowserSession {
  account_id: number
  /** When they last proved who they are. */
  signed_in_at: Date
  /** The session, as it stands among the records. */
  session_id: string
  amr: string[]
}

/** The session of this browser; undefined when nobody is signed in. */
export async function readSession(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BrowserSession | undefined> {
  const { session } = await loadSession(context, request, reply)
  if (!session?.accountId || !session.loginTs) return undefined
  const account_id = Number(session.accountId)
  if (await predatesPasswordChange(context.pool, account_id, session.loginTs)) return undefined
  return {
    account_id,
    signed_in_at: new Date(session.loginTs * 1000),
    session_id: digestOf(session.jti),
    amr: session.amr ?? [],
  }
}

/** After a fresh password, and the second factor if there is one: the session counts as new, and gets a new name. */
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

/** Signs out of this browser: the session, and what was given to applications only for as long as it lasts. */
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

/** The authorization server itself ends only what each application got last; see `grantsFrom`. The console goes with the session in any case. */
export async function revokeSessionGrants(
  { pool }: Pick<SignInContext, 'pool'>,
  { accountId, uid }: { accountId?: string | undefined; uid: string },
) {
  const user_id = Number(accountId)
  if (accountId) await pool.write({ user_id }, sql => endWithSession(sql, user_id, uid, [console_client]))
}

async function loadSession(context: SignInContext, request: FastifyRequest, reply: FastifyReply) {
  const provider: Provider = await context.provider()
  const jar = provider.createContext(request.raw, reply.raw).cookies
  // A proxy in front of us may speak HTTPS for us.
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

// The jar writes on the raw answer, which Fastify would overwrite with its own.
function copyCookies(reply: FastifyReply) {
  const cookies = reply.raw.getHeader('set-cookie')
  if (!cookies) return
  reply.raw.removeHeader('set-cookie')
  for (const cookie of [cookies].flat()) reply.header('set-cookie', String(cookie))
}
