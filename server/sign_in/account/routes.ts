import type { FastifyInstance } from 'fastify'
import { recordAccountAudit } from '../../access/audit.ts'
import { hashPassword, weaknessOf } from '../../access/passwords.ts'
import { ApiError } from '../../errors.ts'
import { endOwnMembership } from '../../organisation/core/membership.ts'
import { acceptMembership } from '../../organisation/core/pending_members.ts'
import type { SignInContext } from '../context.ts'
import { fieldsOf, sendPage } from '../forms.ts'
import { accountPage, type DoneMessage } from '../pages/account_page.ts'
import { changePasswordPage } from '../pages/change_password_page.ts'
import { signedOutPage } from '../pages/signed_out_page.ts'
import { endBrowserSession, renewSession } from '../session.ts'
import {
  accountOverview,
  deleteSignInRecords,
  disconnect,
  endSessions,
  revokeApplication,
  revokePersonalToken,
} from './account_overview.ts'
import { type AccountPage, type AccountRequest, registerAccountPages, safeReturnPath } from './account_request.ts'
import { addressPages } from './address.ts'
import { forbiddenPasswordWords } from './owner.ts'
import { reauthenticationPages } from './reauthentication.ts'
import { secondFactorPages } from './second_factor.ts'
import { countPersonalTokens, setPassword } from './set_password.ts'

export function registerAccountRoutes(app: FastifyInstance, context: SignInContext) {
  registerAccountPages(app, context, [
    ...overviewPages,
    ...secondFactorPages,
    ...addressPages,
    ...reauthenticationPages,
  ])
}

const overviewPages: AccountPage[] = [
  { method: 'GET', url: '/account', handle: show },
  { method: 'GET', url: '/account/password', recent: true, handle: showPassword },
  { method: 'POST', url: '/account/password', recent: true, handle: changePassword },
  { method: 'POST', url: '/account/spaces', back: '/account', handle: acceptOrLeaveSpace },
  { method: 'POST', url: '/account/sessions', back: '/account', handle: endSession },
  { method: 'POST', url: '/account/applications', back: '/account', handle: submitApplicationRevocation },
  { method: 'POST', url: '/account/tokens', back: '/account', handle: submitTokenRevocation },
  { method: 'POST', url: '/account/connections', back: '/account', handle: submitDisconnection },
  { method: 'POST', url: '/account/language', back: '/account', handle: changeLanguage },
  { method: 'POST', url: '/account/sign-out', back: '/account', handle: signOut },
]

async function show({ context, request, reply, session, owner, language }: AccountRequest) {
  const { code, error, state, done } = request.query as Record<string, string | undefined>
  if (code !== undefined || error !== undefined) {
    await context.pool.write({ user_id: owner.id }, sql => deleteSignInRecords(sql, owner.id))
    return reply.redirect(safeReturnPath(state), 303)
  }
  const own = await context.pool.read({ user_id: owner.id }, sql =>
    accountOverview(sql, owner.id, session.session_id, context.operator_provider?.name),
  )
  return sendPage(reply, accountPage(language, owner, own, done))
}

async function showPassword({ context, reply, owner, language }: AccountRequest) {
  const tokens = await context.pool.read({ user_id: owner.id }, sql => countPersonalTokens(sql, owner.id))
  return sendPage(reply, changePasswordPage(language, { mail: owner.login_mail, tokens }))
}

async function changePassword({ context, request, reply, session, owner, language }: AccountRequest) {
  const { password = '', tokens } = fieldsOf(request)
  const weakness = weaknessOf(password, forbiddenPasswordWords(owner))
  if (weakness) {
    const count = await context.pool.read({ user_id: owner.id }, sql => countPersonalTokens(sql, owner.id))
    return sendPage(reply, changePasswordPage(language, { mail: owner.login_mail, tokens: count, weakness }))
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
  // Otherwise this session would predate the password change.
  await renewSession(context, request, reply, session.amr)
  return redirectDone(reply, 'password')
}

async function acceptOrLeaveSpace({ context, request, reply, owner }: AccountRequest) {
  const { accept, leave } = fieldsOf(request)
  const group_id = parseId(accept ?? leave)
  const author = { caller: { id: owner.id, group_id }, request_id: request.id }
  try {
    const answered = await context.pool.write({ user_id: owner.id, group_id }, sql =>
      accept === undefined ? endOwnMembership(sql, author) : acceptMembership(sql, author),
    )
    return redirectDone(reply, !answered ? 'gone' : accept === undefined ? 'space_left' : 'space_accepted')
  } catch (error) {
    if (error instanceof ApiError && error.code === 'last_superadmin') return redirectDone(reply, 'last_superadmin')
    throw error
  }
}

async function endSession({ context, request, reply, session, owner }: AccountRequest) {
  const { id = '' } = fieldsOf(request)
  const which = id === 'others' ? id : parseId(id)
  const ended = await context.pool.writeReachableSpaces({ user_id: owner.id }, async (sql, isReachable) => {
    const ids = await endSessions(sql, owner.id, session.session_id, which)
    const entry = { account_id: owner.id, request_id: request.id, kind: 'session.ended', details: { session_ids: ids } }
    if (ids.length > 0) await recordAccountAudit(sql, entry, isReachable)
    return ids.length > 0
  })
  return redirectDone(reply, ended ? 'session' : 'gone')
}

async function submitApplicationRevocation({ context, request, reply, owner }: AccountRequest) {
  const id = parseId(fieldsOf(request)['id'])
  const ended = await context.pool.writeReachableSpaces({ user_id: owner.id }, async (sql, isReachable) => {
    const grant = await revokeApplication(sql, owner.id, id)
    if (!grant) return false
    const { client_id, group_id } = grant
    const entry = {
      account_id: owner.id,
      request_id: request.id,
      kind: 'grant.ended',
      details: { grant_id: id, client_id },
    }
    await recordAccountAudit(sql, { ...entry, only_in: group_id }, isReachable)
    return true
  })
  return redirectDone(reply, ended ? 'application' : 'gone')
}

async function submitTokenRevocation({ context, request, reply, owner }: AccountRequest) {
  const id = parseId(fieldsOf(request)['id'])
  const ended = await context.pool.writeReachableSpaces({ user_id: owner.id }, async (sql, isReachable) => {
    const token = await revokePersonalToken(sql, owner.id, id)
    if (!token) return false
    const details = { token_id: id, name: token.name }
    const entry = { account_id: owner.id, request_id: request.id, kind: 'token.ended', details }
    await recordAccountAudit(sql, { ...entry, only_in: token.group_id }, isReachable)
    return true
  })
  return redirectDone(reply, ended ? 'token' : 'gone')
}

/** Disconnects an identity provider, which ends the sessions through it. `id` is the space and the provider. */
async function submitDisconnection({ context, request, reply, owner }: AccountRequest) {
  const [group_id = 0, provider_id = 0] = (fieldsOf(request)['id'] ?? '').split('-').map(parseId)
  const outcome = await context.pool.writeReachableSpaces({ user_id: owner.id }, async (sql, isReachable) => {
    const outcome = await disconnect(sql, owner.id, { group_id, provider_id })
    const details = { identity_provider_id: provider_id }
    const entry = { account_id: owner.id, request_id: request.id, kind: 'account.disconnected', details }
    if (outcome === 'done')
      await recordAccountAudit(sql, { ...entry, ...(group_id && { only_in: group_id }) }, isReachable)
    return outcome
  })
  return redirectDone(
    reply,
    outcome === 'done' ? 'disconnected' : outcome === 'required' ? 'provider_required' : 'gone',
  )
}

async function changeLanguage({ context, request, reply, owner }: AccountRequest) {
  const { language } = fieldsOf(request)
  if (language === 'fr' || language === 'en')
    await context.pool.write(
      { user_id: owner.id },
      async sql => sql`update accounts set locale = ${language}, updated_at = now() where id = ${owner.id}`,
    )
  return reply.redirect('/account', 303)
}

async function signOut({ context, request, reply, language }: AccountRequest) {
  await endBrowserSession(context, request, reply)
  return sendPage(reply, signedOutPage(language))
}

const redirectDone = (reply: AccountRequest['reply'], what: DoneMessage) => reply.redirect(`/account?done=${what}`, 303)

/** 0 if the text is not an ID: no record has it. */
const parseId = (text = '') => (/^\d{1,15}$/.test(text) ? Number(text) : 0)
