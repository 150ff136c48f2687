import { type Static, Type } from 'typebox'
import { Id, nullable, Timestamp } from '../../fields.ts'
import { Amount, Currency, stamps } from '../core/fields.ts'

const Name = Type.String({ maxLength: 200 })
const Count = Type.Integer({ minimum: 0, maximum: 10_000 })

export const TransactionBatch = Type.Object(
  {
    id: Id,
    ...stamps,
    number: Type.String({ description: 'The prefix of the settings and the next serial.' }),
    name: Name,
    currency: Currency,
    state: Type.Enum(['open', 'closed', 'deposited'], { description: 'How far the deposit has got.' }),
    expected_count: Count,
    expected_amount: Amount,
    count: Type.Integer({ description: 'How many transactions it holds.' }),
    amount: Type.Integer({ description: 'What they add up to.' }),
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

export const TransactionIds = { transaction_ids: Type.Array(Id, { minItems: 1, maxItems: 10_000 }) }

const NewShape = Type.Object(NewBatch)
const ChangeShape = Type.Object(BatchChange)
export type TransactionBatch = Static<typeof TransactionBatch>
export type NewBatch = Static<typeof NewShape>
export type BatchChange = Static<typeof ChangeShape>
