import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import type { Sql } from '../../db/sql.ts'
import { startTestApp } from '../../test/harness.ts'
import { aPaidGift, balancesOf, entriesOf, told, validate } from '../../test/ledger.ts'
import {
  aBundle,
  aContactId,
  aTreasurer,
  bundleAt,
  changeTransactionSettings,
  payment,
  verificationFindings,
} from '../../test/money.ts'
import { aSpace, aUser, type Person, refusal, withAppPool } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { maintainSpace } from '../core/maintenance.ts'

const app = await startTestApp()

const aGift = (person: Person, day: string, amount?: number, contact?: number) =>
  aPaidGift(app, person, day, amount, contact)
const today = () => new Date().toISOString().slice(0, 10)
const numbersOf = (entries: { journal_code: string; number: number | null }[]) =>
  entries.map(({ journal_code, number }) => `${journal_code}${number}`)

describe('validation', () => {
  test('numbers the entries of each journal and year without gaps, in the order of days', async () => {
    const treasurer = await aTreasurer(app)
    for (const day of ['2026-02-03', '2025-12-31', '2026-01-02', '2026-03-01']) await aGift(treasurer, day)
    assert.equal(await validate(app, treasurer, '2026-01-31'), 6, 'with two that are carried forward')
    assert.equal(await validate(app, treasurer, '2026-02-28'), 2)
    assert.equal(await validate(app, treasurer, '2026-02-28'), 0)
    const entries = await entriesOf(app, treasurer)
    const numbered = ['2025-12-31 2025 1', '2026-01-02 2026 1', '2026-02-03 2026 2', '2026-03-01 null null']
    const found = entries.map(({ date, journal_code, year, number }) => `${journal_code} ${date} ${year} ${number}`)
    assert.deepEqual(
      found,
      numbered.flatMap(text => [`IN ${text}`, `MO ${text}`]),
    )
    assert.ok(entries.slice(0, 6).every(({ validated_on }) => validated_on === today()))
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('ends before today, and is never taken back', async () => {
    const treasurer = await aTreasurer(app)
    const ask = (until: unknown) => app.as(treasurer).post('/v1/ledger/validate', { until })
    for (const until of [today(), '2999-01-01', '2026-02-30', '2026-01-01T00:00:00Z', 5])
      assert.deepEqual(refusal(await ask(until)), [422, 'invalid_request', 'body.data.until'], String(until))
    await validate(app, treasurer, '2026-02-01')
    assert.deepEqual(refusal(await ask('2026-01-31')), [409, 'conflict'])
    assert.equal((await app.as(treasurer).get('/v1/ledger/settings')).body.data.validated_until, '2026-02-01')
  })

  test('follows the accounting year of the space, which then cannot change', async () => {
    const treasurer = await aTreasurer(app)
    const set = (year_end: string) => app.as(treasurer).patch('/v1/ledger/settings', { year_end })
    assert.equal((await set('08-31')).status, 200)
    for (const day of ['2025-08-31', '2025-09-01', '2026-08-31']) await aGift(treasurer, day)
    await validate(app, treasurer, '2026-09-15')
    const numbers = pick(await entriesOf(app, treasurer, '?journal=money'), 'year', 'number').map(String)
    assert.deepEqual(numbers, ['2025,1', '2026,1', '2026,2'])
    assert.deepEqual(refusal(await set('12-31')), [409, 'conflict'])
  })

  test('freezes names, accounts and labels; provisional entries have those of now', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer, { firstname: 'Ann', surname: 'Lee' })
    await aGift(treasurer, '2026-01-10', 1000, id)
    await aGift(treasurer, '2026-02-10', 1000, id)
    await validate(app, treasurer, '2026-01-31')
    await app.as(treasurer).patch(`/contacts/${id}`, { contact: { firstname: 'Ann', surname: 'Moss' } })
    await app.as(treasurer).patch('/v1/ledger/settings', { labels: { 4100: 'Gifts' } })
    const lines = (await entriesOf(app, treasurer, '?journal=income')).map(entry => entry.lines)
    const shown = lines.map(([debit, credit]) => `${debit?.contact_name}, ${credit?.account_label}`)
    assert.deepEqual(shown, ['Ann Lee, Donations', 'Ann Moss, Gifts'])
  })

  test('leaves what happens later to new entries: late payments, returns, corrections, deletion', async () => {
    const treasurer = await aTreasurer(app)
    const bundles = [await aGift(treasurer, '2026-01-10'), await aGift(treasurer, '2026-01-11')]
    const id = bundles[0]?.transactions[0].contact_id
    await validate(app, treasurer, '2026-01-31')
    const before = await entriesOf(app, treasurer)
    await aGift(treasurer, '2026-01-20', 700, id)
    const [first, second] = bundles.map(({ transactions }) => transactions[0].id)
    await app.as(treasurer).post(`/v1/transactions/${first}/returns`, { amount: 1000, reason: 'x', date: '2026-01-25' })
    await app.as(treasurer).patch(bundleAt(bundles[1]?.id), {
      transactions: [{ id: second, amount: 1400 }],
      donations: [{ id: bundles[1]?.donations[0].id, amount: 1400 }],
    })
    const entries = await entriesOf(app, treasurer)
    assert.deepEqual(entries.slice(0, 4), before)
    assert.deepEqual(told(entries.slice(4)), [
      `MO ${today()} 1200 Ann Lee → 1000 10.00`,
      `IN ${today()} 1200 Ann Lee → 4100 4.00`,
      `MO ${today()} 1000 → 1200 Ann Lee 4.00`,
      `IN ${today()} 1200 Ann Lee → 4100 7.00`,
      `MO ${today()} 1000 → 1200 Ann Lee 7.00`,
    ])
    const days = ['25', '11', '11', '20', '20'].map(day => `2026-01-${day}`)
    assert.deepEqual(pick(entries.slice(4), 'event_date'), days)
    await app.as(treasurer).delete(bundleAt(bundles[1]?.id))
    const left = pick((await entriesOf(app, treasurer)).slice(4), 'reversed', 'amount').map(String)
    assert.deepEqual(left, ['false,1000', 'true,1000', 'true,1000', 'false,700', 'false,700'])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('is not affected by changes that book the same', async () => {
    const treasurer = await aTreasurer(app)
    const bundle = await aGift(treasurer, '2026-01-10')
    await validate(app, treasurer, '2026-01-31')
    const before = await entriesOf(app, treasurer)
    const [{ id }] = bundle.transactions
    const { status } = await app
      .as(treasurer)
      .patch(bundleAt(bundle.id), { transactions: [{ id, comment: 'Thank you', date: '2026-01-10T15:00:00Z' }] })
    assert.equal(status, 200)
    assert.deepEqual(await entriesOf(app, treasurer), before)
  })

  test('takes back and books again where payer or day change', async () => {
    const treasurer = await aTreasurer(app)
    const other = await aContactId(app, treasurer, { firstname: 'Bo', surname: 'Ash' })
    const bundle = await aGift(treasurer, '2026-01-10')
    await validate(app, treasurer, '2026-01-31')
    const change = (fields: object) =>
      app.as(treasurer).patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[0].id, ...fields }] })
    await change({ contact_id: other })
    const lines = (await entriesOf(app, treasurer)).flatMap(entry => entry.lines.filter(line => line.contact_id))
    const sums: Record<string, number> = { 'Ann Lee': 0, 'Bo Ash': 0 }
    for (const { contact_name, debit, credit } of lines)
      sums[contact_name] = (sums[contact_name] ?? Number.NaN) + debit - credit
    assert.deepEqual([sums, new Set(pick(lines, 'contact_name')).size], [{ 'Ann Lee': 0, 'Bo Ash': 0 }, 2])
    await change({ date: '2026-04-04' })
    assert.equal((await balancesOf(app, treasurer, '?from=2026-04-04&to=2026-04-04'))['1000 EUR'], 1000)
    assert.equal((await balancesOf(app, treasurer))['1000 EUR'], 1000)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('leaves no entry on the day of a typing error', async () => {
    const treasurer = await aTreasurer(app)
    await validate(app, treasurer, '2026-01-31')
    const bundle = await aGift(treasurer, '2099-01-15')
    const move = (date: string) =>
      app.as(treasurer).patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[0].id, date }] })
    for (const day of ['2026-01-15', '2026-01-16']) {
      assert.equal((await move(day)).status, 200)
      const days = pick(await entriesOf(app, treasurer), 'date', 'event_date').map(String)
      assert.deepEqual(days, Array(2).fill(`${today()},${day}`))
    }
  })

  test('happens with the closing of a period, up to the first open one', async () => {
    const treasurer = await aTreasurer(app)
    for (const day of ['2024-05-05', '2025-05-05', '2026-05-05']) await aGift(treasurer, day)
    const year = (name: number, open: boolean) => ({ start: `${name}-01-01`, end: `${name}-12-31`, open })
    const close = (...closed: number[]) => {
      const periods = [2024, 2025, 2026].map(name => [name, year(name, !closed.includes(name))] as const)
      return changeTransactionSettings(app, treasurer, { open_periods: Object.fromEntries(periods) })
    }
    const until = async () => (await app.as(treasurer).get('/v1/ledger/settings')).body.data.validated_until
    await close()
    assert.equal(await until(), null)
    await close(2025)
    assert.equal(await until(), '2023-12-31')
    await close(2025, 2024)
    assert.equal(await until(), '2025-12-31')
    assert.deepEqual(numbersOf(await entriesOf(app, treasurer, '?journal=money')), ['MO1', 'MO1', 'MOnull'])
    await close()
    assert.equal(await until(), '2025-12-31')
    const { body } = await app.as(treasurer).get('/v1/audit?kind=ledger.validated')
    assert.deepEqual(pick(body.data, 'details'), [
      // With what 2024 carries forward, on one account of money and one for its result.
      { until: '2025-12-31', entries: 6 },
      { until: '2023-12-31', entries: 0 },
    ])
  })

  test('has its day in the time zone of the space', async () => {
    const treasurer = await aTreasurer(app, await aSpace(app, 'Space', 'en', 'Europe/Paris'))
    const id = await aContactId(app, treasurer)
    for (const date of ['2025-12-31T22:59:59Z', '2025-12-31T23:00:00Z'])
      await aBundle(app, treasurer, { transactions: [payment(id, { date })] })
    assert.equal(await validate(app, treasurer, '2025-12-31'), 1)
    const chief = await aUser(app, treasurer.space, { role: 'superadmin' })
    const move = await app.as(chief).patch(`/spaces/${treasurer.space}`, { time_zone: 'UTC' })
    assert.equal(move.status, 200, move.text)
    const entries = pick(await entriesOf(app, treasurer), 'date', 'event_date', 'state').map(String)
    assert.deepEqual(entries, ['2025-12-31,2025-12-31,validated', '2026-01-01,2025-12-31,provisional'])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})

describe('validated entries', () => {
  test('cannot be changed or deleted by the application', async () => {
    const treasurer = await aTreasurer(app)
    await aGift(treasurer, '2026-01-10')
    await validate(app, treasurer, '2026-01-31')
    const group_id = treasurer.space
    const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
    const write = async (sql: Sql) => {
      const changed = await sql`update ledger_entries set amount = 5 where group_id = ${group_id} returning position`
      const gone = await sql`delete from ledger_entries where group_id = ${group_id} returning position`
      assert.deepEqual([changed.length, gone.length], [0, 0])
    }
    await worker.write({ group_id }, write)
    await withAppPool(app, pool => pool.write({ group_id }, write))
    await worker.end()
    assert.equal((await entriesOf(app, treasurer)).length, 2)
  })

  test('that are damaged are found by muster verify', async () => {
    const treasurer = await aTreasurer(app)
    const group_id = treasurer.space
    const bundle = await aGift(treasurer, '2026-01-10')
    await aGift(treasurer, '2026-01-11')
    await validate(app, treasurer, '2026-01-31')
    const findings = async () => (await verificationFindings(app, group_id)).map(({ what }) => what)
    assert.deepEqual(await findings(), [])
    await app.owner`
      update ledger_entries set amount = amount + 1 where group_id = ${group_id} and bundle_id = ${bundle.id} and journal = 'money'`
    assert.deepEqual(await findings(), [`the ledger differs from its payment ${bundle.transactions[0].id} EUR`])
    await app.owner`
      update ledger_entries set amount = amount - 1, number = 7 where group_id = ${group_id} and bundle_id = ${bundle.id} and journal = 'money'`
    assert.deepEqual(await findings(), ['the numbers of the journal money have a gap in 2026'])
    await app.owner`update transaction_settings set ledger_validated_until = '2026-01-10' where group_id = ${group_id}`
    assert.equal((await findings()).length, 3)
    await app.owner`delete from ledger_entries where group_id = ${group_id} and number is not null`
    assert.equal((await findings()).length, 4)
  })
})

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
