import { type Static, Type } from 'typebox'
import { Id, nullable, Timestamp } from '../../fields.ts'
import { Amount, Currency, stamps } from '../core/fields.ts'

const Name = Type.String({ maxLength: 200 })
const Count = Type.Integer({ minimum: 0, maximum: 10_000 })

export const TransactionBatch = Type.Object(
  {
    id: Id,
    ...stamps,
    number: Type.String({ description: 'The prefix from the settings and a serial number.' }),
    name: Name,
    currency: Currency,
    state: Type.Enum(['open', 'closed', 'deposited'], { description: 'The progress of the deposit.' }),
    expected_count: Count,
    expected_amount: Amount,
    count: Type.Integer({ description: 'The number of transactions in the batch.' }),
    amount: Type.Integer({ description: 'The sum of their amounts.' }),
    closed_at: nullable(Timestamp),
    deposited_at: nullable(Timestamp),
    transaction_ids: Type.Array(Id),
  },
  { title: 'TransactionBatch' },
)

export const NewBatch = {
  name: Type.String({ ...Name, default: '' }),
  currency: Type.Optional(Currency),
  expected_count: Type.Integer({ ...Count, default: 0 }),
  expected_amount: Type.Integer({ ...Amount, default: 0 }),
}

export const BatchChange = {
  name: Type.Optional(Name),
  expected_count: Type.Optional(Count),
  expected_amount: Type.Optional(Amount),
}

export const AddedTransactions = {
  transaction_ids: Type.Array(Id, { minItems: 1, maxItems: 10_000 }),
  only_free: Type.Optional(
    Type.Boolean({
      description: 'Leaves out those that are in another batch or in another currency, instead of refusing them all.',
    }),
  ),
}

const AddedShape = Type.Object(AddedTransactions)
const NewShape = Type.Object(NewBatch)
const ChangeShape = Type.Object(BatchChange)
export type AddedTransactions = Static<typeof AddedShape>
export type TransactionBatch = Static<typeof TransactionBatch>
export type NewBatch = Static<typeof NewShape>
export type BatchChange = Static<typeof ChangeShape>
