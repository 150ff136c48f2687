import type { Proposal } from '../../../bank_lines/schema.ts'
import { batchDrafts } from './batches.ts'
import { type Known, knownFrom, type ReadLine, readLine } from './known.ts'
import { lotDrafts } from './lots.ts'
import { proposalMessage } from './messages.ts'
import { isLot } from './methods.ts'
import { payoutDrafts } from './payouts.ts'
import { certain_score, type Draft, type OpenLine, type ProposalInput } from './proposal_input.ts'
import { returnDrafts, returnEvidence } from './returns.ts'
import { newPaymentDraft, ruleDraft } from './rules.ts'
import { claimsOf, singleDrafts, singleEvidence } from './single.ts'
import { sumDrafts } from './sums.ts'
import { mapInTurns } from './turns.ts'

const proposals_max = 3
/** Below this a proposal would be a guess. */
const score_min = 35

/** What each line may be, the likeliest first. Reads nothing but its input. */
export async function propose(input: ProposalInput): Promise<Map<number, Proposal[]>> {
  const known = await knownFrom(input)
  const reads = await mapInTurns([...input.lines, ...input.others], line => readLine(known, withOnlyDetail(line)))
  const targets = new Set(input.lines.map(({ id }) => id))
  const wanted = reads.filter(({ line }) => targets.has(line.id))
  const credits = reads.filter(({ line }) => line.amount > 0)
  const evidence = new Map(
    await mapInTurns(
      credits,
      read => [read.line.id, read.line.details.length > 1 ? [] : singleEvidence(known, read)] as const,
    ),
  )
  const shared: SharedFindings = {
    evidence,
    claims: claimsOf(evidence),
    payouts: await payoutDrafts(known, reads),
    sides: sidesOf(credits),
    returned: await returnClaims(known, reads),
    lots: await lotsOf(known, wanted),
  }
  return new Map(await mapInTurns(wanted, read => [read.line.id, ranked(draftsOf(known, read, shared))] as const))
}

interface SharedFindings {
  evidence: Map<number, ReturnType<typeof singleEvidence>>
  claims: ReturnType<typeof claimsOf>
  payouts: Map<number, Draft[]>
  lots: Map<number, Draft[]>
  /** By the side and the amount. */
  sides: Map<string, Map<number, ReadLine[]>>
  /** How many lines may take each payment back. */
  returned: Map<number, number>
}

/** A line with one transaction is that transaction. */
function withOnlyDetail(line: OpenLine): OpenLine {
  const [detail, ...others] = line.details
  if (!detail || others.length > 0 || detail.amount !== line.amount) return line
  const filled = Object.entries(detail).filter(([name, value]) => value !== '' && name !== 'text')
  return { ...line, ...Object.fromEntries(filled), text: `${line.text} ${detail.text}`.trim(), details: [] }
}

/** Lines with the same value come from the same side. */
const sideOf = ({ line, name }: ReadLine) => line.counterparty_iban || [...name.words].toSorted().join(' ')

function sidesOf(credits: ReadLine[]): SharedFindings['sides'] {
  const sides = Map.groupBy(
    credits.filter(read => sideOf(read) !== ''),
    sideOf,
  )
  return new Map([...sides].map(([side, reads]) => [side, Map.groupBy(reads, ({ line }) => line.amount)]))
}

async function lotsOf(known: Known, reads: ReadLine[]): Promise<Map<number, Draft[]>> {
  const lots = reads.filter(({ line }) => line.details.length > 1 || isLot(line))
  const drafts = new Map<number, Draft[]>()
  for (const read of lots) drafts.set(read.line.id, await lotDrafts(known, read))
  return drafts
}

async function returnClaims(known: Known, reads: ReadLine[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  await mapInTurns(reads, read => {
    if (read.line.amount > 0 || read.line.details.length > 1) return
    for (const { payment, reference } of returnEvidence(known, read)) {
      if (reference !== '') counts.set(payment.transaction_id, (counts.get(payment.transaction_id) ?? 0) + 1)
    }
  })
  return counts
}

function draftsOf(known: Known, read: ReadLine, shared: SharedFindings): Draft[] {
  const { line } = read
  const rule = ruleDraft(known, read)
  const rules = rule ? [rule] : []
  const lots = shared.lots.get(line.id) ?? []
  if (line.amount < 0)
    return [...rules, ...lots, ...(line.details.length > 1 ? [] : returnDrafts(known, read, shared.returned))]
  const evidence = shared.evidence.get(line.id) ?? []
  const singles = singleDrafts({ read, evidence, claims: shared.claims })
  const payments = [
    ...singles,
    ...batchDrafts(known, read),
    ...lots,
    ...(shared.payouts.get(line.id) ?? []),
    ...(line.details.length > 1 ? [] : sumDrafts(known, read, shared.sides.get(sideOf(read)) ?? new Map())),
  ]
  const fresh = newPaymentDraft(known, read)
  return [...payments, ...rules.map(one => besidePayments(one, payments)), ...(fresh ? [fresh] : [])]
}

/** A rule does not record a payment that may wait already. */
function besidePayments(rule: Draft, payments: Draft[]): Draft {
  const best = Math.max(0, ...payments.map(({ score }) => score))
  if (best < 50 || !rule.certain || rule.matches.length > 0 || rule.rule?.outcome.kind === 'ignore') return rule
  return { ...rule, score: Math.min(rule.score, best - 1), certain: false }
}

function ranked(drafts: Draft[]): Proposal[] {
  const order = drafts
    .filter(({ score }) => score >= score_min)
    .toSorted((a, b) => Number(b.certain) - Number(a.certain) || b.score - a.score)
  const seen = new Set<string>()
  return order
    .filter(({ kind, matches, payer }) => {
      const key = matches.length > 0 ? JSON.stringify(matches) : `${kind} ${payer?.id}`
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, proposals_max)
    .map(draft => ({
      ...draft,
      score: draft.certain
        ? Math.max(certain_score, Math.min(100, Math.round(draft.score)))
        : Math.min(certain_score - 1, Math.round(draft.score)),
      payments: draft.payments.map(shownPayment),
      message: proposalMessage(draft.reasons),
    }))
}

/** A payment without what only the engine needs. */
function shownPayment(payment: Proposal['payments'][number]): Proposal['payments'][number] {
  const { transaction_id, transaction_bundle_id, contact, date, amount, left, currency } = payment
  const { payment_method_kind, code_campaign, pending, batch, label } = payment
  const { id, firstname, surname, city } = contact
  const money = { date, amount, left, currency, payment_method_kind, code_campaign, pending, batch, label }
  return { transaction_id, transaction_bundle_id, contact: { id, firstname, surname, city }, ...money }
}
