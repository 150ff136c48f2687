import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'
import { aScratchApp } from '../../test/scratch_app.ts'
import { checkJsonSize, members_max, values_max } from '../validation/body_size.ts'
import { depth_max } from '../validation/validation.ts'

const limited = async (RATE_BURST: string) =>
  startTestApp({ same_database_as: await aScratchApp(), env: { RATE_BURST, RATE_PER_SECOND: '0.001', JOBS: 'off' } })
const [app, small] = [await limited('120'), await limited('5')]
const space = await aSpace(app)
const someone = () => aUser(app, space, { role: 'admin' })
const cost = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-cost'))
const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'))

const condition = (n: number) => ({ $condition: { attr: 'tags', ope: 'contains', value: `tag ${n}` } })
const conditions = (count: number) => ({
  $all: [{ $at_least_one: Array.from({ length: count }, (_, n) => condition(n)) }],
})
const search = (query: object, more = {}) => ({ advanced_search: { query, ...more } })

describe('the cost of a request', () => {
  test('a search costs by its conditions, and is refused with Retry-After when too little is left', async () => {
    const admin = app.as(await someone())
    const few = await admin.post('/search', search(conditions(1)))
    assert.deepEqual([few.status, cost(few), left(few)], [200, 1, 119])
    const many = await admin.post('/search', search(conditions(200)))
    assert.deepEqual([many.status, cost(many), left(many)], [200, 101, 18])
    const refused = await admin.post('/kpi', search(conditions(200)))
    assert.deepEqual([...refusal(refused), left(refused)], [429, 'rate_limited', 17])
    assert.ok(Number(refused.headers.get('retry-after')) > 1)
    assert.equal((await admin.post('/search', search(conditions(2)))).status, 200)
  })

  test('a search with groups costs by the conditions in them', async () => {
    const pairs = Array.from({ length: 30 }, (_, n) => ({ not: { any: [condition(n), { all: [condition(n)] }] } }))
    const query = { $all: [{ $all: [{ any: pairs }] }] }
    assert.equal(cost(await app.as(await someone()).post('/kpi', search(query))), 31)
  })

  test('a search costs by the values it compares with', async () => {
    const value = Array.from({ length: 500 }, (_, n) => `mail${n}@example.org`)
    const query = { $all: [{ $all: [{ $condition: { attr: 'mail', ope: 'any_of', value } }] }] }
    assert.equal(cost(await app.as(await someone()).post('/search', search(query))), 11)
  })

  test('a page costs by its size: up to a hundred rows are free', async () => {
    const admin = app.as(await someone())
    const pages = ['', '?limit=1', '?limit=101', '?limit=1000', '?limit=99999'].map(query => `/contacts${query}`)
    assert.deepEqual(await Promise.all(pages.map(async path => cost(await admin.get(path)))), [1, 1, 2, 10, 10])
    assert.equal(cost(await admin.post('/search', search(conditions(1), { per_page: 1000 }))), 10)
    for (const path of ['/teams', '/users', '/teams/public'])
      assert.equal(cost(await admin.get(path)), 1, `${path} is whole unless asked otherwise`)
  })

  test('a body costs by its bytes, also when it is refused', async () => {
    const admin = app.as(await someone())
    const sent = await admin.post('/teams', { team: { name: 'x', description: 'y'.repeat(100_000) } })
    assert.deepEqual([sent.status, cost(sent)], [422, 7])
  })

  test('no request costs more than the burst, so none is refused for ever', async () => {
    const answer = await small.as(await someone()).get('/contacts?limit=1000')
    assert.deepEqual([answer.status, cost(answer), left(answer)], [200, 5, 0])
  })
})

describe('the limit of requests', () => {
  test('a token may burst, is then refused with Retry-After, and other tokens are not', async () => {
    const [greedy, modest] = [await aUser(app, space), await aUser(app, space)]
    for (let remaining = 4; remaining >= 0; remaining--) {
      const answer = await small.as(greedy).get('/me')
      assert.deepEqual([answer.status, cost(answer), left(answer)], [200, 1, remaining])
      assert.equal(answer.headers.get('x-ratelimit-limit'), 'burst:5;rate:0.0')
    }
    const refused = await small.as(greedy).get('/me')
    assert.deepEqual([...refusal(refused), left(refused)], [429, 'rate_limited', 0])
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.equal((await small.as(modest).get('/me')).status, 200)
  })

  test('without a token the IP address is limited, also for invalid tokens; health is free', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await small.as({ token: `mus_p_guess${n}` }).get('/me')).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429])
    assert.equal((await small.as().get('/health')).status, 200)
  })
})

describe('a page of the default size', () => {
  test('does not wait for a slow search of the same space', async () => {
    const [searching, reading] = [app.as(await someone()), app.as(await someone())]
    const slow = app.owner.begin(async sql => {
      await sql`lock table contacts in access exclusive mode`
      const searched = searching.post('/search', search(conditions(1)))
      await eventually(async () => (await sql`select from pg_locks where not granted`).length > 0)
      for (const path of ['/teams', '/users', '/roles']) assert.equal((await reading.get(path)).status, 200, path)
      return { searched }
    })
    assert.equal((await (await slow).searched).status, 200)
  })
})

describe('a query is limited', () => {
  test('to 200 conditions in all nodes together', async () => {
    const admin = app.as(await someone())
    const query = { $all: [...conditions(100).$all, ...conditions(101).$all] }
    const refused = await admin.post('/search', search(query))
    assert.deepEqual(refusal(refused), [422, 'invalid_request', 'body.data.advanced_search.query'])
    assert.match(refused.body.detail, /has 201 conditions; 200 are the most/)
  })

  test('to 2 000 values in all conditions together', async () => {
    const value = Array.from({ length: 401 }, (_, n) => n)
    const query = {
      $all: [{ $all: Array.from({ length: 5 }, () => ({ $condition: { attr: 'id', ope: 'any_of', value } })) }],
    }
    const refused = await app.as(await someone()).post('/kpi', search(query))
    assert.match(refused.body.detail, /has 2005 values to compare with; 2000 are the most/)
  })
})

describe('a body with too many values is refused before it is parsed', () => {
  const bodies: [string, unknown, RegExp][] = [
    [
      'many unknown fields',
      Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`k${n}`, 1])),
      /body must not contain an object with more than 1000 fields/,
    ],
    [
      'many numbers',
      { team: { name: 'x', users: Array(50_000).fill(1.5) } },
      /body must not contain more than 25000 values/,
    ],
    ['deep nesting', JSON.parse('['.repeat(3000) + ']'.repeat(3000)), /body must not be nested deeper than 32 levels/],
  ]
  for (const [name, data, sentence] of bodies)
    test(name, async () => {
      const refused = await app.as(await someone()).post('/teams', data)
      assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_request'])
      assert.match(refused.body.detail, sentence)
    })

  test('many fields of a form, also of a public form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = Array.from({ length: 100_000 }, (_, n) => `k${n}`).join('&')
    const refused = await fetch(`${app.url}/invitations/${'x'.repeat(43)}`, { method: 'POST', headers, body })
    assert.deepEqual([refused.status, cost(refused)], [422, 1 + Math.floor(body.length / 16384)])
    assert.match(await refused.text(), /body must not contain more than 100 fields/)
  })

  test('for any JSON, the count in the text equals the number of values', () => {
    const { object } = fc.letrec<{ value: unknown; object: unknown }>(tie => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', '[', '}', ']', 'a', '\u2028') }),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 20 }),
        tie('object'),
      ),
      object: fc.dictionary(fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', 'b') }), tie('value'), {
        maxKeys: 20,
      }),
    }))
    const padding = 'x'.repeat(6000)
    fc.assert(
      fc.property(object, fc.integer({ min: -3, max: 3 }), (value, off) => {
        const filled = [padding, value]
        const missing = values_max - countOf(filled) + off
        const text = JSON.stringify([...filled, ...Array(missing).fill(0)])
        if (off <= 0) checkJsonSize(text)
        else assert.throws(() => checkJsonSize(text), /more than 25000 values/)
      }),
      { numRuns: 50 },
    )
  })

  test('an object may have a thousand fields, and values may be nested up to the limit', () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`field ${n}`, n]))
    checkJsonSize(JSON.stringify([fields(members_max), fields(members_max)]))
    assert.throws(() => checkJsonSize(JSON.stringify({ a: fields(members_max + 1) })), /more than 1000 fields/)
    const nested = (levels: number) => `${'['.repeat(levels)}"${'x'.repeat(6000)}"${']'.repeat(levels)}`
    checkJsonSize(nested(depth_max))
    assert.throws(() => checkJsonSize(nested(depth_max + 1)), /nested deeper/)
  })
})

/** Values in all; an empty list or object counts as one with a value in it. */
function countOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1
  const parts = Object.values(value)
  return (
    1 +
    Math.max(
      1,
      parts.reduce((sum: number, part) => sum + countOf(part), 0),
    )
  )
}
