import { checkSecondFactor, hasSecondFactor } from '../../access/second_factor.ts'
import { countTry, resetTries } from '../../access/throttle.ts'
import { addressKey } from '../../http/limits/rate_limit.ts'
import { checkCredentials } from '../credentials.ts'
import { fieldsOf, sendPage } from '../forms.ts'
import { isKnownBrowser, readBrowserCookie } from '../known_browsers.ts'
import { type ReauthenticationError, reauthenticationPage } from '../pages/reauthentication_page.ts'
import { renewSession } from '../session.ts'
import { recordFailedSignIn } from '../sign_in_log.ts'
import { type AccountPage, type AccountRequest, safeReturnPath } from './account_request.ts'

export const reauthenticationPages: AccountPage[] = [
  { method: 'GET', url: '/account/prove', handle: show },
  { method: 'POST', url: '/account/prove', handle: submit },
]

/** Asks for the password, and the second factor if there is one, if the last sign-in is too long ago. */
async function show(incoming: AccountRequest, error?: ReauthenticationError) {
  const { context, request, reply, owner, language } = incoming
  const params = (request.method === 'POST' ? fieldsOf(request) : request.query) as Record<string, string>
  const factor = await context.pool.read({ user_id: owner.id }, sql => hasSecondFactor(sql, owner.id))
  if (error && typeof error !== 'string') reply.header('retry-after', String(error.wait_s))
  const page = { mail: owner.login_mail, factor, next: safeReturnPath(params['next']), ...(error && { error }) }
  return sendPage(reply, reauthenticationPage(language, page))
}

async function submit(incoming: AccountRequest) {
  const { context, request, reply } = incoming
  const { next } = fieldsOf(request)
  const outcome = await checkProof(incoming)
  if ('error' in outcome) {
    if (typeof outcome.error === 'string') recordFailureAfterReply(incoming, outcome.error)
    return show(incoming, outcome.error)
  }
  await renewSession(context, request, reply, outcome.amr)
  return reply.redirect(safeReturnPath(next), 303)
}

async function checkProof({
  context,
  request,
  owner,
}: AccountRequest): Promise<{ amr: string[] } | { error: ReauthenticationError }> {
  const { password = '', code = '' } = fieldsOf(request)
  const browser = readBrowserCookie(request, context.https())
  const known = browser && (await isKnownBrowser(context.pool, owner.id, browser))
  const outcome = await checkCredentials(context.pool, {
    mail: owner.login_mail,
    password,
    address: request.ip,
    browser: known ? `${owner.id}:${browser}` : undefined,
  })
  if ('refused' in outcome) return { error: outcome.refused === 'wait' ? { wait_s: outcome.wait_s } : 'password' }
  if (!(await context.pool.read({ user_id: owner.id }, sql => hasSecondFactor(sql, owner.id)))) return { amr: ['pwd'] }
  const key = `factor:${owner.id}` as const
  const wait_s = await countTry(context.pool, [key, `address:${addressKey(request.ip)}`])
  if (wait_s > 0) return { error: { wait_s } }
  const used = await context.pool.write({ user_id: owner.id }, sql => checkSecondFactor(sql, owner.id, code))
  if (!used) return { error: 'code' }
  await resetTries(context.pool, key)
  return { amr: ['pwd', used === 'totp' ? 'otp' : 'kba', 'mfa'] }
}

// After the response, as at sign-in.
function recordFailureAfterReply({ context, request, reply, owner }: AccountRequest, reason: 'password' | 'code') {
  const failure = { account_id: owner.id, request_id: request.id, address: request.ip, reason }
  reply.raw.once('close', () => {
    recordFailedSignIn(context.pool, failure).catch(error =>
      context.log.error({ err: error }, 'could not record a failed reauthentication'),
    )
  })
}
