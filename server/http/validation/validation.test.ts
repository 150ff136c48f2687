import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { instantOf, isMail } from '../../fields.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()
const admin = await aUser(app, await aSpace(app), { role: 'admin' })
const ask = app.as(admin)

describe('values of a body are never coerced', () => {
  for (const name of [null, true, 5, ['North'], { a: 1 }]) {
    test(`${JSON.stringify(name)} is not a name`, async () => {
      const { status, body } = await ask.post('/teams', { team: { name } })
      assert.equal(status, 422)
      assert.equal(body.errors[0].location, 'body.data.team.name')
      assert.match(body.errors[0].message, /^must be a text, not |^must be a text$/)
    })
  }
  for (const id of [null, true, '5', [5], 1.5, -1, 0, 2 ** 53, 1e300]) {
    test(`${JSON.stringify(id)} is not an id`, async () => {
      assert.equal((await ask.post('/teams', { team: { name: 'x', users: [{ id }] } })).status, 422)
    })
  }
  test('a boolean is true or false and nothing else', async () => {
    for (const flag of ['true', 1, 0, null, ''])
      assert.equal((await ask.post('/teams', { team: { name: 'x', private: flag } })).status, 422)
  })
  test('unknown fields are ignored, so that a record can be sent back', async () => {
    const { status, body } = await ask.post('/teams', { team: { id: 99, name: 'Kept', nonsense: { deep: 1 } } })
    assert.equal(status, 200)
    assert.equal(body.data.team.nonsense, undefined)
    assert.notEqual(body.data.team.id, 99)
  })
})

describe('an invalid request gets an error that says what is wrong', () => {
  test('every error of a small body is listed', async () => {
    const { body } = await ask.post('/teams', { team: { name: '', private: 'yes', users: [{ id: 'x' }] } })
    assert.deepEqual(body.errors.map((fault: any) => fault.location).sort(), [
      'body.data.team.name',
      'body.data.team.private',
      'body.data.team.users.0.id',
    ])
  })
  test('a missing field is named', async () => {
    const { body } = await ask.post('/teams', { team: {} })
    assert.deepEqual(body.errors, [{ location: 'body.data.team.name', message: 'is required', value: null }])
    assert.equal(body.detail, 'body.data.team.name is required.')
  })
  test('many errors make a short response', async () => {
    const { status, text } = await ask.post('/teams', {
      team: { name: 'x', users: Array.from({ length: 50_000 }, () => ({ id: 'x' })) },
    })
    assert.equal(status, 422)
    assert.ok(text.length < 5000)
  })
  test('the value is echoed, but never a long text', async () => {
    const { body } = await ask.get(`/users?limit=${'x'.repeat(300)}`)
    assert.ok(body.errors[0].value.length <= 101)
  })
})

describe('queries and paths are parsed from text', () => {
  for (const limit of ['0', '-1', 'abc', '1.5', '', '1&limit=2']) {
    test(`limit=${limit} is refused`, async () => {
      const { status, body } = await ask.get(`/users?limit=${limit}`)
      assert.equal(status, 422)
      assert.equal(body.errors[0].location, 'query.limit')
    })
  }
  for (const path of [
    '/teams/0',
    '/teams/abc',
    '/teams/1.5',
    '/teams/-1',
    '/teams/9007199254740993',
    '/users/-1',
    '/users/1e400',
  ]) {
    test(`${path} is refused`, async () => assert.equal((await ask.get(path)).status, 422))
  }
})

describe('hostile bodies', () => {
  const cases: Record<string, string> = {
    'nesting 5000 deep': `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    'nesting 40 deep in a dropped field': `{"data":{"team":{"name":"x","more":${'['.repeat(40)}${']'.repeat(40)}}}}`,
    'NUL in a text': '{"data":{"team":{"name":"a\\u0000b"}}}',
    'a lone surrogate': '{"data":{"team":{"name":"a\\ud800b"}}}',
    'a field named __proto__': '{"data":{"team":{"name":"x","__proto__":{"private":true}}}}',
    'a NUL in a field name': '{"data":{"team":{"name":"x","a\\u0000":1}}}',
  }
  for (const [what, body] of Object.entries(cases)) {
    test(`${what}: 422, never 500`, async () => {
      const answer = await ask.send('POST', '/teams', { body })
      assert.equal(answer.status, 422, answer.text)
      assert.equal(answer.body.code, 'invalid_request')
    })
  }
  test('NUL in a query is refused', async () => assert.equal((await ask.get('/users?limit=1%00')).status, 422))

  test('no body causes a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 5 }), async body => {
        const answer = await ask.send('POST', '/teams', { body: `{"data":{"team":${body}}}` })
        assert.ok([200, 422].includes(answer.status), `${answer.status} for ${body}`)
      }),
      { numRuns: runs(200), seed: 7 },
    )
  })
})

describe('timestamps', () => {
  test('with any offset are the same instant in UTC', () => {
    assert.equal(instantOf('2026-05-01T18:30:00+02:00'), '2026-05-01T16:30:00.000Z')
    assert.equal(instantOf('2026-05-01t16:30:00.5z'), '2026-05-01T16:30:00.500Z')
    assert.equal(instantOf('2026-05-01'), '2026-05-01T00:00:00.000Z')
    assert.equal(instantOf('2024-02-29'), '2024-02-29T00:00:00.000Z')
  })
  test('that do not exist are refused', () => {
    for (const text of [
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-05-01T24:00:00Z',
      '2026-05-01T10:60:00Z',
      '2026-05-01T10:00:00',
      '2026-05-01T10:00:00+25:00',
      '0000-01-01',
      'yesterday',
      '',
      '20260501',
      '2026-5-1',
      '9999-12-31T23:59:59-05:00',
      'infinity',
    ]) {
      assert.equal(instantOf(text), undefined, text)
    }
  })
  test('survive a round trip', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }), date => {
        assert.equal(instantOf(date.toISOString()), date.toISOString())
      }),
    )
  })
})

test('only valid mail addresses are accepted', () => {
  for (const text of [
    'a@b.co',
    'first.last+tag@sub.example.org',
    "o'brien@example.ie",
    'élodie@exemple.fr',
    'x@münchen.de',
  ])
    assert.ok(isMail(text), text)
  for (const text of [
    '',
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a b@c.de',
    'a@b..co',
    '.a@b.co',
    'a.@b.co',
    'a@-b.co',
    'a@b.co\n',
    'a@b@c.de',
    'a@b.c',
  ]) {
    assert.ok(!isMail(text), text)
  }
})

test('a number beyond the range of numbers is refused, and not stored as null', async () => {
  const body = '{"data":{"team":{"name":"Far","address":{"score":1e400}}}}'
  const { status, body: problem } = await app.as(admin).send('POST', '/teams', { body })
  assert.deepEqual([status, problem.errors?.[0].location], [422, 'body.data.team.address.score'])
})

test('a name is one line, so that it cannot forge a line of a mail or log', async () => {
  for (const name of ['a\nb', 'a\r\nhttps://evil.example/', '\t', '\u0085'])
    assert.equal((await app.as(admin).post('/teams', { team: { name } })).status, 422, JSON.stringify(name))
})

test('a deeply nested body with long numbers is refused as too deep', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const body = `{"data":{"team":{"name":"a","y":1.0,"x":${deep}}}}`
  const { status, body: problem } = await app.as(admin).send('POST', '/teams', { body })
  assert.equal(status, 422)
  assert.match(problem.detail, /nested deeper/)
})

test('a body in another charset or compressed is a 415', async () => {
  const body = JSON.stringify({ data: { team: { name: 'a' } } })
  for (const headers of [
    { 'content-type': 'application/json; charset=iso-8859-1' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ])
    assert.equal((await app.as(admin).send('POST', '/teams', { body, headers })).status, 415)
  const accepted = await app
    .as(admin)
    .send('POST', '/teams', { body, headers: { 'content-type': 'application/json; charset=UTF-8' } })
  assert.equal(accepted.status, 200)
})
