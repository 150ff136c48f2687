import type { KnownPayment, PaymentReference } from './proposal_input.ts'
import { referenceOf, referencesIn } from './references.ts'
import type { Chance, SyntheticPerson } from './synthetic_people.ts'

// The payments of the synthetic year, as they were recorded.

export const first_day = 20_454 // 2026-01-01
export const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

export interface SyntheticPayment extends KnownPayment {
  person: SyntheticPerson
  /** What the free object about the payment has. */
  payment_method: Record<string, string>
}

export interface PaymentMaker {
  chance: Chance
  payments: SyntheticPayment[]
}

interface Wish {
  person: SyntheticPerson
  day: number
  amount: number
  method: string
  payment_method?: Record<string, string>
  code_campaign?: string
  pending?: boolean
}

/** Records a payment. */
export function recordPayment({ payments, chance }: PaymentMaker, wish: Wish): SyntheticPayment {
  const { person, day, amount, method, payment_method = {}, code_campaign = '', pending = chance.percent(60) } = wish
  const transaction_id = 40_001 + payments.length
  const transaction_bundle_id = transaction_id + 12_345
  const payment: SyntheticPayment = {
    transaction_id,
    transaction_bundle_id,
    contact: person,
    person,
    date: `${dateOf(day)}T10:00:00.000Z`,
    day,
    amount,
    left: amount,
    currency: 'EUR',
    payment_method_kind: method,
    payment_method,
    code_campaign,
    pending,
    batch: null,
    label: '',
    references: [...ownReferences(transaction_id, transaction_bundle_id), ...referencesIn(payment_method)],
    returnable: amount,
    reversals: [],
  }
  payments.push(payment)
  return payment
}

const ownReferences = (...ids: number[]) => ids.map(id => referenceOf(String(id))) as PaymentReference[]

const gifts = [1000, 1500, 2000, 2000, 2000, 3000, 5000, 5000, 10_000, 15_000, 2500, 4000, 7500]
const dues = [800, 2400, 2400, 2400, 6000]

export const someAmount = (chance: Chance) =>
  chance.percent(15) ? 500 + chance.below(200) * 50 : chance.pick(chance.percent(50) ? gifts : dues)

/** What people transfer: once, every month, and two equal gifts in one month. */
export function transferPayments(maker: PaymentMaker, people: SyntheticPerson[]): SyntheticPayment[] {
  const { chance } = maker
  const made: SyntheticPayment[] = []
  const pay = (person: SyntheticPerson, day: number, amount: number) => {
    const payment_method: Record<string, string> = chance.percent(30) ? { reference: checkoutCode(chance) } : {}
    made.push(
      recordPayment(maker, { person, day, amount, method: chance.percent(85) ? 'transfer' : '', payment_method }),
    )
  }
  for (let count = 0; count < 1150; count++) pay(chance.pick(people), first_day + chance.below(355), someAmount(chance))
  for (let count = 0; count < 55; count++) {
    const [person, amount, day] = [chance.pick(people), chance.pick(gifts), chance.below(27)]
    for (let month = 0; month < 12; month++) pay(person, Math.floor(first_day + month * 30.4 + day), amount)
  }
  for (let count = 0; count < 40; count++) {
    const [person, amount, day] = [chance.pick(people), chance.pick(gifts), first_day + chance.below(340)]
    pay(person, day, amount)
    pay(person, day + chance.below(12), amount)
  }
  return made
}

export const checkoutCode = (chance: Chance) =>
  `MUS-${Array.from({ length: 7 }, () => chance.pick([...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ'])).join('')}`

/** Monthly direct debits: twelve lots. */
export function debitPayments(maker: PaymentMaker, people: SyntheticPerson[]): SyntheticPayment[][] {
  const { chance } = maker
  const donors = [...new Set(Array.from({ length: 105 }, () => chance.pick(people)))].map(person => ({
    person,
    amount: chance.pick(gifts),
  }))
  return Array.from({ length: 12 }, (_, month) => {
    const day = Math.floor(first_day + month * 30.4) + 6
    const drawn = donors.filter(() => chance.percent(96))
    return drawn.map(({ person, amount }) => {
      const reference = `SDD2026${String(month + 1).padStart(2, '0')}${String(person.id).padStart(6, '0')}`
      const payment_method = { reference, mandate: person.mandate }
      return recordPayment(maker, { person, day, amount, method: 'direct_debit', payment_method })
    })
  })
}

/** Card payments, week by week. */
export function cardPayments(maker: PaymentMaker, people: SyntheticPerson[]): SyntheticPayment[][] {
  const { chance } = maker
  return Array.from({ length: 51 }, (_, week) =>
    Array.from({ length: 8 + chance.below(24) }, () => {
      const day = first_day + week * 7 + chance.below(7)
      return recordPayment(maker, {
        person: chance.pick(people),
        day,
        amount: someAmount(chance),
        method: 'card',
        pending: false,
      })
    }),
  )
}

/** Cheques and cash, in deposit batches. */
export function batchedPayments(maker: PaymentMaker, people: SyntheticPerson[]): SyntheticPayment[][] {
  const { chance } = maker
  return Array.from({ length: 56 }, (_, index) => {
    const method = index % 7 === 6 ? 'cash' : 'cheque'
    const day = first_day + 3 + Math.floor(index * 6.2)
    return Array.from({ length: 2 + chance.below(26) }, () => {
      const payment_method: Record<string, string> =
        method === 'cheque' ? { number: String(1_000_000 + chance.below(8_999_999)) } : {}
      const person = chance.pick(people)
      return recordPayment(maker, {
        person,
        day: day - chance.below(6),
        amount: someAmount(chance),
        method,
        payment_method,
        pending: false,
      })
    })
  })
}
