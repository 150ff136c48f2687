import type { BankLine, NewBankMatch, WaitingPayment } from '../../../api.ts'
import { type Choice, chosenMatches, proposalOf } from './choice.ts'

/** A line divided into payments, and an account for what they leave. */
export interface Split {
  /** Amounts are without sign; undefined while the text is not an amount. */
  parts: { payment: WaitingPayment; amount: number | undefined }[]
  /** What money that left is: a debit that the bank took back, or a refund. */
  back: 'return' | 'refund'
  /** Empty if everything is a payment. */
  account: string
}

const signOf = ({ amount }: BankLine) => (amount < 0 ? -1 : 1)

/** The parts of the chosen proposal; none without one. */
export function partsOf(line: BankLine, choice: Choice | undefined): Split {
  const matches = choice ? chosenMatches(line, choice) : []
  const payments = choice ? (proposalOf(line, choice)?.payments ?? []) : []
  return {
    parts: matches.flatMap(({ transaction_id, amount }) => {
      const payment = payments.find(one => one.transaction_id === transaction_id)
      return payment ? [{ payment, amount: Math.abs(amount) }] : []
    }),
    back: matches.some(({ kind }) => kind === 'refund') ? 'refund' : 'return',
    account: matches.find(({ kind }) => kind === 'account')?.account ?? '',
  }
}

/** What no payment of the split explains, with its sign. */
export const restOfParts = (line: BankLine, { parts }: Split) =>
  line.amount - signOf(line) * parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** Adds a payment with what the line still has, at most what the payment waits for. */
export function addPart(line: BankLine, split: Split, payment: WaitingPayment): Split {
  const rest = restOfParts(line, split) * signOf(line)
  const amount = rest > 0 ? Math.min(rest, payment.left) : payment.left
  return { ...split, parts: [...split.parts, { payment, amount }] }
}

/** What is sent. */
export function matchesOf(line: BankLine, split: Split): NewBankMatch[] {
  const kind: NewBankMatch['kind'] = line.amount > 0 ? 'payment' : split.back
  const rest = restOfParts(line, split)
  return [
    ...split.parts.map(({ payment, amount }) => ({
      kind,
      transaction_id: payment.transaction_id,
      amount: signOf(line) * (amount ?? 0),
    })),
    ...(rest !== 0 && split.account ? [{ kind: 'account' as const, account: split.account.trim(), amount: rest }] : []),
  ]
}
