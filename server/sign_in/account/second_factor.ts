import { recordAccountAudit } from '../../access/audit.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  recoveryCodesLeft,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../access/second_factor.ts'
import { notifyAll } from '../../db/notifications.ts'
import type { Language } from '../../http/html.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { SignInContext } from '../context.ts'
import { fieldsOf, sendPage } from '../forms.ts'
import type { Page } from '../pages/page.ts'
import { recoveryCodesPage } from '../pages/recovery_codes_page.ts'
import { secondFactorPage } from '../pages/second_factor_page.ts'
import { type SecondFactorSetup, secondFactorSetupPage } from '../pages/second_factor_setup_page.ts'
import { spacesRequiringSecondFactor } from './account_overview.ts'
import type { AccountPage, AccountRequest } from './account_request.ts'
import { factorOffMail, factorOnMail, type MailRecipient, newCodesMail } from './mails.ts'

export const secondFactorPages: AccountPage[] = [
  { method: 'GET', url: '/account/second-factor', fresh: true, handle: show },
  { method: 'POST', url: '/account/second-factor', fresh: true, handle: turnOn },
  { method: 'POST', url: '/account/second-factor/off', back: '/account/second-factor', fresh: true, handle: turnOff },
  { method: 'POST', url: '/account/recovery-codes', back: '/account/second-factor', fresh: true, handle: renewCodes },
]

/** Whose second factor it is; enough of an account to write to. */
type FactorOwner = MailRecipient & { id: number }

interface SetupStep extends Pick<SecondFactorSetup, 'space' | 'hiddenFields'> {
  language: Language
}

/** The page that sets a second factor up: on the account page, or at sign-in where a space asks for one. */
export async function secondFactorSetup(
  context: SignInContext,
  person: FactorOwner,
  { language, ...step }: SetupStep,
  wrong = false,
): Promise<Page> {
  const begun = await context.pool.write({ user_id: person.id }, sql =>
    beginSecondFactor(sql, person.id, person.login_mail),
  )
  return secondFactorSetupPage(language, { ...begun, ...step, wrong })
}

/** Turns it on when the digits are right: then the page with the recovery codes, else the page to set it up again. */
export async function confirmSetup(
  context: SignInContext,
  person: FactorOwner,
  { code, request_id }: { code: string; request_id: string },
  step: SetupStep,
): Promise<Page> {
  const codes = await context.pool.write({ user_id: person.id }, async sql => {
    const codes = await confirmSecondFactor(sql, person.id, code)
    if (!codes) return undefined
    await recordAccountAudit(sql, { account_id: person.id, request_id, kind: 'account.second_factor_on' })
    await queueMail(sql, null, factorOnMail(person, context.public_url()))
    return codes
  })
  return codes
    ? recoveryCodesPage(step.language, codes, step.hiddenFields)
    : secondFactorSetup(context, person, step, true)
}

async function show({ context, reply, owner, language }: AccountRequest) {
  const state = await context.pool.read({ user_id: owner.id }, async sql => ({
    on: await hasSecondFactor(sql, owner.id),
    left: await recoveryCodesLeft(sql, owner.id),
    spaces: (await spacesRequiringSecondFactor(sql, owner.id)).map(({ name }) => name),
  }))
  return sendPage(
    reply,
    state.on ? secondFactorPage(language, state) : await secondFactorSetup(context, owner, { language }),
  )
}

async function turnOn({ context, request, reply, owner, language }: AccountRequest) {
  const on = await context.pool.read({ user_id: owner.id }, sql => hasSecondFactor(sql, owner.id))
  if (on) return reply.redirect('/account/second-factor', 303)
  const { code = '' } = fieldsOf(request)
  return sendPage(reply, await confirmSetup(context, owner, { code, request_id: request.id }, { language }))
}

async function turnOff({ context, request, reply, owner }: AccountRequest) {
  const was_on = await context.pool.write({ user_id: owner.id }, async sql => {
    if (!(await removeSecondFactor(sql, owner.id))) return false
    await recordAccountAudit(sql, { account_id: owner.id, request_id: request.id, kind: 'account.second_factor_off' })
    await queueMail(sql, null, factorOffMail(owner, context.public_url()))
    // Spaces that ask for one refuse the person from now on.
    await notifyAll(sql, 'access')
    return true
  })
  return reply.redirect(`/account?done=${was_on ? 'factor_off' : 'gone'}`, 303)
}

async function renewCodes({ context, request, reply, owner, language }: AccountRequest) {
  const codes = await context.pool.write({ user_id: owner.id }, async sql => {
    const codes = await renewRecoveryCodes(sql, owner.id)
    if (!codes) return undefined
    const deed = { account_id: owner.id, request_id: request.id, kind: 'account.recovery_codes_renewed' }
    await recordAccountAudit(sql, deed)
    await queueMail(sql, null, newCodesMail(owner, context.public_url()))
    return codes
  })
  return codes ? sendPage(reply, recoveryCodesPage(language, codes)) : reply.redirect('/account/second-factor', 303)
}
