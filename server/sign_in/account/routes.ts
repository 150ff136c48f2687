import type { FastifyInstance } from 'fastify'
import { recordAccountAudit } from '../../access/audit.ts'
import { hashPassword, weaknessOf } from '../../access/passwords.ts'
import { ApiError } from '../../errors.ts'
import { endOwnMembership } from '../../organisation/core/membership.ts'
import { acceptMembership } from '../../organisation/core/pending_members.ts'
import type { SignInContext } from '../context.ts'
import { fieldsOf, sendPage } from '../forms.ts'
import { accountPage, type Done } from '../pages/account_page.ts'
import { ownPasswordPage } from '../pages/own_password_page.ts'
import { signedOutPage } from '../pages/signed_out_page.ts'
import { leaveSession, reprove } from '../session.ts'
import { accountOverview, endApplication, endSessions, endToken, sweepArrival } from './account_overview.ts'
import { addressPages } from './address.ts'
import { factorPages } from './factor.ts'
import { countTokens, setPassword } from './new_password.ts'
import { wordsOf } from './owner.ts'
import { type AccountPageRequest, type OwnPage, registerOwnPages, safeWay } from './page_request.ts'
import { proofPages } from './proof.ts'

/** The pages on which people look after their own account. */
export function registerAccount(app: FastifyInstance, context: SignInContext) {
  registerOwnPages(app, context, [...ownPages, ...factorPages, ...addressPages, ...proofPages])
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

async function show({ context, request, reply, session, owner, language }: AccountPageRequest) {
  const { code, error, state, done } = request.query as Record<string, string | undefined>
  if (code !== undefined || error !== undefined) {
    await context.pool.write({ user_id: owner.id }, sql => sweepArrival(sql, owner.id))
    return reply.redirect(safeWay(state), 303)
  }
  const own = await context.pool.read({ user_id: owner.id }, sql => accountOverview(sql, owner.id, session.session_id))
  return sendPage(reply, accountPage(language, owner, own, done))
}

async function showPassword({ context, reply, owner, language }: AccountPageRequest) {
  const tokens = await context.pool.read({ user_id: owner.id }, sql => countTokens(sql, owner.id))
  return sendPage(reply, ownPasswordPage(language, { mail: owner.login_mail, tokens }))
}

async function changePassword({ context, request, reply, session, owner, language }: AccountPageRequest) {
  const { password = '', tokens } = fieldsOf(request)
  const weakness = weaknessOf(password, wordsOf(owner))
  if (weakness) {
    const count = await context.pool.read({ user_id: owner.id }, sql => countTokens(sql, owner.id))
    return sendPage(reply, ownPasswordPage(language, { mail: owner.login_mail, tokens: count, weakness }))
  }
  const password_hash = await hashPassword(password)
  const change = {
    owner,
    password_hash,
    request_id: request.id,
    public_url: context.public_url(),
    session_id: session.session_id,
    tokens: tokens === 'end',
  }
  await context.pool.write({ user_id: owner.id }, sql => setPassword(sql, change))
  // Else this session, too, would be one of the old password.
  await reprove(context, request, reply, session.amr)
  return done(reply, 'password')
}

/** Accepts or leaves a space that the person is in. */
async function answerSpace({ context, request, reply, owner }: AccountPageRequest) {
  const { accept, leave } = fieldsOf(request)
  const group_id = idIn(accept ?? leave)
  const author = { caller: { id: owner.id, group_id }, request_id: request.id }
  try {
    const answered = await context.pool.write({ user_id: owner.id, group_id }, sql =>
      accept === undefined ? endOwnMembership(sql, author) : acceptMembership(sql, author),
    )
    return done(reply, !answered ? 'gone' : accept === undefined ? 'space_left' : 'space_accepted')
  } catch (error) {
    if (error instanceof ApiError && error.code === 'last_superadmin') return done(reply, 'last_superadmin')
    throw error
  }
}

async function endSession({ context, request, reply, session, owner }: AccountPageRequest) {
  const { id = '' } = fieldsOf(request)
  const which = id === 'others' ? id : idIn(id)
  const ended = await context.pool.write({ user_id: owner.id }, async sql => {
    const ids = await endSessions(sql, owner.id, session.session_id, which)
    const deed = { account_id: owner.id, request_id: request.id, kind: 'session.ended', details: { session_ids: ids } }
    if (ids.length > 0) await recordAccountAudit(sql, deed)
    return ids.length > 0
  })
  return done(reply, ended ? 'session' : 'gone')
}

async function endGrant({ context, request, reply, owner }: AccountPageRequest) {
  const id = idIn(fieldsOf(request)['id'])
  const ended = await context.pool.write({ user_id: owner.id }, async sql => {
    const grant = await endApplication(sql, owner.id, id)
    if (!grant) return false
    const { client_id, group_id } = grant
    const deed = {
      account_id: owner.id,
      request_id: request.id,
      kind: 'grant.ended',
      details: { grant_id: id, client_id },
    }
    await recordAccountAudit(sql, { ...deed, only_in: group_id })
    return true
  })
  return done(reply, ended ? 'application' : 'gone')
}

async function endOwnToken({ context, request, reply, owner }: AccountPageRequest) {
  const id = idIn(fieldsOf(request)['id'])
  const ended = await context.pool.write({ user_id: owner.id }, async sql => {
    const token = await endToken(sql, owner.id, id)
    if (!token) return false
    const details = { token_id: id, name: token.name }
    const deed = { account_id: owner.id, request_id: request.id, kind: 'token.ended', details }
    await recordAccountAudit(sql, { ...deed, only_in: token.group_id })
    return true
  })
  return done(reply, ended ? 'token' : 'gone')
}

async function changeLanguage({ context, request, reply, owner }: AccountPageRequest) {
  const { language } = fieldsOf(request)
  if (language === 'fr' || language === 'en')
    await context.pool.write(
      { user_id: owner.id },
      async sql => sql`update accounts set locale = ${language}, updated_at = now() where id = ${owner.id}`,
    )
  return reply.redirect('/account', 303)
}

async function signOut({ context, request, reply, language }: AccountPageRequest) {
  await leaveSession(context, request, reply)
  return sendPage(reply, signedOutPage(language))
}

const done = (reply: AccountPageRequest['reply'], what: Done) => reply.redirect(`/account?done=${what}`, 303)

/** A number that could be an id; else one that nothing has. */
const idIn = (text = '') => (/^\d{1,15}$/.test(text) ? Number(text) : 0)
