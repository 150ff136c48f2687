import type { ProposalReason } from '../../../bank_lines/schema.ts'
import {
  agreesWith,
  type Evidence,
  evidenceFor,
  isSurname,
  type Known,
  namesPayer,
  type ReadLine,
  referenceIn,
} from './known.ts'
import { canBe } from './methods.ts'
import { plainText } from './names.ts'
import type { Draft, KnownPayment, OpenLine, Payer } from './proposal_input.ts'

// One line that is one payment.

/** Payments this many days before and after the line are looked at without a reference. */
export const days_before_max = 120
export const days_after_max = 20

/** The payments that a line may be, each with what speaks for it. */
export function singleEvidence(known: Known, read: ReadLine): Evidence[] {
  const { line } = read
  return [...new Set(candidatesOf(known, read))]
    .filter(payment => payment.left > 0 && payment.left === line.amount && !isDeposited(line, payment))
    .filter(payment => isNear(read, payment))
    .map(payment => evidenceFor(read, payment))
    .filter(namesPayer)
}

function candidatesOf(known: Known, { line, name, text, words, seen }: ReadLine): KnownPayment[] {
  const isShort = name.cut.length >= 3 && name.words.size < 3
  return [
    ...[...name.words, ...text.split(' ')].flatMap(word => known.byAmountAndWord.get(`${line.amount} ${word}`) ?? []),
    ...(isShort ? (known.byAmount.get(line.amount) ?? []) : []),
    ...seen.flatMap(({ contact_id }) => known.byContact.get(contact_id) ?? []),
    ...[...words].flatMap(word => (known.byReference.get(word) ?? []).slice(0, 50)),
  ]
}

/** A cheque in a closed batch comes with the batch. */
const isDeposited = (line: OpenLine, { batch, payment_method_kind }: KnownPayment) =>
  batch !== null && batch.state !== 'open' && !canBe(line, payment_method_kind)

function isNear(read: ReadLine, payment: KnownPayment) {
  const days = read.day - payment.day
  return (days <= days_before_max && days >= -days_after_max) || referenceIn(read, payment).reference !== ''
}

const name_scores = { full: 38, strong: 30, initial: 22, surname: 12, firstname: 4, '': 0 }
const text_scores = { full: 40, strong: 26, initial: 0, surname: 8, firstname: 9, '': 0 }

export function scoreOf(evidence: Evidence, line: OpenLine): number {
  const { reference, iban, name, text_name, days, exact, payment } = evidence
  const alone = iban === '' && name === '' && text_name === ''
  const referenceScore = { strong: 50, weak: alone ? 18 : 32, '': 0 }[reference]
  const who =
    Math.max(name_scores[name], text_scores[text_name]) + Math.min(name_scores[name], text_scores[text_name]) / 4
  const ibanScore = { only: 38, shared: 26, '': 0 }[iban]
  const method = canBe(line, payment.payment_method_kind) ? 0 : -25
  const campaign = namesCampaign(line, payment) ? 5 : 0
  return referenceScore + who + ibanScore + (exact ? 30 : 0) + dateScore(days) + method + campaign
}

/** Money comes some days after a payment was recorded, rarely before. Of two equal payments the older one comes first. */
function dateScore(days: number) {
  if (days < 0) return Math.max(0, 12 + 1.5 * days)
  return days <= usual.after ? 12 + 0.1 * days : Math.max(0, 13 - 0.4 * (days - usual.after))
}

const namesCampaign = (line: OpenLine, { code_campaign }: KnownPayment) =>
  code_campaign.length > 2 && ` ${plainText(line.text)} `.includes(` ${plainText(code_campaign)} `)

/** Whether the evidence for who paid is strong enough for another line to be the same payment. */
const isClaim = ({ reference, iban, name, text_name }: Evidence) =>
  reference !== '' ||
  iban !== '' ||
  ['full', 'strong', 'initial'].includes(name) ||
  ['full', 'strong'].includes(text_name)

/** The lines that may be each payment. */
export function claimsOf(evidence: Map<number, Evidence[]>): Map<number, { line_id: number; days: number }[]> {
  const claims = new Map<number, { line_id: number; days: number }[]>()
  for (const [line_id, list] of evidence) {
    for (const { payment, days, ...rest } of list) {
      if (!isClaim({ payment, days, ...rest })) continue
      const claim = { line_id, days }
      const others = claims.get(payment.transaction_id)
      if (others) others.push(claim)
      else claims.set(payment.transaction_id, [claim])
    }
  }
  return claims
}

/** Days between a payment and its line that are usual, and those from which another payment is not confused with it. */
const usual = { before: -3, after: 9 }
const apart = 21

export interface SingleContext {
  read: ReadLine
  evidence: Evidence[]
  claims: ReturnType<typeof claimsOf>
}

/** The proposals of one payment, the best first. */
export function singleDrafts(context: SingleContext): Draft[] {
  const { read, evidence } = context
  const scored = evidence
    .map(one => ({ one, score: scoreOf(one, read.line) }))
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        a.one.payment.day - b.one.payment.day ||
        a.one.payment.transaction_id - b.one.payment.transaction_id,
    )
  return scored.slice(0, 3).map(({ one, score }, index) => {
    const doubts = doubtsOf(context, one)
    const certain = index === 0 && doubts.length === 0 && isEnough(context, one)
    return draftOf(read, one, { score: certain ? 95 + Math.min(5, score / 40) : Math.min(94, score), certain, doubts })
  })
}

/** Whether the evidence cannot be a coincidence, given that nothing speaks against it. */
function isEnough({ read }: SingleContext, { reference, iban, name, days, payment }: Evidence): boolean {
  if (!canBe(read.line, payment.payment_method_kind)) return false
  if (reference === 'strong') return true
  // A short number may be another one by a slip of the pen, which is then not of a person with this name.
  if (reference === 'weak') return (iban === 'only' || isSurname(name)) && days >= -7 && days <= 60
  const near = days >= usual.before && days <= apart
  // People lend their account to others, and households share one.
  if (iban === 'only') return near && agreesWith(read, payment.contact)
  return name === 'full' && read.fullNames.length === 1 && near && !read.name.joint
}

/** What speaks against a payment: other payments, other people and other lines. */
function doubtsOf({ read, evidence, claims }: SingleContext, best: Evidence): ProposalReason[] {
  const { payment } = best
  const doubts: ProposalReason[] = []
  const rivals = evidence.filter(other => other.payment !== payment && isRival(best, other)).length
  const namesakes = best.iban !== 'only' && best.reference === '' ? read.fullNames.length : 0
  if (rivals > 0 || namesakes > 1) doubts.push({ kind: 'namesakes', value: String(Math.max(rivals + 1, namesakes)) })
  if (isOfAnother(read, best)) doubts.push({ kind: 'another_payer', value: read.line.counterparty })
  const lines = (claims.get(payment.transaction_id) ?? []).filter(({ line_id }) => line_id !== read.line.id)
  const competing = lines.filter(({ days }) => !(isUsual(best.days) && isApart(days)))
  if (competing.length > 0) doubts.push({ kind: 'competing_lines', value: String(competing.length) })
  return doubts
}

/** Whether the line names another person as the payer, and no reference says that it is this payment. */
function isOfAnother({ fullNames }: ReadLine, { reference, iban, name, text_name, payment }: Evidence): boolean {
  if (reference !== '' && (iban === 'only' || isSurname(name))) return false
  if (text_name === 'full' && name !== 'full' && name !== 'strong') return true
  return name !== 'full' && fullNames.some(({ id }) => id !== payment.contact.id)
}

const isUsual = (days: number) => days >= usual.before && days <= usual.after
const isApart = (days: number) => days < -apart + usual.after || days >= apart

/** Whether another payment of the amount may be meant. */
function isRival(best: Evidence, other: Evidence): boolean {
  const same = best.payment.contact.id === other.payment.contact.id
  if (best.reference !== '' && other.reference === '') {
    if (same) return best.reference === 'weak' && !isApart(other.days)
    if (other.iban === 'only' || other.name === 'full' || other.text_name === 'full') return true
    // A reference may be mistaken for that of a relative.
    return best.reference === 'weak' && best.name !== 'full' && isSurname(other.name)
  }
  if (same) return !(isUsual(best.days) && isApart(other.days))
  return other.reference !== '' || other.iban !== '' || other.name !== '' || other.text_name !== ''
}

interface Verdict {
  score: number
  certain: boolean
  doubts: ProposalReason[]
}

function draftOf(read: ReadLine, evidence: Evidence, { score, certain, doubts }: Verdict): Draft {
  const { payment } = evidence
  const { line } = read
  return {
    score,
    certain,
    kind: 'payments',
    reasons: [...reasonsOf(evidence, line), ...doubts],
    matches: [{ kind: 'payment', transaction_id: payment.transaction_id, amount: line.amount }],
    payments: [payment],
    batch: null,
    rule: null,
    payer: payerOf(payment.contact),
  }
}

export function reasonsOf(evidence: Evidence, line: OpenLine): ProposalReason[] {
  const { reference, found, end_to_end_id, iban, iban_count, name, text_name, exact, days, payment } = evidence
  const reasons: ProposalReason[] = []
  if (reference !== '') reasons.push({ kind: end_to_end_id ? 'end_to_end_id' : 'reference', value: found })
  if (iban !== '' && iban_count > 0) reasons.push({ kind: 'iban_seen', value: String(iban_count) })
  const shown = `${payment.contact.firstname} ${payment.contact.surname}`.trim()
  if (name !== '' || text_name !== '') reasons.push({ kind: 'name', value: shown })
  if (exact) reasons.push({ kind: 'exact_amount', value: '' })
  if (namesCampaign(line, payment)) reasons.push({ kind: 'campaign', value: payment.code_campaign })
  if (Math.abs(days) <= 10) reasons.push({ kind: 'near_date', value: String(days) })
  return reasons
}

export const payerOf = ({ id, firstname, surname, city }: Payer) => ({ id, firstname, surname, city })
