import type { StatementDetail } from '../statement.ts'
import {
  checkoutCode,
  dateOf,
  first_day,
  recordPayment,
  type SyntheticPayment,
  someAmount,
} from './synthetic_payments.ts'
import { type Chance, type SyntheticPerson, strangerName, writtenBy } from './synthetic_people.ts'
import type { LineMaker, SyntheticLine } from './synthetic_year.ts'

// Transfers, and lines that are nobody's payment.

interface LineWish extends Partial<StatementDetail> {
  sort: string
  day: number
  amount: number
  truth?: SyntheticLine['truth']
  payers?: number[]
  details?: StatementDetail[]
}

export function addLine({ lines }: LineMaker, { day, truth = [], payers = [], details = [], ...wish }: LineWish) {
  const empty = {
    text: '',
    counterparty: '',
    counterparty_iban: '',
    end_to_end_id: '',
    mandate_id: '',
    return_reason: '',
  }
  lines.push({ ...empty, ...wish, id: 0, bank_account_id: 1, date: dateOf(day), truth, payers, details })
}

/** Days from a payment to its line. */
const delayOf = (chance: Chance) =>
  chance.percent(8) ? -1 - chance.below(3) : chance.percent(5) ? 10 + chance.below(9) : chance.below(9)

const words = [
  'don',
  'cotisation',
  'cotisation 2026',
  'virement',
  'soutien',
  'DON LIBRE',
  'adhesion',
  'VIREMENT INSTANTANE',
  '',
  'merci',
  'VIR PERMANENT',
]

/** The side of a transfer: its name is missing in some files, and stands in the text then. */
function sideOf(chance: Chance, { holder, iban }: { holder: string; iban: string }) {
  const counterparty_iban = chance.percent(88) ? iban : ''
  const hidden = chance.percent(9)
  return {
    counterparty: hidden ? '' : holder,
    counterparty_iban,
    prefix: hidden ? `VIR SEPA RECU DE ${holder} ` : chance.percent(50) ? 'VIR SEPA ' : '',
    end_to_end_id: chance.percent(60) ? 'NOTPROVIDED' : String(10_000 + chance.below(90_000_000)),
  }
}

export function transferLines(maker: LineMaker, payments: SyntheticPayment[]) {
  const { chance, people } = maker
  for (const payment of payments) {
    if (chance.percent(3)) continue // Promised, and never paid.
    const { transaction_id, amount, day, person } = payment
    const truth = [{ transaction_id, amount }]
    const sent = { day: day + delayOf(chance), amount, truth, payers: [person.id] }
    const paid = chance.below(100)
    if (paid < 5) addFromAnother(maker, payment, sent, chance.pick(people))
    else {
      const { prefix, ...side } = sideOf(chance, person)
      const { sort, text, end_to_end_id } = referenceText(maker, payment)
      addLine(maker, {
        ...sent,
        ...side,
        sort,
        text: prefix + text,
        end_to_end_id: end_to_end_id ?? side.end_to_end_id,
      })
    }
  }
}

/** What the payer wrote: the reference of the payment, a wrong one, or none. */
function referenceText(
  { chance, payments }: LineMaker,
  payment: SyntheticPayment,
): { sort: string; text: string; end_to_end_id?: string } {
  const id = String(payment.transaction_id)
  const code = payment.payment_method['reference']
  const kind = chance.below(100)
  if (kind < 30) {
    const text = code ?? chance.pick([id, `REF ${id}`, `paiement ${id}`, `no ${payment.transaction_bundle_id}`])
    return chance.percent(15) && code
      ? { sort: 'transfer, reference', text: '', end_to_end_id: code }
      : { sort: 'transfer, reference', text }
  }
  if (kind < 40) {
    const wrong = chance.pick([
      String(chance.pick(payments).transaction_id),
      id.slice(0, -1) + String(chance.below(10)),
      checkoutCode(chance),
      `facture ${1000 + chance.below(9000)}`,
    ])
    const sort = wrong === id ? 'transfer, reference' : 'transfer, wrong reference'
    return { sort, text: `${chance.pick(words)} ${wrong}` }
  }
  return { sort: 'transfer, no reference', text: chance.pick(words) }
}

type Sent = Pick<LineWish, 'day' | 'amount' | 'truth' | 'payers'> & { day: number; amount: number }

/** Another person paid. The text says for whom, unless that person has no payment of the amount in these days. */
function addFromAnother(
  maker: LineMaker,
  { person, transaction_id }: SyntheticPayment,
  sent: Sent,
  other: SyntheticPerson,
) {
  const { chance, people } = maker
  const relative = people.find(({ household, id }) => household === person.household && id !== person.id)
  const payer = relative && chance.percent(60) ? relative : other
  const silent = chance.percent(20) && !hasPayment(maker, payer, sent) && payer.id !== person.id
  const { prefix, ...side } = sideOf(chance, payer)
  const text = silent
    ? chance.pick(words)
    : chance.pick([`pour ${writtenBy(chance, person)}`, `cotisation ${writtenBy(chance, person)}`, `${transaction_id}`])
  addLine(maker, { ...sent, ...side, sort: 'transfer by another person', text: prefix + text })
}

/** Whether a namesake or a person on the same account waits for this amount: then a line without a word cannot be told apart. */
const hasPayment = (
  { payments }: LineMaker,
  { firstname, surname, iban, holder }: SyntheticPerson,
  { day, amount }: Sent,
) =>
  payments.some(
    ({ person, ...payment }) =>
      payment.amount === amount &&
      Math.abs(payment.day - day) < 45 &&
      (person.iban === iban ||
        person.holder === holder ||
        (person.firstname === firstname && person.surname === surname)),
  )

/** Two payments in one transfer, and one payment in two. */
export function severalLines(maker: LineMaker) {
  const { chance, people } = maker
  for (let count = 0; count < 45; count++) {
    const [person, day] = [chance.pick(people), first_day + chance.below(340)]
    const parts = [2400, chance.pick([1000, 2000, 3300, 5000])].map(amount =>
      recordPayment(maker, { person, day, amount, method: 'transfer' }),
    )
    const { prefix, ...side } = sideOf(chance, person)
    const truth = parts.map(({ transaction_id, amount }) => ({ transaction_id, amount }))
    const amount = truth.reduce((sum, part) => sum + part.amount, 0)
    addLine(maker, {
      ...side,
      sort: 'several payments',
      day: day + chance.below(6),
      amount,
      text: `${prefix}adhesion et don`,
      truth,
      payers: [person.id],
    })
  }
  for (let count = 0; count < 20; count++) {
    const [person, day] = [chance.pick(people), first_day + chance.below(330)]
    const { transaction_id, amount } = recordPayment(maker, { person, day, amount: 12_000, method: 'transfer' })
    const { prefix, ...side } = sideOf(chance, person)
    const first = chance.pick([6000, 5000, 8000])
    for (const [place, part] of [first, amount - first].entries()) {
      const truth = [{ transaction_id, amount: part }]
      addLine(maker, {
        ...side,
        sort: 'part of a payment',
        day: day + place * 9,
        amount: part,
        text: `${prefix}${place + 1}/2`,
        truth,
        payers: [person.id],
      })
    }
  }
}

/** Transfers from abroad, of which a bank took a fee. */
export function foreignLines(maker: LineMaker) {
  const { chance, people } = maker
  for (let count = 0; count < 20; count++) {
    const [person, day] = [chance.pick(people), first_day + chance.below(345)]
    const { transaction_id, amount } = recordPayment(maker, {
      person,
      day,
      amount: 10_000 + chance.below(9) * 5000,
      method: 'transfer',
    })
    const truth = [{ transaction_id, amount }]
    const text = `VIR SWIFT RECU FRAIS SHA ${chance.pick(['don', 'support', ''])}`
    const side = { counterparty: person.holder, counterparty_iban: '' }
    addLine(maker, {
      ...side,
      sort: 'foreign transfer less a fee',
      day: day + 3,
      amount: amount - chance.pick([1200, 1500, 2000]),
      text,
      truth,
      payers: [person.id],
    })
  }
}

/** Fees, suppliers, own accounts, and gifts that nobody recorded. */
export function otherLines(maker: LineMaker) {
  const { chance, people } = maker
  for (let month = 0; month < 12; month++) {
    const day = Math.floor(first_day + month * 30.4) + 28
    addLine(maker, { sort: 'fee of the bank', day, amount: -1250, text: 'FRAIS TENUE DE COMPTE' })
    addLine(maker, { sort: 'fee of the bank', day, amount: -300 - chance.below(900), text: 'FRAIS REMISE PRLV SEPA' })
    addLine(maker, {
      sort: 'own account',
      day: day - 2,
      amount: chance.pick([-50_000, 30_000]),
      text: 'VIREMENT LIVRET ASSOCIATION',
    })
    for (let count = 0; count < 8; count++) {
      const text = `PRLV ${chance.pick(['ORANGE', 'EDF', 'MAIF', 'OVH', 'IMPRIMERIE'])} FACTURE ${chance.below(100_000)}`
      addLine(maker, {
        sort: 'supplier',
        day: day - chance.below(27),
        amount: -1000 - chance.below(90_000),
        text,
        counterparty: strangerName(chance),
      })
    }
  }
  for (let count = 0; count < 110; count++) {
    const sent = { day: first_day + chance.below(360), amount: someAmount(chance) }
    const stranger = {
      ...chance.pick(people),
      holder: strangerName(chance),
      iban: `DE${10_000_000_000_000_000_000n + BigInt(chance.below(1e9))}`,
      firstname: '',
      surname: '',
    }
    const person = chance.percent(50) ? chance.pick(people) : stranger
    // A stranger with the name of a person who waits for the same amount in the same days cannot be told apart.
    if (hasPayment(maker, person, sent) || (person === stranger && isTaken(maker, stranger.holder))) continue
    const { prefix, ...side } = sideOf(chance, person)
    addLine(maker, {
      ...sent,
      ...side,
      sort: 'gift that was not recorded',
      text: prefix + chance.pick(words),
      payers: person === stranger ? [] : [person.id],
    })
  }
}

const isTaken = ({ people }: LineMaker, holder: string) => people.some(person => person.holder === holder)
