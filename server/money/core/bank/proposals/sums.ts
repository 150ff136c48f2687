import { type Evidence, evidenceFor, type Known, namesIn, type ReadLine } from './known.ts'
import { canBe, isForeign, isPart } from './methods.ts'
import type { Draft, KnownPayment } from './proposal_input.ts'
import { payerOf, reasonsOf, scoreOf } from './single.ts'

// Lines whose amount is not that of one payment: several payments of one payer, a part of a payment, a payment less a fee.

const day_range = { before: -10, after: 60 }
const payments_max = 12
/** What a bank may have taken from a foreign transfer. */
const fee_max = 3500

/** `sameSide` has the lines of the same side, by amount. */
export function sumDrafts(known: Known, read: ReadLine, sameSide: Map<number, ReadLine[]>): Draft[] {
  const payers = payersOf(known, read)
  if (payers.size === 0) return []
  const evidence = [...payers]
    .flatMap(id => (known.byPayer.get(id) ?? []).filter(payment => isPossible(read, payment)))
    .toSorted((a, b) => Math.abs(read.day - a.day) - Math.abs(read.day - b.day))
    .slice(0, payments_max)
    .map(payment => evidenceFor(read, payment))
  return [
    ...severalPayments(read, evidence),
    ...partOfPayment(read, evidence, sameSide),
    ...lessFee(known, read, evidence),
  ]
}

const isPossible = ({ line, day }: ReadLine, payment: KnownPayment) =>
  day - payment.day >= day_range.before &&
  day - payment.day <= day_range.after &&
  canBe(line, payment.payment_method_kind)

/** Contacts that the line names by IBAN, name or text, if they have payments that it may be. */
function payersOf(known: Known, read: ReadLine): Set<number> {
  const payers = new Set(read.seen.map(({ contact_id }) => contact_id))
  for (const { id } of read.fullNames) payers.add(id)
  const words = new Set([...read.name.words, ...read.text.split(' ')])
  const candidates = new Set(
    [...words].flatMap(word => (word.length > 2 ? (known.contactsByWord.get(word) ?? []) : [])),
  )
  for (const contact of candidates) {
    if (payers.has(contact.id) || !known.byPayer.get(contact.id)?.some(payment => isPossible(read, payment))) continue
    const { name, text_name } = namesIn(read, contact)
    if (name !== '' || text_name === 'full' || text_name === 'strong') payers.add(contact.id)
  }
  for (const word of read.words) {
    for (const { contact } of (known.byReference.get(word) ?? []).slice(0, 20)) payers.add(contact.id)
  }
  return payers
}

/** Two to four payments that sum up to the line: of one person, or of people whom the line names together. */
function severalPayments(read: ReadLine, evidence: Evidence[]): Draft[] {
  const { amount } = read.line
  const found: Evidence[][] = []
  const search = (from: number, left: number, taken: Evidence[]) => {
    if (found.length >= 20 || taken.length > 4) return
    if (left === 0 && taken.length > 1) found.push(taken)
    if (left <= 0) return
    for (let at = from; at < evidence.length; at++) {
      const next = evidence[at]
      if (next && next.payment.left <= left) search(at + 1, left - next.payment.left, [...taken, next])
    }
  }
  search(0, amount, [])
  return found
    .map(taken => ({ taken, score: severalScore(read, taken) - (found.length > 1 ? 4 : 0) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 2)
    .map(({ taken, score }) => {
      const [first] = taken
      return {
        ...draft(
          score,
          taken.map(({ payment }) => ({ payment, amount: payment.left })),
        ),
        reasons: first ? [...reasonsOf({ ...first, exact: true }, read.line)] : [],
      }
    })
}

function severalScore(read: ReadLine, taken: Evidence[]): number {
  const scores = taken.map(one => scoreOf(one, read.line))
  const people = new Set(taken.map(({ payment }) => payment.contact.id)).size
  return Math.min(88, (people === 1 ? 34 : 26) + Math.min(...scores) - 2 * taken.length - (people - 1) * 4)
}

/** A part of a payment, if the other parts are other lines of the same side. */
function partOfPayment(read: ReadLine, evidence: Evidence[], sameSide: Map<number, ReadLine[]>): Draft[] {
  const { amount } = read.line
  return evidence
    .filter(({ payment }) => payment.left > amount)
    .map(one => {
      const rest = one.payment.left - amount
      const completes = (sameSide.get(rest) ?? []).some(
        ({ line, day }) => line.id !== read.line.id && Math.abs(day - read.day) <= 45,
      )
      const begun = one.payment.left < one.payment.amount
      return {
        one,
        completes,
        score: scoreOf(one, read.line) + (completes || isPart(read.line) ? 24 : begun ? 8 : -30),
      }
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 1)
    .map(({ one, completes, score }) => ({
      ...draft(Math.min(86, score), [{ payment: one.payment, amount }]),
      reasons: [...reasonsOf(one, read.line), { kind: 'several_lines', value: completes ? '2' : '' }],
    }))
}

/** A payment from abroad, of which a bank took a fee. */
function lessFee({ fees_account }: Known, read: ReadLine, evidence: Evidence[]): Draft[] {
  const { amount } = read.line
  if (!isForeign(read.line)) return []
  return evidence
    .filter(({ payment: { left } }) => left > amount && left - amount <= Math.min(fee_max, left / 3))
    .map(one => ({ one, score: scoreOf(one, read.line) + 16 }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 1)
    .map(({ one, score }) => {
      const made = draft(Math.min(80, score), [{ payment: one.payment, amount: one.payment.left }])
      const fee = { kind: 'account' as const, account: fees_account, amount: amount - one.payment.left }
      return { ...made, matches: [...made.matches, fee], reasons: reasonsOf(one, read.line) }
    })
}

function draft(score: number, parts: { payment: KnownPayment; amount: number }[]): Draft {
  const [first] = parts
  return {
    score,
    certain: false,
    kind: 'payments',
    reasons: [],
    matches: parts.map(({ payment, amount }) => ({ kind: 'payment', transaction_id: payment.transaction_id, amount })),
    payments: parts.map(({ payment }) => payment),
    batch: null,
    rule: null,
    payer: first ? payerOf(first.payment.contact) : null,
  }
}
