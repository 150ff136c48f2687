import { type Static, Type } from 'typebox'
import { Id, Line, Name } from '../../fields.ts'
import { stamps } from '../core/fields.ts'

const details = {
  name: Name,
  color: Type.String({ maxLength: 50 }),
  kind: Type.String({
    ...Line,
    description:
      'Any word. Built in: valid, pending, unpaid, bank_error, reimbursed, cancel and other. It cannot change once a transaction uses the status.',
  }),
  archived: Type.Boolean({ description: 'Not available for new transactions. Transactions that have it keep it.' }),
}

export const TransactionStatus = Type.Object({ id: Id, ...stamps, ...details }, { title: 'TransactionStatus' })

export const NewTransactionStatus = {
  name: Name,
  color: Type.String({ ...details.color, default: '' }),
  kind: Type.String({ ...details.kind, default: 'other' }),
  archived: Type.Boolean({ default: false }),
}

export const TransactionStatusChange = Type.Partial(Type.Object(details)).properties

const Change = Type.Object(TransactionStatusChange)
export type TransactionStatus = Static<typeof TransactionStatus>
export type StatusChange = Static<typeof Change>
