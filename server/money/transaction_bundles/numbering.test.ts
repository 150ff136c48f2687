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
import type { Person } from '../../test/people.ts'

const app = await startTestApp()
const path = '/v1/transaction_bundles'

const joining = (contact: number, fields: object = {}) => ({
  transactions: [payment(contact)],
  memberships: [payment(contact, { ...fields })],
})
const contactsOf = async (person: Person, count: number) => {
  const ids: number[] = []
  while (ids.length < count) ids.push(await aContactId(app, person))
  return ids
}
async function numbersIn(space: number) {
  const rows = await app.owner<{ membership_number: number; membership_code: string }[]>`
    select membership_number, membership_code from contacts
    where group_id = ${space} and membership_number is not null order by membership_number`
  return rows.map(row => row.membership_number)
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const numberOf = async (person: Person, contact: number) => {
  const { membership_number, membership_code } = (await app.as(person).get(`/v1/contacts/${contact}`)).body
  return [membership_number, membership_code]
}

test('the first membership of a contact assigns the next number, a second one keeps it', async () => {
  const treasurer = await aTreasurer(app)
  await changeTransactionSettings(app, treasurer, { membership_prefix: 'M-', membership_serial: 41 })
  const [ann, ben] = (await contactsOf(treasurer, 2)) as [number, number]
  const first = await aBundle(app, treasurer, joining(ann))
  assert.deepEqual(
    [first.memberships[0].contact.membership_number, first.memberships[0].contact.membership_code],
    [42, 'M-42'],
  )
  assert.deepEqual(await numberOf(treasurer, ann), [42, 'M-42'])
  await changeTransactionSettings(app, treasurer, { membership_prefix: 'N-' })
  const second = await aBundle(app, treasurer, joining(ann))
  assert.deepEqual(second.memberships[0].contact, first.memberships[0].contact)
  const other = await aBundle(app, treasurer, joining(ben))
  assert.deepEqual(
    [other.memberships[0].contact.membership_number, other.memberships[0].contact.membership_code],
    [43, 'N-43'],
  )
  assert.equal((await app.as(treasurer).get('/v1/transaction_settings')).body.data.membership_serial, 43)
})

test('payments and donations assign no number', async () => {
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const bundle = await aBundle(app, treasurer, { transactions: [payment(contact)], donations: [payment(contact)] })
  const { membership_number, membership_code } = bundle.donations[0].contact
  assert.deepEqual([membership_number, membership_code], [0, ''])
  assert.deepEqual(await numbersIn(treasurer.space), [])
})

test('several members in one bundle get numbers in their order, and a contact who is there twice gets one', async () => {
  const treasurer = await aTreasurer(app)
  const [ann, ben] = (await contactsOf(treasurer, 2)) as [number, number]
  const bundle = await aBundle(app, treasurer, {
    transactions: [payment(ann)],
    memberships: [payment(ben), payment(ann), payment(ben)],
    donations: [payment(ann)],
  })
  const numbers = bundle.memberships.map(({ contact }: any) => contact.membership_number)
  assert.deepEqual(numbers, [1, 2, 1])
  assert.equal(bundle.donations[0].contact.membership_number, 2)
})

test('a membership added to a bundle assigns a number too', async () => {
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const { id } = await aBundle(app, treasurer, { transactions: [payment(contact)], donations: [payment(contact)] })
  const { body } = await app.as(treasurer).patch(bundleAt(id), { memberships: [payment(contact)] })
  assert.equal(body.data.memberships[0].contact.membership_number, 1)
  assert.equal(body.data.donations[0].contact.membership_number, 1)
})

test('a membership moved to another contact is their first, and assigns them a number', async () => {
  const treasurer = await aTreasurer(app)
  const [wrong, right] = (await contactsOf(treasurer, 2)) as [number, number]
  const { id, memberships } = await aBundle(app, treasurer, joining(wrong))
  const { body } = await app
    .as(treasurer)
    .patch(bundleAt(id), { memberships: [{ id: memberships[0].id, contact_id: right }] })
  assert.equal(body.data.memberships[0].contact.id, right)
  assert.equal(body.data.memberships[0].contact.membership_number, 2)
})

test('earlier donations of a contact then show the number, and keep all other data', async () => {
  const treasurer = await aTreasurer(app)
  const [ann, ben] = (await contactsOf(treasurer, 2)) as [number, number]
  const extra = { contact: { id: ann, firstname: 'x' } }
  const bundle = await aBundle(app, treasurer, {
    transactions: [payment(ann, { extra_json: extra })],
    donations: [payment(ann), payment(ben)],
  })
  await aBundle(app, treasurer, joining(ann))
  const { body } = await app.as(treasurer).get(bundleAt(bundle.id))
  const contact = { ...bundle.donations[0].contact, membership_number: 1, membership_code: '1' }
  const [first, second] = bundle.donations
  const { UpdatedAt } = body.data
  assert.deepEqual(body.data, { ...bundle, UpdatedAt, donations: [{ ...first, contact }, second] })
  assert.ok(UpdatedAt > bundle.UpdatedAt, 'it has changed, and says so')
  const since = await app.as(treasurer).get(`${path}?updated_since=${UpdatedAt}`)
  assert.ok(
    since.body.data.some(({ id }: any) => id === bundle.id),
    'a client that reads changes gets it',
  )
  const list = (await app.as(treasurer).get(path)).body.data
  assert.deepEqual(list[1], body.data)
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('ten concurrent first memberships of one contact assign one number', async () => {
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.as(treasurer).post(path, joining(contact))))
  const numbers = answers.map(({ body }) => body.data.memberships[0].contact.membership_number)
  assert.deepEqual([...new Set(numbers)], [1])
  assert.deepEqual(await numbersIn(treasurer.space), [1])
})

test('numbers have no gap when a fifth of sixty concurrent writes is refused or fails late', async () => {
  const treasurer = await aTreasurer(app)
  const contacts = await contactsOf(treasurer, 60)
  // Fails when the history is written, after the number was assigned.
  const failing = await failInserts(app.owner, 'bundle_changes', "entries::text like '%poison%'")
  const answers = await Promise.all(
    contacts.map((contact, index) => {
      const fields =
        index % 10 === 3 ? { comment: 'poison' } : index % 10 === 7 ? { membership_price_id: 9_000_000 } : {}
      return app.as(treasurer).post(path, joining(contact, fields))
    }),
  )
  await failing.stop()
  const statuses = Map.groupBy(answers, ({ status }) => status)
  assert.deepEqual(
    [200, 422, 500].map(status => statuses.get(status)?.length),
    [48, 6, 6],
  )
  assert.deepEqual(await numbersIn(treasurer.space), upTo(48))
  const given = statuses.get(200)!.map(({ body }) => body.data.memberships[0].contact.membership_number)
  assert.deepEqual(
    given.toSorted((a, b) => a - b),
    upTo(48),
  )
  const { body } = await app.as(treasurer).get('/v1/transaction_settings')
  assert.equal(body.data.membership_serial, 48)
  assert.equal((await app.as(treasurer).get(path)).body.total, 48)
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('a first membership concurrent with updates of its contact’s donations: all succeed and show the number', async () => {
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const ids: number[] = []
  while (ids.length < 6) {
    const sent = { transactions: [payment(contact)], donations: [payment(contact)] }
    ids.push((await aBundle(app, treasurer, sent)).id)
  }
  const ask = app.as(treasurer)
  const answers = await Promise.all([
    ...ids.map(id => ask.patch(bundleAt(id), { donations: [payment(contact)] })),
    ask.post(path, joining(contact)),
    ...ids.map(id => ask.patch(bundleAt(id), { transactions: [payment(contact)] })),
  ])
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const { body } = await ask.get(path)
  const numbers = body.data.flatMap(({ donations }: any) =>
    donations.map(({ contact }: any) => contact.membership_number),
  )
  assert.deepEqual([numbers.length, ...new Set(numbers)], [12, 1])
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('two concurrent updates that each make the other’s donor a member both succeed', async () => {
  const treasurer = await aTreasurer(app)
  const [ann, ben] = (await contactsOf(treasurer, 2)) as [number, number]
  const giving = (contact: number) => ({ transactions: [payment(contact)], donations: [payment(contact)] })
  const [first, second] = [await aBundle(app, treasurer, giving(ann)), await aBundle(app, treasurer, giving(ben))]
  const hold = (sql: Sql) =>
    sql`select from transaction_bundles where group_id = ${treasurer.space} and id in (${first.id}, ${second.id}) for update`
  const answers = await sendConcurrently(app, hold, [
    () => app.as(treasurer).patch(bundleAt(first.id), { memberships: [payment(ben)] }),
    () => app.as(treasurer).patch(bundleAt(second.id), { memberships: [payment(ann)] }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(await numbersIn(treasurer.space), [1, 2])
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('two spaces that write at once stay separate: numbers, totals and contacts', async () => {
  const [one, two] = [await aTreasurer(app), await aTreasurer(app)]
  await changeTransactionSettings(app, one, { membership_prefix: 'ONE-' })
  await changeTransactionSettings(app, two, { membership_prefix: 'TWO-' })
  const [ones, twos] = [await contactsOf(one, 20), await contactsOf(two, 20)]
  const write = (person: Person) => (contact: number) => app.as(person).post(path, joining(contact))
  const answers = await Promise.all(ones.flatMap((contact, index) => [write(one)(contact), write(two)(twos[index]!)]))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  for (const [person, prefix, contacts] of [
    [one, 'ONE-', ones],
    [two, 'TWO-', twos],
  ] as const) {
    assert.deepEqual(await numbersIn(person.space), upTo(20))
    const { body } = await app.as(person).get(path)
    assert.equal(body.total, 20)
    for (const { group_id, memberships } of body.data) {
      assert.equal(group_id, person.space)
      assert.ok(
        contacts.includes(memberships[0].contact_id) && memberships[0].contact.membership_code.startsWith(prefix),
      )
    }
    assert.deepEqual(await verificationFindings(app, person.space), [])
  }
})
