import type { Known, ReadLine } from './known.ts'
import { isPayout, wayOfMethod } from './methods.ts'
import type { Draft, KnownPayment } from './proposal_input.ts'
import { mapInTurns } from './turns.ts'

// A payout of a card provider: card payments of some days in a row, less a fee.

const day_range = 40
/** The usual fee: a share of the amount, and something for each payment. */
const usual_fee = { share: 0.015, each: 25 }
const fee_share_max = 0.06

interface PayoutRun {
  payments: KnownPayment[]
  fee: number
  /** How far the fee is from the usual one, in shares of the amount. */
  unusual: number
  /** Card payments before it that no payout brought. */
  skipped: number
}

/**
 * Proposes payouts in the order of their days, so that each begins after the one before it. Payouts that are open but not asked for
 * take their payments as well.
 */
export async function payoutDrafts(known: Known, reads: ReadLine[]): Promise<Map<number, Draft[]>> {
  const cards = known.waiting.filter(({ payment_method_kind }) => wayOfMethod(payment_method_kind) === 'card')
  const byDay = Map.groupBy(cards, ({ day }) => day)
  const taken = new Set<KnownPayment>()
  const drafts = new Map<number, Draft[]>()
  const payouts = reads.filter(({ line }) => line.amount > 0 && line.details.length < 2 && isPayout(line))
  const inOrder = payouts.toSorted((a, b) => a.day - b.day || a.line.id - b.line.id)
  await mapInTurns(inOrder, read => {
    const free: KnownPayment[] = []
    for (let day = read.day - day_range; day <= read.day; day++)
      free.push(...(byDay.get(day) ?? []).filter(payment => !taken.has(payment)))
    const [best, ...others] = runsOf(free, read.line.amount)
    if (!best) return
    for (const payment of best.payments) taken.add(payment)
    drafts.set(
      read.line.id,
      [best, ...others.slice(0, 1)].map((run, place) => payoutDraft(known, run, place)),
    )
  })
  return drafts
}

/** Payments of days in a row that a payout of this amount may be, the likeliest first. */
function runsOf(free: KnownPayment[], amount: number): PayoutRun[] {
  const days = [...Map.groupBy(free, ({ day }) => day).values()]
  const runs: PayoutRun[] = []
  const sums = days.map(day => day.reduce((total, { left }) => total + left, 0))
  for (let from = 0, skipped = 0; from < days.length; from++) {
    const payments: KnownPayment[] = []
    let sum = 0
    for (let at = from; at < days.length; at++) {
      payments.push(...(days[at] ?? []))
      sum += sums[at] ?? 0
      const fee = sum - amount
      if (fee > sum * fee_share_max + 100) break
      if (fee < 0) continue
      const usual = sum * usual_fee.share + payments.length * usual_fee.each
      runs.push({ payments: [...payments], fee, unusual: fee === 0 ? 0.002 : Math.abs(fee - usual) / sum, skipped })
    }
    skipped += days[from]?.length ?? 0
  }
  return runs.toSorted((a, b) => rank(a) - rank(b))
}

const rank = ({ unusual, skipped }: PayoutRun) => unusual + Math.min(skipped, 10) * 0.004

function payoutDraft(known: Known, { payments, fee, unusual, skipped }: PayoutRun, place: number): Draft {
  const parts: Draft['matches'] = payments.map(({ transaction_id, left }) => ({
    kind: 'payment',
    transaction_id,
    amount: left,
  }))
  const fees: Draft['matches'] = fee === 0 ? [] : [{ kind: 'account', account: known.fees_account, amount: -fee }]
  return {
    score: Math.max(50, 85 - unusual * 1000 - Math.min(skipped, 5) * 2 - place * 8),
    certain: false,
    kind: 'payout',
    reasons: [
      { kind: 'payout', value: String(payments.length) },
      { kind: 'near_date', value: '' },
    ],
    matches: [...parts, ...fees],
    payments: payments.slice(0, 100),
    batch: null,
    rule: null,
    payer: null,
  }
}
