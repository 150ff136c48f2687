import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { aBankAccount, deskOf } from '../../test/bank.ts'
import { checkFigures } from '../../test/figures.ts'
import { startTestApp } from '../../test/harness.ts'
import { balancesOf, checkFile, entriesOf, rowsOf } from '../../test/ledger.ts'
import { aContactId, aTreasurer, bundleAt, payment, statusOf, verificationFindings } from '../../test/money.ts'
import type { Person } from '../../test/people.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { runs, thorough } from '../../test/runs.ts'

const app = await startTestApp()

const amount = fc.integer({ min: 0, max: 999_999 })
const day = fc.constantFrom('2025-11-30', '2025-12-31', '2026-01-01', '2026-02-28', '2026-07-14')
const kind = fc.constantFrom('valid', 'pending', 'unpaid', 'cancel', 'reimbursed')
const method = fc.constantFrom('', 'cheque', 'cash', 'card')
/** Which bundle or contact a step is about. */
const which = fc.nat(20)

const refund = fc.boolean()
const paid = fc.record({ amount, day, method, kind, by: which, unpaid: fc.boolean() })
const items = fc.array(fc.record({ amount, by: which }), { maxLength: 2 })
const payments = fc.array(paid, { minLength: 1, maxLength: 3 })
const account = fc.constantFrom('4100', '4200')
const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), paid: payments, memberships: items, donations: items }),
  fc.record({ do: fc.constant('change' as const), which, amount, day, method, kind, by: which }),
  fc.record({
    do: fc.constant('reverse' as const),
    which,
    percent: fc.integer({ min: 1, max: 100 }),
    refund,
    on: fc.option(day, { nil: undefined }),
  }),
  fc.record({ do: fc.constant('desk' as const), which, percent: fc.integer({ min: 1, max: 100 }), undo: fc.boolean() }),
  fc.record({ do: fc.constant('set' as const), which, percent: fc.nat(100), refund }),
  fc.record({ do: fc.constant('cancel' as const), which }),
  fc.record({ do: fc.constant('delete' as const), which }),
  fc.record({ do: fc.constant('merge' as const), which, into: which }),
  fc.record({ do: fc.constant('validate' as const), day }),
  fc.record({ do: fc.constant('account' as const), account, people: fc.constantFrom('1200', '1300') }),
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A space, and what was recorded in it. A step that is refused changes nothing. */
class Books {
  readonly person: Person
  readonly contacts: number[]
  readonly statuses: Map<string, number>
  readonly desk: ReturnType<typeof deskOf>
  bundles: number[] = []

  constructor(person: Person, account_id: number, contacts: number[], statuses: Map<string, number>) {
    this.person = person
    this.desk = deskOf(app, person, account_id)
    this.contacts = contacts
    this.statuses = statuses
  }

  get #ask() {
    return app.as(this.person)
  }

  #pick<Value>(list: Value[], index: number) {
    return list[index % Math.max(list.length, 1)]
  }

  async #bundle(index: number): Promise<ReplyBody | undefined> {
    const id = this.#pick(this.bundles, index)
    return id === undefined ? undefined : (await this.#ask.get(bundleAt(id))).body.data
  }

  async run(one: Step) {
    const contact = (index: number) => this.#pick(this.contacts, index) ?? 0
    if (one.do === 'pay') {
      const { body } = await this.#ask.post('/v1/transaction_bundles', {
        transactions: one.paid.map(({ amount, day, method, kind, by, unpaid }) =>
          payment(contact(by), {
            amount,
            date: `${day}T10:00:00Z`,
            payment_method_kind: method,
            status_id: this.statuses.get(kind),
            ...(unpaid && { unpaid_amount: amount }),
          }),
        ),
        memberships: one.memberships.map(({ amount, by }) => payment(contact(by), { amount })),
        donations: one.donations.map(({ amount, by }) => payment(contact(by), { amount })),
      })
      return void this.bundles.push(body.data.id)
    }
    if (one.do === 'merge') {
      const [from, into] = [contact(one.which), contact(one.into)]
      if (from === into || this.contacts.length < 3) return
      const { status } = await this.#ask.post(`/contacts/${into}/merge`, { contact_id: from })
      if (status === 200) this.contacts.splice(this.contacts.indexOf(from), 1)
      return
    }
    if (one.do === 'validate') return void (await this.#ask.post('/v1/ledger/validate', { until: one.day }))
    if (one.do === 'account')
      return void (await this.#ask.patch('/v1/ledger/settings', {
        accounts: { donations: one.account, people: one.people },
      }))
    return this.#onBundle(one, contact)
  }

  async #cancelLast({ reversals }: ReplyBody) {
    const reversal = reversals?.findLast(({ kind }: { kind: string }) => !kind.endsWith('cancelled'))
    const path = `/v1/transactions/${reversal?.transaction_id}/reversals/${reversal?.id}/cancellation`
    if (reversal) await this.#ask.post(path, { reason: 'x' })
  }

  /** The bank takes this much of a payment back, which is accepted at the desk. */
  async #returnAtDesk({ id: transaction_id }: ReplyBody, amount: number, undo: boolean) {
    if (amount === 0) return
    const line = await this.desk.line(-amount, { date: '2026-06-01' })
    await this.desk.match(line, [{ kind: 'return', transaction_id, amount: -amount }])
    if (undo) await this.desk.undo([line])
  }

  async #onBundle(one: Step, contact: (index: number) => number) {
    if (!('which' in one)) return
    const bundle = await this.#bundle(one.which)
    const [transaction] = bundle?.transactions ?? []
    if (!bundle || !transaction) return
    const patch = (fields: object) =>
      this.#ask.patch(bundleAt(bundle.id), { transactions: [{ id: transaction.id, ...fields }] })
    const left = transaction.amount - transaction.reimbursed_amount - transaction.unpaid_amount
    const share = (percent: number) => Math.ceil((left * percent) / 100)
    if (one.do === 'change')
      await patch({
        amount: one.amount,
        date: `${one.day}T10:00:00Z`,
        payment_method_kind: one.method,
        status_id: this.statuses.get(one.kind),
        contact_id: contact(one.by),
      })
    if (one.do === 'reverse')
      await this.#ask.post(`/v1/transactions/${transaction.id}/${one.refund ? 'refunds' : 'returns'}`, {
        amount: share(one.percent),
        reason: 'x',
        ...(one.on && { date: `${one.on}T11:00:00Z` }),
      })
    if (one.do === 'desk') await this.#returnAtDesk(transaction, share(one.percent), one.undo)
    if (one.do === 'set')
      await patch({ [one.refund ? 'reimbursed_amount' : 'unpaid_amount']: Math.floor((left * one.percent) / 100) })
    if (one.do === 'cancel') await this.#cancelLast(bundle)
    if (one.do === 'delete') {
      await this.#ask.delete(bundleAt(bundle.id))
      this.bundles = this.bundles.filter(id => id !== bundle.id)
    }
  }
}

async function newBooks() {
  const person = await aTreasurer(app)
  const contacts = [await aContactId(app, person), await aContactId(app, person), await aContactId(app, person)]
  const kinds = ['valid', 'pending', 'unpaid', 'cancel', 'reimbursed']
  const ids = await Promise.all(kinds.map(async kind => [kind, await statusOf(app, person.space, kind)] as const))
  return new Books(person, (await aBankAccount(app, person)).id, contacts, new Map(ids))
}

test('after any events the ledger balances, validated entries stay, and money is that of statistics and documents', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async steps => {
      const books = await newBooks()
      const { person } = books
      const validated = new Map<string, unknown>()
      for (const one of steps) {
        await books.run(one)
        for (const entry of await entriesOf(app, person, '?state=validated&limit=1000')) {
          if (!validated.has(entry.id)) validated.set(entry.id, entry)
          assert.deepEqual(entry, validated.get(entry.id))
        }
      }
      const rows = await rowsOf(app, person)
      checkFile(rows)
      assert.deepEqual(await rowsOf(app, person), rows)
      assert.equal((await entriesOf(app, person, '?state=validated&limit=1000')).length, validated.size)
      const balances = await balancesOf(app, person)
      assert.equal(sum(Object.values(balances)), 0)
      const accounts = ['1000', '1005', '1010', '1020']
      const money = accounts.map(account => balances[`${account} EUR`] ?? 0)
      const { months } = (await app.as(person).get('/v1/statistics/money?from=2020-01-01&to=2030-01-01')).body.data
      assert.equal(sum(money), sum(months.map(({ collected }: ReplyBody) => collected)), 'statistics')
      // What is recorded after validation is booked on an open day.
      await checkFigures(app, person, steps.some(one => one.do === 'validate') ? undefined : accounts)
      assert.equal(sum(money), await netOfDocuments(books), 'documents')
      assert.deepEqual(await verificationFindings(app, person.space), [])
      // Validated entries of contacts that are merged stay as they are.
      if (!steps.some(one => one.do === 'merge')) await checkRefunds(books)
    }),
    { numRuns: thorough ? 1000 : runs(60), examples: [[loweredAfterReturn], [refundOfTooMuch]] },
  )
})

const first = { day: '2026-01-01', method: '', kind: 'valid', by: 0 } as const

/** A payment that was unpaid, was paid after all, and is then lowered to nothing. */
const loweredAfterReturn: Step[] = [
  { do: 'pay', paid: [{ ...first, amount: 500, unpaid: true }], memberships: [], donations: [{ amount: 500, by: 0 }] },
  { do: 'set', which: 0, percent: 0, refund: false },
  { do: 'change', which: 0, amount: 100, ...first },
]

const dues = [{ amount: 8000, by: 0 }]
/** A membership of which more was paid than it costs, and all of the payment goes back after it was validated, in two parts. */
const refundOfTooMuch: Step[] = [
  { do: 'pay', paid: [{ ...first, amount: 10_000, unpaid: false }], memberships: dues, donations: [] },
  { do: 'reverse', which: 0, percent: 10, refund: true, on: undefined },
  { do: 'validate', day: '2026-02-28' },
  { do: 'reverse', which: 0, percent: 100, refund: true, on: undefined },
]

/** Where one person paid, a refund is an expense only if nothing is left of what was paid too much. */
async function checkRefunds({ person }: Books) {
  const { body } = await app.as(person).get('/v1/transaction_bundles?limit=1000')
  for (const { id, transactions } of body.data) {
    if (new Set(transactions.map(({ contact_id }: ReplyBody) => contact_id)).size > 1) continue
    const lines = (await entriesOf(app, person, `?bundle_id=${id}&limit=1000`)).flatMap(entry => entry.lines)
    const balance = (list: typeof lines) => sum(list.map(({ debit, credit }) => debit - credit))
    const owed = balance(lines.filter(({ contact_id }) => contact_id !== null))
    const refunds = balance(lines.filter(({ account }) => account === '4900'))
    assert.ok(refunds >= 0, 'refunds are expenses')
    assert.ok(owed >= 0 || refunds === 0, 'what is paid too much is given back first')
  }
}

const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)

async function netOfDocuments({ person, statuses }: Books) {
  const { body } = await app.as(person).get('/v1/transaction_bundles?limit=1000')
  const absent = ['pending', 'unpaid', 'cancel'].map(kind => statuses.get(kind))
  const all: ReplyBody[] = body.data.flatMap(({ transactions }: ReplyBody) => transactions)
  const received = all.filter(({ status_id }) => !absent.includes(status_id))
  return sum(received.map(one => one.amount - one.reimbursed_amount - one.unpaid_amount))
}
