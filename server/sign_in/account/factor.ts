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
import { codesPage } from '../pages/codes_page.ts'
import { factorOnPage } from '../pages/factor_on_page.ts'
import { type SetUp, setUpPage } from '../pages/factor_set_up_page.ts'
import type { Page } from '../pages/page.ts'
import { demandingSpaces } from './account_overview.ts'
import { type Addressee, factorOffMail, factorOnMail, newCodesMail } from './mails.ts'
import type { AccountPageRequest, OwnPage } from './page_request.ts'

export const factorPages: OwnPage[] = [
  { method: 'GET', url: '/account/second-factor', fresh: true, handle: show },
  { method: 'POST', url: '/account/second-factor', fresh: true, handle: turnOn },
  { method: 'POST', url: '/account/second-factor/off', back: '/account/second-factor', fresh: true, handle: turnOff },
  { method: 'POST', url: '/account/recovery-codes', back: '/account/second-factor', fresh: true, handle: renew },
]

/** Whose second factor it is; enough of an account to write to. */
type Person = Addressee & { id: number }

interface Step extends Pick<SetUp, 'space' | 'along'> {
  language: Language
}

/** The page that sets a second factor up: on the account page, or at sign-in where a space asks for one. */
export async function setUpFactor(
  context: SignInContext,
  person: Person,
  { language, ...step }: Step,
  wrong = false,
): Promise<Page> {
  const begun = await context.pool.write({ user_id: person.id }, sql =>
    beginSecondFactor(sql, person.id, person.login_mail),
  )
  return setUpPage(language, { ...begun, ...step, wrong })
}

/** Turns it on when the digits are right: then the page with the recovery codes, else the page to set it up again. */
export async function confirmFactor(
  context: SignInContext,
  person: Person,
  { code, request_id }: { code: string; request_id: string },
  step: Step,
): Promise<Page> {
  const codes = await context.pool.write({ user_id: person.id }, async sql => {
    const codes = await confirmSecondFactor(sql, person.id, code)
    if (!codes) return undefined
    await recordAccountAudit(sql, { account_id: person.id, request_id, kind: 'account.second_factor_on' })
    await queueMail(sql, null, factorOnMail(person, context.public_url()))
    return codes
  })
  return codes ? codesPage(step.language, codes, step.along) : setUpFactor(context, person, step, true)
}

async function show({ context, reply, owner, language }: AccountPageRequest) {
  const state = await context.pool.read({ user_id: owner.id }, async sql => ({
    on: await hasSecondFactor(sql, owner.id),
    left: await recoveryCodesLeft(sql, owner.id),
    spaces: (await demandingSpaces(sql, owner.id)).map(({ name }) => name),
  }))
  return sendPage(reply, state.on ? factorOnPage(language, state) : await setUpFactor(context, owner, { language }))
}

async function turnOn({ context, request, reply, owner, language }: AccountPageRequest) {
  const on = await context.pool.read({ user_id: owner.id }, sql => hasSecondFactor(sql, owner.id))
  if (on) return reply.redirect('/account/second-factor', 303)
  const { code = '' } = fieldsOf(request)
  return sendPage(reply, await confirmFactor(context, owner, { code, request_id: request.id }, { language }))
}

async function turnOff({ context, request, reply, owner }: AccountPageRequest) {
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

async function renew({ context, request, reply, owner, language }: AccountPageRequest) {
  const codes = await context.pool.write({ user_id: owner.id }, async sql => {
    const codes = await renewRecoveryCodes(sql, owner.id)
    if (!codes) return undefined
    const deed = { account_id: owner.id, request_id: request.id, kind: 'account.recovery_codes_renewed' }
    await recordAccountAudit(sql, deed)
    await queueMail(sql, null, newCodesMail(owner, context.public_url()))
    return codes
  })
  return codes ? sendPage(reply, codesPage(language, codes)) : reply.redirect('/account/second-factor', 303)
}
