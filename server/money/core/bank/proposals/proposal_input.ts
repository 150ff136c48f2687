import type { Proposal } from '../../../bank_lines/schema.ts'
import type { RuleConditions, RuleOutcome } from '../../../bank_rules/schema.ts'
import type { WaitingPayment } from '../../../waiting_payments/schema.ts'
import type { StatementDetail } from '../statement.ts'

// What proposals are made from. The engine reads nothing else.

/** An open line. */
export interface OpenLine extends StatementDetail {
  id: number
  bank_account_id: number
  /** As 2026-10-31. */
  date: string
  details: StatementDetail[]
}

export interface Payer {
  id: number
  firstname: string
  surname: string
  city: string
  married_name: string
}

/** A text that names a payment, in capitals and without punctuation. */
export interface PaymentReference {
  text: string
  /** Whether it is long enough that no other number is the same by chance or by a slip of the pen. */
  strong: boolean
}

/** A refund or return that was recorded, and that no line has brought yet. */
export interface WaitingReversal {
  id: number
  kind: 'refund' | 'return'
  amount: number
}

export interface KnownPayment extends WaitingPayment {
  contact: Payer
  /** Days since 1970. */
  day: number
  references: PaymentReference[]
  /** What was neither refunded nor returned. */
  returnable: number
  reversals: WaitingReversal[]
}

/** A closed deposit batch with the payments in it that wait. */
export interface WaitingBatch {
  id: number
  number: string
  /** Days since 1970, when it was closed. */
  day: number
  payments: KnownPayment[]
}

export interface KnownRule {
  id: number
  name: string
  conditions: RuleConditions
  outcome: RuleOutcome
}

/** How often lines from an IBAN were payments of a contact. */
export interface SeenPayer {
  contact_id: number
  count: number
}

export interface ProposalInput {
  /** The lines to make proposals for. */
  lines: OpenLine[]
  /** Other open lines, which may be the same payments. */
  others: OpenLine[]
  /** Payments that wait for their money, or that a line may take back. */
  payments: KnownPayment[]
  batches: WaitingBatch[]
  /** The contacts with the names of lines, and those of the payers seen. */
  contacts: Payer[]
  /** By IBAN. */
  seen: Map<string, SeenPayer[]>
  /** In the order in which they are tried. */
  rules: KnownRule[]
  /** The account for fees of payouts and of foreign transfers. */
  fees_account: string
}

/** A proposal before it is ranked: its score may have decimals. */
export type Draft = Omit<Proposal, 'message'>

export const dayOf = (date: string) => Math.floor(Date.parse(date.slice(0, 10)) / 86_400_000)

/** A score of at least this is certain. */
export const certain_score = 95
