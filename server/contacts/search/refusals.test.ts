import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../errors.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
import { condition, queryOf } from '../../test/search.ts'
import { parseQuery } from './engine/parse.ts'

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))
const at = 'body.data.advanced_search.query'
const list = (length: number, one: unknown = 'x') => Array.from({ length }, () => one)
const is = (attr: unknown, ope?: unknown, value?: unknown, more: object = {}) =>
  condition({ attr, ope, value, ...more })
const form = (ope: string, more: object) => is('form', ope, undefined, more)
const [one, mail] = [is('surname', 'eql', 'x'), is('mail', 'ext')]
const nested = (depth: number): unknown => (depth === 0 ? { $all: [] } : { $all: [nested(depth - 1)] })
const any = (depth: number): object => (depth === 0 ? mail : { any: [any(depth - 1)] })
const not = (depth: number): object => (depth === 0 ? mail : { not: not(depth - 1) })

/** Where the query is wrong. */
function wrongPlace(query: unknown) {
  try {
    parseQuery(query, '')
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    assert.equal(error.code, 'invalid_request')
    return error.faults?.map(({ location }) => location).join()
  }
  return 'nowhere'
}

test('a query of another shape is wrong at its part', () => {
  const queries: [unknown, string][] = [
    ...[[], '$all', 7, true, {}, { $none: [] }, { $all: [], $at_least_one: [] }].map((one): [unknown, string] => [
      one,
      '',
    ]),
    [{ $all: {} }, '.$all'],
    [{ $all: null }, '.$all'],
    [{ $all: list(51, { $all: [] }) }, '.$all'],
    [{ $all: [one] }, '.$all.0'],
    [{ $at_least_one: [{ $all: [] }, one] }, '.$at_least_one.1'],
    [{ $all: [null] }, '.$all.0'],
    [{ $all: [[]] }, '.$all.0'],
    [nested(2), '.$all.0.$all.0'],
  ]
  for (const [query, place] of queries) assert.equal(wrongPlace(query), place, JSON.stringify(query))
})

const parts: Record<string, [unknown, string][]> = {
  'a part': [
    [{}, ''],
    [{ $condition: null }, ''],
    [{ $condition: [] }, ''],
  ],
  'an attribute': [
    [condition({}), '.$condition.attr'],
    ...['shoe_size', '__proto__x', 'toString', 'group_id', 'deleted_at', ['surname'], 'address.', 'address.planet'].map(
      (attr): [unknown, string] => [is(attr, 'ext'), '.$condition.attr'],
    ),
    ...['address.surname', 'address.address.city', 'address.constructor'].map((attr): [unknown, string] => [
      is(attr, 'ext'),
      '.$condition.attr',
    ]),
  ],
  'an operator': (
    [
      ['surname', undefined, 'x'],
      ['surname', 'like', 'x'],
      ['surname', 'eql:strict', 'x'],
      ['surname', 'eql:strictdata:strictdata', 'x'],
      ['surname', 'constructor', 'x'],
      ['surname', 'all_of', ['x']],
      ['id', 'contains', 'x'],
      ['id', 'eql:strictdata', 1],
      ['black_list', 'gte', true],
      ['address', 'eql', 'x'],
    ] as const
  ).map(([attr, ope, value]) => [is(attr, ope, value), '.$condition.ope']),
  'a value': [
    ...(
      [
        ['surname', 'eql', undefined, null, 33, ['x'], 'x'.repeat(501)],
        ['surname', 'contains', ''],
        ['surname', 'not_contains', '  '],
        ['surname', 'any_of', 'x', list(501)],
        ['id', 'eql', '1x', 1.5, 2 ** 53],
        ['age_category', 'eql', '12a', '', ' 3', '3.5', '99999999999999999999', true],
        ['black_list', 'eql', 'yes', 1, '1'],
        ['birthdate', 'eql', '2026-02-30'],
        ['birthdate', 'gte', 'yesterday', 'now-30x', 'now-99999y', 0],
        ['membership', 'eql', 'perhaps'],
        ['donation_sum', 'gte', '1e2', '1e3'],
        ['tags', 'eql', true],
      ] as const
    ).flatMap(([attr, ope, ...values]) =>
      values.map((value): [unknown, string] => [is(attr, ope, value), '.$condition.value']),
    ),
    [is('surname', 'any_of', ['x', 1]), '.$condition.value.1'],
    [is('id', 'any_of', ['1', 'x']), '.$condition.value.1'],
    [is('donation_sum', 'gte', 100, { currency: 'XQX' }), '.$condition.currency'],
  ],
  'a range': [
    [is('birthdate', 'range', '2026-01-01'), '.$condition.from'],
    [is('birthdate', 'range', undefined, { from: '2026-01-01' }), '.$condition.to'],
    [is('birthdate', 'range', undefined, { from: '2026-01-02', to: '2026-01-01' }), '.$condition.to'],
    [is('age_category', 'range', undefined, { from: 5, to: 4 }), '.$condition.to'],
    [is('id', 'range', undefined, { from: '1', to: 'x' }), '.$condition.to'],
  ],
  'a form': [
    [form('ext', {}), '.$condition.form_id'],
    [form('ext', { form_id: '3x' }), '.$condition.form_id'],
    [form('any_of', { form_id: 3 }), '.$condition.form_ref_ids'],
    [form('any_of', { form_id: 3, form_ref_ids: 4 }), '.$condition.form_ref_ids'],
    [form('any_of', { form_id: 3, form_ref_ids: [0] }), '.$condition.form_ref_ids'],
    [form('range', { form_id: 3, from: 1, to: '2026-01-01' }), '.$condition.to'],
  ],
  'a group': [
    [{ any: {} }, '.any'],
    [{ all: null }, '.all'],
    [{ any: [] }, '.any'],
    [{ not: { all: [] } }, '.not.all'],
    [{ not: [mail] }, '.not'],
    [{ not: null }, '.not'],
    [{ any: [mail], not: mail }, ''],
    [{ any: [mail], comment: 'x' }, ''],
    [{ any: [mail, {}] }, '.any.1'],
    [{ any: [{ $all: [mail] }] }, '.any.0'],
    [{ any: [mail, { not: is('city', 'eql', 7) }] }, '.any.1.not.$condition.value'],
    [{ all: [{ any: [is('shoe_size', 'ext')] }] }, '.all.0.any.0.$condition.attr'],
    [{ not: is('mail', 'like', 'x') }, '.not.$condition.ope'],
    [any(5), '.any.0.any.0.any.0.any.0'],
    [not(5), '.not.not.not.not'],
    [{ any: [is('any_phone', 'eql', 6)] }, '.any.0.$condition.value'],
    [{ any: [is('any_phone', 'all_of', ['x'])] }, '.any.0.$condition.ope'],
  ],
}
for (const [what, cases] of Object.entries(parts))
  test(`${what} that is invalid is named by its place`, () => {
    for (const [part, place] of cases)
      assert.equal(wrongPlace({ $all: [{ $all: [part] }] }), `.$all.0.$all.0${place}`, JSON.stringify(part))
  })

test('a query with too many conditions or values is wrong as a whole, also with any_phone, which counts as two', () => {
  const phones = (count: number) => list(count, is('any_phone', 'eql', '0472'))
  for (const [part, place] of [
    [{ any: list(200, mail) }, 'nowhere'],
    [{ any: list(201, mail) }, ''],
    [{ any: list(101, { all: [mail, mail] }) }, ''],
    [{ any: list(5, is('mail', 'any_of', list(400))) }, 'nowhere'],
    [{ any: list(5, is('mail', 'any_of', list(401))) }, ''],
    [{ any: phones(100) }, 'nowhere'],
    [{ any: phones(101) }, ''],
  ] as const)
    assert.equal(wrongPlace({ $all: [{ $all: [part] }] }), place)
  assert.throws(() => parseQuery({ $all: [{ $all: [{ any: phones(101) }] }] }, at), /has 202 conditions/)
})

test('a search, a KPI and a sorted search refuse what is invalid and take what is valid', async () => {
  const sends = (path: string, advanced_search: unknown) => app.as(cast.superadmin).post(path, { advanced_search })
  for (const path of ['/search', '/kpi']) {
    const place = `${at}.$all.0.$all.0.$condition.value`
    const wrong = await sends(path, { query: queryOf({ attr: 'surname', ope: 'eql', value: 33 }) })
    assert.deepEqual(refusal(wrong), invalidAt(place))
    assert.equal((await sends(path, { query: queryOf({ attr: 'surname', ope: 'eql', value: 'x' }) })).status, 200)
  }
  for (const sort_attr of ['any_phone', 'address.', 'address.planet', 'address.surname', 'address.constructor'])
    assert.match(refusal(await sends('/search', { sort_attr }))[2] ?? '', /sort_attr$/)
  for (const data of [{}, { advanced_search: null }, { advanced_search: [] }, { advanced_search: 'x' }])
    assert.equal((await app.as(cast.admin).post('/search', data)).status, 422)
})

test('a query cannot be so deep that the server fails', async () => {
  for (const word of ['any', 'not']) {
    let part: object = mail
    for (let depth = 0; depth < 2000; depth++) part = { [word]: word === 'not' ? part : [part] }
    const query = { $all: [{ $all: [part] }] }
    const { status } = await app.as(cast.admin).post('/search', { advanced_search: { query } })
    assert.ok(status === 422 || status === 400, String(status))
  }
})
