import type { ProposalReason } from '../../../bank_lines/schema.ts'
import { type Evidence, evidenceFor, type Known, namesPayer, type ReadLine } from './known.ts'
import { isReturn } from './methods.ts'
import type { Draft, KnownPayment, OpenLine } from './proposal_input.ts'
import { payerOf, reasonsOf, scoreOf } from './single.ts'

// Money that left the account: a debit that the bank took back, or a refund that was recorded.

/** Days after a payment within which it may come back. */
const days_max = 400

/** The payments that a line may take back, with what speaks for each. Their amounts are exact. */
export function returnEvidence(known: Known, read: ReadLine): Evidence[] {
  const amount = -read.line.amount
  const found = new Set<KnownPayment>()
  for (const word of read.words)
    for (const payment of (known.byReference.get(word) ?? []).slice(0, 50)) found.add(payment)
  const words = new Set([...read.name.words, ...read.text.split(' ')])
  const contacts = [...words].flatMap(word => (word.length > 2 ? (known.contactsByWord.get(word) ?? []) : []))
  const ids = new Set([...contacts.map(({ id }) => id), ...read.seen.map(({ contact_id }) => contact_id)])
  for (const id of ids) for (const payment of known.byContact.get(id) ?? []) found.add(payment)
  return [...found]
    .filter(payment => hasReversal(payment, amount) || (payment.amount === amount && payment.returnable === amount))
    .map(payment => ({ ...evidenceFor(read, payment), exact: true }))
    .filter(evidence => namesPayer(evidence) && evidence.days >= -1 && evidence.days <= days_max)
}

const hasReversal = ({ reversals }: KnownPayment, amount: number, kind?: 'refund' | 'return') =>
  reversals.some(reversal => reversal.amount === amount && (kind === undefined || reversal.kind === kind))

export const returnMatch = (line: OpenLine, { transaction_id }: KnownPayment): Draft['matches'][number] => ({
  kind: 'return',
  transaction_id,
  amount: line.amount,
})

export function returnDrafts(known: Known, read: ReadLine, claimed: Map<number, number>): Draft[] {
  const { line } = read
  const evidence = returnEvidence(known, read)
    .map(one => ({ one, score: returnScore(one, line) }))
    .filter(({ one }) => isReturn(line) || hasReversal(one.payment, -line.amount) || one.reference === 'strong')
    .toSorted((a, b) => b.score - a.score)
  return evidence.slice(0, 3).map(({ one, score }, place) => {
    const rivals = evidence.filter(other => other.one !== one && other.one.reference !== '').length
    const competing = (claimed.get(one.payment.transaction_id) ?? 0) > 1
    const isBack = isReturn(line) || hasReversal(one.payment, -line.amount)
    const byReference = one.reference === 'strong' && rivals === 0
    const certain = place === 0 && !competing && isBack && (byReference || isNamedRefund(read, one, evidence.length))
    const doubts: ProposalReason[] = competing ? [{ kind: 'competing_lines', value: '' }] : []
    return returnDraft(read, one, { score: certain ? 97 : Math.min(94, score), certain, doubts })
  })
}

/** A recorded refund to a person with this name and no other. */
const isNamedRefund = (read: ReadLine, { name, payment, days }: Evidence, count: number) =>
  count === 1 &&
  name === 'full' &&
  read.fullNames.length === 1 &&
  days <= 90 &&
  hasReversal(payment, -read.line.amount, 'refund') &&
  !isReturn(read.line)

/** A recorded reversal of the amount counts for more, and a recent payment more than an old one. */
const returnScore = (evidence: Evidence, line: OpenLine) =>
  scoreOf(evidence, line) + (hasReversal(evidence.payment, -line.amount) ? 12 : 0) + Math.max(0, 10 - evidence.days / 6)

interface Verdict {
  score: number
  certain: boolean
  doubts: ProposalReason[]
}

function returnDraft({ line }: ReadLine, evidence: Evidence, { score, certain, doubts }: Verdict): Draft {
  const { payment } = evidence
  const refund = !isReturn(line) && hasReversal(payment, -line.amount, 'refund')
  return {
    score,
    certain,
    kind: refund ? 'refund' : 'return',
    reasons: [
      ...(refund ? [] : [{ kind: 'return' as const, value: line.return_reason }]),
      ...reasonsOf(evidence, line),
      ...doubts,
    ],
    matches: [
      refund
        ? { kind: 'refund', transaction_id: payment.transaction_id, amount: line.amount }
        : returnMatch(line, payment),
    ],
    payments: [payment],
    batch: null,
    rule: null,
    payer: payerOf(payment.contact),
  }
}
