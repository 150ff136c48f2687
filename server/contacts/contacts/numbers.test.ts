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
  test('are returned as they were sent, and indexed in international format', async () => {
    const { id, ...contact } = await aContact(app, admin, { mobile: ' 06.12 34-56 78', phone: '+44 20 7946 0958' })
    assert.deepEqual([contact.mobile, contact.phone], [' 06.12 34-56 78', '+44 20 7946 0958'])
    assert.deepEqual([contact.mobile_invalid, contact.phone_invalid], [false, false])
    assert.deepEqual(await keysOf(id), ['+33612345678', '+442079460958'])
  })

  test('an invalid number is kept, and marked invalid', async () => {
    const contact = await aContact(app, admin, { mobile: '12', phone: 'ask her sister' })
    assert.deepEqual([contact.mobile, contact.phone], ['12', 'ask her sister'])
    assert.deepEqual([contact.mobile_invalid, contact.phone_invalid], [true, true])
    assert.deepEqual(await keysOf(contact.id), ['', ''])
  })

  test('an empty number is not marked invalid', async () => {
    const contact = await aContact(app, admin, { mobile: '', phone: '  ' })
    assert.deepEqual([contact.mobile_invalid, contact.phone_invalid], [false, false])
  })

  test('a number without a prefix is of the country of the address, or else of the language of the space', async () => {
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

  test('a valid number can be marked invalid by hand, an invalid one cannot be marked valid', async () => {
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

  test('a corrected number in a contact that was read does not keep its mark', async () => {
    const contact = await aContact(app, admin, { mobile: '12' })
    const corrected = await replace(contact.id, { ...contact, mobile: '0612345678' })
    assert.deepEqual([corrected.mobile, corrected.mobile_invalid], ['0612345678', false])
    const marked = await replace(contact.id, { ...corrected, mobile_invalid: true })
    assert.equal(marked.mobile_invalid, true)
    assert.equal((await replace(contact.id, { mobile: marked.mobile })).mobile_invalid, false, 'left out is cleared')
  })
})

describe('a search by a telephone number', async () => {
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

  for (const [promise, words, value, expected] of [
    ['finds it in any spelling', 'mobile eql', '+33698765432', ['spaced', 'abroad']],
    ['reads it with the country of the space', 'mobile eql', '06.98.76.54.32', ['spaced', 'abroad']],
    ['distinguishes the same digits in two countries', 'mobile eql', '0475123456', ['french']],
    ['finds a foreign one by its prefix', 'mobile eql', '0032475123456', ['belgian']],
    ['finds a landline', 'phone eql', '01 55 55 55 55', ['landline']],
    [
      'accepts a list, whose invalid numbers are compared as texts',
      'mobile any_of',
      ['0698765432', '12 34', ''],
      ['spaced', 'abroad', 'wrong', 'landline', 'without'],
    ],
    ['is negated by not_eql', 'mobile not_eql', '0698765432', others('spaced', 'abroad')],
    ['is negated by none_of', 'mobile none_of', ['0698765432', '12 34'], others('spaced', 'abroad', 'wrong')],
    ['with :strictdata compares exactly', 'mobile eql:strictdata', '06 98 76 54 32', ['spaced']],
    ['with :strictdata finds no other spelling', 'mobile eql:strictdata', '0698765432', []],
    ['still finds parts of the written number', 'mobile contains', '98 76', ['spaced', 'abroad']],
  ] as const)
    test(promise, async () => {
      const [attr, ope] = words.split(' ')
      assert.deepEqual(await found(queryOf({ attr, ope, value })), expected)
    })

  test('works the same in counts and exports', async () => {
    const query = queryOf({ attr: 'mobile', ope: 'eql', value: '06 98765432' })
    const kpi = await app.as(chief).post('/kpi', { advanced_search: { query } })
    assert.equal(kpi.body.data.total, 2)
    const { text } = await app
      .as(chief)
      .post('/v1/exports/contacts.csv', { reason: 'calls', query, columns: ['surname'] })
    assert.equal(text, 'surname\nspaced\nabroad\n')
  })
})
