import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { queryOf, searchAs } from '../../test/search.ts'
import { contactFields, fieldNames } from '../core/fields.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const create = (contact: unknown, as: Person = cast.admin, headers?: Record<string, string>) =>
  app.as(as).post('/contacts', { contact }, headers)
async function aContactOf(who: Person, contact: object) {
  const { body, text } = await create(contact, who)
  assert.ok(body.data?.contact.id, text)
  return body.data.contact
}
const aContact = (contact: object = {}) => aContactOf(cast.admin, contact)
const read = (id: number | string, as: Person = cast.admin) => app.as(as).get(`/v1/contacts/${id}`)
const countRows = async () =>
  (
    await app.owner`
    select (select count(*) from contacts) + (select count(*) from tags) + (select count(*) from contact_answers) as count`
  )[0]!.count

const details = {
  ...{ age_category: 3, birth_city: 'Nîmes', birth_country: 'FR', birth_dept: '30', black_list: true },
  ...{ birthdate: '1948-02-29T00:00:00.000Z', firstname: 'Élise', surname: "d'Or", married_name: 'Martin' },
  ...{ gender: 'F' },
  ...{ mail: 'Elise@Example.org', mobile: '+33 6 12 34 56 78', mobile_invalid: true, phone: '0466000000' },
  ...{ phone_invalid: true, nationality: 'French', external_id: 'crm-17', nationbuilderid: 4711 },
}

const french = await aUser(app, await aSpace(app, 'Ici', 'fr'), { role: 'admin' })
const british = await aUser(app, await aSpace(app, 'Here', 'en'), { role: 'admin' })

describe('reading a contact', () => {
  test('returns the same contact with all its fields, bare under /v1 and enveloped elsewhere', async () => {
    const made = await aContact(details)
    const [bare, enveloped] = [await read(made.id), await app.as(cast.admin).get(`/contacts/${made.id}`)]
    assert.deepEqual([bare.status, enveloped.status], [200, 200])
    assert.deepEqual(enveloped.body, { status: 'success', data: { contact: bare.body } })
    assert.deepEqual(bare.body, made)
  })

  test('ID zero is a 404; an ID that is no number is a 422', async () => {
    for (const id of [0, 9_000_000]) assert.deepEqual(refusal(await read(id)), [404, 'not_found'])
    assert.deepEqual(refusal(await app.as(cast.admin).get('/contacts/9000000')), [404, 'not_found'])
    for (const id of ['-1', 'abc', '1.5', '9007199254740992'])
      assert.deepEqual(refusal(await read(id)), invalidAt('path.id'))
  })

  test('sends a strong ETag, which changes with the contact', async () => {
    const { id } = await aContact()
    for (const path of [`/v1/contacts/${id}`, `/contacts/${id}`]) {
      const etag = (await app.as(cast.admin).get(path)).headers.get('etag') ?? ''
      assert.match(etag, /^"[^"]+"$/)
      assert.equal((await app.as(cast.admin).get(path, { 'if-none-match': etag })).status, 304)
    }
    const etag = (await read(id)).headers.get('etag')!
    const item = { amount: 1, contact_id: id }
    await aBundle(app, cast.admin, { transactions: [item], memberships: [item] })
    const after = await app.as(cast.admin).get(`/v1/contacts/${id}`, { 'if-none-match': etag })
    assert.equal(after.status, 200)
    const { membership_number, membership_code } = after.body
    assert.deepEqual([membership_number > 0, membership_code], [true, `${membership_number}`])
  })
})

describe('creating a contact', () => {
  test('returns everything that was sent; id, timestamps and unknown fields in the request are ignored', async () => {
    const more = {
      ...{ id: 1, group_id: other_space_user.space, created_at: '2001-01-01', membership_number: 7, unknown: {} },
    }
    const contact = await aContact({ ...more, ...details })
    assert.partialDeepStrictEqual(contact, { ...details, group_id: space, membership_number: 0, membership_code: '' })
    assert.notEqual(contact.id, 1)
    const { created_at, updated_at, CreatedAt, UpdatedAt, lastchange } = contact
    assert.ok(Date.now() - Date.parse(created_at) < 60_000)
    assert.deepEqual([CreatedAt, UpdatedAt, lastchange], [created_at, updated_at, updated_at])
  })

  test('requires no field, and unset fields are empty, false, zero or null', async () => {
    const { id, created_at, updated_at, CreatedAt, UpdatedAt, lastchange, ...rest } = await aContact()
    assert.deepEqual(rest, {
      group_id: space,
      ...Object.fromEntries(fieldNames.map(name => [name, contactFields[name].empty])),
      ...Object.fromEntries(Object.keys(details).map(key => [key, ''])),
      ...{ age_category: 0, birthdate: null, nationbuilderid: null, user_contact_id: null, address: null },
      ...{ lastchangeuserid: cast.admin.id, action_ids: [], custom_fields: [], formdatas: [], tags: [] },
      ...{ black_list: false, mobile_invalid: false, phone_invalid: false, restricted: false },
      ...{ membership_code: '', membership_number: 0 },
    })
  })

  const wrong: [contact: unknown, location: string][] = [
    ...[undefined, null, []].map((contact): [unknown, string] => [contact, '']),
    ...Object.entries({
      gender: ['X', 'm'],
      mail: ['not an address', 'a@b', 5],
      birth_country: ['F', 'Congo', '33', 'XX', 'ZZZ'],
      birthdate: ['1999-02-29', 'soon', 0],
      age_category: [-1, '3', null],
      black_list: ['yes', null],
      mobile_invalid: [1],
      surname: [7],
      nationbuilderid: [-1],
      mobile: [33612345678],
      address: ['Rue Haute'],
      tags: [{}, 'vip'],
    }).flatMap(([field, values]) => values.map((value): [object, string] => [{ [field]: value }, `.${field}`])),
    [{ address: { street: true } }, '.address.street'],
    [{ address: { score: 'high' } }, '.address.score'],
    [{ tags: ['vip'] }, '.tags.0'],
    [{ tags: [{ name: ' ' }] }, '.tags.0.name'],
    [{ tags: [{}] }, '.tags.0.name'],
    [{ custom_fields: [{ data: 'x', form_id: 1 }] }, '.custom_fields.0.form_ref_id'],
    [{ formdatas: [{ data: 1, form_id: 1, form_ref_id: 1 }] }, '.formdatas.0.data'],
    [{ formdatas: [{ data: '', form_id: 1, form_ref_id: 1, date: 'soon' }] }, '.formdatas.0.date'],
  ]
  test('with what is not valid is refused at its place, and nothing is written', async () => {
    const before = await countRows()
    for (const [contact, location] of wrong)
      assert.deepEqual(refusal(await create(contact)), invalidAt(`body.data.contact${location}`))
    assert.equal(await countRows(), before)
  })
})

describe('address', () => {
  test('its parts are accepted under the names of newer clients, and come back under both', async () => {
    const sent = { housenumber: '12 bis', postalcode: '75001', lattitude: '48.86', longitude: '2.34' }
    const others = { house_number: '12 bis', postal_code: '75001', latitude: '48.86', location: '48.86,2.34' }
    const { address, id } = await aContact({ address: { ...sent, citycode: '75101', pollingstation: '7' } })
    assert.partialDeepStrictEqual(address, { ...sent, ...others, citycode: '75101', pollingstation: '7', street: '' })
    assert.ok(Number.isInteger(address.id))
    assert.deepEqual((await read(id)).body.address, address)
  })

  test('an empty address is an address, and null is none', async () => {
    assert.equal((await aContact({ address: {} })).address.street, '')
    assert.equal((await aContact({ address: null })).address, null)
  })
})

describe('sensitive data', () => {
  const names = (contact: any) => contact.tags.map(({ name }: { name: string }) => name)

  test('tags, form answers and custom fields are returned to users with the permission', async () => {
    const custom = await aForm(app, cast.admin, { kind: 'custom_fields', type: 'text' })
    const survey = await aForm(app, cast.admin)
    const other = await aForm(app, cast.admin)
    const contact = await aContact({
      tags: [{ name: 'vip' }],
      custom_fields: [answerTo(custom, undefined, 'blue')],
      formdatas: [
        {
          ...answerTo(survey, 'no', 'words'),
          date: '2026-05-01T12:00:00+02:00',
          survey_id: 5,
          source: 'at the market',
        },
        answerTo(other),
      ],
    })
    assert.partialDeepStrictEqual(contact.custom_fields[0], answerTo(custom, undefined, 'blue'))
    for (const answer of contact.formdatas) assert.deepEqual([answer.contact_id, answer.group_id], [contact.id, space])
    const [dated, plain] = contact.formdatas
    assert.deepEqual([dated.date, dated.survey_id, dated.source], ['2026-05-01T10:00:00.000Z', 5, 'at the market'])
    assert.deepEqual([plain.date, plain.survey_id, plain.source], [null, null, 'api'])
    const seen = (await read(contact.id, cast.manager)).body
    assert.deepEqual(seen, { ...contact, tags: [], custom_fields: [], formdatas: [] })
  })

  test('a user without the permission may not write tags and answers, and nothing is written', async () => {
    const form = await aForm(app, cast.admin)
    const { id, ...before } = await aContact({ surname: 'Kept', tags: [{ name: 'kept' }] })
    for (const lists of [
      { tags: [{ name: 'secret' }] },
      { formdatas: [answerTo(form)] },
      { custom_fields: [answerTo(form)] },
    ]) {
      const contact = { surname: 'Changed', ...lists }
      assert.deepEqual(refusal(await create(contact, cast.manager)), [403, 'forbidden'])
      assert.deepEqual(refusal(await app.as(cast.manager).patch(`/contacts/${id}`, { contact })), [403, 'forbidden'])
      assert.deepEqual(refusal(await patchContact(app, cast.manager, id, contact)), [403, 'forbidden'])
    }
    assert.deepEqual(refusal(await patchContact(app, cast.manager, id, { tags: null })), [403, 'forbidden'])
    assert.deepEqual((await read(id)).body, { id, ...before })
  })

  test('tags that differ only in case and surrounding blanks are one tag, in a contact and in the space', async () => {
    const first = await aContact({ tags: [{ name: 'Élu' }, { name: ' élu ' }, { name: 'ÉLU' }] })
    assert.equal(first.tags.length, 1)
    const second = await aContact({ tags: [{ name: 'éLU' }] })
    assert.deepEqual(second.tags, first.tags)
    const { contact } = (await create({ tags: [{ name: 'élu' }] }, other_space_user)).body.data
    assert.notEqual(contact.tags[0].id, first.tags[0].id)
  })

  test('no tag is lost, in whatever letters it is written', async () => {
    for (const name of ['İstanbul', 'ΣΊΣΥΦΟΣ', 'ẞtraße', 'Ǆ', '日本', '🗳'])
      assert.deepEqual(names(await aContact({ tags: [{ name }] })), [name])
  })

  test('contacts created at the same time with the same new tags share them, in any order', async () => {
    const tags = Array.from({ length: 20 }, (_, index) => ({ name: `together ${index}` }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create({ tags: index % 2 ? tags : tags.toReversed() })),
    )
    const [first, ...others] = answers.map(({ body }) => body.data?.contact.tags)
    assert.equal(first.length, 20)
    for (const other of others) assert.deepEqual(other, first)
  })
})

const phoneKeysOf = async (id: number) => {
  const [row] = await app.owner`select mobile_key, phone_key from contacts where id = ${id}`
  return [row!.mobile_key, row!.phone_key]
}
const replace = async (id: number, contact: object) =>
  (await app.as(french).patch(`/contacts/${id}`, { contact })).body.data.contact

describe('telephone numbers', () => {
  test('are returned as they were sent, indexed in international format, and marked if they are invalid', async () => {
    for (const [mobile, phone, keys, invalid] of [
      [' 06.12 34-56 78', '+44 20 7946 0958', ['+33612345678', '+442079460958'], [false, false]],
      ['12', 'ask her sister', ['', ''], [true, true]],
      ['', '  ', ['', ''], [false, false]],
    ] as const) {
      const contact = await aContactOf(french, { mobile, phone })
      assert.deepEqual([contact.mobile, contact.phone], [mobile, phone])
      assert.deepEqual([contact.mobile_invalid, contact.phone_invalid], invalid)
      assert.deepEqual(await phoneKeysOf(contact.id), keys)
    }
  })

  test('a number without a prefix is of the country of the address, or else of the language of the space', async () => {
    const mobile = '07911 123456'
    assert.deepEqual(await phoneKeysOf((await aContactOf(british, { mobile })).id), ['+447911123456', ''])
    for (const country of ['GB', 'gbr', 'United Kingdom', 'Royaume-Uni'])
      assert.deepEqual(await phoneKeysOf((await aContactOf(french, { mobile, address: { country } })).id), [
        '+447911123456',
        '',
      ])
    const { id } = await aContactOf(french, { mobile: '06 12 34 56 78' })
    await patchContact(app, french, id, { address: { country: 'BE' } })
    assert.deepEqual(await phoneKeysOf(id), ['', ''], 'no number of Belgium')
    await patchContact(app, french, id, { address: null })
    assert.deepEqual(await phoneKeysOf(id), ['+33612345678', ''])
  })

  test('a valid number can be marked invalid by hand, an invalid one cannot be marked valid', async () => {
    const { id } = await aContactOf(french, {
      mobile: '0612345678',
      mobile_invalid: true,
      phone: 'x',
      phone_invalid: false,
    })
    const read = async () => (await app.as(french).get(`/v1/contacts/${id}`)).body
    const marks = ({ mobile_invalid, phone_invalid }: any) => [mobile_invalid, phone_invalid]
    assert.deepEqual(marks(await read()), [true, true])
    await patchContact(app, french, id, { surname: 'Other' })
    assert.deepEqual(marks(await read()), [true, true], 'a mark by hand stays with its number')
    await patchContact(app, french, id, { phone: '0123456789' })
    assert.deepEqual(marks(await read()), [true, false], 'a right number is no longer wrong')
    await patchContact(app, french, id, { mobile: '0698765432' })
    assert.deepEqual(marks(await read()), [false, false], 'the mark was about the number before')
    await patchContact(app, french, id, { mobile_invalid: true })
    assert.deepEqual(marks(await read()), [true, false])
    await patchContact(app, french, id, { mobile_invalid: null })
    assert.deepEqual(marks(await read()), [false, false])
  })

  test('a corrected number in a contact that was read does not keep its mark', async () => {
    const contact = await aContactOf(french, { mobile: '12' })
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
  for (const [surname, contact] of Object.entries(people)) await aContactOf(chief, { surname, ...contact })
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
