import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { aBankAccount, aBankLine, ignoreRow, type MatchWish, matchRows, undoRows } from '../../test/bank_rows.ts'
import { startTestApp } from '../../test/harness.ts'
import { balancesOf, entriesOf } from '../../test/ledger.ts'
import { aBundle, aContactId, aTreasurer, payment, verificationFindings } from '../../test/money.ts'
import type { Person } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'
import { accountingYear, firstDayOf } from '../core/ledger/accounts.ts'
import type { LedgerEntry } from '../ledger/schema.ts'
import { lastDayOf } from './months.ts'
import type { BankMonth } from './schema.ts'

const app = await startTestApp()

const amount = fc.integer({ min: 1, max: 99_999 })
const out = fc.integer({ min: -9999, max: -1 })
const day = fc.constantFrom('2024-12-30', '2025-11-30', '2025-12-31', '2026-01-01', '2026-02-28', '2026-07-14')
const yearEnd = fc.constantFrom('12-31', '08-31')
const method = fc.constantFrom('', 'cheque', 'transfer')
/** Which payment or line a step is about. */
const which = fc.nat(20)

const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), amount, day, method }),
  // One line for some payments, with a fee that was kept.
  fc.record({ do: fc.constant('match' as const), which, count: fc.integer({ min: 1, max: 3 }), day, fee: fc.nat(50) }),
  // A part of a payment.
  fc.record({ do: fc.constant('part' as const), which, percent: fc.integer({ min: 1, max: 99 }), day }),
  fc.record({ do: fc.constant('return' as const), which, percent: fc.integer({ min: 1, max: 100 }), day }),
  fc.record({ do: fc.constant('line' as const), amount: out, day, ignore: fc.boolean() }),
  fc.record({ do: fc.constant('undo' as const), which }),
  fc.record({ do: fc.constant('validate' as const), day }),
  fc.record({ do: fc.constant('account' as const), waiting: fc.constantFrom('1005', '1006') }),
  fc.record({ do: fc.constant('opening' as const), year: fc.constantFrom(2025, 2026), amount }),
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Payment {
  bundle_id: number
  transaction_id: number
  /** What no line has yet of what came in. */
  left: number
}

interface Line {
  id: number
  amount: number
  state: 'open' | 'matched' | 'ignored'
  /** The payments of its matches, with the amounts of each. */
  parts: { payment: Payment; amount: number }[]
}

/** A space with a bank account, and what was recorded in it. */
class Bank {
  readonly person: Person
  readonly account: number
  readonly contact: number
  readonly payments: Payment[] = []
  readonly lines: Line[] = []

  constructor(person: Person, account: number, contact: number) {
    this.person = person
    this.account = account
    this.contact = contact
  }

  async run(one: Step) {
    const ask = app.as(this.person)
    if (one.do === 'pay') return this.#pay(one)
    if (one.do === 'line') return this.#line(one)
    if (one.do === 'undo') return this.#undo(one.which)
    if (one.do === 'validate') return void (await ask.post('/v1/ledger/validate', { until: one.day }))
    if (one.do === 'account')
      return void (await ask.patch('/v1/ledger/settings', { accounts: { waiting: one.waiting } }))
    if (one.do !== 'opening') return this.#match(one)
    const [debit, credit] = [
      { account: '1000', debit: one.amount },
      { account: '2000', credit: one.amount },
    ]
    await ask.post('/v1/ledger/opening_balances', { year: one.year, balances: [debit, credit] })
  }

  async #pay({ amount, day, method }: Extract<Step, { do: 'pay' }>) {
    const paid = payment(this.contact, { amount, date: `${day}T10:00:00Z`, payment_method_kind: method })
    const { id, transactions } = await aBundle(app, this.person, { transactions: [paid] })
    this.payments.push({ bundle_id: id, transaction_id: transactions[0].id, left: amount })
  }

  async #line({ amount, day, ignore }: Extract<Step, { do: 'line' }>) {
    const id = await aBankLine(app, this.person, this.account, { date: day, amount })
    if (ignore) await ignoreRow(app, this.person, id)
    this.lines.push({ id, amount, state: ignore ? 'ignored' : 'open', parts: [] })
  }

  async #undo(which: number) {
    const line = this.lines[which % Math.max(this.lines.length, 1)]
    if (!line || line.state === 'open') return
    await undoRows(app, this.person, line.id)
    for (const { payment, amount } of line.parts) payment.left += amount
    Object.assign(line, { state: 'open', parts: [] })
  }

  async #match(one: Extract<Step, { do: 'match' | 'part' | 'return' }>) {
    const start = one.which % Math.max(this.payments.length, 1)
    const count = one.do === 'match' ? one.count : 1
    const chosen = this.payments.slice(start, start + count).filter(({ left }) => left > 0)
    if (chosen.length === 0) return
    if (one.do === 'return') return this.#return(chosen, one)
    const amountOf = ({ left }: Payment) => (one.do === 'part' ? Math.ceil((left * one.percent) / 100) : left)
    const parts = chosen.map(payment => ({ payment, amount: amountOf(payment) }))
    const matches = parts.map(({ payment: { bundle_id, transaction_id }, amount }): MatchWish => {
      return { kind: 'payment', bundle_id, transaction_id, amount }
    })
    const fee = one.do === 'match' ? one.fee : 0
    if (fee > 0) matches.push({ kind: 'account', account: '6000', amount: -fee })
    await this.#matched(matches, parts, one.day)
  }

  /** A return is recorded and matched: what came in is less then. */
  async #return([payment]: Payment[], { percent, day }: Extract<Step, { do: 'return' }>) {
    if (!payment) return
    const { bundle_id, transaction_id, left } = payment
    const amount = Math.ceil((left * percent) / 100)
    const { status, body } = await app
      .as(this.person)
      .post(`/v1/transactions/${transaction_id}/returns`, { amount, reason: 'x', date: `${day}T12:00:00Z` })
    if (status !== 200) return
    payment.left -= amount
    const match: MatchWish = { kind: 'reversal', bundle_id, transaction_id, reversal_id: body.data.id, amount: -amount }
    await this.#matched([match], [{ payment, amount: -amount }], day)
  }

  async #matched(matches: MatchWish[], parts: Line['parts'], date: string) {
    const amount = sum(matches.map(({ amount }) => amount))
    if (amount === 0) return
    const id = await aBankLine(app, this.person, this.account, { date, amount })
    await matchRows(app, this.person, id, matches)
    for (const { payment, amount } of parts) payment.left -= amount
    this.lines.push({ id, amount, state: 'matched', parts })
  }
}

/** The debits less the credits of accounts. */
const balanceIn = (entries: LedgerEntry[], accounts: string[]) =>
  sum(
    entries
      .flatMap(({ lines }) => lines)
      .filter(({ account }) => accounts.includes(account))
      .map(({ debit, credit }) => debit - credit),
  )

const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)

test('after any events the ledger has matched lines at the bank, the rest in transit, the balances of the desk, and explains differences', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), yearEnd, async (steps, year_end) => {
      const person = await aTreasurer(app)
      await app.as(person).patch('/v1/ledger/settings', { year_end })
      const account = await aBankAccount(app, person, { opening_balance: 5000 })
      const bank = new Bank(person, account, await aContactId(app, person))
      for (const one of steps) await bank.run(one)
      const entries = await entriesOf(app, person, '?limit=1000')
      const events = entries.filter(({ journal }) => journal !== 'opening')
      const matched = bank.lines.filter(({ state }) => state === 'matched')
      assert.equal(balanceIn(events, ['1000']), sum(matched.map(({ amount }) => amount)), 'bank')
      const in_transit = balanceIn(events, ['1005', '1006', '1010'])
      assert.equal(in_transit, sum(bank.payments.map(({ left }) => left)), 'in transit')
      const { body } = await app.as(person).get(`/v1/bank_months?bank_account_id=${account}&limit=1000`)
      for (const { bank_balance, book_balance, difference, explanations, month } of body.data as BankMonth[]) {
        assert.equal(bank_balance - book_balance, difference, month)
        assert.equal(sum(explanations.map(({ amount }) => amount)), difference, month)
        const last_day = lastDayOf(month)
        const first_day = firstDayOf(year_end, accountingYear(year_end, last_day))
        const until_then = entries.filter(({ date }) => first_day <= date && date <= last_day)
        assert.equal(book_balance, balanceIn(until_then, ['1000']), `the ledger until ${month}`)
        if (!last_day.endsWith(year_end)) continue
        const balances = await balancesOf(app, person, `?from=${first_day}&to=${last_day}`)
        assert.equal(book_balance, balances['1000 EUR'] ?? 0, `the balances of ${month}`)
        assert.equal(sum(Object.values(balances)), 0)
      }
      if (body.data.length > 0)
        assert.equal(body.data[0].bank_balance, 5000 + sum(bank.lines.map(({ amount }) => amount)))
      assert.deepEqual(await verificationFindings(app, person.space), [])
    }),
    {
      numRuns: runs(60),
      examples: [
        [accountsChanged, '08-31'],
        [returnedAfterValidation, '12-31'],
      ],
    },
  )
})

/** Accounts that change between the parts of a payment, and after them. */
const accountsChanged: Step[] = [
  { do: 'pay', amount: 1000, day: '2025-12-31', method: '' },
  { do: 'part', which: 0, percent: 40, day: '2026-01-01' },
  { do: 'account', waiting: '1006' },
  { do: 'match', which: 0, count: 1, day: '2026-02-28', fee: 7 },
  { do: 'account', waiting: '1005' },
  { do: 'undo', which: 0 },
]

/** A payment and its line are validated before a part of it is returned, and before both matches are undone. */
const returnedAfterValidation: Step[] = [
  { do: 'pay', amount: 1000, day: '2025-11-30', method: 'cheque' },
  { do: 'match', which: 0, count: 1, day: '2025-12-31', fee: 0 },
  { do: 'validate', day: '2026-01-01' },
  { do: 'opening', year: 2026, amount: 700 },
  { do: 'pay', amount: 500, day: '2025-12-31', method: '' },
  { do: 'return', which: 1, percent: 30, day: '2026-02-28' },
  { do: 'account', waiting: '1006' },
  { do: 'undo', which: 0 },
  { do: 'line', amount: -9, day: '2026-01-01', ignore: true },
]
