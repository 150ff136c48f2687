import { type Static, Type } from 'typebox'
import { Id, nullable, Timestamp } from '../../fields.ts'
import { Amount, Currency } from '../core/fields.ts'

/** A transaction whose money no bank line has brought yet, or not all of it. */
export const WaitingPayment = Type.Object(
  {
    transaction_id: Id,
    transaction_bundle_id: Id,
    contact: Type.Object(
      { id: Id, firstname: Type.String(), surname: Type.String(), city: Type.String() },
      { title: 'WaitingPayer' },
    ),
    date: Timestamp,
    amount: Amount,
    left: Type.Integer({ minimum: 0, description: 'What no bank line has brought yet.' }),
    currency: Currency,
    payment_method_kind: Type.String(),
    code_campaign: Type.String(),
    pending: Type.Boolean({ description: 'Whether its status says that the money has not come in.' }),
    batch: nullable(Type.Object({ id: Id, number: Type.String(), state: Type.String() }, { title: 'WaitingBatch' })),
    label: Type.String({ description: 'What was paid for, such as the name of a price.' }),
  },
  { title: 'WaitingPayment' },
)

export type WaitingPayment = Static<typeof WaitingPayment>
