import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, InteractionResults } from 'oidc-provider'
import type { SignInContext } from './context.ts'
import { sendPage } from './forms.ts'
import { languageFor } from './pages/page.ts'
import { errorPage } from './pages/provider_pages.ts'
import { withCookiesOf } from './pending_interaction.ts'

/** A request to a page of an OpenID interaction. */
export interface InteractionRequest {
  context: SignInContext
  request: FastifyRequest
  reply: FastifyReply
  interaction: Interaction
  client: { id: string; name: string }
}

/** Handles a request to a page of an interaction, which the cookies and the URL must both name. */
export function withInteraction(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (incoming: InteractionRequest) => Promise<FastifyReply>,
) {
  return withCookiesOf(request.raw, () => loadInteraction(context, request, reply, handle))
}

async function loadInteraction(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (incoming: InteractionRequest) => Promise<FastifyReply>,
) {
  const provider = await context.provider()
  const language = languageFor(request.headers['accept-language'])
  const sendExpired = () => sendPage(reply, errorPage(language, 'session_not_found', '', 400))
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    const { uid } = request.params as { uid: string }
    // The cookie must belong to the interaction of the URL, and its client must still exist.
    const client = interaction.uid === uid && (await provider.Client.find(String(interaction.params['client_id'])))
    if (!client) return sendExpired()
    allowRedirectInPolicy(reply, String(interaction.params['redirect_uri']))
    const incoming = {
      context,
      request,
      reply,
      interaction,
      client: { id: client.clientId, name: client.clientName ?? client.clientId },
    }
    return await handle(incoming)
  } catch (error) {
    if ((error as Error).name !== 'SessionNotFound') throw error
    return sendExpired()
  }
}

/** Browsers apply form-action to redirects too, and a form redirects back to the application. */
function allowRedirectInPolicy(reply: FastifyReply, redirect_uri: string) {
  const target = URL.parse(redirect_uri)
  if (!target) return
  const source = target.origin === 'null' ? target.protocol : target.origin
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' ${source}`))
}

/** Returns to the authorization server with the result of the interaction. */
export async function finishInteraction({ context, request, reply }: InteractionRequest, result: InteractionResults) {
  const provider = await context.provider()
  const target = await provider.interactionResult(request.raw, reply.raw, result)
  return reply.header('cache-control', 'no-store').redirect(target, 303)
}

/** Restarts the authorization request, with a new sign-in if `reauthenticate`. */
export async function restartAuthorization(
  { reply, interaction }: InteractionRequest,
  { reauthenticate = false, login_hint }: { reauthenticate?: boolean; login_hint?: string } = {},
) {
  const { prompt: _, ...params } = interaction.params
  await interaction.destroy()
  const query = new URLSearchParams({
    ...(params as Record<string, string>),
    ...(reauthenticate && { prompt: 'login' }),
    ...(login_hint && { login_hint }),
  })
  return reply.header('cache-control', 'no-store').redirect(`/oauth/authorize?${query}`, 303)
}

/** The language of the account, or of the browser before sign-in. */
export const pageLanguage = ({ request }: InteractionRequest, account?: { locale: string }) =>
  languageFor(request.headers['accept-language'], account?.locale)
