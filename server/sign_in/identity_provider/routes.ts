import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { countTry, refundTry } from '../../access/throttle.ts'
import { recent_sign_in_s_max } from '../../http/access.ts'
import { addressKey } from '../../http/limits/rate_limit.ts'
import {
  authorizationRequest,
  ProviderFailure,
  type ProviderPerson,
  ProviderRefusal,
  readPerson,
} from '../../organisation/core/identity_providers/openid_client.ts'
import type { SignInContext } from '../context.ts'
import { passwordChangeTime } from '../credentials.ts'
import { registerPages, sendPage } from '../forms.ts'
import { type InteractionRequest, pageLanguage, withInteraction } from '../interaction_request.ts'
import { continueWithProof, saveProgress } from '../login.ts'
import { type IdentityProblem, identityProblemPage } from '../pages/identity_problem_page.ts'
import { languageFor } from '../pages/page.ts'
import { errorPage } from '../pages/provider_pages.ts'
import { recordFailedSignIn } from '../sign_in_log.ts'
import { setPendingRequest, takePendingRequest } from './pending_cookie.ts'
import { identify } from './people.ts'
import { findProvider, type ProviderKey, redirectUri, type SignInProvider, servesClient } from './providers.ts'

// Sign-in through an identity provider: to the provider, and back. A link starts it, and not a form, because browsers apply form-action to redirects.

export function registerIdentityProviders(app: FastifyInstance, context: SignInContext) {
  const config = { own_authorization: true }
  registerPages(app, scoped => {
    scoped.get('/sign-in/:uid/provider/:key', { config }, (request, reply) =>
      withInteraction(context, request, reply, goToProvider),
    )
    scoped.get('/sign-in/:uid/callback/:key', { config }, (request, reply) =>
      withInteraction(context, request, reply, returnFromProvider),
    )
    // The registered redirect URI. The cookies of an interaction are sent only below its own path, which the state names.
    scoped.get('/sign-in/callback/:key', { config }, async (request, reply) => {
      const { key } = request.params as { key: string }
      const { search, searchParams } = new URL(request.url, context.public_url())
      const uid = /^([\w-]{1,100})\.[\w-]+$/.exec(searchParams.get('state') ?? '')?.[1]
      if (!uid || !/^[\w-]{1,40}$/.test(key))
        return sendPage(reply, errorPage(languageFor(request.headers['accept-language']), 'session_not_found'))
      return reply.header('cache-control', 'no-store').redirect(`/sign-in/${uid}/callback/${key}${search}`, 303)
    })
  })
}

const keyOf = ({ request }: InteractionRequest) => (request.params as { key: string }).key

/**
 * Counted until the provider has answered, so that visitors cannot make this server send requests to it without end. Apart from the tries of passwords: a
 * provider that fails must not lock out the people who share an IP address.
 */
const providerTries = ({ request }: InteractionRequest, key: ProviderKey) =>
  `provider:${key} ${addressKey(request.ip)}` as const

async function goToProvider(incoming: InteractionRequest): Promise<FastifyReply> {
  const { context, request, reply, interaction, client } = incoming
  if (interaction.prompt.name !== 'login') return await backToInteraction(incoming)
  const provider = await findProvider(context, keyOf(incoming))
  if (!provider) return sendProblem(incoming, 'unavailable')
  if (!(await servesClient(context, provider, client.id))) return sendProblem(incoming, 'other_place', provider)
  const tries = providerTries(incoming, provider.key)
  const wait_s = await countTry(context.pool, [tries])
  if (wait_s > 0) return sendProblem(incoming, { wait_s })
  const { mail } = request.query as { mail?: string }
  const hint = mail ?? interaction.params['login_hint']
  try {
    const { url, pending } = await authorizationRequest(provider, {
      redirect_uri: redirectUri(context.public_url(), provider.key),
      state: `${interaction.uid}.${randomBytes(24).toString('base64url')}`,
      login_hint: typeof hint === 'string' && hint.length <= 254 ? hint : undefined,
      max_age: requiresRecentSignIn(incoming) ? recent_sign_in_s_max : undefined,
    })
    await refundTry(context.pool, tries)
    await setPendingRequest(context, reply, interaction.uid, { key: provider.key, pending })
    return reply.header('cache-control', 'no-store').redirect(url.href, 303)
  } catch (error) {
    return sendFailure(incoming, provider, error)
  }
}

/** Whether the application wants the person to prove again who they are. A session at the provider is then not enough. */
function requiresRecentSignIn({ interaction: { params } }: InteractionRequest) {
  return (
    params['max_age'] !== undefined ||
    String(params['prompt'] ?? '')
      .split(' ')
      .includes('login')
  )
}

async function returnFromProvider(incoming: InteractionRequest): Promise<FastifyReply> {
  const { context, request, reply, interaction, client } = incoming
  if (interaction.prompt.name !== 'login') return await backToInteraction(incoming)
  const key = keyOf(incoming)
  const pending = await takePendingRequest(context, request, reply, { uid: interaction.uid, key })
  if (!pending) return sendProblem(incoming, 'expired')
  const tries = providerTries(incoming, key)
  const wait_s = await countTry(context.pool, [tries])
  if (wait_s > 0) return sendProblem(incoming, { wait_s })
  const provider = await findProvider(context, key)
  if (!provider) return sendProblem(incoming, 'unavailable')
  if (!(await servesClient(context, provider, client.id))) return sendProblem(incoming, 'other_place', provider)
  const returned = new URL(redirectUri(context.public_url(), provider.key))
  returned.search = new URL(request.url, context.public_url()).search
  try {
    const person = await readPerson(provider, returned, pending)
    await refundTry(context.pool, tries)
    return await signInPerson(incoming, provider, person)
  } catch (error) {
    return sendFailure(incoming, provider, error)
  }
}

async function signInPerson(incoming: InteractionRequest, provider: SignInProvider, person: ProviderPerson) {
  const { context, request, interaction } = incoming
  const found = await identify(context.pool, provider, person, {
    language: pageLanguage(incoming),
    public_url: context.public_url(),
  })
  if ('refused' in found) {
    const { refused: reason, account_id } = found
    context.log.warn(
      { provider: provider.key, subject: person.subject, reason },
      'refused a person of an identity provider',
    )
    if (account_id !== undefined)
      await recordFailedSignIn(context.pool, {
        account_id,
        request_id: request.id,
        reason: 'identity_provider',
        only_in: provider.space?.group_id,
      })
    return sendProblem(incoming, reason, provider)
  }
  const at = Date.now()
  if ('connection' in found) {
    const { connection, mail } = found
    const names = { provider_key: provider.key, provider_name: provider.name }
    await saveProgress(incoming, { connection: { ...connection, ...names, mail, at }, proof: undefined })
    return incoming.reply.redirect(`/sign-in/${interaction.uid}`, 303)
  }
  const { account } = found
  const { space } = provider
  return continueWithProof(incoming, account, {
    by: 'identity_provider',
    account_id: account.id,
    at,
    signed_in_s: await signInTime(context, account.id, person),
    provider_name: provider.name,
    ...(space && { limit: { group_id: space.group_id, provider_id: space.provider_id } }),
  })
}

/**
 * When the session begins. A session at the provider may be hours old, and does not count as a recent sign-in, which sensitive changes require. It must
 * not seem older than the password either, or it would end at once.
 */
async function signInTime({ pool }: SignInContext, account_id: number, { authenticated_s = 0 }: ProviderPerson) {
  const now_s = Math.floor(Date.now() / 1000)
  const not_recent_s = now_s - recent_sign_in_s_max - 60
  const changed_s = await passwordChangeTime(pool, account_id)
  return Math.min(now_s, Math.max(authenticated_s, not_recent_s, changed_s))
}

async function sendFailure(incoming: InteractionRequest, provider: SignInProvider, error: unknown) {
  if (error instanceof ProviderRefusal)
    return sendProblem(incoming, error.code === 'access_denied' ? 'cancelled' : 'failed', provider, error.code)
  if (!(error instanceof ProviderFailure)) throw error
  incoming.context.log.warn({ err: error, provider: provider.key }, 'sign-in through an identity provider failed')
  if (!error.unreachable) return sendProblem(incoming, 'failed', provider, error.message)
  // An outage is not the fault of the visitors, who must not wait longer than it lasts.
  await refundTry(incoming.context.pool, providerTries(incoming, provider.key))
  // Errors of the network name addresses, which visitors must not learn.
  return sendProblem(incoming, 'unreachable', provider)
}

function sendProblem(
  incoming: InteractionRequest,
  problem: IdentityProblem,
  provider?: SignInProvider,
  technical?: string,
) {
  const { reply, interaction } = incoming
  if (typeof problem !== 'string') reply.header('retry-after', String(problem.wait_s))
  const back = `/sign-in/${interaction.uid}`
  return sendPage(
    reply,
    identityProblemPage(pageLanguage(incoming), { problem, back, provider: provider?.name, technical }),
  )
}

// The person has signed in in another tab meanwhile.
async function backToInteraction({ reply, interaction }: InteractionRequest): Promise<FastifyReply> {
  return reply.redirect(`/sign-in/${interaction.uid}`, 303)
}
