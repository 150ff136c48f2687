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

/** For whoever has forgotten their password: ask for a link by mail, and choose a new one behind it. */
export function registerPasswordReset(app: FastifyInstance, context: SignInContext) {
  const config = { own_authorization: true }
  const pending = new Set<Promise<void>>()
  app.addHook('onClose', () => Promise.all(pending).then(() => {}))

  registerPages(app, scoped => {
    scoped.get('/password', { config }, (request, reply) => sendPage(reply, requestResetPage(languageOf(request))))
    scoped.post('/password', { config }, (request, reply) => {
      checkOrigin(request, context.public_url())
      return ask(request, reply)
    })
    scoped.get('/password/:link', { config }, choose)
    scoped.post('/password/:link', { config }, (request, reply) => {
      checkOrigin(request, context.public_url())
      return take(request, reply)
    })
  })

  async function ask(request: FastifyRequest, reply: FastifyReply) {
    const language = languageOf(request)
    const mail = (fieldsOf(request)['mail'] ?? '').trim()
    if (!isMail(mail)) return sendPage(reply, requestResetPage(language, { mail, error: 'no_mail' }))
    const wait_s = await countTry(context.pool, [`mail:${mail}`, `address:${addressKey(request.ip)}`])
    if (wait_s > 0) {
      reply.header('retry-after', String(wait_s))
      return sendPage(reply, requestResetPage(language, { mail, error: { wait_s } }))
    }
    // After the answer, so that neither its words nor its time tell whether there is such an account.
    reply.raw.once('close', () => {
      const work = sendLink(mail, request.id)
        .catch(error => context.log.error({ err: error }, 'a link to a new password could not be sent'))
        .finally(() => pending.delete(work))
      pending.add(work)
    })
    return sendPage(reply, resetSentPage(language, mail))
  }

  async function sendLink(mail: string, request_id: string) {
    const id = await findAccountId(context.pool, mail)
    if (id === undefined) return
    await context.pool.write({ user_id: id }, async sql => {
      const owner = await findOwner(sql, id)
      if (!owner) return
      const secret = await createLink(sql, id, 'password')
      await queueMail(sql, null, resetMail(owner, `${context.public_url()}/password/${secret}`))
      await recordAccountAudit(sql, { account_id: id, request_id, kind: 'account.password_link_sent', by_owner: false })
    })
  }

  async function choose(request: FastifyRequest, reply: FastifyReply) {
    const link = await open(request)
    if (!link) return sendPage(reply, expiredLinkPage(languageOf(request)))
    return sendPage(reply, choosePasswordPage(languageFor(undefined, link.owner.locale), link))
  }

  async function take(request: FastifyRequest, reply: FastifyReply) {
    const link = await open(request)
    if (!link) return sendPage(reply, expiredLinkPage(languageOf(request)))
    const { owner } = link
    const language = languageFor(undefined, owner.locale)
    const { password = '', tokens } = fieldsOf(request)
    const weakness = weaknessOf(password, forbiddenPasswordWords(owner))
    if (weakness) return sendPage(reply, choosePasswordPage(language, { ...link, weakness }))
    const password_hash = await hashPassword(password)
    const used = await context.pool.write({ user_id: owner.id }, async sql => {
      if (!(await consumeLink(sql, link))) return false
      await markMailVerified(sql, owner.id)
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

  async function open(request: FastifyRequest) {
    const link = await findLink(context.pool, (request.params as { link: string }).link, 'password')
    if (!link) return undefined
    return context.pool.read({ user_id: link.owner.id }, async sql => ({
      ...link,
      tokens: await countPersonalTokens(sql, link.owner.id),
    }))
  }
}

const languageOf = (request: FastifyRequest) => languageFor(request.headers['accept-language'])
