import { type Static, Type } from 'typebox'
import { checkActions, paymentChecks } from '../core/checks/checks.ts'

const about = {
  allocation: 'Memberships and donations of a payment against its transactions.',
  price: 'The amount of a membership or donation against its price, where that allows no other amount.',
  overlapping_membership: 'Memberships of one contact that overlap, in any payments.',
  unknown_campaign: 'A campaign code that is not in the list of campaign codes.',
  repeated_reference: 'Two transactions with the same external id.',
}

const Action = (description: string) => Type.Enum([...checkActions], { description })

const actions = Object.fromEntries(paymentChecks.map(check => [check, Action(about[check])])) as Record<
  keyof typeof about,
  ReturnType<typeof Action>
>

export const PaymentChecks = Type.Object(actions, { title: 'PaymentChecks' })

export const PaymentChecksChange = Type.Partial(PaymentChecks).properties

const Change = Type.Object(PaymentChecksChange)
export type PaymentChecks = Static<typeof PaymentChecks>
export type PaymentChecksChange = Static<typeof Change>
