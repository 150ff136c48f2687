import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently, sendInOrder, sessionsWaitingFor, sessionsWaitingForLock } from '../../test/concurrency.ts'
import { failInserts } from '../../test/failing_inserts.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aMembershipPrice,
  aStatus,
  aTreasurer,
  bundleAt,
  changeTransactionSettings,
  payment,
  rowCounts,
  verificationFindings,
} from '../../test/money.ts'
import { aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const path = '/v1/transaction_bundles'

const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const colleague = await aUser(app, treasurer.space, { role: 'admin' })
const other_space_user = await aTreasurer(app)
const contact = await aContactId(app, treasurer)

const paid = (contact: number) => ({ transactions: [payment(contact)] })
const giving = (contact: number) => ({ ...paid(contact), donations: [payment(contact)] })
const joining = (contact: number, fields: object = {}) => ({
  ...paid(contact),
  memberships: [payment(contact, { ...fields })],
})
/** A space of its own, with this many contacts who are not members. */
async function aSpaceOf(count: number) {
  const treasurer = await aTreasurer(app)
  const contacts = await Promise.all(Array.from({ length: count }, () => aContactId(app, treasurer)))
  const [ann, ben] = contacts as [number, number]
  const settings = async () => (await app.as(treasurer).get('/v1/transaction_settings')).body.data
  return { treasurer, ask: app.as(treasurer), contacts, ann, ben, settings }
}
async function numbersIn(space: number) {
  const rows = await app.owner<{ membership_number: number }[]>`
    select membership_number from contacts
    where group_id = ${space} and membership_number is not null order by membership_number`
  return rows.map(row => row.membership_number)
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const numberOf = ({ membership_number, membership_code }: any) => [membership_number, membership_code]
const numbersOf = (items: any[]) => items.map(({ contact }) => contact.membership_number)

test('the first membership of a contact assigns the next number, a second one keeps it, also when the first was deleted', async () => {
  const { treasurer, ask, ann, ben, settings } = await aSpaceOf(2)
  await changeTransactionSettings(app, treasurer, { membership_prefix: 'M-', membership_serial: 41 })
  const first = await aBundle(app, treasurer, joining(ann))
  assert.deepEqual(numberOf(first.memberships[0].contact), [42, 'M-42'])
  assert.deepEqual(numberOf((await ask.get(`/v1/contacts/${ann}`)).body), [42, 'M-42'])
  await ask.delete(bundleAt(first.id))
  await changeTransactionSettings(app, treasurer, { membership_prefix: 'N-' })
  const second = await aBundle(app, treasurer, joining(ann))
  assert.deepEqual(second.memberships[0].contact, first.memberships[0].contact)
  const other = await aBundle(app, treasurer, joining(ben))
  assert.deepEqual(numberOf(other.memberships[0].contact), [43, 'N-43'])
  assert.equal((await settings()).membership_serial, 43)
})

test('several members in one bundle get numbers in their order, and a contact who is there twice gets one', async () => {
  const { treasurer, ann, ben } = await aSpaceOf(2)
  const memberships = [payment(ben), payment(ann), payment(ben)]
  const bundle = await aBundle(app, treasurer, { ...giving(ann), memberships })
  assert.deepEqual([numbersOf(bundle.memberships), numbersOf(bundle.donations)], [[1, 2, 1], [2]])
})

test('payments and donations assign no number, a membership added to their bundle does', async () => {
  const { treasurer, ask, ann } = await aSpaceOf(1)
  const bundle = await aBundle(app, treasurer, giving(ann))
  assert.deepEqual(numberOf(bundle.donations[0].contact), [0, ''])
  assert.deepEqual(await numbersIn(treasurer.space), [])
  const { body } = await ask.patch(bundleAt(bundle.id), { memberships: [payment(ann)] })
  for (const { contact } of [body.data.memberships[0], body.data.donations[0]])
    assert.deepEqual(numberOf(contact), [1, '1'])
})

test('a membership moved to another contact is their first, and assigns them a number', async () => {
  const { treasurer, ask, ann, ben } = await aSpaceOf(2)
  const { id, memberships } = await aBundle(app, treasurer, joining(ann))
  const { body } = await ask.patch(bundleAt(id), { memberships: [{ id: memberships[0].id, contact_id: ben }] })
  const { contact } = body.data.memberships[0]
  assert.deepEqual([contact.id, contact.membership_number], [ben, 2])
})

test('earlier donations of a contact then show the number, and keep all other data', async () => {
  const { treasurer, ask, ann, ben } = await aSpaceOf(2)
  const bundle = await aBundle(app, treasurer, {
    transactions: [payment(ann, { extra_json: { contact: { id: ann, firstname: 'x' } } })],
    donations: [payment(ann), payment(ben)],
  })
  await aBundle(app, treasurer, joining(ann))
  const { body } = await ask.get(bundleAt(bundle.id))
  const contact = { ...bundle.donations[0].contact, membership_number: 1, membership_code: '1' }
  const [first, second] = bundle.donations
  const { UpdatedAt } = body.data
  assert.deepEqual(body.data, { ...bundle, UpdatedAt, donations: [{ ...first, contact }, second] })
  assert.ok(UpdatedAt > bundle.UpdatedAt, 'it has changed, and says so')
  const since = (await ask.get(`${path}?updated_since=${UpdatedAt}`)).body.data
  assert.ok(since.map(({ id }: any) => id).includes(bundle.id), 'a client that reads changes gets it')
  assert.deepEqual((await ask.get(path)).body.data[1], body.data)
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('numbers have no gap when a fifth of thirty concurrent writes is refused or fails late', async () => {
  const { treasurer, ask, contacts, settings } = await aSpaceOf(30)
  // Fails when the history is written, after the number was assigned.
  const failing = await failInserts(app.owner, 'bundle_changes', "entries::text like '%poison%'")
  const wrong = new Map<number, object>([
    [3, { comment: 'poison' }],
    [7, { membership_price_id: 9_000_000 }],
  ])
  const send = (contact: number, index: number) => ask.post(path, joining(contact, wrong.get(index % 10)))
  const answers = await Promise.all(contacts.map(send))
  await failing.stop()
  const statuses = Map.groupBy(answers, ({ status }) => status)
  const counts = [200, 422, 500].map(status => statuses.get(status)?.length)
  assert.deepEqual(counts, [24, 3, 3])
  assert.deepEqual(await numbersIn(treasurer.space), upTo(24))
  const given = statuses.get(200)!.flatMap(({ body }) => numbersOf(body.data.memberships))
  assert.deepEqual(new Set(given), new Set(upTo(24)))
  assert.deepEqual([(await settings()).membership_serial, (await ask.get(path)).body.total], [24, 24])
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('a first membership concurrent with updates of its contact’s donations: all succeed and show the number', async () => {
  const { treasurer, ask, ann } = await aSpaceOf(1)
  const bundles = await Promise.all(Array.from({ length: 6 }, () => aBundle(app, treasurer, giving(ann))))
  const change = (sent: object) => bundles.map(({ id }) => ask.patch(bundleAt(id), sent))
  const answers = await Promise.all([
    ...change({ donations: [payment(ann)] }),
    ask.post(path, joining(ann)),
    ...change(paid(ann)),
  ])
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const numbers = (await ask.get(path)).body.data.flatMap(({ donations }: any) => numbersOf(donations))
  assert.deepEqual([numbers.length, ...new Set(numbers)], [12, 1])
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('two concurrent updates that each make the other’s donor a member both succeed', async () => {
  const { treasurer, ask, ann, ben } = await aSpaceOf(2)
  const [first, second] = [await aBundle(app, treasurer, giving(ann)), await aBundle(app, treasurer, giving(ben))]
  const hold = (sql: Sql) =>
    sql`select from transaction_bundles where group_id = ${treasurer.space} and id in (${first.id}, ${second.id}) for update`
  const answers = await sendConcurrently(app, hold, [
    () => ask.patch(bundleAt(first.id), { memberships: [payment(ben)] }),
    () => ask.patch(bundleAt(second.id), { memberships: [payment(ann)] }),
  ])
  for (const { status, text } of answers) assert.equal(status, 200, text)
  assert.deepEqual(await numbersIn(treasurer.space), [1, 2])
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

// Which writes wait for each other, and what happens to objects deleted meanwhile.

/** Sends the request while another session holds the lock of a payment on these contacts. Returns whether it waited. */
async function waits(contacts: number[], send: () => Promise<{ status: number; text: string }>) {
  let done = false
  const { waited, sent } = await app.owner.begin(async sql => {
    await sql`select from contacts where group_id = ${treasurer.space} and id = any(${contacts}) for share`
    const sent = send().finally(() => (done = true))
    const waited = await eventually(async () => done || (await sessionsWaitingForLock(sql)) > 0).then(() => !done)
    return { waited, sent }
  })
  const { status, text } = await sent
  assert.equal(status, 200, text)
  return waited
}

describe('payments of one contact do not wait for each other', () => {
  test('when a membership of a contact with a number is sent back or added', async () => {
    const contact = await aContactId(app, treasurer)
    const items = { transactions: [payment(contact)], memberships: [payment(contact)] }
    const { id, memberships, transactions } = await aBundle(app, treasurer, items)
    const back = { transactions: [{ ...transactions[0], comment: 'seen' }], memberships }
    assert.equal(await waits([contact], () => ask.patch(bundleAt(id), back)), false)
    assert.equal(await waits([contact], () => ask.post(path, items)), false)
  })

  test('when another contact gets a first number in one of them', async () => {
    const [payer, member] = [await aContactId(app, treasurer), await aContactId(app, treasurer)]
    const bundle = { transactions: [payment(payer)], memberships: [payment(member)] }
    assert.equal(await waits([payer], () => ask.post(path, bundle)), false)
  })

  test('but of two that may assign a first number, one waits for the other', async () => {
    const contact = await aContactId(app, treasurer)
    const bundle = { transactions: [payment(contact)], memberships: [payment(contact)] }
    const sent = await app.owner.begin(async sql => {
      // Both may begin, and no number can be assigned.
      await sql`select from transaction_settings where group_id = ${treasurer.space} for no key update`
      const sent = [ask.post(path, bundle), ask.post(path, bundle)]
      await eventually(async () => (await sessionsWaitingForLock(sql)) >= 2)
      assert.equal(await sessionsWaitingFor(sql), 1, 'the other waits for the contact')
      return { sent }
    })
    const numbers = (await Promise.all(sent.sent)).map(({ body }) => body.data.memberships[0].contact.membership_number)
    assert.equal(numbers[0], numbers[1])
  })
})

describe('an object deleted while a payment uses it is named with item and field', () => {
  const cases = [
    {
      ...{ table: 'transaction_statuses', make: aStatus, words: 'is not a transaction status of your space.' },
      ...{ place: 'transactions.1.status_id', use: { transactions: 'status_id' } },
    },
    {
      ...{ table: 'membership_prices', make: aMembershipPrice, words: 'is not a price of your space.' },
      ...{ place: 'memberships.0.membership_price_id', use: { memberships: 'membership_price_id' } },
    },
  ]
  for (const { table, make, words, place, use } of cases)
    test(`in ${table}`, async () => {
      const [contact, { id }] = [await aContactId(app, treasurer), await make(app, treasurer)]
      const using = Object.entries(use).map(([list, field]) => [list, [payment(contact, { [field]: id })]] as const)
      const { transactions = [], ...items } = Object.fromEntries(using)
      const hold = (sql: Sql) =>
        sql.unsafe(`select from ${table} where group_id = ${treasurer.space} and id = ${id} for update`)
      const [removed, recorded] = await sendInOrder(app, hold, [
        () => ask.delete(`/v1/${table}/${id}`),
        () => ask.post(path, { transactions: [payment(contact), ...transactions], ...items }),
      ])
      assert.equal(removed?.status, 200)
      assert.deepEqual(refusal(recorded!), refusal.at(`body.data.${place}`))
      assert.equal(recorded!.body.detail, `body.data.${place} ${words}`)
    })
})

test('a refund that waits for a change of the settings is recorded by the new ones', async () => {
  const { transactions } = await aBundle(app, treasurer, { transactions: [payment(await aContactId(app, treasurer))] })
  const refund = { amount: 100, date: new Date().toISOString(), reason: 'Paid twice' }
  const sent = await app.owner.begin(async sql => {
    await sql`select from transaction_settings where group_id = ${treasurer.space} for update`
    await sql`update transaction_settings set ledger_version = ledger_version + 1 where group_id = ${treasurer.space}`
    const sent = ask.post(`/v1/transactions/${transactions[0].id}/refunds`, refund)
    await eventually(async () => (await sessionsWaitingForLock(sql)) > 0)
    return { sent }
  })
  const { status, text } = await sent.sent
  assert.equal(status, 200, text)
})

// A payment of another program is recorded once, whichever user imports it and however often.

const bring = (origin: unknown, person = treasurer, who = contact, headers = {}) =>
  app.as(person).post(path, { origin, transactions: [payment(who)] }, headers)
const found = async (origin: string, person = treasurer) =>
  (await app.as(person).get(`${path}?origin=${encodeURIComponent(origin)}`)).body

describe('the origin of a payment', () => {
  test('finds it again, and no other', async () => {
    const { status, body } = await bring('civicrm 1')
    assert.equal(status, 200)
    await bring('civicrm 2')
    const { data, total } = await found('civicrm 1')
    assert.deepEqual([data.map(({ id }: any) => id), total], [[body.data.id], 1])
    assert.ok(!('origin' in body.data))
    assert.deepEqual((await found('CIVICRM 1')).data, [])
  })

  test('is accepted once, from any user, also of many requests at the same moment', async () => {
    const [first, second] = [treasurer, colleague]
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => bring('civicrm 3', i % 2 ? first : second)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
    const before = await rowCounts(app)
    for (const person of [first, second]) {
      const answer = await bring('civicrm 3', person)
      assert.deepEqual(refusal(answer), [409, 'conflict'])
      assert.match(answer.body.detail, /origin civicrm 3 already exists/)
    }
    assert.deepEqual(await rowCounts(app), before)
    assert.equal((await found('civicrm 3')).total, 1)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('that the first of several requests with one key has taken is no conflict: the others repeat its answer', async () => {
    const send = (key: string) => bring('civicrm key', treasurer, contact, { 'idempotency-key': key })
    const answers = await Promise.all(Array.from({ length: 12 }, () => send('one-origin')))
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]!.status, 200)
    assert.equal((await found('civicrm key')).total, 1)
    assert.deepEqual(refusal(await send('another')), [409, 'conflict'])
  })

  test('belongs to one space: another has its own, and finds none of ours', async () => {
    await bring('civicrm 4')
    assert.equal((await found('civicrm 4', other_space_user)).total, 0)
    assert.equal((await bring('civicrm 4', other_space_user, await aContactId(app, other_space_user))).status, 200)
  })

  test('stays when the bundle is changed, whatever is sent, and is free again when it is deleted', async () => {
    const { id } = (await bring('civicrm 5')).body.data
    await app.as(treasurer).patch(`${path}/${id}`, { origin: 'civicrm 6', transactions: [payment(contact)] })
    assert.deepEqual([(await found('civicrm 5')).total, (await found('civicrm 6')).total], [1, 0])
    assert.equal((await app.as(treasurer).delete(`${path}/${id}`)).status, 200)
    assert.equal((await found('civicrm 5')).total, 0)
    assert.equal((await bring('civicrm 5')).status, 200)
  })

  test('is stored as a hash', async () => {
    await bring('paypal somebody@example.org')
    const rows = await app.owner`select from transaction_bundles b where b::text like '%somebody@%'`
    assert.equal(rows.length, 0)
    assert.equal((await found('paypal somebody@example.org')).total, 1)
  })

  test('is refused if it is not one line of at most 300 characters', async () => {
    for (const bad of ['', ' ', 'a\nb', 'x'.repeat(301), 5, null])
      assert.deepEqual(refusal(await bring(bad)), [422, 'invalid_request', 'body.data.origin'])
  })
})
