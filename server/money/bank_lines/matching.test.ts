import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aDesk } from '../../test/bank.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, changeTransactionSettings, statusOf, verificationFindings } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'

const app = await startTestApp()

const paid = (transaction_id: number, amount: number) => ({ kind: 'payment' as const, transaction_id, amount })
const huge = (sign: 1 | -1) => ({ kind: 'account' as const, account: '627000', amount: sign * Number.MAX_SAFE_INTEGER })
const kindsOf = (line: ReplyBody) => pick(line.matches, 'kind', 'amount').map(String)

describe('matching a line', () => {
  test('to a payment takes it off the waiting payments, and undoing puts it back', async () => {
    const desk = await aDesk(app)
    const id = await desk.line(1000, { text: 'Virement', counterparty: 'Ada' })
    const payment = await desk.payment(1000)
    assert.deepEqual(pick((await desk.waiting()).data, 'transaction_id', 'left'), [[payment.id, 1000]])
    const { status, body, text } = await desk.match(id, [paid(payment.id, 1000)])
    assert.equal(status, 200, text)
    assert.equal(body.data.state, 'matched')
    assert.equal(body.data.settled_by.id, desk.person.id)
    const [match] = body.data.matches
    const { id: transaction_id, bundle_id: transaction_bundle_id, contact_id } = payment
    const expected = { kind: 'payment', amount: 1000, transaction_id, transaction_bundle_id }
    assert.partialDeepStrictEqual(match, { ...expected, contact: { id: contact_id } })
    assert.equal((await desk.waiting()).total, 0)
    const again = await desk.match(id, [paid(payment.id, 1000)])
    assert.deepEqual(refusal(again), refusal.conflict)
    assert.match(again.body.detail, /The bank line of 2026-10-03 is matched already/)
    const undone = await desk.undo([id])
    assert.equal(undone.status, 200, undone.text)
    assert.deepEqual(refusal(await desk.undo([id])), refusal.conflict)
    const [open] = undone.body.data.lines
    assert.deepEqual([open.state, open.matches, open.settled_at, open.settled_by], ['open', [], null, null])
    assert.equal((await desk.waiting()).total, 1)
    assert.deepEqual(await verificationFindings(app, desk.person.space), [])
  })

  test('to many payments with a fee, and many lines to one payment', async () => {
    const desk = await aDesk(app)
    const payout = await desk.line(2950)
    const [one, other] = [await desk.payment(1000), await desk.payment(2000)]
    const fee = { kind: 'account' as const, account: '627000', amount: -50 }
    const { status, body, text } = await desk.match(payout, [paid(one.id, 1000), paid(other.id, 2000), fee])
    assert.equal(status, 200, text)
    assert.deepEqual(kindsOf(body.data), ['payment,1000', 'payment,2000', 'account,-50'])
    const large = await desk.payment(5000)
    const parts = await desk.lines([{ amount: 2000 }, { amount: 3000 }])
    for (const [index, id] of parts.entries()) {
      assert.equal((await desk.match(id, [paid(large.id, [2000, 3000][index] ?? 0)])).status, 200)
      assert.deepEqual(pick((await desk.waiting()).data, 'left'), [[3000], []][index])
    }
    assert.deepEqual(await verificationFindings(app, desk.person.space), [])
  })

  test('marks a pending payment as received, and undoing the last of its lines takes that back', async () => {
    const desk = await aDesk(app)
    const { space } = desk.person
    const [pending, valid] = [await statusOf(app, space, 'pending'), await statusOf(app, space, 'valid')]
    const payment = await desk.payment(1000, { status_id: pending })
    assert.equal((await desk.waiting()).data[0].pending, true)
    const [first = 0, second = 0] = await desk.lines([{ amount: 400 }, { amount: 600 }])
    assert.equal((await desk.match(first, [paid(payment.id, 400)])).status, 200)
    assert.equal((await desk.transaction(payment.bundle_id)).status_id, valid)
    assert.equal((await desk.match(second, [paid(payment.id, 600)])).status, 200)
    assert.equal((await desk.undo([first])).status, 200)
    assert.equal((await desk.transaction(payment.bundle_id)).status_id, valid, 'the second line still brought money')
    assert.equal((await desk.undo([second])).status, 200)
    assert.equal((await desk.transaction(payment.bundle_id)).status_id, pending)
    await desk.match(first, [paid(payment.id, 400)])
    const other = await statusOf(app, space, 'other')
    const change = { transactions: [{ id: payment.id, status_id: other }] }
    assert.equal((await desk.ask.patch(`/v1/transaction_bundles/${payment.bundle_id}`, change)).status, 200)
    assert.equal((await desk.undo([first])).status, 200)
    assert.equal((await desk.transaction(payment.bundle_id)).status_id, other, 'a person changed it since')
  })

  test('that does not sum up, or refers to what is not there, is refused and changes nothing', async () => {
    const desk = await aDesk(app)
    const id = await desk.line(1000)
    const { id: own } = await desk.payment(1500)
    const elsewhere = await aDesk(app)
    const foreign = await elsewhere.payment(1000)
    const dollars = await desk.payment(1000, { currency: 'USD' })
    const matches = 'body.data.matches'
    for (const [sent, location] of [
      [[paid(own, 900)], matches],
      [[paid(own, 1500), { kind: 'account', account: '627000', amount: -400 }], matches],
      [[{ kind: 'payment', amount: 1000 }], `${matches}.0.transaction_id`],
      [[{ kind: 'account', amount: 1000 }], `${matches}.0.account`],
      [[paid(own, -1000)], `${matches}.0.amount`],
      [[paid(own, 500), paid(own, 500)], `${matches}.1.transaction_id`],
      [[{ kind: 'return', transaction_id: own, amount: 1000 }], `${matches}.0.amount`],
      [[paid(own, 1000), { kind: 'account', account: '627000', amount: 0 }], `${matches}.1.amount`],
      [[paid(foreign.id, 1000)], `${matches}.0.transaction_id`],
      [[paid(dollars.id, 1000)], `${matches}.0.transaction_id`],
      [[{ kind: 'account', account: 'no account', amount: 1000 }], `${matches}.0.account`],
      [[huge(1), huge(1), huge(-1), huge(-1), paid(own, 1000)], `${matches}.0.amount`],
      [[paid(own, 1000), { kind: 'account', account: '627000', amount: -10_010_001 }], `${matches}.1.amount`],
      [[], matches],
    ] as const) {
      const answer = await desk.match(id, [...sent])
      assert.deepEqual(refusal(answer), [422, 'invalid_request', location], JSON.stringify(sent))
    }
    assert.equal((await desk.read(id)).state, 'open')
    assert.deepEqual(refusal(await desk.match(id + 1_000_000, [paid(own, 1000)])), refusal.not_found)
    assert.deepEqual(refusal(await elsewhere.match(id, [paid(foreign.id, 1000)])), refusal.not_found)
  })

  test('to an account that no chart of accounts has is refused at its field, and to any other it is booked', async () => {
    const desk = await aDesk(app)
    const id = await desk.line(1000)
    const at = 'body.data.matches.0.account'
    const match = (account: string) => desk.match(id, [{ kind: 'account', account, amount: 1000 }])
    for (const account of ['abc', '62', '62A000', '6'.repeat(21)])
      assert.deepEqual(refusal(await match(account)), [422, 'invalid_request', at], account)
    const french = await desk.ask.patch('/v1/ledger/settings', { preset: 'fr_association' })
    assert.equal(french.status, 200, french.text)
    for (const account of ['abc', '000000', '999000'])
      assert.deepEqual(refusal(await match(account)), [422, 'invalid_request', at], account)
    assert.equal((await desk.read(id)).state, 'open')
    assert.equal((await match('74ABC')).status, 422)
    const { ledger_account } = (await desk.ask.get(`/v1/bank_accounts/${desk.account_id}`)).body.data
    assert.deepEqual(refusal(await match(ledger_account)), refusal.at(at), 'its own line would book it again')
    assert.equal((await match('740000A')).status, 200)
  })

  test('is refused for more than is left of a payment, for one that is cancelled, and for one that was deleted', async () => {
    const desk = await aDesk(app)
    const ids = await desk.lines([{ amount: 1000 }, { amount: 1000 }])
    const [first = 0, second = 0] = ids
    const payment = await desk.payment(1500)
    assert.equal((await desk.match(first, [paid(payment.id, 1000)])).status, 200)
    const again = await desk.match(second, [paid(payment.id, 1000)])
    assert.deepEqual(refusal(again), refusal.conflict)
    assert.match(again.body.detail, /Only 500 of payment \d+ is left to match/)
    const cancelled = await desk.payment(1000, { status_id: await statusOf(app, desk.person.space, 'cancel') })
    assert.deepEqual(refusal(await desk.match(second, [paid(cancelled.id, 1000)])), refusal.conflict)
    const deleted = await desk.payment(1000)
    await desk.ask.delete(`/v1/transaction_bundles/${deleted.bundle_id}`)
    const gone = await desk.match(second, [paid(deleted.id, 1000)])
    assert.deepEqual(refusal(gone), refusal.conflict)
    assert.match(gone.body.detail, /was deleted/)
  })
})

describe('ignoring a line', () => {
  test('keeps the reason, and undoing opens it again', async () => {
    const desk = await aDesk(app)
    const id = await desk.line(-500)
    const { body } = await desk.ignore(id, ' Internal transfer ')
    assert.deepEqual([body.data.state, body.data.ignored_reason], ['ignored', 'Internal transfer'])
    assert.deepEqual(refusal(await desk.ignore(id)), refusal.conflict)
    assert.equal((await desk.undo([id])).status, 200)
    assert.deepEqual([(await desk.read(id)).state, (await desk.read(id)).ignored_reason], ['open', ''])
    assert.deepEqual(refusal(await desk.ignore(id, ' ')), [422, 'invalid_request', 'body.data.reason'])
  })
})

describe('a payment from a line', () => {
  test('has the amount and the day of the line, and undoing deletes it', async () => {
    const desk = await aDesk(app)
    const contact_id = await aContactId(app, desk.person)
    const id = await desk.line(4200, { date: '2026-09-30' })
    const { status, body, text } = await desk.pay(id, { contact_id, kind: 'donation' })
    assert.equal(status, 200, text)
    const [match] = body.data.matches
    assert.equal(match.created_bundle, true)
    const at = `/v1/transaction_bundles/${match.transaction_bundle_id}`
    const { transactions, donations } = (await desk.ask.get(at)).body.data
    assert.partialDeepStrictEqual(transactions[0], {
      ...{ amount: 4200, payment_method_kind: 'transfer', status_id: await statusOf(app, desk.person.space, 'valid') },
    })
    assert.deepEqual([transactions.length, transactions[0].date.slice(0, 10)], [1, '2026-09-30'])
    assert.deepEqual(pick(donations, 'amount', 'contact_id'), [[4200, contact_id]])
    assert.equal((await desk.undo([id])).status, 200)
    assert.equal((await desk.ask.get(at)).status, 404)
    assert.equal((await desk.read(id)).state, 'open')
    assert.deepEqual(await verificationFindings(app, desk.person.space), [])
  })

  test('can be a membership with a price, a method and a campaign', async () => {
    const desk = await aDesk(app)
    const contact_id = await aContactId(app, desk.person)
    const price = (await desk.ask.post('/v1/membership_prices', { name: 'Member', amount: 3000 })).body.data
    const wish = { payment_method_kind: 'online', code_campaign: 'autumn' }
    const sent = { contact_id, kind: 'membership', price_id: price.id, ...wish }
    const { body, text } = await desk.pay(await desk.line(3000), sent)
    const at = `/v1/transaction_bundles/${body.data?.matches[0].transaction_bundle_id}`
    const { memberships, transactions } = (await desk.ask.get(at)).body.data
    assert.equal(memberships[0].membership_price_id, price.id, text)
    assert.partialDeepStrictEqual(transactions[0], wish)
  })

  test('that was changed since is kept: undoing says so, and can leave it to be matched again', async () => {
    const desk = await aDesk(app)
    const contact_id = await aContactId(app, desk.person)
    const id = await desk.line(1000)
    const { body } = await desk.pay(id, { contact_id, kind: 'donation' })
    const [match] = body.data.matches
    const at = `/v1/transaction_bundles/${match.transaction_bundle_id}`
    await desk.ask.patch(at, { transactions: [{ id: match.transaction_id, comment: 'Thanked by phone' }] })
    const refused = await desk.undo([id])
    assert.deepEqual(refusal(refused), refusal.conflict)
    assert.match(refused.body.detail, /keep_payments/)
    assert.equal((await desk.read(id)).state, 'matched')
    assert.equal((await desk.undo([id], { keep_payments: true })).status, 200)
    assert.equal((await desk.ask.get(at)).status, 200)
    assert.equal((await desk.waiting()).data[0].transaction_id, match.transaction_id)
  })

  test('is refused for money that left, an unknown contact or price, and a closed period', async () => {
    const desk = await aDesk(app)
    const contact_id = await aContactId(app, desk.person)
    const [outgoing = 0, incoming = 0] = await desk.lines([{ amount: -1000 }, { amount: 1000 }])
    assert.deepEqual(refusal(await desk.pay(outgoing, { contact_id, kind: 'donation' })), refusal.conflict)
    const unknown = await desk.pay(incoming, { contact_id: contact_id + 1_000_000, kind: 'donation' })
    assert.equal(refusal(unknown)[2], 'body.data.contact_id')
    const price = await desk.pay(incoming, { contact_id, kind: 'donation', price_id: 999_999_999 })
    assert.deepEqual(refusal(price), [422, 'invalid_request', 'body.data.price_id'])
    const open_periods = { '2026': { start: '2026-01-01', end: '2026-06-30T23:59:59.999Z', open: true } }
    await changeTransactionSettings(app, desk.person, { open_periods })
    assert.deepEqual(refusal(await desk.pay(incoming, { contact_id, kind: 'donation' })), [422, 'period_closed'])
    assert.equal((await desk.read(incoming)).state, 'open')
  })
})

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe('two people at once', () => {
  test('match one line to two payments: one succeeds', async () => {
    const desk = await aDesk(app)
    for (let round = 0; round < 3; round++) {
      const id = await desk.line(1000)
      const payments = [await desk.payment(1000), await desk.payment(1000)]
      const answers = await Promise.all(payments.map(payment => desk.match(id, [paid(payment.id, 1000)])))
      assert.deepEqual(statuses(answers), [200, 409])
      assert.equal((await desk.read(id)).matches.length, 1)
    }
  })

  test('match one payment from two lines: one succeeds', async () => {
    const desk = await aDesk(app)
    const pending = await statusOf(app, desk.person.space, 'pending')
    for (const wish of [{}, { status_id: pending }]) {
      const ids = await desk.lines([{ amount: 1000 }, { amount: 1000 }])
      const payment = await desk.payment(1000, wish)
      const answers = await Promise.all(ids.map(id => desk.match(id, [paid(payment.id, 1000)])))
      assert.deepEqual(statuses(answers), [200, 409], answers.map(({ text }) => text).join())
    }
  })

  test('match a payment and delete it, or change its amount or method: one succeeds', async () => {
    const desk = await aDesk(app)
    for (const fields of [undefined, undefined, undefined, { amount: 500 }, { payment_method_kind: 'cheque' }]) {
      const id = await desk.line(1000)
      const payment = await desk.payment(1000)
      const at = `/v1/transaction_bundles/${payment.bundle_id}`
      const change = { transactions: [{ id: payment.id, ...fields }] }
      const [matched, changed] = await Promise.all([
        desk.match(id, [paid(payment.id, 1000)]),
        fields ? desk.ask.patch(at, change) : desk.ask.delete(at),
      ])
      const both = fields && 'payment_method_kind' in fields && matched.status === 200 && changed.status === 200
      if (!both) assert.deepEqual(statuses([matched, changed]), [200, 409], matched.text + changed.text)
      assert.equal((await desk.read(id)).state, matched.status === 200 ? 'matched' : 'open')
    }
  })

  test('record a payment from a line, match and ignore it: one succeeds', async () => {
    const desk = await aDesk(app)
    const contact_id = await aContactId(app, desk.person)
    for (let round = 0; round < 2; round++) {
      const id = await desk.line(1000)
      const payment = await desk.payment(1000)
      const answers = await Promise.all([
        desk.pay(id, { contact_id, kind: 'donation' }),
        desk.pay(id, { contact_id, kind: 'donation' }),
        desk.match(id, [paid(payment.id, 1000)]),
        desk.ignore(id),
      ])
      assert.deepEqual(statuses(answers), [200, 409, 409, 409])
    }
  })

  test('undo a line: one succeeds, and the payment from it is deleted once', async () => {
    const desk = await aDesk(app)
    const contact_id = await aContactId(app, desk.person)
    const id = await desk.line(1000)
    await desk.pay(id, { contact_id, kind: 'donation' })
    assert.deepEqual(statuses(await Promise.all([desk.undo([id]), desk.undo([id])])), [200, 409])
    assert.deepEqual(await verificationFindings(app, desk.person.space), [])
  })

  test('match many lines of the same people in different orders without a failure', async () => {
    const desk = await aDesk(app)
    const pending = await statusOf(app, desk.person.space, 'pending')
    const payments = await Promise.all(Array.from({ length: 6 }, () => desk.payment(1000, { status_id: pending })))
    const ids = await desk.lines(Array.from({ length: 4 }, () => ({ amount: 1200 })))
    const parts = payments.map(({ id }) => paid(id, 200))
    const match = (id: number, index: number) => desk.match(id, index % 2 ? parts : parts.toReversed())
    const answers = await Promise.all(ids.map(match))
    assert.deepEqual(statuses(answers), [200, 200, 200, 200], answers.map(({ text }) => text).join('\n'))
  })
})
