import type { WaitingBatch } from './proposal_input.ts'
import { addLine } from './synthetic_lines.ts'
import type { SyntheticPayment } from './synthetic_payments.ts'
import { first_day } from './synthetic_payments.ts'
import type { LineMaker } from './synthetic_year.ts'

// Lines that stand for many payments, and money that goes back.

const truthOf = (payments: SyntheticPayment[]) =>
  payments.map(({ transaction_id, amount }) => ({ transaction_id, amount }))
const sumOf = (payments: { amount: number }[]) => payments.reduce((sum, { amount }) => sum + amount, 0)

/** Deposits: with the number of the batch, a wrong one or none. */
export function batchLines(maker: LineMaker, batches: SyntheticPayment[][]): WaitingBatch[] {
  const { chance } = maker
  return batches.map((payments, index) => {
    const [id, number] = [index + 1, `B${index + 101}`]
    const day = Math.max(...payments.map(payment => payment.day)) + chance.below(3)
    for (const payment of payments) payment.batch = { id, number, state: 'deposited' }
    const kind = chance.below(100)
    const written = kind < 70 ? number : kind < 82 ? `B${101 + chance.below(batches.length)}` : ''
    const cash = payments[0]?.payment_method_kind === 'cash'
    const text = `${cash ? 'VERSEMENT ESPECES' : 'REMISE CHEQUES'} ${written} ${cash ? '' : `${payments.length} CHQ`}`
    const sort = written === number ? 'deposit, batch number' : 'deposit, wrong or no number'
    addLine(maker, { sort, day: day + 1 + chance.below(5), amount: sumOf(payments), text, truth: truthOf(payments) })
    return { id, number, day, payments }
  })
}

/** Lots of direct debits, every second one with its transactions. */
export function lotLines(maker: LineMaker, lots: SyntheticPayment[][]) {
  for (const [index, payments] of lots.entries()) {
    const details = payments.map(({ amount, person, payment_method }) => ({
      amount,
      text: 'don mensuel',
      counterparty: person.holder,
      counterparty_iban: person.iban,
      end_to_end_id: payment_method['reference'] ?? '',
      mandate_id: person.mandate,
      return_reason: '',
    }))
    const day = (payments[0]?.day ?? first_day) + maker.chance.below(3)
    const detailed = index % 2 === 0
    addLine(maker, {
      sort: detailed ? 'lot of debits with details' : 'lot of debits, only the sum',
      day,
      amount: sumOf(payments),
      text: `REMISE PRLV SEPA ${payments.length} OPERATIONS`,
      truth: truthOf(payments),
      details: detailed ? details : [],
    })
  }
}

/** Payouts of a card provider every week, less its fee. */
export function payoutLines(maker: LineMaker, weeks: SyntheticPayment[][]) {
  const { chance } = maker
  for (const [week, payments] of weeks.entries()) {
    const fee =
      payments.reduce((sum, { amount }) => sum + Math.round(amount * 0.015) + 25, 0) + (chance.percent(6) ? 1500 : 0)
    const sent = { day: first_day + week * 7 + 7 + chance.below(2), amount: sumOf(payments) - fee }
    addLine(maker, {
      ...sent,
      sort: 'payout of card payments',
      text: 'STRIPE PAYOUT',
      counterparty: 'STRIPE TECHNOLOGY EUROPE LTD',
      truth: truthOf(payments),
    })
  }
}

const codes = ['AM04', 'AM04', 'AM04', 'MD06', 'AC04', 'MS02', 'MD01']

/** Debits and cheques that the bank took back, and refunds that were recorded. */
export function returnLines(maker: LineMaker, debits: SyntheticPayment[], cheques: SyntheticPayment[]) {
  const { chance } = maker
  const returned = new Set(Array.from({ length: 48 }, () => chance.pick(debits)))
  for (const { transaction_id, amount, day, person, payment_method } of returned) {
    const told = chance.percent(80)
    addLine(maker, {
      sort: told ? 'returned debit, end-to-end id' : 'returned debit, name',
      day: day + 3 + chance.below(12),
      amount: -amount,
      text: 'REJET PRLV SEPA',
      counterparty: person.holder,
      counterparty_iban: person.iban,
      end_to_end_id: told ? (payment_method['reference'] ?? '') : '',
      return_reason: chance.pick(codes),
      truth: [{ transaction_id, amount: -amount }],
    })
  }
  for (const { transaction_id, amount, day, payment_method } of new Set(
    Array.from({ length: 8 }, () =>
      chance.pick(cheques.filter(({ payment_method_kind }) => payment_method_kind === 'cheque')),
    ),
  )) {
    const text = `CHEQUE IMPAYE ${payment_method['number']}`
    addLine(maker, {
      sort: 'returned cheque',
      day: day + 15 + chance.below(10),
      amount: -amount,
      text,
      truth: [{ transaction_id, amount: -amount }],
    })
  }
  for (const [index, payment] of [
    ...new Set(Array.from({ length: 15 }, () => chance.pick(maker.payments))),
  ].entries()) {
    if (payment.payment_method_kind === 'direct_debit' || payment.payment_method_kind === 'cheque') continue
    const amount = chance.percent(50) ? payment.amount : Math.floor(payment.amount / 2)
    payment.reversals = [{ id: index + 1, kind: 'refund', amount }]
    payment.returnable = payment.amount - amount
    const sent = {
      sort: 'refund',
      day: payment.day + 25 + chance.below(20),
      amount: -amount,
      text: 'VIR EMIS REMBOURSEMENT',
    }
    addLine(maker, {
      ...sent,
      counterparty: payment.person.holder,
      truth: [{ transaction_id: payment.transaction_id, amount: -amount }],
    })
  }
}
