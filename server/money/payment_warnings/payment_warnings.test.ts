import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently, sendInOrder } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import {
  aContactId,
  aDonationPrice,
  aMembershipPrice,
  aTreasurer,
  bundleAt,
  payment,
  type SentBundle,
  setChecks,
  statusOf,
} from '../../test/money.ts'
import { type Person, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import type { PaymentCheck } from '../core/checks/checks.ts'

const app = await startTestApp()
const path = '/v1/transaction_bundles'
const year = { start_date: '2026-01-01T00:00:00Z', end_date: '2026-12-31T23:59:59Z' }
const next_year = { start_date: '2027-01-01T00:00:00Z', end_date: '2027-12-31T23:59:59Z' }

/** A treasurer with a new contact, in a new space unless the treasurer is given. */
async function aSpace(known?: Person) {
  const treasurer = known ?? (await aTreasurer(app))
  const contact = await aContactId(app, treasurer)
  const ask = app.as(treasurer)
  const create = (sent: SentBundle) => ask.post(path, sent)
  /** Pays a membership of the contact. */
  const member = (wish: object = year) => ({
    transactions: [payment(contact)],
    memberships: [payment(contact, { ...wish })],
  })
  const queue = async (query = 'state=open') => (await ask.get(`/v1/payment_warnings?${query}`)).body
  const checksIn = async (query?: string) => (await queue(query)).data.map(({ check }: ReplyBody) => check)
  return { treasurer, contact, ask, create, member, queue, checksIn }
}
type Space = Awaited<ReturnType<typeof aSpace>>

const checksOf = ({ warnings = [] }: ReplyBody) => warnings.map(({ check }: ReplyBody) => check)

/** For each check, a payment in which it finds something, and what a refusal says. */
type Case = { pay: (space: Space) => Promise<SentBundle>; location: string; says: RegExp }
const cases: Record<PaymentCheck, Case> = {
  allocation: {
    pay: async ({ contact }) => ({
      transactions: [payment(contact, { amount: 100 })],
      donations: [payment(contact, { amount: 999_999 })],
    }),
    location: 'body.data',
    says: /9999\.99 EUR of memberships and donations, and 1\.00 EUR of transactions/,
  },
  price: {
    pay: async ({ treasurer, contact }) => {
      const membership_price_id = (await aMembershipPrice(app, treasurer, { amount: 2400 })).id
      const amount = 1
      return {
        transactions: [payment(contact, { amount })],
        memberships: [payment(contact, { amount, membership_price_id })],
      }
    },
    location: 'body.data.memberships.0',
    says: /has the amount 0\.01 EUR, and its price is 24\.00 EUR/,
  },
  overlapping_membership: {
    pay: async ({ create, member }) => {
      const { status } = await create(member())
      assert.equal(status, 200)
      return member({ start_date: '2026-12-31T00:00:00Z', end_date: '2027-12-30T00:00:00Z' })
    },
    location: 'body.data.memberships.0',
    says: /overlaps membership \d+ of the same contact, in payment \d+/,
  },
  unknown_campaign: {
    pay: async ({ contact }) => ({ transactions: [payment(contact, { code_campaign: 'SPRNG' })] }),
    location: 'body.data.transactions.0',
    says: /names the campaign “SPRNG”, which is not among the campaign codes/,
  },
  repeated_reference: {
    pay: async ({ contact, create }) => {
      const sent = { transactions: [payment(contact, { external_transaction_id: 8812 })] }
      assert.equal((await create(sent)).status, 200)
      return sent
    },
    location: 'body.data.transactions.0',
    says: /has the external id 8812, like transaction \d+ in payment \d+/,
  },
}

describe('each check', () => {
  for (const [check, { pay, location, says }] of Object.entries(cases) as [PaymentCheck, Case][]) {
    test(`${check}: warns by default, beside the data and in the queue, until it is settled or the payment deleted`, async () => {
      const space = await aSpace()
      const { ask, queue, treasurer } = space
      const sent = await pay(space)
      const { status, body } = await space.create(sent)
      assert.equal(status, 200)
      assert.deepEqual(checksOf(body), [check])
      assert.match(body.warnings[0].message, says)
      const { data, total, payments_count } = await queue()
      assert.deepEqual([total, payments_count, data.length], [1, 1, 1])
      const { id, created_at, state, settled_at, settled_by, note, ...finding } = data[0]
      assert.deepEqual(finding, body.warnings[0])
      assert.deepEqual([state, settled_at, settled_by, note], ['open', null, null, ''])
      assert.equal(created_at, body.data.CreatedAt)
      assert.deepEqual(finding.transaction_bundle_id, body.data.id)
      const totals: number[] = []
      for (const action of ['off', 'warn'] as const) {
        await setChecks(app, treasurer, { [check]: action })
        totals.push((await queue()).total)
      }
      assert.deepEqual(totals, [0, 1], 'the queue hides what is off, and shows it again')
      const answer = await ask.post(`/v1/payment_warnings/${id}/settle`, { note: 'As agreed.' })
      assert.deepEqual([answer.status, answer.body.data.state], [200, 'settled'])
      const looked_at = ({ id }: ReplyBody) => ({ id, comment: 'Looked at.' })
      const [transactions, memberships] = [body.data.transactions.map(looked_at), body.data.memberships.map(looked_at)]
      const again = await ask.patch(bundleAt(body.data.id), { transactions, memberships })
      assert.deepEqual([again.status, 'warnings' in again.body], [200, false], 'it does not come back for one cause')
      assert.equal((await queue()).total, 0)
      const [settled] = (await queue('state=settled')).data
      assert.deepEqual([settled.id, settled.note, settled.settled_by.id], [id, 'As agreed.', treasurer.id])
      assert.equal((await ask.delete(bundleAt(body.data.id))).status, 200)
      assert.equal((await queue('limit=10')).total, 0, 'a deleted payment leaves the queue')
    })

    test(`${check}: refuses with what is wrong and what to do, and finds nothing when it is off`, async () => {
      const space = await aSpace()
      const { create, queue, ask, treasurer } = space
      await setChecks(app, treasurer, { [check]: 'refuse' })
      const sent = await pay(space)
      const before = (await ask.get(path)).body.total
      const answer = await create(sent)
      assert.deepEqual(refusal(answer), [422, 'invalid_request', location])
      assert.match(answer.body.detail, says)
      assert.deepEqual([(await ask.get(path)).body.total, (await queue()).total], [before, 0])
      await setChecks(app, treasurer, { [check]: 'off' })
      const { status, body } = await create(sent)
      assert.deepEqual([status, 'warnings' in body], [200, false])
      await ask.delete(bundleAt(body.data.id))
      await setChecks(app, treasurer, { [check]: 'warn' })
      assert.equal((await queue()).total, 0)
      const warned = (await create(sent)).body.data.id
      assert.equal((await queue()).total, 1)
      await ask.delete(bundleAt(warned))
      assert.equal((await queue('limit=10')).total, 0, 'a deleted payment leaves the queue, also when it is open')
    })
  }
})

describe('nothing is found in', () => {
  const freePrice = async (person: Person) => (await aDonationPrice(app, person, { allow_custom_amount: true })).id
  const quiet: [what: string, (space: Space) => Promise<SentBundle>][] = [
    ['a payment that is not allocated', async ({ contact }) => ({ transactions: [payment(contact)] })],
    ['a payment that is allocated in full', async ({ member }) => member()],
    [
      'a payment that failed and was paid again',
      async ({ treasurer, contact, member }) => {
        const status_id = await statusOf(app, treasurer.space, 'bank_error')
        return { ...member(), transactions: [payment(contact, { status_id }), payment(contact)] }
      },
    ],
    [
      'a payment that was refunded in part, with what is left allocated',
      async ({ contact }) => ({
        transactions: [payment(contact, { reimbursed_amount: 400 })],
        donations: [payment(contact, { amount: 600 })],
      }),
    ],
    [
      'another amount where the price allows it',
      async ({ treasurer, contact }) => ({
        transactions: [payment(contact)],
        donations: [payment(contact, { donation_price_id: await freePrice(treasurer) })],
      }),
    ],
    [
      'a membership that follows another, and that of another contact',
      async ({ treasurer, create, member }) => {
        await create(member())
        const other = await aContactId(app, treasurer)
        return {
          transactions: [payment(other, { amount: 2000 })],
          memberships: [payment(other, year), ...member(next_year).memberships],
        }
      },
    ],
    [
      'a campaign code in another case, or hidden',
      async ({ ask, contact }) => {
        await ask.post('/v1/code_campaigns', { code: 'Spring', hidden: true })
        return { transactions: [payment(contact, { code_campaign: 'SPRING' })] }
      },
    ],
    [
      'an external id of another space, or of a deleted payment',
      async ({ ask, contact, create }) => {
        const elsewhere = await aSpace()
        await elsewhere.create({ transactions: [payment(elsewhere.contact, { external_transaction_id: 31 })] })
        const sent = { transactions: [payment(contact, { external_transaction_id: 31 })] }
        await ask.delete(bundleAt((await create(sent)).body.data.id))
        return sent
      },
    ],
    [
      'the external id 0, which clients send for none',
      async ({ treasurer, contact, create }) => {
        const none = payment(contact, { external_transaction_id: 0 })
        assert.equal((await create({ transactions: [none] })).status, 200)
        await setChecks(app, treasurer, { repeated_reference: 'refuse' })
        return { transactions: [none, none] }
      },
    ],
  ]
  const treasurer = aTreasurer(app)
  for (const [what, pay] of quiet)
    test(what, async () => {
      const space = await aSpace(await treasurer)
      const { status, body } = await space.create(await pay(space))
      assert.deepEqual([status, checksOf(body), Object.keys(body)], [200, [], ['status', 'data']])
      assert.equal((await space.queue('limit=5')).total, 0)
    })
})

describe('at the same moment', () => {
  const holdSettings = (space: Space) => (sql: Sql) =>
    sql`select from transaction_settings where group_id = ${space.treasurer.space} for update`

  const twice: [PaymentCheck, (space: Space) => SentBundle][] = [
    ['overlapping_membership', ({ member }) => member()],
    ['repeated_reference', ({ contact }) => ({ transactions: [payment(contact, { external_transaction_id: 5 })] })],
  ]
  for (const [check, sentBy] of twice)
    test(`of two payments in which ${check} finds the other one is refused, or one warns`, async () => {
      for (const action of ['refuse', 'warn'] as const) {
        const space = await aSpace()
        await space.create(space.member(next_year))
        await setChecks(app, space.treasurer, { [check]: action })
        const both = [space.create, space.create].map(create => () => create(sentBy(space)))
        const answers = await sendConcurrently(app, holdSettings(space), both)
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, action === 'refuse' ? 422 : 200])
        assert.equal((await space.queue()).total, action === 'refuse' ? 0 : 1)
      }
    })

  test('a campaign code that is added while a payment names it leaves no warning', async () => {
    const space = await aSpace()
    const sent = { transactions: [payment(space.contact, { code_campaign: 'spring' })] }
    const pay = () => space.create(sent)
    const add = () => space.ask.post('/v1/code_campaigns', { code: 'Spring' })
    const answers = await sendInOrder(app, holdSettings(space), [pay, add])
    assert.deepEqual(pick(answers, 'status'), [200, 200])
    assert.equal((await space.queue()).total, 0)
    const other = await aSpace()
    const [late] = await sendConcurrently(
      app,
      async sql => {
        await holdSettings(other)(sql)
        await sql`insert into code_campaigns (group_id, code, name, hidden) values (${other.treasurer.space}, 'Spring', '', false)`
      },
      [() => other.create({ transactions: [payment(other.contact, { code_campaign: 'spring' })] })],
    )
    assert.deepEqual([late?.status, late?.body.warnings], [200, undefined])
    assert.equal((await other.queue()).total, 0)
  })
})
