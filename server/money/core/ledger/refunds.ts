import type { LedgerRules } from './accounts.ts'
import type { EntryKind, Posting } from './postings.ts'

// What a refund means in the ledger. What somebody paid too much is theirs, and a refund of it goes to their account. Beyond that it is an expense.

export const isRefund = (kind: EntryKind) =>
  kind === 'refund' || kind === 'refund_cancelled' || kind === 'refund_undated'

/**
 * Divides the refunds of a bundle, which are posted to their payers, between the account of people and that of refunds. The oldest refunds take what was
 * paid too much.
 */
export function dividedRefunds(postings: Posting[], { accounts }: LedgerRules): Posting[] {
  const credits = new Sums()
  const expenses = new Sums()
  for (const { kind, debit_contact_id, credit_contact_id, currency, amount } of postings) {
    if (isRefund(kind)) continue
    credits.add(debit_contact_id, currency, -amount)
    credits.add(credit_contact_id, currency, amount)
  }
  const parts = new Map<Posting, Posting[]>()
  for (const posting of postings.filter(({ kind }) => isRefund(kind)).sort(byDay)) {
    const { kind, currency, amount } = posting
    const side = kind === 'refund_cancelled' ? 'credit' : 'debit'
    const payer = posting[`${side}_contact_id`]
    const expense =
      side === 'debit'
        ? amount - Math.min(amount, Math.max(0, credits.of(payer, currency)))
        : Math.min(amount, expenses.of(payer, currency))
    const sign = side === 'debit' ? 1 : -1
    credits.add(payer, currency, -sign * (amount - expense))
    expenses.add(payer, currency, sign * expense)
    const divided = [
      { ...posting, amount: amount - expense },
      { ...posting, [`${side}_account`]: accounts.refunds, [`${side}_contact_id`]: null, amount: expense },
    ]
    parts.set(
      posting,
      divided.filter(part => part.amount > 0),
    )
  }
  return postings.flatMap(posting => parts.get(posting) ?? [posting])
}

const byDay = (one: Posting, other: Posting) =>
  one.event_date < other.event_date ? -1 : one.event_date > other.event_date ? 1 : 0

/** Sums by person and currency. */
class Sums {
  readonly #sums = new Map<string, number>()

  of(contact_id: number | null, currency: string) {
    return this.#sums.get(`${contact_id} ${currency}`) ?? 0
  }

  add(contact_id: number | null, currency: string, amount: number) {
    if (contact_id !== null) this.#sums.set(`${contact_id} ${currency}`, this.of(contact_id, currency) + amount)
  }
}
