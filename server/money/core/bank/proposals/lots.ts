import { type Evidence, type Known, type ReadLine, readLine } from './known.ts'
import { isLot, isPayout } from './methods.ts'
import type { Draft, KnownPayment, OpenLine } from './proposal_input.ts'
import { returnEvidence, returnMatch } from './returns.ts'
import { scoreOf, singleEvidence } from './single.ts'
import { mapInTurns } from './turns.ts'

// A lot of direct debits: with its transactions in the file, or only their sum.

export async function lotDrafts(known: Known, read: ReadLine): Promise<Draft[]> {
  const { line } = read
  if (line.details.length > 1) return await withDetails(known, read)
  return line.amount > 0 && isLot(line) && !isPayout(line) ? withoutDetails(known, read) : []
}

interface DetailMatch {
  match: Draft['matches'][number]
  payment: KnownPayment
  sure: boolean
}

/** Each transaction of the lot must be a payment of its own. */
async function withDetails(known: Known, { line }: ReadLine): Promise<Draft[]> {
  if (line.details.reduce((sum, { amount }) => sum + amount, 0) !== line.amount) return []
  const used = new Set<KnownPayment>()
  const found: DetailMatch[] = []
  let missing = false
  await mapInTurns(line.details, detail => {
    if (missing) return
    const read = readLine(known, { ...line, ...detail, details: [] })
    const evidence = (detail.amount > 0 ? singleEvidence(known, read) : returnEvidence(known, read))
      .filter(({ payment }) => !used.has(payment))
      .map(one => ({ one, score: scoreOf(one, read.line) }))
      .toSorted((a, b) => b.score - a.score)
    const [best, next] = evidence
    if (!best) {
      missing = true
      return
    }
    used.add(best.one.payment)
    found.push({
      match:
        detail.amount > 0
          ? { kind: 'payment', transaction_id: best.one.payment.transaction_id, amount: detail.amount }
          : returnMatch(read.line, best.one.payment),
      payment: best.one.payment,
      sure: isSure(best.one) && !(next && isSure(next.one)),
    })
  })
  if (missing) return []
  const certain = found.every(({ sure }) => sure)
  const identified = found.filter(({ sure }) => sure).length / found.length
  return [lotDraft(found, certain ? 99 : 70 + 20 * identified, certain)]
}

const isSure = ({ end_to_end_id, reference, exact }: Evidence) => end_to_end_id && reference === 'strong' && exact

/** Days from a direct debit to the line of its lot. */
const due = { before: 10, after: 3 }

/** The direct debits of one day whose sum is the line. */
function withoutDetails(known: Known, { line, day }: ReadLine): Draft[] {
  const drafts: Draft[] = []
  for (let paid = day - due.before; paid <= day + due.after; paid++) drafts.push(...ofDay(known, line, day, paid))
  return drafts.toSorted((a, b) => b.score - a.score).slice(0, 2)
}

function ofDay(known: Known, line: OpenLine, day: number, paid: number): Draft[] {
  const payments = known.debitsByDay.get(paid) ?? []
  const sum = payments.reduce((total, { left }) => total + left, 0)
  const near = Math.abs(day - paid) * 0.5
  if (sum === line.amount && payments.length > 1) return [fromDay(payments, 90 - near)]
  // One of them was left out, such as a debit that the bank refused at once.
  const left_out = payments.filter(({ left }) => left === sum - line.amount)
  const [one] = left_out
  if (left_out.length !== 1 || payments.length <= 3) return []
  const others = payments.filter(other => other !== one)
  return [fromDay(others, 70 - near)]
}

const fromDay = (payments: KnownPayment[], score: number) =>
  lotDraft(
    payments.map(payment => ({
      match: { kind: 'payment', transaction_id: payment.transaction_id, amount: payment.left },
      payment,
      sure: false,
    })),
    score,
    false,
  )

const lotDraft = (found: DetailMatch[], score: number, certain: boolean): Draft => ({
  score,
  certain,
  kind: 'lot',
  reasons: [{ kind: 'lot', value: String(found.length) }],
  matches: found.map(({ match }) => match),
  payments: found.slice(0, 100).map(({ payment }) => payment),
  batch: null,
  rule: null,
  payer: null,
})
