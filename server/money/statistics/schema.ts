import { type Static, Type } from 'typebox'
import { Timestamp } from '../../fields.ts'

const Sum = Type.Integer()
const StatusKind = Type.String({ description: 'The kind of the status, such as valid.' })
const Currency = Type.String({ description: 'In capitals. Sums never mix currencies.' })

const sums = {
  collected: Type.Integer({
    description:
      'Received payments, less what was reimbursed or returned. Each counts on its own date, so it can be negative.',
  }),
  pending: Sum,
  refunded: Sum,
  unpaid: Type.Integer({ description: 'What is owed: it never came, or the bank returned it.' }),
  returned: Type.Integer({ description: 'The part of it that came and was returned.' }),
  transactions: Type.Integer({ description: 'The number of transactions, without cancelled ones.' }),
}

const MonthlyMoney = Type.Object({
  month: Type.String({ description: 'As 2026-05.' }),
  currency: Currency,
  ...sums,
  donations: Type.Integer({ description: 'Of the collected money, what donations received.' }),
  memberships: Type.Integer({
    description: 'Of the collected money, what memberships received. They come before donations.',
  }),
})

const share = (fields: object) => Type.Array(Type.Object({ ...(fields as { x?: never }), currency: Currency, ...sums }))

export const MoneyStatistics = {
  from: Timestamp,
  to: Timestamp,
  months: Type.Array(MonthlyMoney),
  by_payment_method: share({ payment_method_kind: Type.String() }),
  by_campaign: share({ code_campaign: Type.String() }),
  by_status: share({ status_id: Type.Union([Type.Integer(), Type.Null()]), name: Type.String(), kind: StatusKind }),
}

const Shape = Type.Object(MoneyStatistics)
export type MoneyStatistics = Static<typeof Shape>
