import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recent_sign_in_s_max } from '../../http/access.ts'
import type { Language } from '../../http/html.ts'
import { account_client } from '../clients.ts'
import type { SignInContext } from '../context.ts'
import { checkOrigin, registerPages, sendPage } from '../forms.ts'
import { signInFirstPage } from '../pages/address_pages.ts'
import { languageFor } from '../pages/page.ts'
import { type BrowserSession, readSession } from '../session.ts'
import { findOwner, type Owner } from './owner.ts'

/** A person on a page about their own account. */
export interface AccountRequest {
  context: SignInContext
  request: FastifyRequest
  reply: FastifyReply
  session: BrowserSession
  owner: Owner
  language: Language
}

type Handler = (incoming: AccountRequest) => Promise<FastifyReply>

/** How a page is asked for: `fresh` pages change how one signs in, and want a proof of the last minutes. */
export interface AccountPage {
  method: 'GET' | 'POST'
  url: string
  fresh?: boolean
  /** The page to come back to after signing in, where it is not this one. */
  back?: string
  handle: Handler
}

/** Registers pages that only whoever is signed in sees; the others sign in first and then come back. */
export function registerAccountPages(app: FastifyInstance, context: SignInContext, pages: AccountPage[]) {
  registerPages(app, scoped => {
    for (const { method, url, fresh = false, back = url, handle } of pages)
      scoped.route({
        method,
        url,
        config: { own_authorization: true },
        handler: async (request, reply) => {
          if (method === 'POST') checkOrigin(request, context.public_url())
          const session = await readSession(context, request, reply)
          const owner =
            session &&
            (await context.pool.read({ user_id: session.account_id }, sql => findOwner(sql, session.account_id)))
          if (!owner) return askToSignIn(context, request, reply, back)
          if (fresh && !isRecentSignIn(session)) return reply.redirect(reauthenticationUrl(back), 303)
          const language = languageFor(undefined, owner.locale)
          return handle({ context, request, reply, session, owner, language })
        },
      })
  })
}

// A secret link must not travel along through the sign-in: it would be written down there. It is opened again afterwards.
function askToSignIn(context: SignInContext, request: FastifyRequest, reply: FastifyReply, back: string) {
  return back.includes(':')
    ? sendPage(reply, signInFirstPage(languageFor(request.headers['accept-language'])))
    : reply.redirect(signInUrl(context, back), 303)
}

export const isRecentSignIn = ({ signed_in_at }: BrowserSession) =>
  signed_in_at.getTime() > Date.now() - recent_sign_in_s_max * 1000

export const reauthenticationUrl = (next: string) => `/account/prove?${new URLSearchParams({ next })}`

/** A way back that leads nowhere but to pages of ours. */
export const safeReturnPath = (next: string | undefined) =>
  next && /^\/account(\/[\w-]+)*$/.test(next) ? next : '/account'

/**
 * These pages need no token, only the session that signing in leaves behind. So the code at the end is thrown away, and so is the proof
 * that it could be redeemed with.
 */
function signInUrl(context: SignInContext, state: string) {
  const proof = createHash('sha256').update(randomBytes(32)).digest('base64url')
  const query = new URLSearchParams({
    client_id: account_client,
    response_type: 'code',
    redirect_uri: `${context.public_url()}/account`,
    scope: 'openid',
    code_challenge: proof,
    code_challenge_method: 'S256',
    state: safeReturnPath(state),
  })
  return `${context.public_url()}/oauth/authorize?${query}`
}
