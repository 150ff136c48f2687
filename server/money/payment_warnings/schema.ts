import { type Static, Type } from 'typebox'
import { Id, nullable, PersonName, Prose, Timestamp } from '../../fields.ts'
import { paymentChecks, warningKinds } from '../core/checks/checks.ts'

export const Check = Type.Enum([...paymentChecks], {
  description:
    '`allocation`: memberships and donations differ from the transactions. `price`: an amount differs from a fixed price. ' +
    '`overlapping_membership`: two memberships of a contact overlap. `unknown_campaign`: the code is not in the list. ' +
    '`repeated_reference`: another transaction has the same external id.',
})

const Sum = Type.Optional(Type.Integer({ minimum: 0 }))
const Details = Type.Object(
  {
    amount: Sum,
    expected_amount: Sum,
    currency: Type.Optional(Type.String()),
    expected_currency: Type.Optional(Type.String()),
    code_campaign: Type.Optional(Type.String()),
    external_transaction_id: Type.Optional(Type.Integer()),
  },
  { title: 'PaymentWarningDetails' },
)

const finding = {
  check: Check,
  message: Type.String({ description: 'What the check found, in a sentence.' }),
  transaction_bundle_id: Id,
  kind: Type.Enum([...warningKinds], { description: 'What the warning is about.' }),
  target_id: Id,
  other_bundle_id: nullable(Id),
  other_id: nullable(Id),
  details: Details,
}

/** What a check found, as the response of a write has it. */
export const PaymentFinding = Type.Object(finding, { title: 'PaymentFinding' })

export const WarningState = Type.Enum(['open', 'settled'], { description: 'Whether it was settled.' })

export const PaymentWarning = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    ...finding,
    state: WarningState,
    settled_at: nullable(Timestamp),
    settled_by: nullable(PersonName),
    note: Type.String(),
  },
  { title: 'PaymentWarning' },
)

export const Settlement = {
  note: Type.String({ ...Prose, maxLength: 500, default: '', description: 'Why nothing needs to change.' }),
}

export type PaymentFinding = Static<typeof PaymentFinding>
export type PaymentWarning = Static<typeof PaymentWarning>
