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

/** A request to an account page, with the session and its owner. */
export interface AccountRequest {
  context: SignInContext
  request: FastifyRequest
  reply: FastifyReply
  session: BrowserSession
  owner: Owner
  language: Language
}

type Handler = (incoming: AccountRequest) => Promise<FastifyReply>

/** `recent` pages change how the user signs in, and require a recent sign-in. */
export interface AccountPage {
  method: 'GET' | 'POST'
  url: string
  recent?: boolean
  /** The page to return to after signing in. Default: this one. */
  back?: string
  handle: Handler
}

/** Registers pages that require a session. Without one the user signs in and returns. */
export function registerAccountPages(app: FastifyInstance, context: SignInContext, pages: AccountPage[]) {
  registerPages(app, scoped => {
    for (const { method, url, recent = false, back = url, handle } of pages)
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
          if (recent && !isRecentSignIn(session)) return reply.redirect(reauthenticationUrl(back), 303)
          const language = languageFor(undefined, owner.locale)
          return handle({ context, request, reply, session, owner, language })
        },
      })
  })
}

// A secret link must not be passed through the sign-in, which stores it. The user opens it again afterwards.
function askToSignIn(context: SignInContext, request: FastifyRequest, reply: FastifyReply, back: string) {
  return back.includes(':')
    ? sendPage(reply, signInFirstPage(languageFor(request.headers['accept-language'])))
    : reply.redirect(signInUrl(context, back), 303)
}

export const isRecentSignIn = ({ signed_in_at }: BrowserSession) =>
  signed_in_at.getTime() > Date.now() - recent_sign_in_s_max * 1000

export const reauthenticationUrl = (next: string) => `/account/prove?${new URLSearchParams({ next })}`

/** Allows only account pages, against open redirects. */
export const safeReturnPath = (next: string | undefined) =>
  next && /^\/account(\/[\w-]+)*$/.test(next) ? next : '/account'

/**
 * The account pages need only the session of the sign-in, no token. So the code is never redeemed, and its PKCE verifier is discarded.
 */
function signInUrl(context: SignInContext, state: string) {
  const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url')
  const query = new URLSearchParams({
    client_id: account_client,
    response_type: 'code',
    redirect_uri: `${context.public_url()}/account`,
    scope: 'openid',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: safeReturnPath(state),
  })
  return `${context.public_url()}/oauth/authorize?${query}`
}
