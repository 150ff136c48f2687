import type { ProposalReason } from '../../../bank_lines/schema.ts'
import type { Known, ReadLine } from './known.ts'
import { isDeposit } from './methods.ts'
import type { Draft, WaitingBatch } from './proposal_input.ts'
import { compactReference } from './references.ts'

// A deposit of cheques or cash that is a batch.

/** Days from the closing of a batch to its line. */
const days = { before: -5, after: 60 }

export function batchDrafts(known: Known, { line, day }: ReadLine): Draft[] {
  const deposit = isDeposit(line)
  // A batch can be closed here long after it was brought to the bank: its number in the text counts on any day.
  const candidates = (known.batchesByTotal.get(line.amount) ?? []).filter(
    batch =>
      (day - batch.day >= days.before && day - batch.day <= days.after) || isNamed(line.text, batch.number, deposit),
  )
  if (candidates.length === 0) return []
  const sameAmount = (known.depositsByAmount.get(line.amount) ?? []).filter(({ id }) => id !== line.id)
  return candidates
    .map(batch => {
      const named = isNamed(line.text, batch.number, deposit)
      const alone = candidates.length === 1
      const certain = named && alone && sameAmount.length === 0
      const distance = Math.abs(day - batch.day) * 0.2
      const likely = (named ? 90 : deposit ? 80 : 58) - (alone ? 0 : 10) - (named ? 0 : distance)
      return batchDraft(batch, { score: certain ? 98 : likely, certain, named, sameAmount: sameAmount.length })
    })
    .toSorted((a, b) => b.score - a.score)
}

/** Whether the number stands in the text. A bare number counts only in the line of a deposit. */
function isNamed(text: string, number: string, deposit: boolean) {
  const wanted = compactReference(number)
  if (wanted === '' || (!deposit && wanted.length < 5)) return false
  const words = text.split(/[\s,;:()"']+/)
  return words.some(word => {
    const compact = compactReference(word)
    return compact === wanted || (/^\d+$/.test(wanted) && compact.replace(/^0+/, '') === wanted)
  })
}

interface Verdict {
  score: number
  certain: boolean
  named: boolean
  sameAmount: number
}

function batchDraft(batch: WaitingBatch, { score, certain, named, sameAmount }: Verdict): Draft {
  const reasons: ProposalReason[] = [
    ...(named ? [{ kind: 'batch_number' as const, value: batch.number }] : []),
    { kind: 'batch_amount', value: String(batch.payments.length) },
    ...(sameAmount > 0 ? [{ kind: 'competing_lines' as const, value: String(sameAmount) }] : []),
  ]
  return {
    score,
    certain,
    kind: 'batch',
    reasons,
    matches: batch.payments.map(({ transaction_id, left }) => ({ kind: 'payment', transaction_id, amount: left })),
    payments: batch.payments.slice(0, 100),
    batch: { id: batch.id, number: batch.number },
    rule: null,
    payer: null,
  }
}
