import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, refusal } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'
import { condition, searchAs } from '../../test/search.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Space', 'fr')
const cast = await aUserPerRole(app, space)
const { found } = searchAs(app, cast.admin)

const is = (attr: string, value: unknown, ope = 'eql') => condition({ attr, ope, value })
const has = (attr: string, ope = 'ext') => condition({ attr, ope })
const all = (...parts: object[]) => ({ $all: [{ $all: parts }] })
const names = async (...parts: object[]) => (await found(all(...parts))).sort()

const lyon = { city: 'Lyon' }
for (const contact of [
  { surname: 'Ada', mobile: '06 12 34 56 78', address: lyon, gender: 'F', tags: [{ name: 'member' }] },
  { surname: 'Bea', phone: '04 72 00 00 01', address: lyon, birthdate: '1980-05-01' },
  { surname: 'Cem', mobile: '06 99 99 99 99', phone: '0612345678', tags: [{ name: 'press' }], black_list: true },
  { surname: 'Dov', address: { city: 'Paris' }, mail: 'dov@example.org', gender: 'M' },
  { surname: 'Eli' },
])
  await aContact(app, cast.admin, contact)

describe('groups of conditions', () => {
  test('any holds where one of its conditions holds, all where every one does, not where it does not', async () => {
    const mobile = has('mobile')
    const landline = has('phone')
    const in_lyon = is('city', 'lyon')
    const member = is('tags', 'member')
    assert.deepEqual(await names({ any: [mobile, landline] }), ['Ada', 'Bea', 'Cem'])
    assert.deepEqual(await names({ all: [mobile, landline] }), ['Cem'])
    assert.deepEqual(await names({ not: { any: [mobile, landline] } }), ['Dov', 'Eli'])
    assert.deepEqual(await names({ not: { all: [mobile, landline] } }), ['Ada', 'Bea', 'Dov', 'Eli'])
    assert.deepEqual(await names(in_lyon, { any: [mobile, landline] }, { not: member }), ['Bea'])
    assert.deepEqual(await names({ any: [member, { all: [landline, { not: in_lyon }] }] }), ['Ada', 'Cem'])
    assert.deepEqual(await names({ not: { not: in_lyon } }), ['Ada', 'Bea'])
  })

  test('stand next to conditions in a list of which one must hold, too', async () => {
    const query = { $all: [{ $at_least_one: [is('surname', 'Eli'), { all: [has('phone'), is('city', 'lyon')] }] }] }
    assert.deepEqual((await found(query)).sort(), ['Bea', 'Eli'])
  })

  test('not matches contacts without a value', async () => {
    assert.deepEqual(await names({ not: is('city', 'lyon') }), ['Cem', 'Dov', 'Eli'])
    assert.deepEqual(await names({ not: is('birthdate', '1970-01-01', 'gte') }), ['Ada', 'Cem', 'Dov', 'Eli'])
    assert.deepEqual(await names({ not: is('birthdate', '1970-01-01', 'lte') }), ['Ada', 'Bea', 'Cem', 'Dov', 'Eli'])
    assert.deepEqual(await names({ not: is('gender', ['F'], 'none_of') }), ['Ada'])
    assert.deepEqual(await names({ not: is('black_list', true) }), ['Ada', 'Bea', 'Dov', 'Eli'])
    const everybody = ['Ada', 'Bea', 'Cem', 'Dov', 'Eli']
    assert.deepEqual(await names({ not: is('tags', ['member', 'press'], 'all_of') }), everybody)
    assert.deepEqual(await names({ not: is('last_donation', '2020-01-01', 'gte') }), everybody)
  })

  test('are counted as they are found', async () => {
    for (const part of [
      { any: [has('mobile'), has('phone')] },
      { not: { any: [has('mobile'), is('city', 'lyon')] } },
      { not: { all: [has('mobile'), is('city', 'lyon')] } },
      { any: [{ not: has('mobile') }, is('city', 'lyon')] },
    ]) {
      const { body } = await app.as(cast.admin).post('/kpi', { advanced_search: { query: all(part) } })
      assert.equal(body.data.total, (await names(part)).length)
    }
  })

  test('reveal nothing that the caller may not read, however deep it stands', async () => {
    const query = all({ not: { any: [has('mobile'), { all: [is('tags', 'press')] }] } })
    for (const path of ['/search', '/kpi']) {
      const refused = await app.as(cast.manager).post(path, { advanced_search: { query } })
      assert.deepEqual(refusal(refused), [403, 'forbidden'])
    }
    const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const answer = await app.as(stranger).post('/search', { advanced_search: { query: all({ not: has('mobile') }) } })
    assert.deepEqual(answer.body.data.contacts, [])
  })
})

describe('any telephone', () => {
  const cases: [string, object, string[]][] = [
    ['is filled in', has('any_phone'), ['Ada', 'Bea', 'Cem']],
    ['is missing', has('any_phone', 'not_ext'), ['Dov', 'Eli']],
    ['is a number, however it is written', is('any_phone', '+33612345678'), ['Ada', 'Cem']],
    ['is not a number', is('any_phone', '+33612345678', 'not_eql'), ['Bea', 'Dov', 'Eli']],
    ['is one of two', is('any_phone', ['0472000001', '06 99 99 99 99'], 'any_of'), ['Bea', 'Cem']],
    ['is none of two', is('any_phone', ['0472000001', '06 99 99 99 99'], 'none_of'), ['Ada', 'Dov', 'Eli']],
    ['contains digits', is('any_phone', '99 99', 'contains'), ['Cem']],
    ['does not contain digits', is('any_phone', '00 00', 'not_contains'), ['Ada', 'Cem', 'Dov', 'Eli']],
    ['begins with digits', is('any_phone', '04', 'start_with'), ['Bea']],
    ['is written exactly so', is('any_phone', '06 12 34 56 78', 'eql:strictdata'), ['Ada']],
    ['in a negated group', { not: { any: [has('any_phone'), has('mail')] } }, ['Eli']],
  ]
  for (const [name, part, expected] of cases) test(name, async () => assert.deepEqual(await names(part), expected))
})

test('a query may have four groups inside each other, and 200 conditions in all; any_phone counts as two', async () => {
  const nested = (depth: number): object => (depth === 0 ? has('mail') : { any: [nested(depth - 1)] })
  const negated = (depth: number): object => (depth === 0 ? has('mail') : { not: negated(depth - 1) })
  assert.deepEqual([await names(nested(4)), await names(negated(4))], [['Dov'], ['Dov']])
  const pairs = Array.from({ length: 100 }, (_, n) => ({
    all: [has('mail'), is('surname', n === 7 ? 'dov' : `x${n}`)],
  }))
  const phones = Array.from({ length: 100 }, (_, n) => is('any_phone', `0472${n}`))
  for (const [any, total] of [
    [pairs, 1],
    [phones, 0],
  ] as const) {
    const sent = { advanced_search: { query: all({ any }) } }
    const { status, body, headers } = await app.as(cast.superadmin).post('/search', sent)
    assert.deepEqual([status, body.data?.total, headers.get('x-ratelimit-cost')], [200, total, '101'])
  }
})

describe('any query with groups', () => {
  const person = fc.record({
    city: fc.constantFrom('', 'Lyon', 'Paris', 'Lille'),
    gender: fc.constantFrom('', 'F', 'M'),
    mobile: fc.constantFrom('', '0612345678', '0699999999'),
    phone: fc.constantFrom('', '0472000001', '0612345678'),
    black_list: fc.boolean(),
    age_category: fc.constantFrom(0, 1, 2),
    birthdate: fc.constantFrom(null, '1970-01-01', '1990-06-15'),
    tags: fc.subarray(['press', 'member']),
  })
  type Person = { surname: string } & (typeof person extends fc.Arbitrary<infer Value> ? Value : never)
  type Predicate = (who: Person) => boolean
  const leaves: [object, Predicate][] = [
    [is('city', 'LYON'), who => who.city === 'Lyon'],
    [is('city', 'lyon', 'not_eql'), who => who.city !== 'Lyon'],
    [is('city', ['lyon', 'paris'], 'any_of'), who => who.city === 'Lyon' || who.city === 'Paris'],
    [is('city', 'l', 'start_with'), who => who.city.startsWith('L')],
    [is('city', 'il', 'contains'), who => who.city === 'Lille'],
    [is('city', 'y', 'not_contains'), who => who.city !== 'Lyon'],
    [has('address.city'), who => who.city !== ''],
    [has('gender', 'not_ext'), who => who.gender === ''],
    [is('gender', ['F'], 'none_of'), who => who.gender !== 'F'],
    [has('any_phone'), who => who.mobile !== '' || who.phone !== ''],
    [is('any_phone', '+33612345678'), who => who.mobile === '0612345678' || who.phone === '0612345678'],
    [is('any_phone', '06', 'not_start_with'), who => !who.mobile.startsWith('06') && !who.phone.startsWith('06')],
    [is('mobile', '0699999999'), who => who.mobile === '0699999999'],
    [is('black_list', true), who => who.black_list],
    [is('age_category', 1, 'gte'), who => who.age_category >= 1],
    [is('birthdate', '1980-01-01', 'gte'), who => who.birthdate === '1990-06-15'],
    [is('birthdate', '1980-01-01', 'lte'), who => who.birthdate === '1970-01-01'],
    [is('tags', 'press'), who => who.tags.includes('press')],
    [is('tags', ['press', 'member'], 'all_of'), who => who.tags.length === 2],
    [has('tags', 'not_ext'), who => who.tags.length === 0],
    [is('membership', 'never'), () => true],
    [is('donation_sum', 1, 'gte'), () => false],
  ]
  const tree = fc.letrec<{ part: [object, Predicate] }>(tie => {
    const several = fc.array(tie('part'), { minLength: 1, maxLength: 3 })
    return {
      part: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(...leaves),
        several.map(parts => [
          { any: parts.map(([sent]) => sent) },
          (who: Person) => parts.some(([, holds]) => holds(who)),
        ]),
        several.map(parts => [
          { all: parts.map(([sent]) => sent) },
          (who: Person) => parts.every(([, holds]) => holds(who)),
        ]),
        tie('part').map(([sent, holds]) => [{ not: sent }, (who: Person) => !holds(who)]),
      ) as fc.Arbitrary<[object, Predicate]>,
    }
  }).part

  test('finds the contacts for which a plain evaluation holds', async () => {
    const admin = await aUser(app, await aSpace(app, 'Random', 'fr'), { role: 'superadmin' })
    const people: Person[] = fc.sample(person, 60).map((one, n) => ({ ...one, surname: `P${100 + n}` }))
    for (const { city, tags, ...fields } of people)
      await aContact(app, admin, { ...fields, address: { city }, tags: tags.map(name => ({ name })) })
    const random = searchAs(app, admin)
    await fc.assert(
      fc.asyncProperty(tree, async ([part, holds]) => {
        const expected = people.filter(holds).map(({ surname }) => surname)
        assert.deepEqual((await random.found(all(part))).sort(), expected)
        const { body } = await app.as(admin).post('/kpi', { advanced_search: { query: all(part) } })
        assert.equal(body.data.total, expected.length)
      }),
      { numRuns: runs(150) },
    )
  })
})
