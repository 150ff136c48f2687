import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, refusal } from '../../test/people.ts'
import { queryOf } from '../../test/search.ts'

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))
const at = 'body.data.advanced_search.query'
const place = `${at}.$all.0.$all.0.$condition`
const nested = (depth: number): unknown => (depth === 0 ? { $all: [] } : { $all: [nested(depth - 1)] })
const one = { attr: 'surname', ope: 'eql', value: 'x' }

// Each with the location in the error.
const wrong: [unknown, string][] = [
  [[], at],
  ['$all', at],
  [7, at],
  [true, at],
  [{}, at],
  [{ $none: [] }, at],
  [{ $all: [], $at_least_one: [] }, at],
  [{ $all: {} }, `${at}.$all`],
  [{ $all: null }, `${at}.$all`],
  [{ $all: Array.from({ length: 51 }, () => ({ $all: [] })) }, `${at}.$all`],
  [{ $all: [{ $condition: one }] }, `${at}.$all.0`],
  [{ $at_least_one: [{ $all: [] }, { $condition: one }] }, `${at}.$at_least_one.1`],
  [{ $all: [null] }, `${at}.$all.0`],
  [{ $all: [[]] }, `${at}.$all.0`],
  [nested(2), `${at}.$all.0.$all.0`],
  [{ $all: [{ $all: [{}] }] }, `${at}.$all.0.$all.0`],
  [{ $all: [{ $all: [{ $condition: null }] }] }, `${at}.$all.0.$all.0`],
  [{ $all: [{ $all: [{ $condition: [] }] }] }, `${at}.$all.0.$all.0`],
  [queryOf({}), `${place}.attr`],
  [queryOf({ attr: 'shoe_size', ope: 'eql', value: 'x' }), `${place}.attr`],
  [queryOf({ attr: '__proto__x', ope: 'eql', value: 'x' }), `${place}.attr`],
  [queryOf({ attr: 'toString', ope: 'eql', value: 'x' }), `${place}.attr`],
  [queryOf({ attr: 'group_id', ope: 'eql', value: 1 }), `${place}.attr`],
  [queryOf({ attr: 'deleted_at', ope: 'ext' }), `${place}.attr`],
  [queryOf({ attr: ['surname'], ope: 'eql', value: 'x' }), `${place}.attr`],
  [queryOf({ attr: 'surname', value: 'x' }), `${place}.ope`],
  [queryOf({ attr: 'surname', ope: 'like', value: 'x' }), `${place}.ope`],
  [queryOf({ attr: 'surname', ope: 'eql:strict', value: 'x' }), `${place}.ope`],
  [queryOf({ attr: 'surname', ope: 'eql:strictdata:strictdata', value: 'x' }), `${place}.ope`],
  [queryOf({ attr: 'surname', ope: 'constructor', value: 'x' }), `${place}.ope`],
  [queryOf({ attr: 'surname', ope: 'all_of', value: ['x'] }), `${place}.ope`],
  [queryOf({ attr: 'id', ope: 'contains', value: 'x' }), `${place}.ope`],
  [queryOf({ attr: 'id', ope: 'eql:strictdata', value: 1 }), `${place}.ope`],
  [queryOf({ attr: 'black_list', ope: 'gte', value: true }), `${place}.ope`],
  [queryOf({ attr: 'address', ope: 'eql', value: 'x' }), `${place}.ope`],
  [queryOf({ attr: 'surname', ope: 'eql' }), `${place}.value`],
  [queryOf({ attr: 'surname', ope: 'eql', value: null }), `${place}.value`],
  [queryOf({ attr: 'surname', ope: 'eql', value: 33 }), `${place}.value`],
  [queryOf({ attr: 'surname', ope: 'eql', value: ['x'] }), `${place}.value`],
  [queryOf({ attr: 'surname', ope: 'eql', value: 'x'.repeat(501) }), `${place}.value`],
  [queryOf({ attr: 'surname', ope: 'contains', value: '' }), `${place}.value`],
  [queryOf({ attr: 'surname', ope: 'not_contains', value: '  ' }), `${place}.value`],
  [queryOf({ attr: 'surname', ope: 'any_of', value: 'x' }), `${place}.value`],
  [queryOf({ attr: 'surname', ope: 'any_of', value: ['x', 1] }), `${place}.value.1`],
  [queryOf({ attr: 'surname', ope: 'any_of', value: Array.from({ length: 501 }, () => 'x') }), `${place}.value`],
  [queryOf({ attr: 'id', ope: 'eql', value: '1x' }), `${place}.value`],
  [queryOf({ attr: 'id', ope: 'eql', value: 1.5 }), `${place}.value`],
  [queryOf({ attr: 'id', ope: 'eql', value: 2 ** 53 }), `${place}.value`],
  [queryOf({ attr: 'black_list', ope: 'eql', value: 'yes' }), `${place}.value`],
  [queryOf({ attr: 'black_list', ope: 'eql', value: 1 }), `${place}.value`],
  [queryOf({ attr: 'birthdate', ope: 'eql', value: '2026-02-30' }), `${place}.value`],
  [queryOf({ attr: 'birthdate', ope: 'gte', value: 'yesterday' }), `${place}.value`],
  [queryOf({ attr: 'birthdate', ope: 'gte', value: 'now-30x' }), `${place}.value`],
  [queryOf({ attr: 'birthdate', ope: 'gte', value: 'now-99999y' }), `${place}.value`],
  [queryOf({ attr: 'birthdate', ope: 'gte', value: 0 }), `${place}.value`],
  [queryOf({ attr: 'birthdate', ope: 'range', value: '2026-01-01' }), `${place}.from`],
  [queryOf({ attr: 'birthdate', ope: 'range', from: '2026-01-01' }), `${place}.to`],
  [queryOf({ attr: 'birthdate', ope: 'range', from: '2026-01-02', to: '2026-01-01' }), `${place}.to`],
  [queryOf({ attr: 'age_category', ope: 'range', from: 5, to: 4 }), `${place}.to`],
  [queryOf({ attr: 'form', ope: 'ext' }), `${place}.form_id`],
  [queryOf({ attr: 'form', ope: 'ext', form_id: '3x' }), `${place}.form_id`],
  [queryOf({ attr: 'form', ope: 'any_of', form_id: 3 }), `${place}.form_ref_ids`],
  [queryOf({ attr: 'form', ope: 'any_of', form_id: 3, form_ref_ids: 4 }), `${place}.form_ref_ids`],
  [queryOf({ attr: 'form', ope: 'any_of', form_id: 3, form_ref_ids: [0] }), `${place}.form_ref_ids`],
  [queryOf({ attr: 'form', ope: 'range', form_id: 3, from: 1, to: '2026-01-01' }), `${place}.to`],
  [queryOf({ attr: 'membership', ope: 'eql', value: 'perhaps' }), `${place}.value`],
  [queryOf({ attr: 'donation_sum', ope: 'gte', value: '1e2' }), `${place}.value`],
  [queryOf({ attr: 'donation_sum', ope: 'gte', value: 100, currency: 'XQX' }), `${place}.currency`],
  [queryOf({ attr: 'tags', ope: 'eql', value: true }), `${place}.value`],
]

for (const [query, location] of wrong) {
  test(`${(JSON.stringify(query) ?? '').slice(0, 100)} is wrong at ${location.slice(at.length) || 'its root'}`, async () => {
    for (const path of ['/search', '/kpi'])
      assert.deepEqual(refusal(await app.as(cast.superadmin).post(path, { advanced_search: { query } })), [
        422,
        'invalid_request',
        location,
      ])
  })
}

test('without a valid advanced_search a search is a 422', async () => {
  for (const data of [{}, { advanced_search: null }, { advanced_search: [] }, { advanced_search: 'x' }])
    assert.equal((await app.as(cast.admin).post('/search', data)).status, 422)
})
