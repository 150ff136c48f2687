import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aStatus,
  aTreasurer,
  bundleAt,
  changeTransactionSettings,
  payment,
  rowCounts,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const contact = await aContactId(app, treasurer)
const path = '/v1/transaction_bundles'

const open2026 = { start: '2026-01-01T00:00:00Z', end: '2026-12-31T23:59:59.999Z', open: true }
const closed2025 = { start: '2025-01-01T00:00:00Z', end: '2025-12-31T23:59:59.999Z', open: false }
const on = (date: string, fields: object = {}) => payment(contact, { date, ...fields })

/** A bundle with payments of these dates, written while everything is open; then the periods are set. */
async function bundleIn(periods: object, ...dates: string[]) {
  await changeTransactionSettings(app, treasurer, { open_periods: {} })
  const bundle = await aBundle(app, treasurer, {
    transactions: dates.map(date => on(date)),
    memberships: [payment(contact)],
    donations: [payment(contact)],
  })
  await changeTransactionSettings(app, treasurer, { open_periods: periods })
  return bundle
}

/** Asserts that it is refused because the period is closed, and that nothing was written. */
async function closed(send: () => ReturnType<typeof ask.get>) {
  const before = await rowCounts(app)
  const answer = await send()
  assert.deepEqual(refusal(answer).slice(0, 2), [422, 'period_closed'], answer.text)
  assert.deepEqual(await rowCounts(app), before)
}

describe('recording payments', () => {
  test('without periods, every date is open', async () => {
    await changeTransactionSettings(app, treasurer, { open_periods: {} })
    for (const date of ['1999-01-01', '2026-06-01', '2040-01-01'])
      assert.equal((await ask.post(path, { transactions: [on(date)] })).status, 200)
  })

  test('a payment needs an open period, both ends included', async () => {
    await changeTransactionSettings(app, treasurer, { open_periods: { '2026': open2026, '2025': closed2025 } })
    for (const date of ['2026-01-01T00:00:00Z', '2026-12-31T23:59:59.999Z', '2025-12-31T23:30:00-01:00', '2026-06-01'])
      assert.equal((await ask.post(path, { transactions: [on(date)] })).status, 200, date)
    for (const date of [
      '2025-12-31T23:59:59.999Z',
      '2027-01-01T00:00:00Z',
      '2026-01-01T00:30:00+01:00',
      '2025-06-01',
      '2020-01-01',
    ])
      await closed(() => ask.post(path, { transactions: [on(date)] }))
  })

  test('one payment in a closed period refuses the whole bundle', async () => {
    await changeTransactionSettings(app, treasurer, { open_periods: { '2026': open2026 } })
    await closed(() => ask.post(path, { transactions: [on('2026-02-01'), on('2025-02-01')] }))
  })

  test('with overlapping periods one open period is enough; when all are closed, nothing is written', async () => {
    await changeTransactionSettings(app, treasurer, {
      open_periods: { year: { ...open2026, open: false }, audit: { ...open2026, start: '2026-06-01' } },
    })
    assert.equal((await ask.post(path, { transactions: [on('2026-07-01')] })).status, 200)
    await closed(() => ask.post(path, { transactions: [on('2026-05-31')] }))
    await changeTransactionSettings(app, treasurer, { open_periods: { year: { ...open2026, open: false } } })
    await closed(() => ask.post(path, { transactions: [on('2026-07-01')] }))
  })

  test('a payment without a date is dated now, which may be closed', async () => {
    await changeTransactionSettings(app, treasurer, {
      open_periods: { old: { start: '2001-01-01', end: '2001-12-31', open: true } },
    })
    await closed(() => ask.post(path, { transactions: [payment(contact)] }))
  })
})

describe('changing payments of a closed period', () => {
  const periods = { '2026': open2026, '2025': closed2025 }
  const changes: Record<string, (bundle: any) => object> = {
    'an amount': ({ transactions }) => ({ transactions: [{ id: transactions[0].id, amount: 1 }] }),
    'a comment': ({ transactions }) => ({ transactions: [{ id: transactions[0].id, comment: 'late' }] }),
    'the status': ({ transactions }) => ({ transactions: [{ id: transactions[0].id, status_id: null }] }),
    'a membership': ({ memberships }) => ({ memberships: [{ id: memberships[0].id, comment: 'late' }] }),
    'a donation': ({ donations }) => ({ donations: [{ id: donations[0].id, comment: 'late' }] }),
    'an added payment, even in an open period': () => ({ transactions: [on('2026-02-01')] }),
    'an added donation': () => ({ donations: [payment(contact)] }),
    'an added membership': () => ({ memberships: [payment(contact)] }),
    'a date that moves out of it': ({ transactions }) => ({
      transactions: [{ id: transactions[0].id, date: '2026-02-01' }],
    }),
  }
  for (const [what, change] of Object.entries(changes)) {
    test(`${what} is refused`, async () => {
      const bundle = await bundleIn(periods, '2025-06-01')
      await closed(() => ask.patch(bundleAt(bundle.id), change(bundle)))
      assert.deepEqual((await ask.get(bundleAt(bundle.id))).body.data, bundle)
    })
  }

  test('a date that moves into a closed period is refused', async () => {
    const bundle = await bundleIn(periods, '2026-06-01')
    const moved = (date: string) =>
      ask.patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[0].id, date }] })
    await closed(() => moved('2025-06-01'))
    assert.equal((await moved('2026-07-01')).status, 200)
  })

  test('a payment in a closed period cannot be added to an open bundle', async () => {
    const bundle = await bundleIn(periods, '2026-06-01')
    await closed(() => ask.patch(bundleAt(bundle.id), { transactions: [on('2025-06-01')] }))
  })

  test('a bundle with one payment in a closed period is closed as a whole', async () => {
    const bundle = await bundleIn(periods, '2026-06-01', '2025-06-01')
    await closed(() =>
      ask.patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[0].id, comment: 'x' }] }),
    )
    await closed(() => ask.delete(bundleAt(bundle.id)))
  })

  test('it cannot be deleted, until the period is open again', async () => {
    const bundle = await bundleIn(periods, '2025-06-01')
    await closed(() => ask.delete(bundleAt(bundle.id)))
    assert.equal((await ask.get(bundleAt(bundle.id))).status, 200)
    await changeTransactionSettings(app, treasurer, {
      open_periods: { ...periods, '2025': { ...closed2025, open: true } },
    })
    assert.equal((await ask.delete(bundleAt(bundle.id))).status, 200)
  })

  test('sending it back unchanged is allowed', async () => {
    const bundle = await bundleIn(periods, '2025-06-01')
    assert.deepEqual((await ask.patch(bundleAt(bundle.id), bundle)).body.data, bundle)
  })

  test('validation errors are reported before the period', async () => {
    const bundle = await bundleIn(periods, '2025-06-01')
    const answer = await ask.patch(bundleAt(bundle.id), { donations: [payment(9_000_000)] })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.donations.0.contact_id'])
  })

  test('periods apply to their own space only', async () => {
    await changeTransactionSettings(app, treasurer, { open_periods: { none: { ...open2026, open: false } } })
    const other = await aTreasurer(app)
    await aStatus(app, other)
    assert.ok((await aBundle(app, other)).id > 0)
  })
})
