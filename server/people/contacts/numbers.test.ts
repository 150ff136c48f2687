import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { aSupporter, merge } from '../../test/supporters.ts'

const app = await startTestApp()
const admin = await aUser(app, await aSpace(app, 'Ici', 'fr'), { role: 'admin' })
const british = await aUser(app, await aSpace(app, 'Here', 'en'), { role: 'admin' })

const keysOf = async (id: number) => {
  const [row] = await app.owner`select mobile_key, phone_key from contacts where id = ${id}`
  return [row!.mobile_key, row!.phone_key]
}
const replace = async (id: number, contact: object) =>
  (await app.as(admin).patch(`/contacts/${id}`, { contact })).body.data.contact

describe('telephone numbers', () => {
  test('come back as they were given, and are known by their international form', async () => {
    const { id, ...contact } = await aSupporter(app, admin, { mobile: ' 06.12 34-56 78', phone: '+44 20 7946 0958' })
    assert.deepEqual([contact.mobile, contact.phone], [' 06.12 34-56 78', '+44 20 7946 0958'])
    assert.deepEqual([contact.mobile_invalid, contact.phone_invalid], [false, false])
    assert.deepEqual(await keysOf(id), ['+33612345678', '+442079460958'])
  })

  test('what is no number is kept, and marked', async () => {
    const contact = await aSupporter(app, admin, { mobile: '12', phone: 'ask her sister' })
    assert.deepEqual([contact.mobile, contact.phone], ['12', 'ask her sister'])
    assert.deepEqual([contact.mobile_invalid, contact.phone_invalid], [true, true])
    assert.deepEqual(await keysOf(contact.id), ['', ''])
  })

  test('no number is not a wrong one', async () => {
    const contact = await aSupporter(app, admin, { mobile: '', phone: '  ' })
    assert.deepEqual([contact.mobile_invalid, contact.phone_invalid], [false, false])
  })

  test('a number without a prefix belongs to the country of the address, and else to that of the language of the space', async () => {
    const mobile = '07911 123456'
    assert.deepEqual(await keysOf((await aSupporter(app, british, { mobile })).id), ['+447911123456', ''])
    for (const country of ['GB', 'gbr', 'United Kingdom', 'Royaume-Uni'])
      assert.deepEqual(await keysOf((await aSupporter(app, admin, { mobile, address: { country } })).id), [
        '+447911123456',
        '',
      ])
    const { id } = await aSupporter(app, admin, { mobile: '06 12 34 56 78' })
    await merge(app, admin, id, { address: { country: 'BE' } })
    assert.deepEqual(await keysOf(id), ['', ''], 'no number of Belgium')
    await merge(app, admin, id, { address: null })
    assert.deepEqual(await keysOf(id), ['+33612345678', ''])
  })

  test('a good number can be marked by hand, a bad one cannot be called good', async () => {
    const { id } = await aSupporter(app, admin, {
      mobile: '0612345678',
      mobile_invalid: true,
      phone: 'x',
      phone_invalid: false,
    })
    const read = async () => (await app.as(admin).get(`/v1/contacts/${id}`)).body
    const marks = ({ mobile_invalid, phone_invalid }: any) => [mobile_invalid, phone_invalid]
    assert.deepEqual(marks(await read()), [true, true])
    await merge(app, admin, id, { surname: 'Other' })
    assert.deepEqual(marks(await read()), [true, true], 'a mark by hand stays with its number')
    await merge(app, admin, id, { phone: '0123456789' })
    assert.deepEqual(marks(await read()), [true, false], 'a right number is no longer wrong')
    await merge(app, admin, id, { mobile: '0698765432' })
    assert.deepEqual(marks(await read()), [false, false], 'the mark was about the number before')
    await merge(app, admin, id, { mobile_invalid: true })
    assert.deepEqual(marks(await read()), [true, false])
    await merge(app, admin, id, { mobile_invalid: null })
    assert.deepEqual(marks(await read()), [false, false])
  })

  test('whoever corrects a number in a record they read does not carry its mark along', async () => {
    const contact = await aSupporter(app, admin, { mobile: '12' })
    const corrected = await replace(contact.id, { ...contact, mobile: '0612345678' })
    assert.deepEqual([corrected.mobile, corrected.mobile_invalid], ['0612345678', false])
    const marked = await replace(contact.id, { ...corrected, mobile_invalid: true })
    assert.equal(marked.mobile_invalid, true)
    assert.equal((await replace(contact.id, { mobile: marked.mobile })).mobile_invalid, false, 'left out is cleared')
  })
})
