import { checkSecondFactor, hasSecondFactor } from '../../access/second_factor.ts'
import { countTry, forgive } from '../../access/throttle.ts'
import { addressKey } from '../../http/limits/rate_limit.ts'
import { browserOf, isKnownBrowser } from '../browsers.ts'
import { checkCredentials } from '../credentials.ts'
import { fieldsOf, sendPage } from '../forms.ts'
import { type ProofTrouble, provePage } from '../pages/prove_page.ts'
import { reprove } from '../session.ts'
import { recordFailure } from '../sign_in_log.ts'
import { type OwnPage, type OwnVisit, safeWay } from './page_request.ts'

export const proofPages: OwnPage[] = [
  { method: 'GET', url: '/account/prove', handle: show },
  { method: 'POST', url: '/account/prove', handle: take },
]

/** Asks again for the password, and the second factor if there is one, where the last time is too long ago. */
async function show(visit: OwnVisit, trouble?: ProofTrouble) {
  const { gate, request, reply, owner, language } = visit
  const asked = (request.method === 'POST' ? fieldsOf(request) : request.query) as Record<string, string>
  const factor = await gate.pool.read({ user_id: owner.id }, sql => hasSecondFactor(sql, owner.id))
  if (trouble && typeof trouble !== 'string') reply.header('retry-after', String(trouble.wait_s))
  const page = { mail: owner.login_mail, factor, next: safeWay(asked['next']), ...(trouble && { trouble }) }
  return sendPage(reply, provePage(language, page))
}

async function take(visit: OwnVisit) {
  const { gate, request, reply } = visit
  const { next } = fieldsOf(request)
  const outcome = await check(visit)
  if ('trouble' in outcome) {
    if (typeof outcome.trouble === 'string') failed(visit, outcome.trouble)
    return show(visit, outcome.trouble)
  }
  await reprove(gate, request, reply, outcome.amr)
  return reply.redirect(safeWay(next), 303)
}

async function check({ gate, request, owner }: OwnVisit): Promise<{ amr: string[] } | { trouble: ProofTrouble }> {
  const { password = '', code = '' } = fieldsOf(request)
  const browser = browserOf(request, gate.https())
  const known = browser && (await isKnownBrowser(gate.pool, owner.id, browser))
  const outcome = await checkCredentials(gate.pool, {
    mail: owner.login_mail,
    password,
    address: request.ip,
    browser: known ? `${owner.id}:${browser}` : undefined,
  })
  if ('refused' in outcome) return { trouble: outcome.refused === 'wait' ? { wait_s: outcome.wait_s } : 'password' }
  if (!(await gate.pool.read({ user_id: owner.id }, sql => hasSecondFactor(sql, owner.id)))) return { amr: ['pwd'] }
  const key = `factor:${owner.id}` as const
  const wait_s = await countTry(gate.pool, [key, `address:${addressKey(request.ip)}`])
  if (wait_s > 0) return { trouble: { wait_s } }
  const used = await gate.pool.write({ user_id: owner.id }, sql => checkSecondFactor(sql, owner.id, code))
  if (!used) return { trouble: 'code' }
  await forgive(gate.pool, key)
  return { amr: ['pwd', used === 'totp' ? 'otp' : 'kba', 'mfa'] }
}

// After the answer, as at sign-in.
function failed({ gate, request, reply, owner }: OwnVisit, reason: 'password' | 'code') {
  const failure = { account_id: owner.id, request_id: request.id, address: request.ip, reason }
  reply.raw.once('close', () => {
    recordFailure(gate.pool, failure).catch(error =>
      gate.log.error({ err: error }, 'a failed proof could not be recorded'),
    )
  })
}
