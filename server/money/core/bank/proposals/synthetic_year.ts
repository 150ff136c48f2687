import type { KnownRule, OpenLine, WaitingBatch } from './proposal_input.ts'
import { batchLines, lotLines, payoutLines, returnLines } from './synthetic_collections.ts'
import { foreignLines, otherLines, severalLines, transferLines } from './synthetic_lines.ts'
import {
  batchedPayments,
  cardPayments,
  debitPayments,
  type PaymentMaker,
  type SyntheticPayment,
  transferPayments,
} from './synthetic_payments.ts'
import { type Chance, chanceFrom, type SyntheticPerson, syntheticPeople } from './synthetic_people.ts'

// A year of an organisation with about 5 000 payments, and the lines of its bank with what each of them is. For tests and benches.

/** What a line is: the amounts of transactions, or nothing. */
export interface SyntheticLine extends OpenLine {
  /** What the table of results calls it. */
  sort: string
  truth: { transaction_id: number; amount: number }[]
  /** The people whose payments they are, or who paid what was not recorded. */
  payers: number[]
}

export interface LineMaker extends PaymentMaker {
  chance: Chance
  people: SyntheticPerson[]
  lines: SyntheticLine[]
}

export interface SyntheticYear {
  people: SyntheticPerson[]
  payments: SyntheticPayment[]
  lines: SyntheticLine[]
  batches: WaitingBatch[]
  rules: KnownRule[]
}

export function syntheticYear(seed: number): SyntheticYear {
  const chance = chanceFrom(seed)
  const people = syntheticPeople(chance, 1500)
  const maker: LineMaker = { chance, people, payments: [], lines: [] }
  const transfers = transferPayments(maker, people)
  const debits = debitPayments(maker, people)
  const cards = cardPayments(maker, people)
  const cheques = batchedPayments(maker, people)
  severalLines(maker)
  foreignLines(maker)
  transferLines(maker, transfers)
  const batches = batchLines(maker, cheques)
  lotLines(maker, debits)
  payoutLines(maker, cards)
  returnLines(maker, debits.flat(), cheques.flat())
  otherLines(maker)
  const lines = maker.lines
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map((line, index) => ({ ...line, id: index + 1 }))
  return { people, payments: maker.payments, lines, batches, rules }
}

const rules: KnownRule[] = [
  {
    id: 1,
    name: 'Bank fees',
    conditions: { direction: 'out', text_contains: 'frais' },
    outcome: { kind: 'account', account: '627000' },
  },
  {
    id: 2,
    name: 'Interest',
    conditions: { direction: 'in', text_contains: 'interets créditeurs' },
    outcome: { kind: 'account', account: '768000' },
  },
  {
    id: 3,
    name: 'Own savings account',
    conditions: { text_contains: 'livret association' },
    outcome: { kind: 'ignore', reason: 'Between own accounts' },
  },
]
