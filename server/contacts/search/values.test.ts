import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, refusal } from '../../test/people.ts'

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))

const size = await aForm(app, cast.admin, { kind: 'custom_fields', type: 'numeric' })
const people = {
  ada: await aContact(app, cast.admin, {
    ...{ surname: 'Ada', mail: 'Ada.Lovelace@Example.org', age_category: 3, black_list: true },
    address: { street: 'Rue Haute', house_number: '12', postal_code: '69001', city: 'Lyon', country: 'FR', floor: '2' },
    custom_fields: [answerTo(size, undefined, '12,5')],
  }),
  bea: await aContact(app, cast.admin, {
    ...{ surname: 'Bea', mail: 'bea@example.org', age_category: 1222 },
    address: { street: 'Rue Basse', house_number: '7', postal_code: '75001', city: 'Paris', country: 'BE', floor: '1' },
    custom_fields: [answerTo(size, undefined, '3')],
  }),
  // Sorted without case, she is between the other two.
  cleo: await aContact(app, cast.admin, { surname: 'Cleo', mail: 'BAZ@example.org' }),
}
const queryOf = (condition: object) => ({ $all: [{ $all: [{ $condition: condition }] }] })
const search = (condition: object, more: object = {}) =>
  app.as(cast.admin).post('/search', { advanced_search: { query: queryOf(condition), sort_attr: 'surname', ...more } })
const found = async (condition: object, more?: object) => {
  const { body, text } = await search(condition, more)
  assert.ok(body.data, text)
  const names = body.data.contacts.map(({ surname }: { surname: string }) => surname)
  assert.equal(body.data.total, names.length)
  return names.join(' ')
}

describe('a value', () => {
  const { ada, bea } = people
  for (const [condition, names] of [
    [{ attr: 'age_category', ope: 'eql', value: '1222' }, 'Bea'],
    [{ attr: 'age_category', ope: 'any_of', value: ['3', 1222] }, 'Ada Bea'],
    [{ attr: 'age_category', ope: 'gte', value: '4' }, 'Bea'],
    [{ attr: 'age_category', ope: 'range', from: '3', to: '1000' }, 'Ada'],
    [{ attr: 'id', ope: 'eql', value: String(ada.id) }, 'Ada'],
    [{ attr: 'id', ope: 'none_of', value: [String(ada.id), String(bea.id)] }, 'Cleo'],
    [{ attr: 'black_list', ope: 'eql', value: 'true' }, 'Ada'],
    [{ attr: 'black_list', ope: 'not_eql', value: 'true' }, 'Bea Cleo'],
    [{ attr: 'black_list', ope: 'eql', value: 'false' }, 'Bea Cleo'],
    [{ attr: 'custom_fields', form_id: String(size.id), ope: 'range', from: '10', to: '12.5' }, 'Ada'],
    [
      { attr: 'custom_fields', form_id: String(size.id), form_ref_ids: [String(size.refvalues[0]!.id)], ope: 'ext' },
      'Ada Bea',
    ],
    [{ attr: 'donation_count', ope: 'eql', value: '0' }, 'Ada Bea Cleo'],
    [{ attr: 'donation_sum', ope: 'gte', value: '1' }, ''],
  ] as const)
    test(`may be a string: ${JSON.stringify(condition)}`, async () => {
      assert.equal(await found(condition), names)
    })

  for (const condition of [
    { attr: 'age_category', ope: 'eql', value: '12a' },
    { attr: 'age_category', ope: 'eql', value: '' },
    { attr: 'age_category', ope: 'eql', value: ' 3' },
    { attr: 'age_category', ope: 'eql', value: '3.5' },
    { attr: 'age_category', ope: 'eql', value: '99999999999999999999' },
    { attr: 'age_category', ope: 'eql', value: true },
    { attr: 'black_list', ope: 'eql', value: 'yes' },
    { attr: 'black_list', ope: 'eql', value: '1' },
    { attr: 'donation_sum', ope: 'gte', value: '1e3' },
  ])
    test(`that is invalid is a 422: ${JSON.stringify(condition)}`, async () => {
      const place = 'body.data.advanced_search.query.$all.0.$all.0.$condition.value'
      assert.deepEqual(refusal(await search(condition)), [422, 'invalid_request', place])
    })

  test('in a list or a range is named when it is wrong', async () => {
    const list = await search({ attr: 'id', ope: 'any_of', value: ['1', 'x'] })
    assert.match(refusal(list)[2] ?? '', /\.value\.1$/)
    assert.match(refusal(await search({ attr: 'id', ope: 'range', from: '1', to: 'x' }))[2] ?? '', /\.to$/)
    assert.match(refusal(await search({ attr: 'form', form_id: 'x', ope: 'ext' }))[2] ?? '', /\.form_id$/)
  })
})

describe('an address field', () => {
  for (const [part, value] of Object.entries({
    ...{ city: 'lyon', street: 'rue haute', postalcode: '69001', postal_code: '69001', country: 'fr' },
    ...{ housenumber: '12', house_number: '12', floor: '2' },
  }))
    test(`is also known as address.${part}, to search and to sort by`, async () => {
      assert.equal(await found({ attr: `address.${part}`, ope: 'eql', value }), 'Ada')
      const by = { attr: 'id', ope: 'any_of', value: [people.ada.id, people.bea.id] }
      const plainly = [await found(by, { sort_attr: part }), await found(by, { sort_attr: part, sort_asc: false })]
      const sort_attr = `address.${part}`
      assert.deepEqual([await found(by, { sort_attr }), await found(by, { sort_attr, sort_asc: false })], plainly)
      assert.notEqual(plainly[0], plainly[1])
    })

  test('that is unknown is a 422', async () => {
    for (const attr of [
      'address.',
      'address.planet',
      'address.surname',
      'address.address.city',
      'address.constructor',
    ]) {
      assert.match(refusal(await search({ attr, ope: 'ext' }))[2] ?? '', /\.attr$/)
      assert.match(refusal(await search({ attr: 'id', ope: 'ext' }, { sort_attr: attr }))[2] ?? '', /sort_attr$/)
    }
  })

  test('can be paged by under that name', async () => {
    const first = await search({ attr: 'id', ope: 'ext' }, { sort_attr: 'address.city', per_page: 1 })
    const cursor = first.body.data.next_cursor
    const second = await search({ attr: 'id', ope: 'ext' }, { sort_attr: 'address.city', per_page: 1, cursor })
    assert.deepEqual(
      [first, second].map(({ body }) => body.data.contacts[0].surname),
      ['Cleo', 'Ada'],
    )
  })

  test('works in a saved filter, a KPI and an export as in a search', async () => {
    const query = queryOf({ attr: 'address.city', ope: 'eql:strictdata', value: 'Lyon' })
    const filter = { name: 'Lyon', query, sort_attr: 'address.city' }
    const saved = await app.as(cast.admin).post('/v1/saved_filters', filter)
    assert.deepEqual([saved.status, saved.body.data.query, saved.body.data.sort_attr], [200, query, 'address.city'])
    assert.equal((await app.as(cast.admin).post('/kpi', { advanced_search: { query } })).body.data.total, 1)
    const options = { reason: 'a test', query, columns: ['surname'], include_do_not_contact: true }
    assert.equal((await app.as(cast.superadmin).post('/v1/exports/contacts.csv', options)).text.trim(), 'surname\nAda')
  })
})

describe('a mail address', () => {
  for (const [ope, value, names] of [
    ['eql:strictdata', 'ada.lovelace@example.org', 'Ada'],
    ['eql:strictdata', 'ADA.LOVELACE@EXAMPLE.ORG', 'Ada'],
    ['eql:strictdata', 'adà.lovelace@example.org', ''],
    ['not_eql:strictdata', 'ada.lovelace@example.org', 'Bea Cleo'],
    ['any_of:strictdata', ['ada.lovelace@example.org', 'BEA@example.org'], 'Ada Bea'],
    ['contains:strictdata', 'LOVELACE', 'Ada'],
    ['start_with:strictdata', 'baz@', 'Cleo'],
    ['eql', 'ada.lovelace@example.org', 'Ada'],
  ] as const)
    test(`is compared without case: ${ope} ${value}`, async () => {
      assert.equal(await found({ attr: 'mail', ope, value }), names)
    })

  test('is sorted without case', async () => {
    assert.equal(await found({ attr: 'id', ope: 'ext' }, { sort_attr: 'mail' }), 'Ada Cleo Bea')
    assert.equal(await found({ attr: 'id', ope: 'ext' }, { sort_attr: 'mail', sort_asc: false }), 'Bea Cleo Ada')
  })

  test('other fields still compare with case', async () => {
    assert.equal(await found({ attr: 'surname', ope: 'eql:strictdata', value: 'ada' }), '')
  })
})
