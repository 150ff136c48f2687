import type { FastifyInstance } from 'fastify'
import { recordAccountDeed } from '../../access/audit.ts'
import { hashPassword, weaknessOf } from '../../access/passwords.ts'
import { ApiError } from '../../errors.ts'
import { endOwnMembership } from '../../organisation/core/membership.ts'
import { acceptMembership } from '../../organisation/core/pending_members.ts'
import type { Gate } from '../context.ts'
import { fieldsOf, sendPage } from '../forms.ts'
import { accountPage, type Done } from '../pages/account_page.ts'
import { ownPasswordPage } from '../pages/own_password_page.ts'
import { signedOutPage } from '../pages/signed_out_page.ts'
import { leaveSession, reprove } from '../session.ts'
import { belongingsOf, endApplication, endSessions, endToken, sweepArrival } from './account_overview.ts'
import { addressPages } from './address.ts'
import { factorPages } from './factor.ts'
import { countTokens, setPassword } from './new_password.ts'
import { wordsOf } from './owner.ts'
import { type OwnPage, type OwnVisit, registerOwnPages, safeWay } from './page_request.ts'
import { proofPages } from './proof.ts'

/** The pages on which people look after their own account. */
export function registerAccount(app: FastifyInstance, gate: Gate) {
  registerOwnPages(app, gate, [...ownPages, ...factorPages, ...addressPages, ...proofPages])
}

const ownPages: OwnPage[] = [
  { method: 'GET', url: '/account', handle: show },
  { method: 'GET', url: '/account/password', fresh: true, handle: showPassword },
  { method: 'POST', url: '/account/password', fresh: true, handle: changePassword },
  { method: 'POST', url: '/account/spaces', back: '/account', handle: answerSpace },
  { method: 'POST', url: '/account/sessions', back: '/account', handle: endSession },
  { method: 'POST', url: '/account/applications', back: '/account', handle: endGrant },
  { method: 'POST', url: '/account/tokens', back: '/account', handle: endOwnToken },
  { method: 'POST', url: '/account/language', back: '/account', handle: changeLanguage },
  { method: 'POST', url: '/account/sign-out', back: '/account', handle: signOut },
]

async function show({ gate, request, reply, session, owner, language }: OwnVisit) {
  const { code, error, state, done } = request.query as Record<string, string | undefined>
  if (code !== undefined || error !== undefined) {
    await gate.pool.write({ user_id: owner.id }, sql => sweepArrival(sql, owner.id))
    return reply.redirect(safeWay(state), 303)
  }
  const own = await gate.pool.read({ user_id: owner.id }, sql => belongingsOf(sql, owner.id, session.session_id))
  return sendPage(reply, accountPage(language, owner, own, done))
}

async function showPassword({ gate, reply, owner, language }: OwnVisit) {
  const tokens = await gate.pool.read({ user_id: owner.id }, sql => countTokens(sql, owner.id))
  return sendPage(reply, ownPasswordPage(language, { mail: owner.login_mail, tokens }))
}

async function changePassword({ gate, request, reply, session, owner, language }: OwnVisit) {
  const { password = '', tokens } = fieldsOf(request)
  const weakness = weaknessOf(password, wordsOf(owner))
  if (weakness) {
    const count = await gate.pool.read({ user_id: owner.id }, sql => countTokens(sql, owner.id))
    return sendPage(reply, ownPasswordPage(language, { mail: owner.login_mail, tokens: count, weakness }))
  }
  const password_hash = await hashPassword(password)
  const change = {
    owner,
    password_hash,
    request_id: request.id,
    public_url: gate.public_url(),
    session_id: session.session_id,
    tokens: tokens === 'end',
  }
  await gate.pool.write({ user_id: owner.id }, sql => setPassword(sql, change))
  // Else this session, too, would be one of the old password.
  await reprove(gate, request, reply, session.amr)
  return done(reply, 'password')
}

/** Accepts or leaves a space that the person is in. */
async function answerSpace({ gate, request, reply, owner }: OwnVisit) {
  const { accept, leave } = fieldsOf(request)
  const group_id = idIn(accept ?? leave)
  const author = { caller: { id: owner.id, group_id }, request_id: request.id }
  try {
    const answered = await gate.pool.write({ user_id: owner.id, group_id }, sql =>
      accept === undefined ? endOwnMembership(sql, author) : acceptMembership(sql, author),
    )
    return done(reply, !answered ? 'gone' : accept === undefined ? 'space_left' : 'space_accepted')
  } catch (error) {
    if (error instanceof ApiError && error.code === 'last_superadmin') return done(reply, 'last_superadmin')
    throw error
  }
}

async function endSession({ gate, request, reply, session, owner }: OwnVisit) {
  const { id = '' } = fieldsOf(request)
  const which = id === 'others' ? id : idIn(id)
  const ended = await gate.pool.write({ user_id: owner.id }, async sql => {
    const ids = await endSessions(sql, owner.id, session.session_id, which)
    const deed = { account_id: owner.id, request_id: request.id, kind: 'session.ended', details: { session_ids: ids } }
    if (ids.length > 0) await recordAccountDeed(sql, deed)
    return ids.length > 0
  })
  return done(reply, ended ? 'session' : 'gone')
}

async function endGrant({ gate, request, reply, owner }: OwnVisit) {
  const id = idIn(fieldsOf(request)['id'])
  const ended = await gate.pool.write({ user_id: owner.id }, async sql => {
    const grant = await endApplication(sql, owner.id, id)
    if (!grant) return false
    const { client_id, group_id } = grant
    const deed = {
      account_id: owner.id,
      request_id: request.id,
      kind: 'grant.ended',
      details: { grant_id: id, client_id },
    }
    await recordAccountDeed(sql, { ...deed, only_in: group_id })
    return true
  })
  return done(reply, ended ? 'application' : 'gone')
}

async function endOwnToken({ gate, request, reply, owner }: OwnVisit) {
  const id = idIn(fieldsOf(request)['id'])
  const ended = await gate.pool.write({ user_id: owner.id }, async sql => {
    const token = await endToken(sql, owner.id, id)
    if (!token) return false
    const details = { token_id: id, name: token.name }
    const deed = { account_id: owner.id, request_id: request.id, kind: 'token.ended', details }
    await recordAccountDeed(sql, { ...deed, only_in: token.group_id })
    return true
  })
  return done(reply, ended ? 'token' : 'gone')
}

async function changeLanguage({ gate, request, reply, owner }: OwnVisit) {
  const { language } = fieldsOf(request)
  if (language === 'fr' || language === 'en')
    await gate.pool.write(
      { user_id: owner.id },
      async sql => sql`update accounts set locale = ${language}, updated_at = now() where id = ${owner.id}`,
    )
  return reply.redirect('/account', 303)
}

async function signOut({ gate, request, reply, language }: OwnVisit) {
  await leaveSession(gate, request, reply)
  return sendPage(reply, signedOutPage(language))
}

const done = (reply: OwnVisit['reply'], what: Done) => reply.redirect(`/account?done=${what}`, 303)

/** A number that could be an id; else one that nothing has. */
const idIn = (text = '') => (/^\d{1,15}$/.test(text) ? Number(text) : 0)
