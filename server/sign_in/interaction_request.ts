import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, InteractionResults } from 'oidc-provider'
import type { SignInContext } from './context.ts'
import { languageFor } from './pages/page.ts'

/** One page of the way in. */
export interface InteractionRequest {
  context: SignInContext
  request: FastifyRequest
  reply: FastifyReply
  interaction: Interaction
  client: { id: string; name: string }
}

/** Sends the browser back to the authorization server, with what came of this page. */
export async function finishInteraction({ context, request, reply }: InteractionRequest, result: InteractionResults) {
  const provider = await context.provider()
  const target = await provider.interactionResult(request.raw, reply.raw, result)
  return reply.header('cache-control', 'no-store').redirect(target, 303)
}

/** The same request from the start, asking for a fresh proof of who the person is if need be. */
export async function restartAuthorization({ reply, interaction }: InteractionRequest, { proof = false } = {}) {
  const { prompt: _, ...params } = interaction.params
  await interaction.destroy()
  const query = new URLSearchParams({ ...(params as Record<string, string>), ...(proof && { prompt: 'login' }) })
  return reply.header('cache-control', 'no-store').redirect(`/oauth/authorize?${query}`, 303)
}

/** The language of the person once we know them, and of their browser before. */
export const pageLanguage = ({ request }: InteractionRequest, person?: { locale: string }) =>
  languageFor(request.headers['accept-language'], person?.locale)
