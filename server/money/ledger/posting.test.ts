import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { startTestApp } from '../../test/harness.ts'
import { aPaidGift, entriesOf, validate } from '../../test/ledger.ts'
import { aContactId, aTreasurer, bundleAt, changeTransactionSettings, verificationFindings } from '../../test/money.ts'
import type { Person } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { maintainSpace } from '../core/maintenance.ts'

const app = await startTestApp()

const aGift = (person: Person, day: string, amount?: number, contact?: number) =>
  aPaidGift(app, person, day, amount, contact)
const numbersOf = (entries: { journal_code: string; number: number | null }[]) =>
  entries.map(({ journal_code, number }) => `${journal_code}${number}`)

const year = (name: number, open: boolean) => ({ start: `${name}-01-01`, end: `${name}-12-31`, open })

const setPeriods = (person: Person, open_periods: Record<number, ReturnType<typeof year>>) =>
  changeTransactionSettings(app, person, { open_periods })

const validatedUntil = async (person: Person) =>
  (await app.as(person).get('/v1/ledger/settings')).body.data.validated_until

async function validations(person: Person) {
  const { body } = await app.as(person).get('/v1/audit?kind=ledger.validated')
  return body.data.map(({ user, details }: { user: object | null; details: object }) => ({ user, ...details }))
}

async function tidy(space: number) {
  const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
  await maintainSpace(worker, space).finally(() => worker.end())
}

describe('at once', () => {
  test('two validations give each number once', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    for (let day = 10; day < 20; day++) await aGift(treasurer, `2026-01-${day}`, 1000, id)
    const counts = await Promise.all([1, 2, 3].map(() => validate(app, treasurer, '2026-01-31')))
    assert.equal(counts.sort().join(), '0,0,20')
    assert.deepEqual(pick(await entriesOf(app, treasurer, '?journal=money'), 'number'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('payments and changes during validations are either validated or booked later', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const bundles = await Promise.all(Array.from({ length: 6 }, () => aGift(treasurer, '2026-01-10', 1000, id)))
    const ask = app.as(treasurer)
    const change = ({ id, transactions: [{ id: paid }] }: ReplyBody, index: number) =>
      ask.patch(bundleAt(id), { transactions: [{ id: paid, amount: 2000 + index }] })
    const validateUntil = (day: string) => ask.post('/v1/ledger/validate', { until: `2026-${day}` })
    const answers = await Promise.all([
      ...bundles.map(change),
      ...['01-09', '01-10', '01-31', '02-01'].map(validateUntil),
      ...['08', '09', '10', '11'].map(day => aGift(treasurer, `2026-01-${day}`, 300, id)),
    ])
    for (const answer of answers) if ('status' in answer) assert.ok([200, 409].includes(answer.status), answer.text)
    const until = (await app.as(treasurer).get('/v1/ledger/settings')).body.data.validated_until
    for (const { date, state } of await entriesOf(app, treasurer))
      assert.equal(state, date <= until ? 'validated' : 'provisional')
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})

describe('a space from before there was a ledger', () => {
  /** As the migration leaves it. */
  async function anOldSpace() {
    const treasurer = await aTreasurer(app)
    const bundles = [await aGift(treasurer, '2025-05-05'), await aGift(treasurer, '2026-05-05')]
    await aGift(treasurer, '2026-06-06')
    await app.owner`delete from ledger_entries where group_id = ${treasurer.space}`
    await app.owner`update transaction_settings set ledger_posted_id = 0 where group_id = ${treasurer.space}`
    return { treasurer, bundles }
  }

  test('is posted by housekeeping, once, together with payments that are recorded meanwhile', async () => {
    const { treasurer, bundles } = await anOldSpace()
    const read = async () => (await app.as(treasurer).get('/v1/ledger/settings')).body.data
    assert.equal((await read()).posted, false)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
    await aGift(treasurer, '2026-07-07')
    const [{ id }] = bundles[1]?.transactions ?? []
    await app.as(treasurer).patch(bundleAt(bundles[1]?.id), { transactions: [{ id, amount: 1500 }] })
    await tidy(treasurer.space)
    await tidy(treasurer.space)
    assert.equal((await read()).posted, true)
    const money = pick(await entriesOf(app, treasurer, '?journal=money'), 'date', 'amount').map(String)
    assert.deepEqual(money, ['2025-05-05,1000', '2026-05-05,1500', '2026-06-06,1000', '2026-07-07,1000'])
    assert.equal((await entriesOf(app, treasurer)).length, 8)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('is posted by a validation before it validates', async () => {
    const { treasurer } = await anOldSpace()
    assert.equal(await validate(app, treasurer, '2025-12-31'), 2)
    assert.equal((await entriesOf(app, treasurer)).length, 6)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('with a closed period waits until all is posted, and is then validated', async () => {
    const { treasurer } = await anOldSpace()
    await app.owner`
      update transaction_settings set ledger_validate_until = '2025-12-31' where group_id = ${treasurer.space}`
    await tidy(treasurer.space)
    assert.deepEqual(numbersOf(await entriesOf(app, treasurer, '?journal=money')), ['MO1', 'MOnull', 'MOnull'])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})

describe('closed periods are validated', () => {
  test('when they are made longer, and when the open period before them is removed', async () => {
    const treasurer = await aTreasurer(app)
    const until = async (periods: Parameters<typeof setPeriods>[1]) => {
      await setPeriods(treasurer, periods)
      return validatedUntil(treasurer)
    }
    assert.equal(await until({ 2023: { ...year(2023, false), end: '2023-06-30' } }), '2023-06-30')
    assert.equal(await until({ 2023: year(2023, false) }), '2023-12-31')
    assert.equal(await until({ 2024: year(2024, true), 2025: year(2025, false) }), '2023-12-31')
    assert.equal(await until({ 2025: year(2025, false) }), '2025-12-31')
  })

  test('with the next change, if they were closed before there was a ledger; not when settings are sent back', async () => {
    const treasurer = await aTreasurer(app)
    await setPeriods(treasurer, { 2024: year(2024, false) })
    // As the upgrade leaves it.
    await app.owner`
      update transaction_settings set ledger_validated_until = null, ledger_posted_id = 0 where group_id = ${treasurer.space}`
    await setPeriods(treasurer, { 2024: year(2024, false) })
    assert.equal(await validatedUntil(treasurer), null)
    await setPeriods(treasurer, { 2024: year(2024, false), 2025: year(2025, true) })
    assert.equal(await validatedUntil(treasurer), '2024-12-31')
  })
})

describe('a closed period that waits for housekeeping', () => {
  /** As closing 2025 leaves it while many payments are not posted. */
  async function aWaitingSpace() {
    const treasurer = await aTreasurer(app)
    for (const day of ['2025-02-02', '2025-05-05']) await aGift(treasurer, day)
    await app.owner`
      update transaction_settings
      set ledger_validate_until = '2025-12-31', open_periods = ${JSON.stringify({ 2025: year(2025, false) })}::text::json
      where group_id = ${treasurer.space}`
    return treasurer
  }

  test('is validated once, and the audit log says so', async () => {
    const treasurer = await aWaitingSpace()
    await tidy(treasurer.space)
    await tidy(treasurer.space)
    assert.equal(await validatedUntil(treasurer), '2025-12-31')
    assert.deepEqual(await validations(treasurer), [{ user: null, until: '2025-12-31', entries: 4 }])
  })

  test('is not validated if it is opened again', async () => {
    const treasurer = await aWaitingSpace()
    await setPeriods(treasurer, { 2025: year(2025, true) })
    await tidy(treasurer.space)
    assert.equal(await validatedUntil(treasurer), null)
    await setPeriods(treasurer, { 2025: year(2025, false) })
    assert.equal(await validatedUntil(treasurer), '2025-12-31')
  })

  test('is still validated after a validation to an earlier day', async () => {
    const treasurer = await aWaitingSpace()
    assert.equal(await validate(app, treasurer, '2025-03-31'), 2)
    await tidy(treasurer.space)
    assert.equal(await validatedUntil(treasurer), '2025-12-31')
    const until = (await validations(treasurer)).map((each: { until: string }) => each.until)
    assert.deepEqual(until, ['2025-12-31', '2025-03-31'])
  })
})
