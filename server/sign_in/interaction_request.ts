import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, InteractionResults } from 'oidc-provider'
import type { SignInContext } from './context.ts'
import { languageFor } from './pages/page.ts'

/** A request to a page of an OpenID interaction. */
export interface InteractionRequest {
  context: SignInContext
  request: FastifyRequest
  reply: FastifyReply
  interaction: Interaction
  client: { id: string; name: string }
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
  { reauthenticate = false } = {},
) {
  const { prompt: _, ...params } = interaction.params
  await interaction.destroy()
  const query = new URLSearchParams({
    ...(params as Record<string, string>),
    ...(reauthenticate && { prompt: 'login' }),
  })
  return reply.header('cache-control', 'no-store').redirect(`/oauth/authorize?${query}`, 303)
}

/** The language of the account, or of the browser before sign-in. */
export const pageLanguage = ({ request }: InteractionRequest, account?: { locale: string }) =>
  languageFor(request.headers['accept-language'], account?.locale)
