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
    assert.deepEqual(await names({ not: is('tags', ['member', 'press'], 'all_of') }), [
      'Ada',
      'Bea',
      'Cem',
      'Dov',
      'Eli',
    ])
    assert.deepEqual(await names({ not: is('last_donation', '2020-01-01', 'gte') }), [
      'Ada',
      'Bea',
      'Cem',
      'Dov',
      'Eli',
    ])
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
    for (const path of ['/search', '/kpi'])
      assert.deepEqual(refusal(await app.as(cast.manager).post(path, { advanced_search: { query } })), [
        403,
        'forbidden',
      ])
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

  test('is not a field to sort by', async () => {
    const advanced_search = { sort_attr: 'any_phone' }
    assert.equal((await app.as(cast.admin).post('/search', { advanced_search })).status, 422)
  })
})

describe('a query with groups', () => {
  const at = 'body.data.advanced_search.query.$all.0.$all.0'
  const nested = (depth: number): object => (depth === 0 ? has('mail') : { any: [nested(depth - 1)] })
  const negated = (depth: number): object => (depth === 0 ? has('mail') : { not: negated(depth - 1) })
  const wrong: [object, string][] = [
    [{ any: {} }, `${at}.any`],
    [{ all: null }, `${at}.all`],
    [{ any: [] }, `${at}.any`],
    [{ not: { all: [] } }, `${at}.not.all`],
    [{ not: [has('mail')] }, `${at}.not`],
    [{ not: null }, `${at}.not`],
    [{ any: [has('mail')], not: has('mail') }, at],
    [{ any: [has('mail')], comment: 'x' }, at],
    [{ any: [has('mail'), {}] }, `${at}.any.1`],
    [{ any: [{ $all: [has('mail')] }] }, `${at}.any.0`],
    [{ any: [has('mail'), { not: is('city', 7) }] }, `${at}.any.1.not.$condition.value`],
    [{ all: [{ any: [has('shoe_size')] }] }, `${at}.all.0.any.0.$condition.attr`],
    [{ not: is('mail', 'x', 'like') }, `${at}.not.$condition.ope`],
    [nested(5), `${at}.any.0.any.0.any.0.any.0`],
    [negated(5), `${at}.not.not.not.not`],
    [{ any: [is('any_phone', 6)] }, `${at}.any.0.$condition.value`],
    [{ any: [is('any_phone', ['x'], 'all_of')] }, `${at}.any.0.$condition.ope`],
    [{ any: Array.from({ length: 201 }, () => has('mail')) }, 'body.data.advanced_search.query'],
    [
      { any: Array.from({ length: 101 }, () => ({ all: [has('mail'), has('mail')] })) },
      'body.data.advanced_search.query',
    ],
    [
      { any: Array.from({ length: 5 }, () => is('mail', Array(401).fill('x'), 'any_of')) },
      'body.data.advanced_search.query',
    ],
  ]
  for (const [part, location] of wrong)
    test(`${JSON.stringify(part).slice(0, 90)} is wrong at ${location.slice(at.length) || 'its root'}`, async () => {
      for (const path of ['/search', '/kpi'])
        assert.deepEqual(refusal(await app.as(cast.admin).post(path, { advanced_search: { query: all(part) } })), [
          422,
          'invalid_request',
          location,
        ])
    })

  test('may have four groups inside each other, and 200 conditions in all', async () => {
    assert.deepEqual(await names(nested(4)), ['Dov'])
    assert.deepEqual(await names(negated(4)), ['Dov'])
    const many = Array.from({ length: 100 }, (_, n) => ({
      all: [has('mail'), is('surname', n === 7 ? 'dov' : `x${n}`)],
    }))
    const query = all({ any: many })
    const { status, body, headers } = await app.as(cast.superadmin).post('/search', { advanced_search: { query } })
    assert.deepEqual([status, body.data?.total, headers.get('x-ratelimit-cost')], [200, 1, '101'])
  })

  test('counts any_phone as a condition on each of the two numbers', async () => {
    const phones = (count: number) => all({ any: Array.from({ length: count }, (_, n) => is('any_phone', `0472${n}`)) })
    const send = (count: number) =>
      app.as(cast.superadmin).post('/search', { advanced_search: { query: phones(count) } })
    const most = await send(100)
    assert.deepEqual([most.status, most.headers.get('x-ratelimit-cost')], [200, '101'])
    const over = await send(101)
    assert.deepEqual(refusal(over), [422, 'invalid_request', 'body.data.advanced_search.query'])
    assert.match(over.body.detail, /has 202 conditions/)
  })

  test('cannot be so deep that the server fails', async () => {
    for (const word of ['any', 'not']) {
      let part: object = has('mail')
      for (let depth = 0; depth < 2000; depth++) part = { [word]: word === 'not' ? part : [part] }
      const { status } = await app.as(cast.admin).post('/search', { advanced_search: { query: all(part) } })
      assert.ok(status === 422 || status === 400, String(status))
    }
  })
})

describe('any query with groups', () => {
  interface Person {
    surname: string
    city: string
    gender: string
    mobile: string
    phone: string
    black_list: boolean
    age_category: number
    birthdate: string | null
    tags: string[]
  }
  const person: fc.Arbitrary<Omit<Person, 'surname'>> = fc.record({
    city: fc.constantFrom('', 'Lyon', 'Paris', 'Lille'),
    gender: fc.constantFrom('', 'F', 'M'),
    mobile: fc.constantFrom('', '0612345678', '0699999999'),
    phone: fc.constantFrom('', '0472000001', '0612345678'),
    black_list: fc.boolean(),
    age_category: fc.constantFrom(0, 1, 2),
    birthdate: fc.constantFrom(null, '1970-01-01', '1990-06-15'),
    tags: fc.subarray(['press', 'member']),
  })
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
