import type { Proposal } from '../../../bank_lines/schema.ts'
import { propose } from './engine.ts'
import { dayOf, type ProposalInput, type SeenPayer } from './proposal_input.ts'
import { first_day, type SyntheticPayment } from './synthetic_payments.ts'
import type { SyntheticLine, SyntheticYear } from './synthetic_year.ts'

// Goes through a synthetic year month by month as a treasurer does: the statement of the month is imported, proposals are made, and each line is
// settled as what it is. Later months know the IBANs of the months before.

export interface SortResult {
  lines: number
  right: number
  certain: number
  certain_wrong: number
}

export interface WrongLine {
  line: SyntheticLine
  proposal: Proposal | undefined
}

export interface YearResult {
  sorts: Map<string, SortResult>
  total: SortResult
  wrong: WrongLine[]
}

export async function measureYear(year: SyntheticYear): Promise<YearResult> {
  const result: YearResult = { sorts: new Map(), total: none(), wrong: [] }
  for (const { lines, input } of monthsOf(year)) {
    const proposals = await propose(input)
    for (const line of lines) count(result, line, proposals.get(line.id)?.[0])
  }
  return result
}

export interface SyntheticMonth {
  lines: SyntheticLine[]
  /** The lines of the months before, which are settled. */
  settled: SyntheticLine[]
  input: ProposalInput & { payments: SyntheticPayment[] }
}

/** The months of a year. Before the next one is read, the lines of this one are settled. */
export function* monthsOf({ people, payments, lines, batches, rules }: SyntheticYear): Generator<SyntheticMonth> {
  const seen = new Map<string, SeenPayer[]>()
  const known = new Map(payments.map(payment => [payment.transaction_id, payment]))
  const settled: SyntheticLine[] = []
  for (let month = 0; month < 13; month++) {
    const from = month === 0 ? 0 : first_day + month * 30.4
    const to = first_day + (month + 1) * 30.4
    const ofMonth = lines.filter(({ date }) => dayOf(date) >= from && dayOf(date) < to)
    const recorded = payments.filter(({ day }) => day < to + 3)
    const waiting = batches.filter(({ day, payments: [first] }) => day < to && (first?.left ?? 0) > 0)
    const context = { batches: waiting, contacts: people, seen, rules, fees_account: '627000' }
    yield { lines: ofMonth, settled, input: { lines: ofMonth, others: [], payments: recorded, ...context } }
    for (const line of ofMonth) settleLine(line, known, seen)
    settled.push(...ofMonth)
  }
}

function settleLine(line: SyntheticLine, known: Map<number, SyntheticPayment>, seen: Map<string, SeenPayer[]>) {
  for (const { transaction_id, amount } of line.truth) settle(known.get(transaction_id), amount)
  if (line.counterparty_iban === '' || line.amount < 0) return
  for (const id of line.payers) remember(seen, line.counterparty_iban, id)
}

const none = (): SortResult => ({ lines: 0, right: 0, certain: 0, certain_wrong: 0 })

function count({ sorts, total, wrong }: YearResult, line: SyntheticLine, proposal: Proposal | undefined) {
  const right = isRight(line, proposal)
  if (!right) wrong.push({ line, proposal })
  const sort = sorts.get(line.sort) ?? none()
  sorts.set(line.sort, sort)
  for (const counted of [sort, total]) {
    counted.lines++
    if (right) counted.right++
    if (proposal?.certain) counted.certain++
    if (proposal?.certain && !right) counted.certain_wrong++
  }
}

/** Whether a proposal names just the payments that the line is. The amount of a fee follows from them. */
export function isRight({ truth }: Pick<SyntheticLine, 'truth'>, proposal: Proposal | undefined): boolean {
  if (truth.length === 0) return proposal === undefined || proposal.kind === 'new_payment' || proposal.kind === 'rule'
  const told = (proposal?.matches ?? []).filter(({ kind }) => kind !== 'account')
  return sortedTexts(told) === sortedTexts(truth)
}

const sortedTexts = (parts: { transaction_id?: number; amount: number }[]) =>
  parts
    .map(({ transaction_id, amount }) => `${transaction_id} ${amount}`)
    .toSorted()
    .join()

function settle(payment: SyntheticPayment | undefined, amount: number) {
  if (!payment) return
  if (amount > 0) payment.left -= amount
  else {
    payment.returnable = Math.max(0, payment.returnable + amount)
    payment.reversals = []
  }
}

function remember(seen: Map<string, SeenPayer[]>, iban: string, contact_id: number) {
  const payers = seen.get(iban) ?? []
  const known = payers.find(payer => payer.contact_id === contact_id)
  if (known) known.count++
  else payers.push({ contact_id, count: 1 })
  seen.set(iban, payers)
}

/** The results as a table in Markdown. */
export function yearTable({ sorts, total }: YearResult): string {
  const rows = [...[...sorts].toSorted(([a], [b]) => a.localeCompare(b)), ['total', total] as const]
  return [
    '| line | count | right first proposal | certain | certain and wrong |',
    '|---|---|---|---|---|',
    ...rows.map(
      ([sort, { lines, right, certain, certain_wrong }]) =>
        `| ${sort} | ${lines} | ${right} (${((100 * right) / lines).toFixed(1)} %) | ${certain} | ${certain_wrong} |`,
    ),
  ].join('\n')
}
