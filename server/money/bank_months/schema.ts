import { type Static, Type } from 'typebox'
import { Id, nullable, PersonName, Timestamp } from '../../fields.ts'
import { Month, SignedAmount } from '../core/bank/fields.ts'
import { Currency } from '../core/fields.ts'

const Explanation = Type.Object(
  {
    kind: Type.Enum(['open_lines', 'ignored_lines', 'opening_balance', 'booked_later', 'other_entries'], {
      description:
        '`open_lines` and `ignored_lines`: the bank has them, the ledger does not. `opening_balance`: what the account had before its first line, or ' +
        'before the last opening balances of the ledger, and the ledger has not. `booked_later`: matched lines that the ledger has in a later month, ' +
        'because theirs was validated already. `other_entries`: what the ledger has on the account, and no bank line brought; with its sign turned.',
    }),
    count: Type.Integer({ description: 'The number of lines; 0 where there are none to count.' }),
    amount: SignedAmount,
  },
  { title: 'BankDifference' },
)

export const BankMonth = Type.Object(
  {
    bank_account_id: Id,
    month: Month,
    currency: Currency,
    bank_balance: Type.Integer({ ...SignedAmount, description: 'What the bank has at the end of the month.' }),
    book_balance: Type.Integer({ ...SignedAmount, description: 'What the account of the ledger has then.' }),
    difference: Type.Integer({
      ...SignedAmount,
      description: 'The first less the second: the sum of the explanations.',
    }),
    explanations: Type.Array(Explanation),
    lines_count: Type.Integer({ description: 'The number of lines in the month.' }),
    open_count: Type.Integer({ description: 'Those of them that are open.' }),
    matched_count: Type.Integer({ description: 'Those of them that are matched.' }),
    ignored_count: Type.Integer({ description: 'Those of them that are ignored.' }),
    imported_amount: Type.Integer({ ...SignedAmount, description: 'The sum of the lines of the month.' }),
    open_amount: Type.Integer({ ...SignedAmount, description: 'The sum of those that are open.' }),
    can_close: Type.Boolean({
      description:
        'Whether it is not closed, has ended, no line up to its end is open, and earlier months with lines are closed.',
    }),
    closed_at: nullable(Timestamp),
    closed_by: nullable(PersonName),
  },
  { title: 'BankMonth' },
)

export const MonthSelection = { bank_account_id: Id, month: Month }

export type BankMonth = Static<typeof BankMonth>
