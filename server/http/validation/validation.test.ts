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

/** Sends a team with these fields. */
const send = (fields: object) => ask.post('/teams', { team: { name: 'x', ...fields } })

describe('values of a body are never coerced', () => {
  const wrong: Record<string, [make: (value: unknown) => object, values: unknown[], location?: string]> = {
    name: [name => ({ name }), [null, true, 5, ['North'], { a: 1 }], 'body.data.team.name'],
    id: [id => ({ users: [{ id }] }), [null, true, '5', [5], 1.5, -1, 0, 2 ** 53, 1e300], 'body.data.team.users.0.id'],
    boolean: [flag => ({ private: flag }), ['true', 1, 0, null, ''], 'body.data.team.private'],
    // It could forge a line of a mail or log.
    'name of one line': [name => ({ name }), ['a\nb', 'a\r\nhttps://evil.example/', '\t', '\u0085']],
  }
  for (const [kind, [make, values, location = 'body.data.team.name']] of Object.entries(wrong))
    for (const value of values)
      test(`${JSON.stringify(value)} is not a ${kind}`, async () => {
        const { status, body } = await send(make(value))
        assert.deepEqual([status, body.errors[0].location], [422, location])
        if (kind === 'name') assert.match(body.errors[0].message, /^must be a text, not |^must be a text$/)
      })

  test('unknown fields are ignored, so that a record can be sent back', async () => {
    const { status, body } = await send({ id: 99, name: 'Kept', nonsense: { deep: 1 } })
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
  const paths = '/teams/0 /teams/abc /teams/1.5 /teams/-1 /teams/9007199254740993 /users/-1 /users/1e400'.split(' ')
  const limits = ['0', '-1', 'abc', '1.5', '', '1&limit=2', '1%00'].map(limit => `/users?limit=${limit}`)
  for (const path of [...limits, ...paths])
    test(`${path} is refused`, async () => {
      const { status, body } = await ask.get(path)
      assert.deepEqual([status, body.errors[0].location], [422, path.includes('?') ? 'query.limit' : 'path.id'])
    })
})

describe('hostile bodies', () => {
  const cases: Record<string, string> = {
    'nesting 5000 deep': `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    'nesting 40 deep in a dropped field': `{"data":{"team":{"name":"x","more":${'['.repeat(40)}${']'.repeat(40)}}}}`,
    'NUL in a text': '{"data":{"team":{"name":"a\\u0000b"}}}',
    'a lone surrogate': '{"data":{"team":{"name":"a\\ud800b"}}}',
    'a field named __proto__': '{"data":{"team":{"name":"x","__proto__":{"private":true}}}}',
    'a NUL in a field name': '{"data":{"team":{"name":"x","a\\u0000":1}}}',
    'a number beyond the range of numbers': '{"data":{"team":{"name":"Far","address":{"score":1e400}}}}',
    'nesting 200 000 deep beside a long number': `{"data":{"team":{"name":"a","y":1.0,"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}}}`,
  }
  for (const [what, body] of Object.entries(cases)) {
    test(`${what}: 422, never 500`, async () => {
      const answer = await ask.send('POST', '/teams', { body })
      assert.equal(answer.status, 422, answer.text)
      assert.equal(answer.body.code, 'invalid_request')
    })
  }
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
    const days = '2026-02-30 2025-02-29 2026-13-01 2026-00-10 0000-01-01 20260501 2026-5-1 yesterday infinity'
    const times = '24:00:00Z 10:60:00Z 10:00:00 10:00:00+25:00'.split(' ').map(time => `2026-05-01T${time}`)
    for (const text of [...days.split(' '), ...times, '', '9999-12-31T23:59:59-05:00'])
      assert.equal(instantOf(text), undefined, text)
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
  const valid = "a@b.co first.last+tag@sub.example.org o'brien@example.ie élodie@exemple.fr x@münchen.de"
  for (const text of valid.split(' ')) assert.ok(isMail(text), text)
  const wrong = 'a a@b @b.co a@ a@b..co .a@b.co a.@b.co a@-b.co a@b@c.de a@b.c'
  for (const text of [...wrong.split(' '), '', 'a b@c.de', 'a@b.co\n']) assert.ok(!isMail(text), text)
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
