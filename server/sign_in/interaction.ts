import type { FastifyInstance, FastifyReply } from 'fastify'
import { checkSecondFactor } from '../access/second_factor.ts'
import { countTry, refundTry, resetTries } from '../access/throttle.ts'
import { addressKey } from '../http/limits/rate_limit.ts'
import { awaitsFirstSpace } from '../organisation/core/spaces.ts'
import { account_client } from './clients.ts'
import { showConsent, submitConsent } from './consent.ts'
import type { SignInContext } from './context.ts'
import { checkCredentials, findAccountById, findAccountId, type SignInAccount } from './credentials.ts'
import { checkOrigin, fieldsOf, registerPages, sendPage } from './forms.ts'
import { offerForMail, operatorOffer, type ProviderOffer } from './identity_provider/providers.ts'
import { type InteractionRequest, pageLanguage, restartAuthorization, withInteraction } from './interaction_request.ts'
import { isKnownBrowser, readBrowserCookie } from './known_browsers.ts'
import { accountAwaitingCode, completeLogin, continueWithProof, type Proof, pendingConnection } from './login.ts'
import { codePage } from './pages/code_page.ts'
import { noSpacePage } from './pages/no_space_page.ts'
import { languageFor, type Page } from './pages/page.ts'
import { type SignInError, signInPage } from './pages/sign_in_page.ts'
import { endBrowserSession } from './session.ts'
import { recordFailedSignIn } from './sign_in_log.ts'
import { spacesForClient } from './spaces.ts'

// The pages of an interaction: password, second factor, space and consent. The progress is stored with the interaction on the server.

export function registerInteraction(app: FastifyInstance, context: SignInContext) {
  const config = { own_authorization: true }
  registerPages(app, scoped => {
    scoped.get('/sign-in/:uid', { config }, (request, reply) => withInteraction(context, request, reply, showPage))
    scoped.post('/sign-in/:uid', { config }, (request, reply) => {
      checkOrigin(request, context.public_url())
      return withInteraction(context, request, reply, submitPage)
    })
  })
}

async function showPage(incoming: InteractionRequest): Promise<FastifyReply> {
  const { interaction, reply } = incoming
  if (interaction.prompt.name === 'consent') return showConsent(incoming)
  const proved = await accountAwaitingCode(incoming)
  return sendPage(reply, proved ? codePage(pageLanguage(incoming, proved.account)) : await renderSignInPage(incoming))
}

async function submitPage(incoming: InteractionRequest): Promise<FastifyReply> {
  const { request, interaction } = incoming
  const { mail, password, code, again, organisation } = fieldsOf(request)
  if (again !== undefined) return switchAccount(incoming)
  if (interaction.prompt.name === 'consent') return submitConsent(incoming)
  if (organisation !== undefined) return findOrganisation(incoming, mail ?? '')
  if (password !== undefined) return submitPassword(incoming, mail ?? '', password)
  const proved = await accountAwaitingCode(incoming)
  return proved && code !== undefined ? submitCode(incoming, proved, code) : showPage(incoming)
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
    // The password was counted as a try, so the lookup needs no count of its own.
    const offer = outcome.refused === 'wait' ? undefined : await offerForMail(context, mail.trim())
    return sendPage(reply, await renderSignInPage(incoming, { mail, error, offer }))
  }
  const { account } = outcome
  if (!pendingConnection(incoming) && (await opensNoSpace(incoming, account))) {
    recordFailureAfterReply(incoming, account.id, 'provider_required')
    const offer = await offerForMail(context, account.login_mail)
    return sendPage(reply, await renderSignInPage(incoming, { mail, error: 'provider_required', offer }))
  }
  return continueWithProof(incoming, account, { by: 'password', account_id: account.id, at: Date.now() })
}

/** Whether every space that the account could open here requires its provider in place of the password. */
async function opensNoSpace({ context, client }: InteractionRequest, account: SignInAccount) {
  if (client.id === account_client) return false
  const spaces = await spacesForClient(context.pool, account.id, client.id, undefined)
  const open = spaces.filter(({ state }) => state !== 'suspended')
  return open.length > 0 && open.every(({ state }) => state === 'needs_provider')
}

/** Offers the provider that signs in this address. */
async function findOrganisation(incoming: InteractionRequest, mail: string) {
  const { reply } = incoming
  if (!mail.trim()) return sendPage(reply, await renderSignInPage(incoming, { mail, error: 'mail_missing' }))
  const found = await lookUpOffer(incoming, mail)
  if (found && 'wait_s' in found) {
    reply.header('retry-after', String(found.wait_s))
    return sendPage(reply, await renderSignInPage(incoming, { mail, error: found }))
  }
  return sendPage(
    reply,
    await renderSignInPage(incoming, { mail, offer: found, asked: true, ...(!found && { error: 'no_provider' }) }),
  )
}

/**
 * The provider that signs in this address. Every lookup without a result is counted, because it tells which organisations are here. Apart from the tries of
 * passwords: an address in a link of an application must not lock out the people who share an IP address.
 */
async function lookUpOffer({ context, request }: InteractionRequest, mail: string) {
  const key = `lookup:${addressKey(request.ip)}` as const
  const wait_s = await countTry(context.pool, [key])
  if (wait_s > 0) return { wait_s }
  const offer = await offerForMail(context, mail.trim())
  if (offer) await refundTry(context.pool, key)
  return offer
}

async function submitCode(
  incoming: InteractionRequest,
  { account, proof }: { account: SignInAccount; proof: Proof },
  code: string,
) {
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
  return completeLogin(incoming, account, proof, true)
}

/** Signs out and shows the sign-in form. */
async function switchAccount(incoming: InteractionRequest) {
  await endBrowserSession(incoming.context, incoming.request, incoming.reply)
  return restartAuthorization(incoming)
}

interface SignInState {
  mail?: string
  error?: SignInError
  /** The provider of the address, if it was looked up. */
  offer?: ProviderOffer | undefined
  /** The person asked for the provider. */
  asked?: boolean
}

async function renderSignInPage(incoming: InteractionRequest, state: SignInState = {}): Promise<Page> {
  const { context, request, interaction, client } = incoming
  const { mail, error, asked = false } = state
  const language = languageFor(request.headers['accept-language'])
  if (await context.pool.read({}, awaitsFirstSpace)) return noSpacePage(language)
  const connection = pendingConnection(incoming)
  const hint = hintIn(incoming)
  const own = hint === '' ? await mailOfSession(incoming) : ''
  const known = mail ?? connection?.mail ?? (hint || own)
  // The provider of a space cannot sign in to the account pages.
  const ofMail =
    client.id === account_client ? undefined : (state.offer ?? (await hintedOffer(incoming, state, { hint, own })))
  const offers = [
    ...new Map([ofMail, operatorOffer(context)].flatMap(offer => (offer ? [[offer.key, offer]] : []))).values(),
  ]
  return signInPage(language, {
    client: client.name,
    uid: interaction.uid,
    mail: known,
    asked: (asked || ofMail?.required === true) && ofMail !== undefined,
    offers: connection ? [] : offers,
    ...(connection && { connects: connection.provider_name }),
    ...(error && { error }),
  })
}

function hintIn({ interaction: { params } }: InteractionRequest) {
  const hint = params['login_hint']
  return typeof hint === 'string' && hint.length <= 254 ? hint : ''
}

/** The address of the person who is signed in and has to sign in again. */
async function mailOfSession({ context, interaction: { session } }: InteractionRequest) {
  const account = session?.accountId ? await findAccountById(context.pool, Number(session.accountId)) : undefined
  return account?.login_mail ?? ''
}

/**
 * The provider of the address that the application named or that is signed in. None after too many lookups of named addresses: the page works without
 * it.
 */
async function hintedOffer(
  incoming: InteractionRequest,
  { mail }: SignInState,
  { hint, own }: { hint: string; own: string },
) {
  if (mail !== undefined || pendingConnection(incoming)) return undefined
  if (hint === '') return own ? offerForMail(incoming.context, own) : undefined
  const found = await lookUpOffer(incoming, hint)
  return found && 'wait_s' in found ? undefined : found
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
