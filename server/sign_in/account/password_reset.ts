import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAccountAudit } from '../../access/audit.ts'
import { hashPassword, weaknessOf } from '../../access/passwords.ts'
import { countTry } from '../../access/throttle.ts'
import { isMail } from '../../fields.ts'
import { addressKey } from '../../http/limits/rate_limit.ts'
import { queueMail } from '../../mail/outbox.ts'
import { markMailVerified } from '../../organisation/core/accounts.ts'
import type { SignInContext } from '../context.ts'
import { findAccountId } from '../credentials.ts'
import { checkOrigin, fieldsOf, registerPages, sendPage } from '../forms.ts'
import { requirementOf } from '../identity_provider/requirement.ts'
import { languageFor } from '../pages/page.ts'
import {
  choosePasswordPage,
  expiredLinkPage,
  passwordChangedPage,
  requestResetPage,
  resetSentPage,
} from '../pages/password_reset_pages.ts'
import { consumeLink, createLink, findLink } from './links.ts'
import { resetMail } from './mails.ts'
import { findOwner, forbiddenPasswordWords } from './owner.ts'
import { countPersonalTokens, setPassword } from './set_password.ts'

/** Lets a person who has forgotten their password request a link by mail, and choose a new password with it. */
export function registerPasswordReset(app: FastifyInstance, context: SignInContext) {
  const config = { own_authorization: true }
  const sending = new Set<Promise<void>>()
  app.addHook('onClose', () => Promise.all(sending).then(() => {}))

  registerPages(app, scoped => {
    scoped.get('/password', { config }, (request, reply) => sendPage(reply, requestResetPage(languageOf(request))))
    scoped.post('/password', { config }, (request, reply) => {
      checkOrigin(request, context.public_url())
      return requestLink(context, request, reply, sending)
    })
    scoped.get('/password/:link', { config }, (request, reply) => showPasswordForm(context, request, reply))
    scoped.post('/password/:link', { config }, (request, reply) => {
      checkOrigin(request, context.public_url())
      return choosePassword(context, request, reply)
    })
  })
}

async function requestLink(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  sending: Set<Promise<void>>,
) {
  const language = languageOf(request)
  const mail = (fieldsOf(request)['mail'] ?? '').trim()
  if (!isMail(mail)) return sendPage(reply, requestResetPage(language, { mail, error: 'no_mail' }))
  const wait_s = await countTry(context.pool, [`mail:${mail}`, `address:${addressKey(request.ip)}`])
  if (wait_s > 0) {
    reply.header('retry-after', String(wait_s))
    return sendPage(reply, requestResetPage(language, { mail, error: { wait_s } }))
  }
  // After the response, so that neither its text nor its time reveals whether the account exists.
  reply.raw.once('close', () => {
    const work = sendLink(context, mail, request.id)
      .catch(error => context.log.error({ err: error }, 'could not send a password reset link'))
      .finally(() => sending.delete(work))
    sending.add(work)
  })
  return sendPage(reply, resetSentPage(language, mail))
}

async function sendLink({ pool, public_url }: SignInContext, mail: string, request_id: string) {
  const id = await findAccountId(pool, mail)
  if (id === undefined) return
  const requirement = await requirementOf(pool, { id, login_mail: mail })
  await pool.writeReachableSpaces({ user_id: id }, async (sql, isReachable) => {
    const owner = await findOwner(sql, id)
    if (!owner) return
    const secret = await createLink(sql, id, 'password')
    await queueMail(sql, null, resetMail(owner, `${public_url()}/password/${secret}`, requirement))
    const entry = { account_id: id, request_id, kind: 'account.password_link_sent', by_owner: false }
    await recordAccountAudit(sql, entry, isReachable)
  })
}

async function showPasswordForm(context: SignInContext, request: FastifyRequest, reply: FastifyReply) {
  const link = await findResetLink(context, request)
  if (!link) return sendPage(reply, expiredLinkPage(languageOf(request)))
  return sendPage(reply, choosePasswordPage(languageFor(undefined, link.owner.locale), link))
}

async function choosePassword(context: SignInContext, request: FastifyRequest, reply: FastifyReply) {
  const link = await findResetLink(context, request)
  if (!link) return sendPage(reply, expiredLinkPage(languageOf(request)))
  const { owner } = link
  const language = languageFor(undefined, owner.locale)
  const { password = '', tokens } = fieldsOf(request)
  const weakness = weaknessOf(password, forbiddenPasswordWords(owner))
  if (weakness) return sendPage(reply, choosePasswordPage(language, { ...link, weakness }))
  const password_hash = await hashPassword(password)
  const used = await context.pool.write({ user_id: owner.id }, async sql => {
    if (!(await consumeLink(sql, link))) return false
    if (link.by_mail) await markMailVerified(sql, owner.id)
    await setPassword(sql, {
      owner,
      password_hash,
      request_id: request.id,
      public_url: context.public_url(),
      tokens: tokens === 'end',
    })
    return true
  })
  return sendPage(reply, used ? passwordChangedPage(language) : expiredLinkPage(language))
}

/** The link of the request, with the number of personal tokens of its owner; undefined if it has expired. */
async function findResetLink({ pool }: SignInContext, request: FastifyRequest) {
  const link = await findLink(pool, (request.params as { link: string }).link, 'password')
  if (!link) return undefined
  return pool.read({ user_id: link.owner.id }, async sql => ({
    ...link,
    tokens: await countPersonalTokens(sql, link.owner.id),
  }))
}

const languageOf = (request: FastifyRequest) => languageFor(request.headers['accept-language'])
