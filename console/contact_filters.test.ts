import '../server/test/browser_globals.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Contact, DuplicateGroup, Form } from '../sdk/operations.ts'
import { isAsked } from './src/components/form_conditions.ts'
import { addRange, toggleId } from './src/components/selection.ts'
import { isChanged, parseContactSearch, searchOfView } from './src/contacts/contacts/search_params.ts'
import { restoringChange } from './src/contacts/contacts/value_changes.ts'
import { pairsOf } from './src/contacts/duplicates/pairs.ts'
import { changeOf, emptyDraft, inputOf, moved, newChoice } from './src/contacts/forms/draft.ts'
import { textChanges } from './src/contacts/forms/text_changes.ts'
import { attributeNamed, operatorsOf, permissionsFor } from './src/contacts/search/attributes.ts'
import { conditionFrom, firstValue } from './src/contacts/search/condition.ts'
import {
  depthInside,
  type FilterPart,
  filterOfGroup,
  groupOf,
  partOf,
  partOfQuery,
  queryPart,
} from './src/contacts/search/filter_tree.ts'
import { filterOf, queryOf } from './src/contacts/search/query.ts'

const lyon = { attr: 'city', ope: 'eql', value: 'Lyon' }
const [mobile, press] = [
  { attr: 'mobile', ope: 'ext' },
  { attr: 'tags', ope: 'any_of', value: ['press'] },
]

describe('a filter of contacts', () => {
  const parts: FilterPart[][] = [
    [lyon],
    [lyon, { any: [mobile, { not: press }] }],
    [{ not: { any: [lyon, mobile] } }],
    [{ not: { all: [lyon, { not: { any: [mobile, press] } }] } }],
  ]
  for (const where of parts)
    test(`is the same in the address, in the builder and in a saved view: ${JSON.stringify(where)}`, () => {
      assert.deepEqual(
        where.map(part => partOf(JSON.parse(JSON.stringify(part)))),
        where,
      )
      assert.deepEqual(filterOfGroup(groupOf(where)), where)
      assert.deepEqual(where.map(queryPart).map(partOfQuery), where)
      assert.deepEqual(filterOf(queryOf({ q: 'ada stone', where })), { q: 'ada stone', where })
    })

  test('knows its groups: none of these are negated, and how deep they are', () => {
    const { mode, parts } = groupOf([{ not: { any: [lyon, mobile] } }])
    assert.deepEqual([mode, parts.length], ['none', 2])
    assert.equal(depthInside(groupOf([lyon, { not: { all: [mobile, { not: press }] } }])), 3)
    assert.deepEqual(filterOfGroup({ mode: 'any', parts: [] }), [], 'an empty group is none')
  })

  test('leaves out what is no condition, and more groups than the server takes', () => {
    for (const wrong of ['city', { attr: 'city' }, { not: 1 }, []]) assert.equal(partOf(wrong), undefined)
    const deep = (groups: number): FilterPart => (groups === 0 ? lyon : { any: [deep(groups - 1)] })
    assert.deepEqual(partOf(deep(4)), deep(4))
    assert.notDeepEqual(partOf(deep(5)), deep(5))
  })

  test('looks for each word in names and towns, and for a number however it is written', () => {
    const attrs = (q: string) =>
      (queryOf({ q }) as any).$all.map((node: any) => node.$at_least_one.map(({ $condition: { attr } }: any) => attr))
    assert.deepEqual(queryOf({ q: ' ' }), {})
    assert.equal(attrs('ada stone').length, 2)
    assert.ok(!attrs('ada')[0].includes('postal_code') && attrs('44001')[0].includes('postal_code'))
    for (const number of ['0612345678', '+33 6 12 34 56 78', '06.12.34'])
      assert.deepEqual(new Set(attrs(number).flat()), new Set(['any_phone']), number)
    assert.equal(attrs('stone 0612345678').length, 2)
    const values = JSON.stringify(queryOf({ q: '0612345678' }))
    for (const written of ['06 12 34 56 78', '06.12.34.56.78']) assert.ok(values.includes(written))
  })

  test('of another form is kept as a whole', () => {
    const query = { $any: [{ $condition: lyon }] }
    assert.deepEqual([filterOf(query), queryOf({ query })], [{ query }, query])
  })

  test('needs the permissions of its attributes, wherever they stand', () => {
    const query = queryOf({ where: [lyon, { not: { any: [press, { attr: 'donation_sum', ope: 'gte', value: 1 }] } }] })
    assert.deepEqual(permissionsFor(query).sort(), ['contacts:sensitive', 'finance:read'])
    assert.deepEqual(permissionsFor(queryOf({ where: [lyon] })), [])
  })

  test('has the conditions that are typed, once they are complete', () => {
    const typed = (attr: 'city' | 'tags' | 'donation_sum' | 'donation_count' | 'black_list', ope: string, value: any) =>
      conditionFrom({ ...attributeNamed(attr), ope, value, form: undefined, currency: 'EUR' } as never)
    assert.deepEqual(typed('city', 'eql', ' Lyon '), lyon)
    assert.deepEqual(typed('city', 'ext', 'anything'), { attr: 'city', ope: 'ext' })
    assert.deepEqual(typed('tags', 'any_of', ['press']), press)
    assert.deepEqual(typed('donation_sum', 'gte', '12.50'), { attr: 'donation_sum', ope: 'gte', value: 1250 })
    assert.deepEqual(typed('donation_count', 'lte', '3'), { attr: 'donation_count', ope: 'lte', value: 3 })
    assert.deepEqual(typed('black_list', 'eql', 'no'), { attr: 'black_list', ope: 'eql', value: false })
    for (const missing of [typed('city', 'eql', ' '), typed('tags', 'any_of', []), typed('donation_sum', 'gte', 'x')])
      assert.equal(missing, undefined)
    assert.deepEqual(firstValue({ attr: 'black_list', ope: 'eql', value: true }, 'flag', 'EUR'), 'yes')
    const form = { id: 4, kind: 'custom_fields', type: 'numeric' } as Form
    const about = { attr: 'form', kind: 'form', form, currency: 'EUR' } as const
    assert.deepEqual(conditionFrom({ ...about, ope: 'gte', value: '640' }), {
      ...{ attr: 'custom_fields', ope: 'gte', form_id: 4 },
      value: 640,
    })
    assert.deepEqual(conditionFrom({ ...about, ope: 'any_of', value: ['7'] })?.form_ref_ids, [7])
    assert.deepEqual(operatorsOf('form', form), ['gte', 'lte', 'ext', 'not_ext'])
  })
})

test('a saved view is changed by other filters or another order, not by an open contact', () => {
  const view = { id: 3, query: queryOf({ where: [press] }), sort_attr: 'created_at', sort_asc: false } as never
  const search = searchOfView(view)
  assert.deepEqual(search, { view: 3, sort: '-created_at', where: [press] })
  assert.ok(!isChanged({ ...search, open: 7, tab: 'details' }, view))
  for (const change of [{ q: 'ada' }, { sort: 'created_at' }, { sort: undefined }, { where: [lyon] }])
    assert.ok(isChanged({ ...search, ...change }, view), JSON.stringify(change))
  const wrong = { q: '', where: ['x'], view: '3', sort: '-a b', open: 'old', name: 'Ada', tab: 'timeline' }
  assert.deepEqual(parseContactSearch(wrong), {})
  assert.deepEqual(parseContactSearch({ q: 44001, open: 'new', name: 'Ada' }), { q: '44001', open: 'new', name: 'Ada' })
})

test('a change of a contact is taken back unless the value has changed again, and never an answer', () => {
  const contact = { firstname: 'Flora', address: { city: 'Nice' }, tags: [{ name: 'press' }] } as unknown as Contact
  const back = (field: string, old: unknown, now: unknown) =>
    restoringChange(contact, { field, old, new: now } as never)
  assert.deepEqual(back('firstname', 'Flo', 'Flora'), { firstname: 'Flo' })
  assert.deepEqual(back('address.city', 'Brest', 'Nice'), { address: { city: 'Brest' } })
  assert.deepEqual(back('tags', null, 'press'), { tags: [] })
  assert.deepEqual(back('tags', 'elected', null), { tags: [{ name: 'press' }, { name: 'elected' }] })
  for (const [field, old, now] of [
    ['firstname', 'Flo', 'Fleur'],
    ['address.city', 'Brest', 'Lyon'],
    ['answers', 'yes', null],
    ['mobile_invalid', true, null],
    ['tags', null, 'gone'],
    ['tags', 'press', null],
  ])
    assert.equal(back(field as string, old, now), undefined, `${field} ${now}`)
})

test('rows are selected one by one, and from one to another in either direction', () => {
  assert.deepEqual([...toggleId(toggleId(new Set([1]), 2), 1)], [2])
  for (const [from, to] of [
    [2, 4],
    [4, 2],
  ] as const)
    assert.deepEqual([...addRange(new Set([9]), [1, 2, 3, 4, 5], from, to)], [9, 2, 3, 4])
  assert.deepEqual([...addRange(undefined, [1, 2], 7, 2)], [2], 'the first is no longer in the list')
})

describe('a question', () => {
  test('is sent with the choices that have a label; a change keeps those that are stored', () => {
    const [tenant, empty] = [newChoice(' Tenant '), newChoice(' ')]
    const stored = { key: '5', id: 5, label: '', archived: true }
    const survey = { ...emptyDraft('survey', 'radio'), text: 'Dropped', choices: [tenant, empty, stored] }
    assert.deepEqual([inputOf(survey).refvalues, inputOf(survey).text], [[{ label: 'Tenant' }], ''])
    assert.deepEqual(changeOf(survey).refvalues, [
      { label: 'Tenant', archived: false },
      { id: 5, label: '', archived: true },
    ])
    assert.deepEqual(inputOf({ ...survey, type: 'numeric' }).refvalues, [])
    assert.equal(inputOf({ ...survey, kind: 'consent' }).text, 'Dropped')
    assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b'])
  })

  test('is asked on its condition, which counts only where the other question is asked', () => {
    const asked = (form_ref_ids: number[], given: number[] | undefined) =>
      isAsked({ id: 2, condition: { form_id: 1, form_ref_ids } }, () => given)
    assert.deepEqual(
      [asked([7], [7, 8]), asked([7], [8]), asked([7], []), asked([], [8]), asked([], []), asked([7], undefined)],
      [true, false, false, true, false, true],
    )
  })

  test('shows what changed in its text, word by word', () => {
    const told = textChanges('I agree to a letter.', 'I agree to two letters by post.')
    assert.deepEqual(
      told.map(({ kind, text }) => `${kind}: ${text.trim()}`),
      ['same: I agree to', 'removed: a letter.', 'added: two letters by post.'],
    )
    assert.deepEqual(textChanges('', 'New'), [{ kind: 'added', text: 'New' }])
  })
})

// Only the fields that the tested function reads.
const aGroup = (ids: number[], not_duplicates: [number, number][] = []) =>
  ({ contacts: ids.map(id => ({ id })), not_duplicates }) as unknown as DuplicateGroup

const nothing = { different: new Set<string>(), gone: new Set<number>() }
const pairsIn = (groups: DuplicateGroup[], decided = {}) =>
  pairsOf(groups, { ...nothing, ...decided }).map(({ key }) => key)

describe('the pairs of duplicates', () => {
  test('are listed once, also if they share several values', () => {
    assert.deepEqual(pairsIn([aGroup([1, 2]), aGroup([1, 2]), aGroup([2, 3])]), ['1-2', '2-3'])
  })

  test('of a group face its first contact', () => {
    assert.deepEqual(pairsIn([aGroup([1, 2, 3])]), ['1-2', '1-3'])
  })

  test('face another one if they are known to differ from the first', () => {
    assert.deepEqual(pairsIn([aGroup([1, 2, 3], [[1, 3]])]), ['1-2', '2-3'])
    assert.deepEqual(pairsIn([aGroup([1, 2, 3])], { different: new Set(['1-2', '1-3']) }), ['2-3'])
  })

  test('are left out when one of them was merged', () => {
    assert.deepEqual(pairsIn([aGroup([1, 2, 3])], { gone: new Set([1]) }), ['2-3'])
  })
})
