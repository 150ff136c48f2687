import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourcesOf } from '../../resources.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { calledByExistingClients, ignoresUnknownParameters } from './existing_clients.ts'

const app = await startTestApp()
const admin = await aUser(app, await aSpace(app), { role: 'admin' })
const ask = app.as(admin)
const operations = resourcesOf().flatMap(resource => Object.values(resource.operations))

describe('an unknown query parameter', () => {
  test('is refused by our own operations, with the nearest name and the list of all', async () => {
    const { status, body } = await ask.get('/v1/audit?user=1')
    assert.equal(status, 422)
    assert.equal(body.code, 'invalid_request')
    assert.deepEqual(body.errors, [
      {
        location: 'query.user',
        message:
          'is not a parameter of this operation. Did you mean user_id? ' +
          'It takes limit, sort, cursor, user_id, kind, subject, subject_id, changes_only, from and to',
        value: '1',
      },
    ])
    assert.equal(body.detail, `query.user ${body.errors[0].message}.`)
  })

  test('is refused without a suggestion when none is near', async () => {
    const { status, body } = await ask.get('/v1/statistics/money?team_id=1')
    assert.equal(status, 422)
    assert.equal(body.detail, 'query.team_id is not a parameter of this operation. It takes from and to.')
  })

  test('is refused by operations without parameters, and before anything is written', async () => {
    const { status, body } = await ask.send('POST', '/v1/saved_filters?dry_run=true', {
      body: JSON.stringify({ data: { name: 'North', query: { $all: [] } } }),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(status, 422)
    assert.match(body.detail, /^query\.dry_run is not a parameter of this operation\. It takes no query parameters\.$/)
    assert.deepEqual((await ask.get('/v1/saved_filters')).body.data, [])
  })

  test('is named even among many, and shortened when it is long', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `unknown${n}=1`).join('&')
    const { status, body } = await ask.get(`/v1/tags?${many}`)
    assert.equal(status, 422)
    assert.equal(body.errors.length, 20)
    const long = await ask.get(`/v1/tags?${'x'.repeat(3000)}=1`)
    assert.equal(long.status, 422)
    assert.ok(long.text.length < 1000)
  })

  test('does not reveal the parameters of an operation to a caller without a token', async () => {
    const { status, text } = await app.as().get('/v1/audit?user=1')
    assert.equal(status, 401)
    assert.doesNotMatch(text, /user_id/)
  })

  test('is ignored by the operations of existing clients, which send extra parameters', async () => {
    for (const path of [
      '/users',
      '/teams',
      '/teams/public',
      '/roles',
      '/actions',
      '/v1/transaction_statuses',
      '/health',
    ])
      assert.equal((await ask.get(`${path}?_=1700000000&include=all&team_id=1`)).status, 200, path)
    const { status } = await ask.send('POST', '/search?lang=fr', {
      body: JSON.stringify({ data: { advanced_search: {} } }),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(status, 200)
  })

  test('is ignored on HTML pages, since mail programs add parameters to links', async () => {
    assert.equal((await ask.get('/docs?utm_source=mail')).status, 200)
  })
})

test('operations refuse unknown parameters unless they are in the list for existing clients', () => {
  const names = operations.map(({ method, path }) => `${method} ${path}`)
  for (const name of calledByExistingClients) assert.ok(names.includes(name), `${name} is no operation`)
  const strict = operations.filter(operation => !ignoresUnknownParameters(operation))
  assert.ok(strict.length > 100)
  for (const { path, definition } of strict) assert.ok(definition.returns.media !== 'text/html', path)
})
