import { ApiError, invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { refundReason, returnReason } from '../core/bank/return_reasons.ts'
import type { StoredBundle } from '../core/rows.ts'
import { isReceivedKind } from '../core/status_kinds.ts'
import type { Reversal, Transaction } from '../transaction_bundles/schema.ts'
import { type LockedLine, type MatchingSettings, type MatchRow, noonOf, type StoredMatch } from './matching_queries.ts'
import type { NewMatch } from './schema.ts'

/** What a line was said to be. `location` is where it was sent. */
export interface SentMatches {
  line: LockedLine
  matches: NewMatch[]
  location: string
}

/** A refund or return that is recorded with a match, which then refers to it. */
interface PlannedReversal {
  transaction_id: number
  kind: 'refund' | 'return'
  amount: number
  date: string
  reason: string
  reference: string
  row: MatchRow
}

/** What matching changes in a bundle. */
export interface PaymentChange {
  statuses: Map<number, number | null>
  reversals: PlannedReversal[]
}

export interface MatchPlan {
  rows: MatchRow[]
  changes: Map<number, PaymentChange>
}

interface Facts {
  bundles: StoredBundle[]
  matched: (StoredMatch & { date: string })[]
  settings: MatchingSettings
}

/** Plans what lines were said to be, and throws if it cannot be. The payments are locked. */
export function planMatches(sent: SentMatches[], facts: Facts): MatchPlan {
  const planner = new MatchPlanner(facts)
  for (const { line, matches, location } of sent)
    for (const [index, match] of matches.entries()) planner.add(line, match, `${location}.${index}`)
  return { rows: planner.rows, changes: planner.changes }
}

/** Keeps what is left of each payment while matches are added. */
class MatchPlanner {
  readonly rows: MatchRow[] = []
  readonly changes = new Map<number, PaymentChange>()
  readonly #payments = new Map<number, PaymentState>()
  readonly #settings: MatchingSettings
  readonly #days: Map<number, string>

  constructor({ bundles, matched, settings }: Facts) {
    this.#settings = settings
    for (const bundle of bundles)
      for (const transaction of bundle.transactions) this.#payments.set(transaction.id, newState(bundle, transaction))
    const reversed = new Set(matched.map(({ reversal_id }) => reversal_id))
    for (const state of this.#payments.values()) state.reversals = state.reversals.filter(({ id }) => !reversed.has(id))
    for (const { kind, transaction_id, amount } of matched) {
      const state = transaction_id === null ? undefined : this.#payments.get(transaction_id)
      if (state && kind === 'payment') state.left -= amount
    }
    this.#days = new Map(matched.map(({ transaction_id, date }) => [transaction_id ?? 0, date]))
  }

  add(line: LockedLine, match: NewMatch, at: string) {
    if (match.kind === 'account') {
      this.rows.push({ ...emptyRow(line), account: match.account ?? '', amount: match.amount })
      return
    }
    const payment = this.#payments.get(match.transaction_id ?? 0)
    if (!payment) throw invalid(`${at}.transaction_id`, 'is not a transaction of your space', match.transaction_id)
    const { bundle, transaction } = payment
    if (bundle.deleted) throw new ApiError('conflict', msg`Payment ${bundle.id} was deleted. Choose another one.`)
    if (transaction.currency.toUpperCase() !== line.currency)
      throw invalid(
        `${at}.transaction_id`,
        msg`is a payment in ${transaction.currency}, and the bank account is in ${line.currency}`,
        match.transaction_id,
      )
    const row: MatchRow = {
      ...emptyRow(line),
      kind: match.kind === 'payment' ? 'payment' : 'reversal',
      bundle_id: bundle.id,
      transaction_id: transaction.id,
      amount: match.amount,
    }
    if (match.kind === 'payment') this.#addPayment(payment, row)
    else this.#addReversal(payment, row, match, line, at)
    this.rows.push(row)
  }

  #addPayment(payment: PaymentState, row: MatchRow) {
    const { bundle, transaction } = payment
    if (row.amount > payment.left) throw this.#tooMuch(payment)
    payment.left -= row.amount
    const kind = this.#settings.kindOf(payment.status_id)
    if (kind === 'pending') this.#setStatus(payment, row, this.#settings.received_status)
    // A payment that went back as a whole did come in.
    else if (!isReceivedKind(kind) && payment.kept > 0)
      throw new ApiError(
        'conflict',
        msg`Payment ${bundle.id} of ${transaction.amount} is not expected at the bank: its status says that the money did not come in.
          Change its status first.`,
      )
  }

  #tooMuch({ bundle, transaction, left }: PaymentState) {
    const day = this.#days.get(transaction.id)
    const matched = day
      ? msg`Payment ${bundle.id} is matched to the bank line of ${day} already.`
      : msg`Payment ${bundle.id} is matched already.`
    return new ApiError('conflict', left > 0 ? msg`Only ${left} of payment ${bundle.id} is left to match.` : matched)
  }

  /** A reversal of the amount that waits, or else a new one. */
  #addReversal(payment: PaymentState, row: MatchRow, match: NewMatch, line: LockedLine, at: string) {
    const kind = match.kind === 'refund' ? 'refund' : 'return'
    const amount = -match.amount
    const known = payment.reversals.find(reversal => reversal.kind === kind && reversal.amount === amount)
    if (known) {
      payment.reversals = payment.reversals.filter(reversal => reversal !== known)
      row.reversal_id = known.id
    } else {
      if (amount > payment.kept)
        throw invalid(
          `${at}.amount`,
          payment.kept > 0
            ? msg`must not be more than ${payment.kept}, which is what is left of the payment`
            : 'is too much: nothing is left of the payment, all of it went back',
          match.amount,
        )
      payment.kept -= amount
      row.created_reversal = true
      this.#changeOf(payment).reversals.push(this.#newReversal(payment, row, { kind, amount }, match, line))
    }
    if (kind === 'return') this.#markAsCome(payment, row)
  }

  /** What the bank took back had come in. */
  #markAsCome(payment: PaymentState, row: MatchRow) {
    const kind = this.#settings.kindOf(payment.status_id)
    if (kind === 'cancel')
      throw new ApiError('conflict', msg`Payment ${payment.bundle.id} was cancelled. Change its status first.`)
    if (!isReceivedKind(kind)) this.#setStatus(payment, row, this.#settings.received_status)
  }

  #newReversal(
    { transaction }: PaymentState,
    row: MatchRow,
    { kind, amount }: { kind: 'refund' | 'return'; amount: number },
    { reason }: NewMatch,
    line: LockedLine,
  ): PlannedReversal {
    const { language, time_zone } = this.#settings
    const noon = noonOf(time_zone, line.date)
    const usual = kind === 'return' ? returnReason(line.return_reason, language) : refundReason(language)
    return {
      transaction_id: transaction.id,
      kind,
      amount,
      // Not before the payment, which may be of the same day.
      date: noon < transaction.date ? transaction.date : noon,
      reason: reason?.trim() || usual,
      reference: line.bank_reference.slice(0, reference_length_max),
      row,
    }
  }

  #setStatus(payment: PaymentState, row: MatchRow, status_id: number | null) {
    row.old_status_id = payment.status_id
    row.new_status_id = status_id
    payment.status_id = status_id
    this.#changeOf(payment).statuses.set(payment.transaction.id, status_id)
  }

  #changeOf({ bundle }: PaymentState): PaymentChange {
    const known = this.changes.get(bundle.id)
    if (known) return known
    const made: PaymentChange = { statuses: new Map(), reversals: [] }
    this.changes.set(bundle.id, made)
    return made
  }
}

const reference_length_max = 500

interface PaymentState {
  bundle: StoredBundle
  transaction: Transaction
  status_id: number | null
  /** What no line has brought. */
  left: number
  /** What did not go back. */
  kept: number
  /** Refunds and returns that no line is matched to. */
  reversals: Reversal[]
}

function newState(bundle: StoredBundle, transaction: Transaction): PaymentState {
  const { id, amount, reimbursed_amount, unpaid_amount, status_id } = transaction
  const cancelled = new Set(bundle.reversals.map(({ cancels }) => cancels))
  return {
    bundle,
    transaction,
    status_id,
    left: amount,
    kept: amount - reimbursed_amount - unpaid_amount,
    reversals: bundle.reversals.filter(
      ({ id: reversal_id, transaction_id }) => transaction_id === id && !cancelled.has(reversal_id),
    ),
  }
}

export const emptyRow = (line: { id: number }): MatchRow => ({
  line_id: line.id,
  kind: 'account',
  bundle_id: null,
  transaction_id: null,
  reversal_id: null,
  account: null,
  amount: 0,
  created_bundle: false,
  created_reversal: false,
  old_status_id: null,
  new_status_id: null,
})
