import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkSecondFactor, hasSecondFactor } from '../access/second_factor.ts'
import { countTry, refundTry, resetTries } from '../access/throttle.ts'
import { addressKey } from '../http/limits/rate_limit.ts'
import { showConsent, submitConsent } from './consent.ts'
import type { SignInContext } from './context.ts'
import {
  checkCredentials,
  findAccountById,
  findAccountId,
  passwordChangedSince,
  type SignInAccount,
} from './credentials.ts'
import { checkOrigin, fieldsOf, registerPages, sendPage } from './forms.ts'
import {
  finishInteraction,
  type InteractionRequest,
  pageLanguage,
  restartAuthorization,
} from './interaction_request.ts'
import { isKnownBrowser, readBrowserCookie, setBrowserCookie } from './known_browsers.ts'
import { codePage } from './pages/code_page.ts'
import { languageFor, type Page } from './pages/page.ts'
import { errorPage } from './pages/provider_pages.ts'
import { type SignInError, signInPage } from './pages/sign_in_page.ts'
import { withCookiesOf } from './pending_interaction.ts'
import { endBrowserSession } from './session.ts'
import { recordFailedSignIn, recordSignIn } from './sign_in_log.ts'

// The pages of an interaction: password, second factor, space and consent. The progress is stored with the interaction on the server.

const password_minutes_max = 10

/** What the user has proved so far. */
interface Progress {
  password?: { account_id: number; at: number } | undefined
}

export function registerInteraction(app: FastifyInstance, context: SignInContext) {
  const config = { own_authorization: true }
  registerPages(app, scoped => {
    scoped.get('/sign-in/:uid', { config }, (request, reply) =>
      withCookiesOf(request.raw, () => withInteraction(context, request, reply, showPage)),
    )
    scoped.post('/sign-in/:uid', { config }, (request, reply) => {
      checkOrigin(request, context.public_url())
      return withCookiesOf(request.raw, () => withInteraction(context, request, reply, submitPage))
    })
  })
}

async function withInteraction(
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

async function showPage(incoming: InteractionRequest): Promise<FastifyReply> {
  const { interaction, reply } = incoming
  if (interaction.prompt.name === 'consent') return showConsent(incoming)
  const person = await accountAwaitingCode(incoming)
  return sendPage(reply, person ? codePage(pageLanguage(incoming, person)) : await renderSignInPage(incoming))
}

async function submitPage(incoming: InteractionRequest): Promise<FastifyReply> {
  const { request, interaction } = incoming
  const { mail, password, code, again } = fieldsOf(request)
  if (again !== undefined) return switchAccount(incoming)
  if (interaction.prompt.name === 'consent') return submitConsent(incoming)
  if (password !== undefined) return submitPassword(incoming, mail ?? '', password)
  const person = await accountAwaitingCode(incoming)
  return person && code !== undefined ? submitCode(incoming, person, code) : showPage(incoming)
}

async function submitPassword(incoming: InteractionRequest, mail: string, password: string) {
  const { context, request, reply } = incoming
  const outcome = await checkCredentials(context.pool, {
    mail,
    password,
    address: request.ip,
    browser: await knownBrowser(incoming, mail),
  })
  if ('refused' in outcome) {
    if (outcome.known) recordFailureAfterReply(incoming, outcome.known.id, 'password')
    const error: SignInError = outcome.refused === 'wait' ? { wait_s: outcome.wait_s } : 'wrong'
    if (outcome.refused === 'wait') reply.header('retry-after', String(outcome.wait_s))
    return sendPage(reply, await renderSignInPage(incoming, mail, error))
  }
  const { account } = outcome
  const second = await context.pool.read({ user_id: account.id }, sql => hasSecondFactor(sql, account.id))
  if (!second) return completeLogin(incoming, account, ['pwd'])
  await saveProgress(incoming, { password: { account_id: account.id, at: Date.now() } })
  return reply.redirect(`/sign-in/${incoming.interaction.uid}`, 303)
}

async function submitCode(incoming: InteractionRequest, account: SignInAccount, code: string) {
  const { context, request, reply } = incoming
  const key = `factor:${account.id}` as const
  const shared = `address:${addressKey(request.ip)}` as const
  const wait_s = await countTry(context.pool, [key, shared])
  const language = pageLanguage(incoming, account)
  if (wait_s > 0) {
    reply.header('retry-after', String(wait_s))
    return sendPage(reply, codePage(language, { error: { wait_s } }))
  }
  const used = await context.pool.write({ user_id: account.id }, sql => checkSecondFactor(sql, account.id, code))
  if (!used) {
    recordFailureAfterReply(incoming, account.id, 'second_factor')
    return sendPage(reply, codePage(language, { error: 'wrong' }))
  }
  await resetTries(context.pool, key)
  await refundTry(context.pool, shared)
  return completeLogin(incoming, account, ['pwd', 'otp', 'mfa'])
}

async function completeLogin(incoming: InteractionRequest, account: SignInAccount, amr: string[]) {
  const { context, request, reply, interaction } = incoming
  await recordSignIn(context.pool, {
    account,
    request_id: request.id,
    browser: setBrowserCookie(request, reply, context.https()),
    agent: request.headers['user-agent'] ?? '',
    address: request.ip,
    second_factor: amr.includes('mfa'),
    public_url: context.public_url(),
  })
  // Another account was signed in here: end its session.
  if (interaction.session && interaction.session.accountId !== String(account.id)) {
    await endBrowserSession(context, request, reply)
    Object.assign(interaction, { session: undefined })
    await interaction.persist()
  }
  const login = { accountId: String(account.id), ts: Math.floor(Date.now() / 1000), amr }
  return finishInteraction(incoming, { login })
}

/** Signs out and shows the sign-in form. */
async function switchAccount(incoming: InteractionRequest) {
  await endBrowserSession(incoming.context, incoming.request, incoming.reply)
  return restartAuthorization(incoming)
}

/** The account whose password was checked recently and whose code is missing. */
async function accountAwaitingCode({ context, interaction }: InteractionRequest) {
  const { password } = (interaction.result ?? {}) as Progress
  if (!password || password.at < Date.now() - password_minutes_max * 60_000) return undefined
  // A password change invalidates sign-ins in progress with the old one.
  if (await passwordChangedSince(context.pool, password.account_id, password.at)) return undefined
  return findAccountById(context.pool, password.account_id)
}

async function saveProgress({ interaction }: InteractionRequest, shown: Progress) {
  Object.assign(interaction, { result: { ...interaction.result, ...shown } })
  await interaction.persist()
}

async function renderSignInPage(
  { request, interaction, client }: InteractionRequest,
  mail?: string,
  error?: SignInError,
): Promise<Page> {
  const language = languageFor(request.headers['accept-language'])
  const hint = interaction.params['login_hint']
  const known = mail ?? (typeof hint === 'string' && hint.length <= 254 ? hint : '')
  return signInPage(language, { client: client.name, mail: known, ...(error && { error }) })
}

async function knownBrowser({ context, request }: InteractionRequest, mail: string) {
  const browser = readBrowserCookie(request, context.https())
  if (!browser) return undefined
  // Also queried without an account, so that the response time is the same.
  const account_id = (await findAccountId(context.pool, mail)) ?? 0
  return (await isKnownBrowser(context.pool, account_id, browser)) ? `${account_id}:${browser}` : undefined
}

// After the response, so that the response time does not reveal whether the account exists.
function recordFailureAfterReply({ context, request, reply }: InteractionRequest, account_id: number, reason: string) {
  reply.raw.once('close', () => {
    recordFailedSignIn(context.pool, { account_id, request_id: request.id, reason }).catch(error =>
      context.log.error({ err: error }, 'could not record a failed sign-in'),
    )
  })
}
