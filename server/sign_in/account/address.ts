import { recordAccountAudit } from '../../access/audit.ts'
import { countTry } from '../../access/throttle.ts'
import { mailKeysOf } from '../../db/mail_keys.ts'
import { clearSpace, setRlsContext } from '../../db/rls_context.ts'
import { hasSqlstate, type Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { isMail } from '../../fields.ts'
import { addressKey } from '../../http/limits/rate_limit.ts'
import { queueMail } from '../../mail/outbox.ts'
import { endSessionsOutsideDomain } from '../../organisation/core/identity_providers/connections.ts'
import { domainOf } from '../../organisation/core/identity_providers/providers.ts'
import { changeMemberMail } from '../../organisation/core/membership.ts'
import type { SignInContext } from '../context.ts'
import { fieldsOf, sendPage } from '../forms.ts'
import { requirementOf } from '../identity_provider/requirement.ts'
import {
  type AddressError,
  addressPage,
  addressSentPage,
  confirmAddressPage,
  invalidAddressLinkPage,
} from '../pages/address_pages.ts'
import type { AccountPage, AccountRequest } from './account_request.ts'
import { type AccountLink, consumeLink, createLink, findLink } from './links.ts'
import { addressChangedMail, confirmAddressMail } from './mails.ts'
import type { Owner } from './owner.ts'

export const addressPages: AccountPage[] = [
  { method: 'GET', url: '/account/address', recent: true, handle: show },
  { method: 'POST', url: '/account/address', recent: true, handle: requestChange },
  { method: 'GET', url: '/account/address/:link', handle: showLink },
  { method: 'POST', url: '/account/address/:link', handle: confirm },
]

async function show({ reply, owner, language }: AccountRequest) {
  return sendPage(reply, addressPage(language, { now: owner.login_mail }))
}

/** Sends a link to the new address. Does not reveal whether another account has it: then the link does not work. */
async function requestChange({ context, request, reply, owner, language }: AccountRequest) {
  const typed = (fieldsOf(request)['mail'] ?? '').trim()
  const refuse = (error: AddressError) =>
    sendPage(reply, addressPage(language, { now: owner.login_mail, typed, error }))
  if (!isMail(typed)) return refuse('no_mail')
  const [key, own] = await context.pool.read({}, sql => mailKeysOf(sql, [typed, owner.login_mail]))
  if (key === own) return refuse('same')
  if (await leavesRequiredDomain(context, owner, typed)) return refuse('provider_required')
  const wait_s = await countTry(context.pool, [`mail:${typed}`, `address:${addressKey(request.ip)}`])
  if (wait_s > 0) {
    reply.header('retry-after', String(wait_s))
    return refuse({ wait_s })
  }
  await context.pool.write({ user_id: owner.id }, async sql => {
    // Only the last request is valid.
    await sql`delete from account_links where account_id = ${owner.id} and kind = 'mail'`
    const secret = await createLink(sql, owner.id, 'mail', { mail: typed })
    await queueMail(sql, null, confirmAddressMail(owner, typed, `${context.public_url()}/account/address/${secret}`))
  })
  return sendPage(reply, addressSentPage(language, typed))
}

/** Whether the change would free the person from the provider that a space requires. */
async function leavesRequiredDomain({ pool }: SignInContext, owner: Owner, mail: string) {
  return domainOf(mail) !== domainOf(owner.login_mail) && (await requirementOf(pool, owner)) !== undefined
}

async function showLink(incoming: AccountRequest) {
  const { reply, owner, language } = incoming
  const link = await findOwnLink(incoming)
  return sendPage(
    reply,
    link ? confirmAddressPage(language, { now: owner.login_mail, mail: link.mail }) : invalidAddressLinkPage(language),
  )
}

async function confirm(incoming: AccountRequest) {
  const { context, request, reply, owner, language } = incoming
  const link = await findOwnLink(incoming)
  if (!link) return sendPage(reply, invalidAddressLinkPage(language))
  if (await leavesRequiredDomain(context, owner, link.mail))
    return sendPage(
      reply,
      addressPage(language, { now: owner.login_mail, typed: link.mail, error: 'provider_required' }),
    )
  try {
    const used = await context.pool.write({ user_id: owner.id }, async sql => {
      if (!(await consumeLink(sql, link))) return false
      await changeAddress(sql, owner, link.mail, request.id)
      await endSessionsOutsideDomain(sql, owner.id, link.mail, context.operator_provider?.domains ?? [])
      await recordAccountAudit(sql, { account_id: owner.id, request_id: request.id, kind: 'account.address_changed' })
      for (const to of [owner.login_mail, link.mail])
        await queueMail(sql, null, addressChangedMail(owner, link.mail, to))
      return true
    })
    return used ? reply.redirect('/account?done=address', 303) : sendPage(reply, invalidAddressLinkPage(language))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'mail_taken')
      return sendPage(reply, invalidAddressLinkPage(language, true))
    throw error
  }
}

/**
 * The link of the signed-in account. The link alone is not enough: the address may be mistyped, and its owner must not take over the
 * account.
 */
async function findOwnLink({ context, request, owner }: AccountRequest): Promise<AccountLink | undefined> {
  const link = await findLink(context.pool, (request.params as { link: string }).link, 'mail')
  return link?.owner.id === owner.id ? link : undefined
}

async function changeAddress(sql: Sql, owner: { id: number; login_mail: string }, mail: string, request_id: string) {
  try {
    await sql`update accounts set login_mail = ${mail}, mail_verified_at = now(), updated_at = now() where id = ${owner.id}`
  } catch (error) {
    throw hasSqlstate(error, 'unique_violation')
      ? new ApiError('mail_taken', 'Another account has this address.')
      : error
  }
  const spaces = await sql<{ group_id: number }[]>`
    select group_id from users
    where id = ${owner.id} and deleted_at is null and pending_since is null and mail_key = lower(${owner.login_mail})`
  // Updates the address in spaces that have the old one, unless another member has the new one.
  for (const { group_id } of spaces) {
    await setRlsContext(sql, { group_id })
    await changeMemberMail(sql, { caller: { id: owner.id, group_id }, request_id }, mail)
  }
  await clearSpace(sql)
}
