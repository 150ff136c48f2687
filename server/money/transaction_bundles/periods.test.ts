import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  after,
  assertClosed,
  assertInvalid,
  type Fields,
  item,
  known,
  later,
  made,
  type Sent,
} from '../../test/bundle_rules.ts'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aMembershipPrice,
  aTreasurer,
  bundleAt,
  changeTransactionSettings,
  payment,
  rowCounts,
} from '../../test/money.ts'
import { aSpace, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { Bundle } from '../core/document.ts'
import { removalChanges } from './bundle.ts'
import type { PaymentSettings } from './items.ts'

const year = (year: number, open: boolean) => ({
  start: `${year}-01-01T00:00:00.000Z`,
  end: `${year}-12-31T23:59:59.999Z`,
  open,
})
const periods = { '2025': year(2025, false), '2026': year(2026, true) }
const in_2026 = '2026-02-01T00:00:00.000Z'
const in_2025 = '2025-06-01T00:00:00.000Z'
const limited = known({ open_periods: periods })

const app = await startTestApp()
const path = '/v1/transaction_bundles'
const settings = '/v1/transaction_settings'

async function aTreasurerIn(time_zone = 'UTC') {
  const treasurer = await aTreasurer(app, await aSpace(app, 'Space', 'en', time_zone))
  const open = (open_periods: object) => changeTransactionSettings(app, treasurer, { open_periods })
  return { treasurer, open, ask: app.as(treasurer), contact: await aContactId(app, treasurer) }
}

describe('a payment needs an open period', () => {
  const audit = { start: '2026-06-01T00:00:00.000Z', end: '2026-12-31T23:59:59.999Z', open: true }
  const overlapping = { year: year(2026, false), audit }
  const dates: [date: string | undefined, open_periods: PaymentSettings['open_periods'], isOpen: boolean][] = [
    ['1999-01-01', {}, true],
    ['2026-06-01', {}, true],
    ['2040-01-01', {}, true],
    ['2026-01-01T00:00:00Z', periods, true],
    ['2026-12-31T23:59:59.999Z', periods, true],
    ['2025-12-31T23:30:00-01:00', periods, true],
    ['2026-06-01', periods, true],
    ['2025-12-31T23:59:59.999Z', periods, false],
    ['2027-01-01T00:00:00Z', periods, false],
    ['2026-01-01T00:30:00+01:00', periods, false],
    ['2025-06-01', periods, false],
    ['2020-01-01', periods, false],
    [undefined, periods, true],
    [undefined, { old: year(2001, true) }, false],
    ['2026-07-01', overlapping, true],
    ['2026-05-31', overlapping, false],
    ['2026-07-01', { year: year(2026, false) }, false],
  ]
  for (const [date, open_periods, isOpen] of dates)
    test(`${date ?? 'now'} is ${isOpen ? 'open' : 'closed'} with ${JSON.stringify(open_periods)}`, () => {
      const record = () => made({ transactions: [item({ date })] }, known({ open_periods }))
      if (isOpen) return assert.equal(record().transactions.length, 1)
      assertClosed(record, /is dated .*, and that period is closed\./)
    })

  test('and one in a closed period refuses all of the bundle', () => {
    const transactions = [item({ date: in_2026 }), item({ date: in_2025 })]
    assertClosed(() => made({ transactions }, limited), /^transactions\.1 is dated 2025-06-01/)
  })
})

describe('a bundle with a payment in a closed period', () => {
  const both = { memberships: [item({ start_date: in_2026 })], donations: [item({ date: in_2026 })] }
  const old = made({ transactions: [item({ date: in_2025, status_id: 5 })], ...both })
  const mixed = made({ transactions: [item({ date: in_2026 }), item({ date: in_2025 })], ...both })
  const fresh = made({ transactions: [item({ date: in_2026 })], ...both })
  const changes: [what: string, bundle: Bundle, sent: Sent][] = [
    ['an amount', old, { transactions: [{ id: 11, amount: 1 }] }],
    ['a comment', old, { transactions: [{ id: 11, comment: 'late' }] }],
    ['the status', old, { transactions: [{ id: 11, status_id: null }] }],
    ['a membership', old, { memberships: [{ id: 21, comment: 'late' }] }],
    ['a donation', old, { donations: [{ id: 31, comment: 'late' }] }],
    ['an added payment, even in an open period', old, { transactions: [item({ date: in_2026 })] }],
    ['an added donation', old, { donations: [item({ date: in_2026 })] }],
    ['an added membership', old, { memberships: [item({ start_date: in_2026 })] }],
    ['a date that moves out of it', old, { transactions: [{ id: 11, date: in_2026 }] }],
    ['a date that moves into it', fresh, { transactions: [{ id: 11, date: in_2025 }] }],
    ['a payment that is added to it', fresh, { transactions: [item({ date: in_2025 })] }],
    ['another payment of the bundle', mixed, { transactions: [{ id: 11, comment: 'x' }] }],
    ['a refund together with an amount', old, { transactions: [{ id: 11, amount: 999, reimbursed_amount: 5 }] }],
    [
      'a refund with a status of money that did not come',
      old,
      { transactions: [{ id: 11, status_id: 3, reimbursed_amount: 5 }] },
    ],
    ['a status of money that came', old, { transactions: [{ id: 11, status_id: 4 }] }],
    [
      'a refund together with a donation',
      old,
      { transactions: [{ id: 11, reimbursed_amount: 5 }], donations: [item({ date: in_2026 })] },
    ],
  ]
  for (const [what, bundle, sent] of changes)
    test(`refuses ${what}`, () => assertClosed(() => after(bundle, sent, limited), /is dated 2025-06-01/))

  test('refuses its removal, until the period is open again', () => {
    for (const bundle of [old, mixed]) assertClosed(() => removalChanges(bundle, limited, later))
    assert.equal(removalChanges(old, known(), later).length, 3)
    assert.equal(removalChanges(fresh, limited, later).length, 3)
  })

  test('accepts what changes nothing, a refund in an open period, and reports other faults first', () => {
    assert.equal(after(old, { transactions: old.transactions, donations: old.donations }, limited), old)
    for (const status_id of [5, 4]) {
      const refund = after(old, { transactions: [{ id: 11, status_id, reimbursed_amount: 5 }] }, limited)
      assert.deepEqual(pick(refund.reversals, 'amount', 'date'), [[5, later]])
    }
    assertInvalid(() => after(old, { donations: [item({ contact_id: 4 })] }, limited), ['donations.0.contact_id'])
    assert.equal(after(fresh, { transactions: [{ id: 11, date: '2026-07-01' }] }, limited).UpdatedAt, later)
  })
})

describe('a donation has a date and a membership a start: in a closed period neither is written', () => {
  for (const [list, field] of [
    ['donations', 'date'],
    ['memberships', 'start_date'],
  ] as const) {
    const dated = (date: string, fields: Fields = {}) =>
      item({ ...fields, [field]: date, ...(list === 'memberships' && { end_date: null }) })
    const paid = { transactions: [item({ date: in_2026 })] }
    const bundle = made({ ...paid, [list]: [dated(in_2025), dated(in_2026)] })
    const [old, fresh] = bundle[list].map(({ id }) => id)
    const writes: [what: string, place: string, write: () => unknown][] = [
      ['a new bundle', `${list}.1`, () => made({ ...paid, [list]: [dated(in_2026), dated(in_2025)] }, limited)],
      ['a new one', `${list}.2`, () => after(bundle, { [list]: [dated(in_2025)] }, limited)],
      ['a changed amount', `${list}.0`, () => after(bundle, { [list]: [{ id: old, amount: 1 }] }, limited)],
      ['a changed text', `${list}.0`, () => after(bundle, { [list]: [{ id: old, comment: 'late' }] }, limited)],
      ['a move out of it', `${list}.0`, () => after(bundle, { [list]: [{ id: old, [field]: in_2026 }] }, limited)],
      ['a move into it', `${list}.1`, () => after(bundle, { [list]: [{ id: fresh, [field]: in_2025 }] }, limited)],
      ['a removal', `${list}.0`, () => removalChanges(bundle, limited, later)],
    ]
    for (const [what, place, write] of writes)
      test(`${list}: ${what} is refused`, () => {
        const message = new RegExp(`^${place.replace('.', '\\.')} is dated 2025-06-01, and that period is closed\\.`)
        assertClosed(write, message)
      })

    test(`${list}: the rest of the bundle can change, and other faults are reported first`, () => {
      const next = after(
        bundle,
        {
          transactions: [{ id: 11, reimbursed_amount: 400, comment: 'Part of it went back' }],
          [list]: [{ id: old, amount: 1000 }, { id: fresh, amount: 600 }, dated(in_2026)],
        },
        limited,
      )
      assert.deepEqual([next[list][0], next[list][1]?.amount, next[list].length], [bundle[list][0], 600, 3])
      const record = () => made({ ...paid, [list]: [dated(in_2025, { contact_id: 4 })] }, limited)
      assertInvalid(record, [`${list}.0.contact_id`])
    })
  }

  test('a membership may start in a future period that is not open yet, a donation may not', () => {
    const next = '2027-01-01T00:00:00.000Z'
    assert.equal(made({ memberships: [item({ start_date: next })] }, limited).memberships[0]?.start_date, next)
    assertClosed(() => made({ donations: [item({ date: next })] }, limited))
  })
})

describe('every operation needs open periods', () => {
  test('creating, changing and deleting in a closed one is refused, and nothing is written', async () => {
    const { treasurer, open, ask, contact } = await aTreasurerIn()
    const on = (date: string) => payment(contact, { date })
    const [paid, gift] = [[on(in_2026)], [on(in_2025)]]
    const joined = [payment(contact, { start_date: in_2025, end_date: null })]
    const old = await aBundle(app, treasurer, { transactions: [on(in_2025)] })
    const given = await aBundle(app, treasurer, { transactions: paid, donations: gift, memberships: joined })
    await open(periods)
    const before = await rowCounts(app)
    for (const [place, send] of [
      ['transactions.1', () => ask.post(path, { transactions: [on(in_2026), on(in_2025)] })],
      ['donations.0', () => ask.post(path, { transactions: paid, donations: gift })],
      ['memberships.0', () => ask.post(path, { transactions: paid, memberships: joined })],
      ['transactions.0', () => ask.patch(bundleAt(old.id), { donations: [on(in_2026)] })],
      ['donations.0', () => ask.patch(bundleAt(given.id), { donations: [{ id: given.donations[0].id, amount: 1 }] })],
      ['transactions.0', () => ask.delete(bundleAt(old.id))],
      ['memberships.0', () => ask.delete(bundleAt(given.id))],
    ] as const) {
      const answer = await send()
      assert.deepEqual(refusal(answer), [422, 'period_closed'], answer.text)
      assert.ok(answer.body.detail.startsWith(`${place} is dated 2025-06-01, and that period is closed.`), answer.text)
    }
    assert.deepEqual(await rowCounts(app), before)
    assert.deepEqual((await ask.get(bundleAt(given.id))).body.data, given)
    assert.ok((await aBundle(app, await aTreasurer(app), {})).id > 0, 'periods are those of one space')
    await open({ ...periods, '2025': year(2025, true) })
    assert.equal((await ask.delete(bundleAt(old.id))).status, 200)
    assert.equal((await ask.patch(bundleAt(given.id), { donations: gift })).status, 200)
  })

  test('except a merge, which moves items and keeps their dates and amounts', async () => {
    const { treasurer, open, ask, contact } = await aTreasurerIn()
    const twin = await aContactId(app, treasurer)
    const gift = payment(twin, { date: in_2025 })
    const bundle = await aBundle(app, treasurer, {
      transactions: [payment(contact, { date: in_2026 })],
      donations: [gift],
    })
    await open(periods)
    const merged = await ask.post(`/contacts/${contact}/merge`, { contact_id: twin })
    assert.equal(merged.status, 200, merged.text)
    assert.equal((await ask.get(bundleAt(bundle.id))).body.data.donations[0].contact_id, contact)
  })

  test('one with dates begins and ends at midnight of the space', async () => {
    const { open, ask, contact } = await aTreasurerIn('Europe/Paris')
    const { open_periods } = await open({
      '2025': { start: '2025-01-01', end: '2025-12-31', open: false },
      '2026': { start: '2026-01-01', end: '2026-12-31', open: true },
    })
    const expected = { start: '2024-12-31T23:00:00.000Z', end: '2025-12-31T22:59:59.999Z', open: false }
    assert.deepEqual(open_periods['2025'], expected)
    const pay = (date: string) => ask.post(path, { transactions: [payment(contact, { date })] })
    assert.equal((await pay('2025-12-31T23:00:00Z')).status, 200)
    assert.equal((await pay('2026-12-31T22:59:59.999Z')).status, 200)
    for (const date of ['2025-12-31T22:59:59.999Z', '2026-12-31T23:00:00Z'])
      assert.deepEqual(refusal(await pay(date)).slice(0, 2), [422, 'period_closed'], date)
    assert.match((await pay('2026-12-31T23:00:00Z')).body.detail, /is dated 2027-01-01, and/)
    const instants = { year: year(2026, true) }
    assert.deepEqual((await open(instants)).open_periods, instants, 'instants are read as they are')
  })

  test('opening or closing one is in the audit log, with the old and new value', async () => {
    const { treasurer, open, ask } = await aTreasurerIn()
    const entries = async () => {
      const { body } = await ask.get('/v1/audit?kind=transaction_settings.periods_changed')
      return body.data.map(({ details, user }: any) => [user.id, details.changed])
    }
    await open(periods)
    const before = (await ask.get(settings)).body.data.open_periods
    const count = (await entries()).length
    const reopened = { ...before['2025'], open: true }
    await open({ ...before, '2025': reopened })
    assert.deepEqual((await entries())[0], [treasurer.id, { '2025': { from: before['2025'], to: reopened } }])
    await open({ '2026': before['2026'] })
    assert.deepEqual((await entries())[0], [treasurer.id, { '2025': { from: reopened, to: null } }])
    await changeTransactionSettings(app, treasurer, { open_periods: { '2026': before['2026'] }, max_batch_size: 60 })
    await changeTransactionSettings(app, treasurer, { max_batch_size: 61 })
    assert.equal((await entries()).length, count + 2)
  })
})

test('a membership lasts until the end of the year of the space, or for the duration of the price in the settings', async () => {
  const { treasurer, ask, contact } = await aTreasurerIn('Europe/Paris')
  const pay = async (date: string) => {
    const sent = { transactions: [payment(contact, { date })], memberships: [payment(contact)] }
    const { start_date, end_date } = (await ask.post(path, sent)).body.data.memberships[0]
    return [start_date, end_date]
  }
  assert.deepEqual(await pay('2026-01-01T00:30:00+01:00'), ['2025-12-31T23:30:00.000Z', '2026-12-31T22:59:59.999Z'])
  const price = await aMembershipPrice(app, treasurer, { kind: 'rolling_year', duration: 'P6M' })
  await changeTransactionSettings(app, treasurer, { default_membership_price_id: price.id })
  assert.deepEqual(await pay('2026-01-15T11:00:00Z'), ['2026-01-15T11:00:00.000Z', '2026-07-15T10:00:00.000Z'])
})
