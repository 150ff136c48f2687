import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkSecondFactor, hasSecondFactor } from '../access/second_factor.ts'
import { countTry, forgive, takeBack } from '../access/throttle.ts'
import { addressKey } from '../http/limits/rate_limit.ts'
import { browserOf, isKnownBrowser, nameBrowser } from './browsers.ts'
import { decide, showConsent } from './consent.ts'
import type { Gate } from './context.ts'
import { checkCredentials, findAccountById, findAccountId, hasNewPassword, type SignInAccount } from './credentials.ts'
import { checkOrigin, fieldsOf, registerPages, sendPage } from './forms.ts'
import { beginAgain, finish, languageOf, type Visit } from './page_request.ts'
import { factorPage } from './pages/factor_page.ts'
import { languageFor, type Page } from './pages/page.ts'
import { passwordPage, type Trouble } from './pages/password_page.ts'
import { errorPage } from './pages/provider_pages.ts'
import { withCookiesOf } from './pending.ts'
import { leaveSession } from './session.ts'
import { recordArrival, recordFailure } from './sign_in_log.ts'

// A person on their way in: password, second factor, space and consent, one page after the other. What they have shown so far is kept with
// the interaction, on the server; the browser only holds its name.

const proven_minutes_max = 10

/** What the person has shown so far. */
interface Shown {
  password?: { account_id: number; at: number } | undefined
}

export function registerInteraction(app: FastifyInstance, gate: Gate) {
  const config = { own_authorization: true }
  registerPages(app, apart => {
    apart.get('/sign-in/:uid', { config }, (request, reply) =>
      withCookiesOf(request.raw, () => visiting(gate, request, reply, show)),
    )
    apart.post('/sign-in/:uid', { config }, (request, reply) => {
      checkOrigin(request, gate.public_url())
      return withCookiesOf(request.raw, () => visiting(gate, request, reply, submit))
    })
  })
}

async function visiting(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  go: (visit: Visit) => Promise<FastifyReply>,
) {
  const provider = await gate.provider()
  const language = languageFor(request.headers['accept-language'])
  const over = () => sendPage(reply, errorPage(language, 'session_not_found', '', 400))
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    const { uid } = request.params as { uid: string }
    // Another sign-in than that of the address, or one for an application that is gone, is none.
    const client = interaction.uid === uid && (await provider.Client.find(String(interaction.params['client_id'])))
    if (!client) return over()
    allowReturn(reply, String(interaction.params['redirect_uri']))
    const visit = {
      gate,
      request,
      reply,
      interaction,
      client: { id: client.clientId, name: client.clientName ?? client.clientId },
    }
    return await go(visit)
  } catch (error) {
    if ((error as Error).name !== 'SessionNotFound') throw error
    return over()
  }
}

/** A form may lead, by way of us, back to the application; browsers hold the whole way against the form's policy. */
function allowReturn(reply: FastifyReply, redirect_uri: string) {
  const target = URL.parse(redirect_uri)
  if (!target) return
  const source = target.origin === 'null' ? target.protocol : target.origin
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' ${source}`))
}

async function show(visit: Visit): Promise<FastifyReply> {
  const { interaction, reply } = visit
  if (interaction.prompt.name === 'consent') return showConsent(visit)
  const person = await halfway(visit)
  return sendPage(reply, person ? factorPage(languageOf(visit, person)) : await signInPage(visit))
}

async function submit(visit: Visit): Promise<FastifyReply> {
  const { request, interaction } = visit
  const { mail, password, code, again } = fieldsOf(request)
  if (again !== undefined) return startOver(visit)
  if (interaction.prompt.name === 'consent') return decide(visit)
  if (password !== undefined) return takePassword(visit, mail ?? '', password)
  const person = await halfway(visit)
  return person && code !== undefined ? takeCode(visit, person, code) : show(visit)
}

async function takePassword(visit: Visit, mail: string, password: string) {
  const { gate, request, reply } = visit
  const outcome = await checkCredentials(gate.pool, {
    mail,
    password,
    address: request.ip,
    browser: await knownBrowser(visit, mail),
  })
  if ('refused' in outcome) {
    if (outcome.known) failed(visit, outcome.known.id, 'password')
    const trouble: Trouble = outcome.refused === 'wait' ? { wait_s: outcome.wait_s } : 'wrong'
    if (outcome.refused === 'wait') reply.header('retry-after', String(outcome.wait_s))
    return sendPage(reply, await signInPage(visit, mail, trouble))
  }
  const { account } = outcome
  const second = await gate.pool.read({ user_id: account.id }, sql => hasSecondFactor(sql, account.id))
  if (!second) return arrive(visit, account, ['pwd'])
  await remember(visit, { password: { account_id: account.id, at: Date.now() } })
  return reply.redirect(`/sign-in/${visit.interaction.uid}`, 303)
}

async function takeCode(visit: Visit, account: SignInAccount, code: string) {
  const { gate, request, reply } = visit
  const key = `factor:${account.id}` as const
  const shared = `address:${addressKey(request.ip)}` as const
  const wait_s = await countTry(gate.pool, [key, shared])
  const language = languageOf(visit, account)
  if (wait_s > 0) {
    reply.header('retry-after', String(wait_s))
    return sendPage(reply, factorPage(language, { trouble: { wait_s } }))
  }
  const used = await gate.pool.write({ user_id: account.id }, sql => checkSecondFactor(sql, account.id, code))
  if (!used) {
    failed(visit, account.id, 'second_factor')
    return sendPage(reply, factorPage(language, { trouble: 'wrong' }))
  }
  await forgive(gate.pool, key)
  await takeBack(gate.pool, shared)
  return arrive(visit, account, ['pwd', 'otp', 'mfa'])
}

async function arrive(visit: Visit, account: SignInAccount, amr: string[]) {
  const { gate, request, reply, interaction } = visit
  await recordArrival(gate.pool, {
    account,
    request_id: request.id,
    browser: nameBrowser(request, reply, gate.https()),
    agent: request.headers['user-agent'] ?? '',
    address: request.ip,
    second_factor: amr.includes('mfa'),
    public_url: gate.public_url(),
  })
  // Somebody else was signed in here: they are signed out, and nothing of theirs stays behind.
  if (interaction.session && interaction.session.accountId !== String(account.id)) {
    await leaveSession(gate, request, reply)
    Object.assign(interaction, { session: undefined })
    await interaction.persist()
  }
  const login = { accountId: String(account.id), ts: Math.floor(Date.now() / 1000), amr }
  return finish(visit, { login })
}

/** Back to the sign-in form, as nobody. */
async function startOver(visit: Visit) {
  await leaveSession(visit.gate, visit.request, visit.reply)
  return beginAgain(visit)
}

/** Whoever has typed the right password, a short while ago, and still owes the code. */
async function halfway({ gate, interaction }: Visit) {
  const { password } = (interaction.result ?? {}) as Shown
  if (!password || password.at < Date.now() - proven_minutes_max * 60_000) return undefined
  // Who knew the old password may be why there is a new one.
  if (await hasNewPassword(gate.pool, password.account_id, password.at)) return undefined
  return findAccountById(gate.pool, password.account_id)
}

async function remember({ interaction }: Visit, shown: Shown) {
  Object.assign(interaction, { result: { ...interaction.result, ...shown } })
  await interaction.persist()
}

async function signInPage({ request, interaction, client }: Visit, mail?: string, trouble?: Trouble): Promise<Page> {
  const language = languageFor(request.headers['accept-language'])
  const hint = interaction.params['login_hint']
  const known = mail ?? (typeof hint === 'string' && hint.length <= 254 ? hint : '')
  return passwordPage(language, { client: client.name, mail: known, ...(trouble && { trouble }) })
}

async function knownBrowser({ gate, request }: Visit, mail: string) {
  const browser = browserOf(request, gate.https())
  if (!browser) return undefined
  // Asked of nobody, too: the work must be the same.
  const account_id = (await findAccountId(gate.pool, mail)) ?? 0
  return (await isKnownBrowser(gate.pool, account_id, browser)) ? `${account_id}:${browser}` : undefined
}

// After the answer: the time it takes must not tell whether there is such an account.
function failed({ gate, request, reply }: Visit, account_id: number, reason: string) {
  reply.raw.once('close', () => {
    recordFailure(gate.pool, { account_id, request_id: request.id, reason }).catch(error =>
      gate.log.error({ err: error }, 'a failed sign-in could not be recorded'),
    )
  })
}
