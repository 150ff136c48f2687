import { type Message, msg } from '../../../messages/message.ts'
import type { PaymentFinding } from '../../payment_warnings/schema.ts'
import { inWholeUnits } from '../amounts.ts'
import type { FoundWarning, PaymentCheck } from './checks.ts'

type Described = Omit<FoundWarning, 'cause'>

const money = (amount = 0, currency = '') => `${inWholeUnits(BigInt(amount), currency, '.')} ${currency.toUpperCase()}`

/** What a check found, as the predicate of a sentence about the item. */
const predicates: Record<PaymentCheck, (warning: Described) => Message> = {
  allocation: ({ details: { amount, expected_amount, currency } }) =>
    msg`has ${money(amount, currency)} of memberships and donations, and ${money(expected_amount, currency)} of transactions`,
  price: ({ details: { amount, currency, expected_amount, expected_currency } }) =>
    msg`has the amount ${money(amount, currency)}, and its price is ${money(expected_amount, expected_currency)}`,
  overlapping_membership: warning =>
    isInOwnBundle(warning)
      ? msg`overlaps another membership of the same contact in this payment`
      : msg`overlaps membership ${warning.other_id} of the same contact, in payment ${warning.other_bundle_id}`,
  unknown_campaign: ({ details: { code_campaign } }) =>
    msg`names the campaign “${code_campaign}”, which is not among the campaign codes`,
  repeated_reference: warning =>
    isInOwnBundle(warning)
      ? msg`has the external id ${warning.details.external_transaction_id}, like another transaction of this payment`
      : msg`has the external id ${warning.details.external_transaction_id}, like transaction ${warning.other_id} in payment ${warning.other_bundle_id}`,
}

const isInOwnBundle = ({ bundle_id, other_bundle_id }: Described) => bundle_id === other_bundle_id

const remedies: Record<PaymentCheck, Message> = {
  allocation: msg`correct the amounts`,
  price: msg`use the amount of the price, or a price that allows other amounts`,
  overlapping_membership: msg`correct its dates`,
  unknown_campaign: msg`correct the code, or add it to the campaign codes first`,
  repeated_reference: msg`correct the external id, or record the payment only once`,
}

const nouns = {
  transaction_bundle: 'Payment',
  transaction: 'Transaction',
  membership: 'Membership',
  donation: 'Donation',
}

/** What a check found, in a sentence. */
export const messageOf = (warning: Described) =>
  `${nouns[warning.kind]} ${warning.target_id} ${predicates[warning.check](warning)}.`

/** What a check found, as responses have it. */
export const findingOf = ({ check, bundle_id, kind, target_id, other_bundle_id, other_id, details }: Described) => {
  const message = messageOf({ check, bundle_id, kind, target_id, other_bundle_id, other_id, details })
  const transaction_bundle_id = bundle_id
  return {
    check,
    message,
    transaction_bundle_id,
    kind,
    target_id,
    other_bundle_id,
    other_id,
    details,
  } satisfies PaymentFinding
}

/** The same about a payment that is refused, with what to do. */
export const refusalOf = (warning: Described) => msg`${predicates[warning.check](warning)}; ${remedies[warning.check]}`
