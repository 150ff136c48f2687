import {
  breachesOf,
  type ContributionContext,
  capsOf,
  countingOf,
  factsOf,
  nothing,
} from '../core/contributions/check.ts'
import { isSame, paymentsIn } from '../core/contributions/counted.ts'
import { unknownFacts } from '../core/contributions/person.ts'
import { isActive } from '../core/contributions/rules.ts'
import type { CheckedPayment, ContributionCheck, UnknownFact } from './schema.ts'

const note =
  'This counts what is recorded in this space. It is a help and no certificate: legal caps can cover other organisations too, as the French ' +
  'cap on gifts and dues does for all parties together.'

type DatedPayment = CheckedPayment & { date: string; currency: string }

/** What the rules say about a payment that is not recorded yet. */
export function answerOf(payment: DatedPayment, context: ContributionContext): ContributionCheck {
  const { rules } = context
  const { contact_id } = payment
  const facts = factsOf(context, contact_id)
  const isChecked = isActive(rules) && !facts.exempt
  const { currency } = rules
  if (!isChecked) return { allowed: true, left: null, currency, caps: [], reasons: [], unknown: [], note }
  const sumsOf = (amount: number) => paymentsIn(bundleOf({ ...payment, amount }), countingOf(context)).get(contact_id)
  const reasons = breachesOf(contact_id, nothing, sumsOf(payment.amount) ?? nothing, context)
  // Without an amount, what is left and who may not pay is still known.
  const person =
    payment.amount > 0 ? [] : breachesOf(contact_id, nothing, { ...nothing, paid: new Map([[currency, 1]]) }, context)
  const caps = isSame(payment.currency, currency) ? capsOf(context, contact_id, nothing, gift(payment, context)) : []
  const all = [...reasons, ...person].map(({ contact_id: _, message, ...reason }) => ({
    ...reason,
    message: String(message),
  }))
  return {
    allowed: all.length === 0,
    left: caps.length === 0 ? null : Math.min(...caps.map(cap => cap.left)),
    currency,
    caps: caps.map(({ added: _, had: __, ...cap }) => cap),
    reasons: all,
    unknown: [...unknownFacts(rules, facts, payment.kind === 'membership'), ...unknownOfPayment(payment, context)],
    note,
  }
}

/** The smallest gift, which shows the caps; none if the payment does not count. */
function gift(payment: DatedPayment, context: ContributionContext) {
  const smallest = { ...payment, amount: 1 }
  return paymentsIn(bundleOf(smallest), countingOf(context)).get(payment.contact_id) ?? nothing
}

const bundleOf = ({ contact_id, amount, currency, date, payment_method_kind, code_campaign, kind }: DatedPayment) => ({
  transactions: [
    {
      id: 0,
      contact_id,
      amount,
      currency,
      date,
      payment_method_kind,
      code_campaign,
      status_id: null,
      reimbursed_amount: 0,
      unpaid_amount: 0,
    },
  ],
  memberships: kind === 'membership' ? [{ contact_id, amount, currency }] : [],
})

function unknownOfPayment(
  { amount, currency, payment_method_kind }: DatedPayment,
  { rules }: ContributionContext,
): UnknownFact[] {
  const unknown: UnknownFact[] = []
  const isForeign = !isSame(currency, rules.currency)
  if (isForeign)
    unknown.push({
      fact: 'currency',
      message: `The limits are in ${rules.currency}. Payments in ${currency} are not counted: compare them yourself.`,
    })
  const { cash_limit } = rules
  if (cash_limit !== null && amount > (isForeign ? 0 : cash_limit) && payment_method_kind === '')
    unknown.push({
      fact: 'payment_method',
      message: 'It is not known how this is paid. An amount above the limit for cash must not be paid in cash.',
    })
  return unknown
}
