import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { failInserts } from '../../test/failing_inserts.ts'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aTreasurer,
  bundleAt,
  changeTransactionSettings,
  payment,
  verificationFindings,
} from '../../test/money.ts'

const app = await startTestApp()
const path = '/v1/transaction_bundles'

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

test('ten concurrent first memberships of one contact assign one number', async () => {
  const { treasurer, ask, ann } = await aSpaceOf(1)
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask.post(path, joining(ann))))
  assert.deepEqual([...new Set(answers.flatMap(({ body }) => numbersOf(body.data.memberships)))], [1])
  assert.deepEqual(await numbersIn(treasurer.space), [1])
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
  assert.deepEqual(
    [200, 422, 500].map(status => statuses.get(status)?.length),
    [24, 3, 3],
  )
  assert.deepEqual(await numbersIn(treasurer.space), upTo(24))
  const given = statuses.get(200)!.flatMap(({ body }) => numbersOf(body.data.memberships))
  assert.deepEqual(
    given.toSorted((a, b) => a - b),
    upTo(24),
  )
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

test('two spaces that write at once stay separate: numbers, totals and contacts', async () => {
  const spaces = await Promise.all(['ONE-', 'TWO-'].map(async prefix => ({ prefix, ...(await aSpaceOf(8)) })))
  for (const { treasurer, prefix } of spaces)
    await changeTransactionSettings(app, treasurer, { membership_prefix: prefix })
  const sending = upTo(8).flatMap((_, index) =>
    spaces.map(({ ask, contacts }) => ask.post(path, joining(contacts[index]!))),
  )
  assert.deepEqual([...new Set((await Promise.all(sending)).map(({ status }) => status))], [200])
  for (const { treasurer, ask, prefix, contacts } of spaces) {
    assert.deepEqual(await numbersIn(treasurer.space), upTo(8))
    const { body } = await ask.get(path)
    assert.equal(body.total, 8)
    for (const { group_id, memberships } of body.data) {
      assert.equal(group_id, treasurer.space)
      assert.ok(contacts.includes(memberships[0].contact_id))
      assert.ok(memberships[0].contact.membership_code.startsWith(prefix))
    }
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  }
})
