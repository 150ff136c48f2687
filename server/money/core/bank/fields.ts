import { Type } from 'typebox'
import { id_max } from '../../../fields.ts'

// Schema types that the resources of the bank share.

export const SignedAmount = Type.Integer({
  minimum: -id_max,
  maximum: id_max,
  description: 'In minor units, such as cents; negative if the money left the account.',
})

export const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  examples: ['2026-10-31'],
  description: 'A day, such as 2026-10-31.',
})

export const Month = Type.String({
  pattern: '^([1-9]\\d{3}|0[1-9]\\d{2}|00[1-9]\\d|000[1-9])-(0[1-9]|1[0-2])$',
  examples: ['2026-10'],
  description: 'A month, such as 2026-10.',
  expects: 'be a month, such as 2026-10',
})

/** The number of an account in the ledger, as it is stored. `checkAccountNumber` says which numbers are accepted. */
export const LedgerAccount = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^[0-9A-Za-z]+$',
  examples: ['512000'],
  description: 'The number of an account in the ledger, such as 512000.',
  expects: 'be the number of an account, such as 512000',
})
