import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, payment } from '../../test/money.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Space', 'fr')
const { superadmin, admin, manager } = await aUserPerRole(app, space)

const ask = (person: object, who: Person = admin) => app.as(who).post('/v1/similar_contacts', person)

async function similar(person: object, who: Person = admin) {
  const { status, body, text } = await ask(person, who)
  assert.equal(status, 200, text)
  return body.data.map(({ contact, reasons, strength }: any) => [contact.id, reasons, strength])
}

describe('contacts that may be a person who is about to be created', () => {
  test('are found by name, mail address and number, the most likely first', async () => {
    const names = { firstname: 'Zoé', surname: 'Trésorière' }
    const { id: namesake } = await aContact(app, admin, names)
    const { id: same } = await aContact(app, admin, { ...names, mail: 'zoe@example.org', mobile: '0612345678' })
    const { id: family } = await aContact(app, admin, { firstname: 'Max', surname: 'Trésorière', phone: '0612345678' })
    const sent = { firstname: 'zoe', surname: 'TRESORIERE', mail: 'ZOE@example.org', mobile: '+33 6 12 34 56 78' }
    assert.deepEqual(await similar(sent), [
      [same, ['mail', 'mobile', 'name'], 'strong'],
      [namesake, ['name'], 'possible'],
      [family, ['phone'], 'possible'],
    ])
    assert.deepEqual(await similar({ surname: 'Nobody at all' }), [])
    const [{ contact }] = (await ask({ mail: 'zoe@example.org' })).body.data
    assert.deepEqual([contact.id, contact.mail], [same, 'zoe@example.org'])
  })

  test('are asked for with values that can be stored: what creation refuses is refused, and invalid numbers are named', async () => {
    const person = { firstname: 'Zoé', surname: 'Trésorière', mail: 'pasbon' }
    const created = await app.as(admin).post('/contacts', { contact: person })
    assert.deepEqual(refusal(created), invalidAt('body.data.contact.mail'))
    assert.deepEqual(refusal(await ask(person)), invalidAt('body.data.mail'))
    const invalid = async (sent: object) => (await ask({ surname: 'Trésorière', ...sent })).body.invalid_numbers
    assert.deepEqual(await invalid({ mobile: '12', phone: 'none' }), ['mobile', 'phone'])
    assert.deepEqual(await invalid({ mobile: '06 12 34 56 78', phone: ' ' }), [])
  })

  test('are at most five', async () => {
    for (let n = 0; n < 7; n++) await aContact(app, admin, { firstname: 'Jean', surname: 'Martin' })
    assert.equal((await similar({ firstname: 'Jean', surname: 'Martin' })).length, 5)
  })

  test('are told apart by their last payment, for those who may see payments', async () => {
    const { id } = await aContact(app, admin, { firstname: 'Paula', surname: 'Payer' })
    for (const [date, amount] of [
      ['2026-02-01', 500],
      ['2026-03-01', 700],
    ] as const)
      await aBundle(app, admin, {
        transactions: [payment(id, { date, amount })],
        donations: [payment(id, { date, amount })],
      })
    const name = { firstname: 'Paula', surname: 'Payer' }
    const [{ last_payment }] = (await ask(name)).body.data
    assert.deepEqual([last_payment.date.slice(0, 10), last_payment.amount], ['2026-03-01', 700])
    assert.equal((await ask(name, manager)).body.data[0].last_payment, null)
  })

  test('are not those who are deleted or restricted, or of another space', async () => {
    const person = { firstname: 'Hidden', surname: 'Person', mail: 'hidden@example.org' }
    const { id } = await aContact(app, admin, person)
    const stranger = await aUser(app, await aSpace(app), { role: 'admin' })
    assert.deepEqual(await similar(person, stranger), [])
    await carryOut(app, superadmin, 'restriction', id)
    assert.deepEqual(await similar(person, superadmin), [])
    const { id: deleted } = await aContact(app, admin, { surname: 'Deleted' })
    await app.as(admin).delete(`/contacts/${deleted}`)
    assert.deepEqual(await similar({ surname: 'Deleted' }), [])
  })

  test('are refused without anything to compare', async () => {
    assert.deepEqual(refusal(await ask({})), invalidAt('body.data'))
    assert.deepEqual(refusal(await ask({ surname: '  ' })), invalidAt('body.data'))
    assert.deepEqual(refusal(await ask({ surname: 7 })), invalidAt('body.data.surname'))
  })
})
