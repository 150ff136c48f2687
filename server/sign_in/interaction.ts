import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkSecondFactor, hasSecondFactor } from '../access/second_factor.ts'
import { countTry, resetTries, uncountTry } from '../access/throttle.ts'
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

// A person on their way in: password, second factor, space and consent, one page after the other. What they have shown so far is kept with
// the interaction, on the server; the browser only holds its name.

const password_minutes_max = 10

/** What the person has shown so far. */
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
  go: (incoming: InteractionRequest) => Promise<FastifyReply>,
) {
  const provider = await context.provider()
  const language = languageFor(request.headers['accept-language'])
  const over = () => sendPage(reply, errorPage(language, 'session_not_found', '', 400))
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    const { uid } = request.params as { uid: string }
    // Another sign-in than that of the address, or one for an application that is gone, is none.
    const client = interaction.uid === uid && (await provider.Client.find(String(interaction.params['client_id'])))
    if (!client) return over()
    allowRedirectInPolicy(reply, String(interaction.params['redirect_uri']))
    const incoming = {
      context,
      request,
      reply,
      interaction,
      client: { id: client.clientId, name: client.clientName ?? client.clientId },
    }
    return await go(incoming)
  } catch (error) {
    if ((error as Error).name !== 'SessionNotFound') throw error
    return over()
  }
}

/** A form may lead, by way of us, back to the application; browsers hold the whole way against the form's policy. */
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
  await uncountTry(context.pool, shared)
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
  // Somebody else was signed in here: they are signed out, and nothing of theirs stays behind.
  if (interaction.session && interaction.session.accountId !== String(account.id)) {
    await endBrowserSession(context, request, reply)
    Object.assign(interaction, { session: undefined })
    await interaction.persist()
  }
  const login = { accountId: String(account.id), ts: Math.floor(Date.now() / 1000), amr }
  return finishInteraction(incoming, { login })
}

/** Back to the sign-in form, as nobody. */
async function switchAccount(incoming: InteractionRequest) {
  await endBrowserSession(incoming.context, incoming.request, incoming.reply)
  return restartAuthorization(incoming)
}

/** Whoever has typed the right password, a short while ago, and still owes the code. */
async function accountAwaitingCode({ context, interaction }: InteractionRequest) {
  const { password } = (interaction.result ?? {}) as Progress
  if (!password || password.at < Date.now() - password_minutes_max * 60_000) return undefined
  // Who knew the old password may be why there is a new one.
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
  // Asked of nobody, too: the work must be the same.
  const account_id = (await findAccountId(context.pool, mail)) ?? 0
  return (await isKnownBrowser(context.pool, account_id, browser)) ? `${account_id}:${browser}` : undefined
}

// After the answer: the time it takes must not tell whether there is such an account.
function recordFailureAfterReply({ context, request, reply }: InteractionRequest, account_id: number, reason: string) {
  reply.raw.once('close', () => {
    recordFailedSignIn(context.pool, { account_id, request_id: request.id, reason }).catch(error =>
      context.log.error({ err: error }, 'a failed sign-in could not be recorded'),
    )
  })
}
