import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { queryOf, searchAs } from '../../test/search.ts'

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
    const { id, ...contact } = await aContact(app, admin, { mobile: ' 06.12 34-56 78', phone: '+44 20 7946 0958' })
    assert.deepEqual([contact.mobile, contact.phone], [' 06.12 34-56 78', '+44 20 7946 0958'])
    assert.deepEqual([contact.mobile_invalid, contact.phone_invalid], [false, false])
    assert.deepEqual(await keysOf(id), ['+33612345678', '+442079460958'])
  })

  test('what is no number is kept, and marked', async () => {
    const contact = await aContact(app, admin, { mobile: '12', phone: 'ask her sister' })
    assert.deepEqual([contact.mobile, contact.phone], ['12', 'ask her sister'])
    assert.deepEqual([contact.mobile_invalid, contact.phone_invalid], [true, true])
    assert.deepEqual(await keysOf(contact.id), ['', ''])
  })

  test('no number is not a wrong one', async () => {
    const contact = await aContact(app, admin, { mobile: '', phone: '  ' })
    assert.deepEqual([contact.mobile_invalid, contact.phone_invalid], [false, false])
  })

  test('a number without a prefix belongs to the country of the address, and else to that of the language of the space', async () => {
    const mobile = '07911 123456'
    assert.deepEqual(await keysOf((await aContact(app, british, { mobile })).id), ['+447911123456', ''])
    for (const country of ['GB', 'gbr', 'United Kingdom', 'Royaume-Uni'])
      assert.deepEqual(await keysOf((await aContact(app, admin, { mobile, address: { country } })).id), [
        '+447911123456',
        '',
      ])
    const { id } = await aContact(app, admin, { mobile: '06 12 34 56 78' })
    await patchContact(app, admin, id, { address: { country: 'BE' } })
    assert.deepEqual(await keysOf(id), ['', ''], 'no number of Belgium')
    await patchContact(app, admin, id, { address: null })
    assert.deepEqual(await keysOf(id), ['+33612345678', ''])
  })

  test('a good number can be marked by hand, a bad one cannot be called good', async () => {
    const { id } = await aContact(app, admin, {
      mobile: '0612345678',
      mobile_invalid: true,
      phone: 'x',
      phone_invalid: false,
    })
    const read = async () => (await app.as(admin).get(`/v1/contacts/${id}`)).body
    const marks = ({ mobile_invalid, phone_invalid }: any) => [mobile_invalid, phone_invalid]
    assert.deepEqual(marks(await read()), [true, true])
    await patchContact(app, admin, id, { surname: 'Other' })
    assert.deepEqual(marks(await read()), [true, true], 'a mark by hand stays with its number')
    await patchContact(app, admin, id, { phone: '0123456789' })
    assert.deepEqual(marks(await read()), [true, false], 'a right number is no longer wrong')
    await patchContact(app, admin, id, { mobile: '0698765432' })
    assert.deepEqual(marks(await read()), [false, false], 'the mark was about the number before')
    await patchContact(app, admin, id, { mobile_invalid: true })
    assert.deepEqual(marks(await read()), [true, false])
    await patchContact(app, admin, id, { mobile_invalid: null })
    assert.deepEqual(marks(await read()), [false, false])
  })

  test('whoever corrects a number in a record they read does not carry its mark along', async () => {
    const contact = await aContact(app, admin, { mobile: '12' })
    const corrected = await replace(contact.id, { ...contact, mobile: '0612345678' })
    assert.deepEqual([corrected.mobile, corrected.mobile_invalid], ['0612345678', false])
    const marked = await replace(contact.id, { ...corrected, mobile_invalid: true })
    assert.equal(marked.mobile_invalid, true)
    assert.equal((await replace(contact.id, { mobile: marked.mobile })).mobile_invalid, false, 'left out is cleared')
  })
})

describe('searching by a telephone number', async () => {
  const chief = await aUser(app, await aSpace(app, 'Là', 'fr'), { role: 'superadmin' })
  const people = {
    spaced: { mobile: '06 98 76 54 32' },
    abroad: { mobile: '+33 6 98 76 54 32' },
    belgian: { mobile: '0475 12 34 56', address: { country: 'BE' } },
    french: { mobile: '0475 12 34 56' },
    wrong: { mobile: '12 34' },
    landline: { phone: '0033 1 55 55 55 55' },
    without: {},
  }
  for (const [surname, contact] of Object.entries(people)) await aContact(app, chief, { surname, ...contact })
  const { found } = searchAs(app, chief)
  const others = (...names: string[]) => Object.keys(people).filter(name => !names.includes(name))

  for (const [promise, one, expected] of [
    ['finds it however it is spelled', { attr: 'mobile', ope: 'eql', value: '+33698765432' }, ['spaced', 'abroad']],
    ['reads it as the space dials it', { attr: 'mobile', ope: 'eql', value: '06.98.76.54.32' }, ['spaced', 'abroad']],
    ['tells the same digits in two countries apart', { attr: 'mobile', ope: 'eql', value: '0475123456' }, ['french']],
    ['finds the one abroad by its prefix', { attr: 'mobile', ope: 'eql', value: '0032475123456' }, ['belgian']],
    ['finds a landline', { attr: 'phone', ope: 'eql', value: '01 55 55 55 55' }, ['landline']],
    [
      'takes a list, in which what is no number is a text',
      { attr: 'mobile', ope: 'any_of', value: ['0698765432', '12 34', ''] },
      ['spaced', 'abroad', 'wrong', 'landline', 'without'],
    ],
    [
      'has everybody else as its opposite',
      { attr: 'mobile', ope: 'not_eql', value: '0698765432' },
      others('spaced', 'abroad'),
    ],
    [
      'and so has a list',
      { attr: 'mobile', ope: 'none_of', value: ['0698765432', '12 34'] },
      others('spaced', 'abroad', 'wrong'),
    ],
    [
      'with :strictdata compares letter by letter',
      { attr: 'mobile', ope: 'eql:strictdata', value: '06 98 76 54 32' },
      ['spaced'],
    ],
    ['with :strictdata finds no other spelling', { attr: 'mobile', ope: 'eql:strictdata', value: '0698765432' }, []],
    [
      'still finds parts as they are written',
      { attr: 'mobile', ope: 'contains', value: '98 76' },
      ['spaced', 'abroad'],
    ],
  ] as const)
    test(promise, async () => {
      assert.deepEqual(await found(queryOf(one)), expected)
    })

  test('does so in counts and in exports too', async () => {
    const query = queryOf({ attr: 'mobile', ope: 'eql', value: '06 98765432' })
    const kpi = await app.as(chief).post('/kpi', { advanced_search: { query } })
    assert.equal(kpi.body.data.total, 2)
    const { text } = await app
      .as(chief)
      .post('/v1/exports/contacts.csv', { reason: 'calls', query, columns: ['surname'] })
    assert.equal(text, 'surname\nspaced\nabroad\n')
  })
})
