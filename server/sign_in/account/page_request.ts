import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { proof_s_max } from '../../http/access.ts'
import type { Language } from '../../http/html.ts'
import { account_client } from '../clients.ts'
import type { Gate } from '../context.ts'
import { checkOrigin, registerPages, sendPage } from '../forms.ts'
import { signInFirstPage } from '../pages/address_pages.ts'
import { languageFor } from '../pages/page.ts'
import { type SignedIn, sessionOf } from '../session.ts'
import { type Owner, ownerOf } from './owner.ts'

/** A person on a page about their own account. */
export interface OwnVisit {
  gate: Gate
  request: FastifyRequest
  reply: FastifyReply
  session: SignedIn
  owner: Owner
  language: Language
}

type Handler = (visit: OwnVisit) => Promise<FastifyReply>

/** How a page is asked for: `fresh` pages change how one signs in, and want a proof of the last minutes. */
export interface OwnPage {
  method: 'GET' | 'POST'
  url: string
  fresh?: boolean
  /** The page to come back to after signing in, where it is not this one. */
  back?: string
  handle: Handler
}

/** Registers pages that only whoever is signed in sees; the others sign in first and then come back. */
export function registerOwnPages(app: FastifyInstance, gate: Gate, pages: OwnPage[]) {
  registerPages(app, apart => {
    for (const { method, url, fresh = false, back = url, handle } of pages)
      apart.route({
        method,
        url,
        config: { own_authorization: true },
        handler: async (request, reply) => {
          if (method === 'POST') checkOrigin(request, gate.public_url())
          const session = await sessionOf(gate, request, reply)
          const owner =
            session && (await gate.pool.read({ user_id: session.account_id }, sql => ownerOf(sql, session.account_id)))
          if (!owner) return signInFirst(gate, request, reply, back)
          if (fresh && !isFresh(session)) return reply.redirect(proveAddress(back), 303)
          const language = languageFor(undefined, owner.locale)
          return handle({ gate, request, reply, session, owner, language })
        },
      })
  })
}

// A secret link must not travel along through the sign-in: it would be written down there. It is opened again afterwards.
function signInFirst(gate: Gate, request: FastifyRequest, reply: FastifyReply, back: string) {
  return back.includes(':')
    ? sendPage(reply, signInFirstPage(languageFor(request.headers['accept-language'])))
    : reply.redirect(signInAddress(gate, back), 303)
}

export const isFresh = ({ signed_in_at }: SignedIn) => signed_in_at.getTime() > Date.now() - proof_s_max * 1000

export const proveAddress = (next: string) => `/account/prove?${new URLSearchParams({ next })}`

/** A way back that leads nowhere but to pages of ours. */
export const safeWay = (next: string | undefined) => (next && /^\/account(\/[\w-]+)*$/.test(next) ? next : '/account')

/**
 * These pages need no token, only the session that signing in leaves behind. So the code at the end is thrown away, and so is the proof
 * that it could be redeemed with.
 */
function signInAddress(gate: Gate, state: string) {
  const proof = createHash('sha256').update(randomBytes(32)).digest('base64url')
  const query = new URLSearchParams({
    client_id: account_client,
    response_type: 'code',
    redirect_uri: `${gate.public_url()}/account`,
    scope: 'openid',
    code_challenge: proof,
    code_challenge_method: 'S256',
    state: safeWay(state),
  })
  return `${gate.public_url()}/oauth/authorize?${query}`
}
