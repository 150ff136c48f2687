import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aForm, answerTo } from '../../test/contacts.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aBundle } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { contactFields, fieldNames } from '../core/fields.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const keys = [
  ...new Set([
    ...fieldNames,
    ...['id', 'created_at', 'updated_at', 'address', 'age_category', 'birth_city', 'birth_country', 'birthdate'],
    ...['black_list', 'custom_fields', 'formdatas', 'firstname', 'surname', 'gender', 'mail', 'mobile'],
    ...['mobile_invalid', 'phone', 'phone_invalid', 'nationality', 'tags'],
    // Beyond the interface.
    ...['group_id', 'CreatedAt', 'UpdatedAt', 'lastchange', 'married_name', 'external_id', 'membership_code'],
    ...['membership_number', 'restricted', 'user_contact_id', 'lastchangeuserid', 'action_ids'],
  ]),
]
const address_keys = [
  ...['id', 'addition', 'building', 'city', 'country', 'county', 'door', 'floor', 'house_number', 'infos'],
  ...['latitude', 'longitude', 'postal_code', 'state', 'street'],
  // The names that newer clients use.
  ...['housenumber', 'postalcode', 'lattitude', 'citycode', 'pollingstation', 'location', 'building_type', 'score'],
]

const create = (contact: unknown, as: Person = cast.admin, headers?: Record<string, string>) =>
  app.as(as).post('/contacts', { contact }, headers)
async function aContact(contact: object = {}) {
  const { body, text } = await create(contact)
  assert.ok(body.data?.contact.id, text)
  return body.data.contact
}
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

describe('reading a contact', () => {
  test('returns the same contact with all its fields, bare under /v1 and enveloped elsewhere', async () => {
    const made = await aContact(details)
    const [bare, enveloped] = [await read(made.id), await app.as(cast.admin).get(`/contacts/${made.id}`)]
    assert.deepEqual([bare.status, enveloped.status], [200, 200])
    assert.deepEqual(keysOf(bare.body), keys.toSorted())
    assert.deepEqual(enveloped.body, { status: 'success', data: { contact: bare.body } })
    assert.deepEqual(bare.body, made)
  })

  test('ID zero is a 404; an ID that is no number is a 422', async () => {
    assert.deepEqual(refusal(await read(0)), [404, 'not_found'])
    assert.deepEqual(refusal(await read(9_000_000)), [404, 'not_found'])
    assert.deepEqual(refusal(await app.as(cast.admin).get('/contacts/9000000')), [404, 'not_found'])
    for (const id of ['-1', 'abc', '1.5', '9007199254740992']) {
      assert.deepEqual(refusal(await read(id)), invalidAt('path.id'))
    }
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
    const { status, body } = await create({ ...more, ...details })
    assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], ['contact']])
    const { contact } = body.data
    assert.deepEqual(keysOf(contact), keys.toSorted())
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

  test('a contact that was read can be posted as a new one', async () => {
    const custom = await aForm(app, cast.admin, { kind: 'custom_fields', type: 'text' })
    const survey = await aForm(app, cast.admin)
    const full = await aContact({
      ...details,
      address: { street: 'Rue Haute', city: 'Lyon', postalcode: '69001', lattitude: '45.7', longitude: '4.8' },
      tags: [{ name: 'vip' }],
      custom_fields: [answerTo(custom, undefined, 'x')],
      formdatas: [{ ...answerTo(survey, 'yes', 'y'), date: '2026-01-01', survey_id: 5 }],
    })
    const { status, body } = await create(full)
    assert.equal(status, 200)
    const { contact } = body.data
    assert.notEqual(contact.id, full.id)
    assert.deepEqual({ ...contact.address, id: 0 }, { ...full.address, id: 0 })
    assert.deepEqual([contact.tags, contact.firstname], [full.tags, full.firstname])
  })

  const wrong: [contact: unknown, location: string][] = [
    ...[undefined, null, []].map((contact): [unknown, string] => [contact, '']),
    ...Object.entries({
      gender: ['X', 'm'],
      mail: ['not an address', 'a@b'],
      birth_country: ['F', 'Congo', '33', 'XX', 'ZZZ'],
      birthdate: ['1999-02-29', 0],
      age_category: [-1, '3', null],
      black_list: ['yes', null],
      mobile_invalid: [1],
      surname: [7],
      mobile: [33612345678],
      address: ['Rue Haute'],
    }).flatMap(([field, values]) => values.map((value): [object, string] => [{ [field]: value }, `.${field}`])),
    [{ address: { street: true } }, '.address.street'],
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

  test('a birthdate with an offset is stored as that instant', async () => {
    assert.equal((await aContact({ birthdate: '1970-01-01T01:00:00+01:00' })).birthdate, '1970-01-01T00:00:00.000Z')
  })
})

describe('address', () => {
  const spelled = {
    ...{ house_number: '12 bis', postal_code: '75001', latitude: '48.86', longitude: '2.34' },
    ...{ housenumber: '12 bis', postalcode: '75001', lattitude: '48.86', location: '48.86,2.34' },
  }
  for (const [names, sent] of [
    ['of the interface', { house_number: '12 bis', postal_code: '75001', latitude: '48.86', longitude: '2.34' }],
    ['of newer clients', { housenumber: '12 bis', postalcode: '75001', lattitude: '48.86', longitude: '2.34' }],
  ] as const) {
    test(`the names ${names} are accepted, and both come back`, async () => {
      const { address, id } = await aContact({ address: { ...sent, citycode: '75101', pollingstation: '7' } })
      assert.deepEqual(keysOf(address), address_keys.toSorted())
      assert.partialDeepStrictEqual(address, { ...spelled, citycode: '75101', pollingstation: '7', street: '' })
      assert.ok(Number.isInteger(address.id))
      assert.deepEqual((await read(id)).body.address, address)
    })
  }

  test('every part of the interface is returned under its name', async () => {
    const parts = address_keys.slice(1, 15)
    const sent = Object.fromEntries(parts.map(part => [part, `the ${part}`]))
    assert.partialDeepStrictEqual((await aContact({ address: sent })).address, sent)
  })

  test('an empty address is an address, and null is none', async () => {
    assert.deepEqual(keysOf((await aContact({ address: {} })).address), address_keys.toSorted())
    assert.equal((await aContact({ address: null })).address, null)
  })
})
