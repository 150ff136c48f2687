import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { resourcesOf } from '../app.ts'
import { startTestApp } from '../test/harness.ts'
import { aSpace, aUser } from '../test/people.ts'
import { messages } from './validation/validation_messages.ts'

const app = await startTestApp()
const admin = await aUser(app, await aSpace(app), { role: 'admin' })
const chief = await aUser(app, admin.space, { role: 'superadmin' })

describe('every refusal is a problem of the one shape', () => {
  const cases: [string, number, string, () => ReturnType<typeof ask>][] = [
    ['an address where nothing is', 404, 'not_found', () => ask('GET', '/nothing')],
    ['an address that is no URL', 400, 'bad_request', () => ask('GET', '/teams/%E0%A4%A')],
    ['a part of the address that is too long', 414, 'uri_too_long', () => ask('GET', `/teams/${'9'.repeat(600)}`)],
    ['a method the address does not take', 405, 'method_not_allowed', () => ask('PUT', '/teams')],
    ['a body that is not JSON', 400, 'invalid_json', () => ask('POST', '/teams', { body: '{"data":' })],
    [
      'an empty body',
      400,
      'invalid_json',
      () => ask('POST', '/teams', { body: '', headers: { 'content-type': 'application/json' } }),
    ],
    ['no body at all', 422, 'invalid_request', () => ask('POST', '/teams')],
    [
      'a body that is too large',
      413,
      'too_large',
      () => ask('POST', '/teams', { body: `{"data":"${'x'.repeat(1_100_000)}"}` }),
    ],
    [
      'a body of another media type',
      415,
      'unsupported_media_type',
      () => ask('POST', '/teams', { body: '<a/>', headers: { 'content-type': 'text/xml' } }),
    ],
    [
      'a form where JSON is due',
      415,
      'unsupported_media_type',
      () => ask('POST', '/teams', { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ],
  ]
  for (const [what, status, code, run] of cases) {
    test(`${what} is a ${status} ${code}`, async () => {
      const answer = await run()
      assert.equal(answer.status, status, answer.text)
      assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
      assert.deepEqual(
        Object.keys(answer.body).filter(key => key !== 'errors'),
        ['type', 'title', 'status', 'code', 'detail', 'instance'],
      )
      assert.equal(answer.body.status, status)
      assert.equal(answer.body.code, code)
      assert.equal(answer.body.instance, answer.headers.get('x-request-id'))
      assert.doesNotMatch(answer.text, /node_modules|at \w+ \(|select |FST_ERR/)
      assert.match(answer.headers.get('x-ratelimit-limit') ?? '', /^burst:\d+;rate:\d+\.\d$/)
    })
  }

  test('a refused method names the ones that are taken', async () => {
    assert.equal((await ask('PUT', '/teams')).headers.get('allow'), 'GET, HEAD, POST, PATCH')
  })

  test('the explanation that a problem points to exists', async () => {
    const { body } = await ask('GET', '/nothing')
    const { text } = await app.as().get('/docs')
    assert.ok(text.includes(`id="${body.type.split('#')[1]}"`))
  })

  test('what is no HTTP at all is answered and the service lives on', async () => {
    assert.match(await raw('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 /)
    assert.equal((await app.as().get('/health')).status, 200)
  })
})

describe('every answer', () => {
  test('that leaves before the body has come ends the connection, which nobody can hold on to', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write('POST /teams HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{')
    const parts: Buffer[] = []
    for await (const part of socket) parts.push(part)
    assert.match(Buffer.concat(parts).toString(), /^HTTP\/1\.1 401 [\s\S]*connection: close/i)
  })

  test('carries the security headers', async () => {
    for (const path of ['/me', '/nothing', '/docs', '/health']) {
      const { headers } = await app.as(admin).get(path)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('cache-control'), 'private, no-cache')
    }
  })

  test('has a request id of its own', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await app.as(admin).get('/me')).headers.get('x-request-id')),
    )
    assert.equal(new Set(ids).size, 20)
  })
})

describe('tokens', () => {
  test('none, a wrong one and a mistyped one are 401, each with what to send', async () => {
    const mistyped = `${admin.token.slice(0, -1)}${admin.token.endsWith('A') ? 'B' : 'A'}`
    for (const token of [undefined, 'garbage', mistyped, `mus_p_${'A'.repeat(49)}`]) {
      const answer = await app.as(token === undefined ? undefined : { token }).get('/me')
      assert.equal(answer.status, 401)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm="muster"/)
    }
  })

  test('a token in the query is no token', async () => {
    assert.equal((await app.as().get(`/me?access_token=${admin.token}`)).status, 401)
  })

  test('another scheme than Bearer is refused', async () => {
    assert.equal((await app.as().get('/me', { authorization: `Basic ${admin.token}` })).status, 401)
  })

  test('strangers learn nothing about a body: 401 comes before 422', async () => {
    assert.equal((await app.as().send('POST', '/teams', { body: 'not json' })).status, 401)
  })
})

function ask(method: string, path: string, options: { body?: string; headers?: Record<string, string> } = {}) {
  return app.as(admin).send(method, path, options)
}

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let said = ''
    socket.on('data', chunk => {
      said += chunk
    })
    socket.on('close', () => resolve(said))
    socket.on('error', reject)
  })
}

describe('a request that two programs could read in two ways is refused', () => {
  const twice = async (path: string, ...lines: string[]) => {
    const method = path === '/teams' ? 'POST' : 'GET'
    const head = [`${method} ${path} HTTP/1.1`, 'Connection: close', ...lines].join('\r\n')
    return raw(`${head}\r\n\r\n`)
  }
  const bearer = `Authorization: Bearer ${admin.token}`
  const paths = ['/health', '/me', '/nowhere', '/oauth/jwks', '/oauth/authorize', '/.well-known/openid-configuration']

  for (const path of paths)
    test(`two Host headers on ${path}`, async () => {
      for (const second of ['Host: evil.example', 'host: x', 'HOST: x']) {
        const said = await twice(path, 'Host: x', second, bearer)
        assert.match(said, /^HTTP\/1\.1 400 /)
        assert.match(said, /more than one Host header/i)
        if (!path.includes('oauth') && !path.includes('openid')) assert.match(said, /application\/problem\+json/)
      }
    })

  test('a whole address in the first line is read as its path, and stands in no answer', async () => {
    const said = await twice('http://evil.example/.well-known/openid-configuration', 'Host: x')
    assert.match(said, /^HTTP\/1\.1 200 /)
    assert.ok(said.includes(`"${app.url}/oauth/authorize"`), said)
    assert.ok(!said.includes('evil.example'), said)
    assert.match(await twice('http://evil.example/me', 'Host: x', bearer), /^HTTP\/1\.1 200 /)
    assert.match(await twice('HTTP://evil.example?x=/me', 'Host: x', bearer), /^HTTP\/1\.1 (404|30\d) /)
    const ahead = await raw('HEAD http://evil.example/oauth/authorize HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    assert.match(ahead, /^HTTP\/1\.1 405 /)
  })

  const pairs: Record<string, [string, string]> = {
    Authorization: [bearer, 'Authorization: Bearer other'],
    'Idempotency-Key': ['Idempotency-Key: a', 'Idempotency-Key: b'],
    'Content-Type': ['Content-Type: application/json', 'Content-Type: text/plain'],
  }
  for (const [name, lines] of Object.entries(pairs))
    test(`two ${name} headers`, async () => {
      const said = await twice('/teams', 'Host: x', ...lines)
      assert.match(said, /^HTTP\/1\.1 400 /)
      assert.match(said, new RegExp(`more than one ${name} header`))
    })

  const smuggled: Record<string, string[]> = {
    'two lengths': ['Content-Length: 2', 'Content-Length: 3'],
    'a length and chunks': ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    'chunks announced twice': ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    'chunks that are not the last encoding': ['Transfer-Encoding: chunked, identity'],
    'a length that is no number': ['Content-Length: +2'],
  }
  for (const [name, lines] of Object.entries(smuggled))
    test(name, async () => {
      const said = await twice('/teams', 'Host: x', bearer, 'Content-Type: application/json', ...lines)
      assert.match(said, /^HTTP\/1\.1 400 /)
    })

  test('one Host header is served', async () => {
    assert.match(await twice('/me', 'Host: x', bearer), /^HTTP\/1\.1 200 /)
  })
})

describe('what is wrong with a request is told in words', () => {
  const contact = { contact: {} as object }
  const cases: [string, string, unknown, string][] = [
    ['/contacts', 'POST', { contact: { gender: 'X' } }, 'contact.gender must be one of M, F, O, or empty'],
    ['/contacts', 'POST', { contact: { mobile: 12 } }, 'contact.mobile must be a text, not a number'],
    ['/contacts', 'POST', { contact: { black_list: 'yes' } }, 'contact.black_list must be true or false, not a text'],
    [
      '/contacts',
      'POST',
      { contact: { age_category: '3' } },
      'contact.age_category must be a whole number, not a text',
    ],
    ['/contacts', 'POST', { contact: { age_category: 1.5 } }, 'contact.age_category must be a whole number'],
    ['/contacts', 'POST', { contact: { tags: [{ name: null }] } }, 'contact.tags.0.name must be a text, not null'],
    [
      '/contacts',
      'POST',
      { contact: { tags: [{ name: ' ' }] } },
      'contact.tags.0.name must be one line, and not blank',
    ],
    ['/contacts', 'POST', { contact: { address: 'Lyon' } }, 'contact.address must be an object, not a text'],
    [
      '/contacts',
      'POST',
      { contact: { birth_country: 'Atlantis' } },
      'contact.birth_country must be a country, by its code of ISO 3166, such as FR, or by its name',
    ],
    [
      '/contacts/upsert',
      'POST',
      { consents: [{ label: 'x', value: {} }] },
      'consents.0.value must be a text, a number or an array, not an object',
    ],
    [
      '/contacts/upsert',
      'POST',
      { consents: [{ label: 'x', value: [true] }] },
      'consents.0.value.0 must be a text or a number',
    ],
    [
      '/v1/exports/contacts.csv',
      'POST',
      { reason: 'why', columns: ['mail', 'mail'] },
      'columns must not have the same item twice, as items 0 and 1 are',
    ],
    ['/users/role', 'PATCH', { user_id: 1 }, 'role_id is required'],
  ]
  for (const [path, method, data, sentence] of cases)
    test(sentence, async () => {
      const body = JSON.stringify({ kind: 'contact', data })
      const answer = await app.as(chief).send(method, path, { body })
      assert.deepEqual([answer.status, answer.body.detail], [422, `body.data.${sentence}.`])
    })

  for (const [body, sentence] of [
    [JSON.stringify(contact), 'body.data is required: what you send stands in it, as {"data": {…}}.'],
    ['[]', 'body must be a JSON object, such as {"data": {…}}.'],
    [JSON.stringify({ kind: 'person', data: {} }), 'body.kind must be "contact".'],
    [
      '{"data":{"contact":{"age_category":9007199254740993}}}',
      'body.data.contact.age_category must be a number of at most 9007199254740991, or it could not be kept exactly.',
    ],
  ] as const)
    test(sentence, async () => {
      const path = body.includes('person') ? '/contacts/upsert' : '/contacts'
      assert.equal((await app.as(admin).send('POST', path, { body })).body.detail, sentence)
    })

  test('there are words of ours, whatever rule a schema has', () => {
    const said = [...Object.keys(messages), 'type', 'anyOf']
    // What a validator only reads, and what it does not mind because unknown fields are dropped.
    const silent =
      `default description title additionalProperties properties items patternProperties x-raw-json expects`.split(' ')
    const rules = new Set<string>()
    const patterns: { pattern: string; expects?: string; description?: string }[] = []
    const look = (schema: any, named: boolean): void => {
      if (schema === null || typeof schema !== 'object') return
      if (!named && !Array.isArray(schema)) for (const rule of Object.keys(schema)) rules.add(rule)
      if (!named && typeof schema.pattern === 'string') patterns.push(schema)
      for (const [key, part] of Object.entries(schema)) look(part, !named && /^(patternP|p)roperties$/.test(key))
    }
    for (const { operations } of resourcesOf())
      for (const { definition } of Object.values(operations))
        for (const part of ['params', 'query', 'body', 'merge', 'bodyExtras'] as const)
          look(definition[part] ?? {}, true)
    assert.deepEqual(
      [...rules].filter(rule => /^[a-z]/.test(rule) && ![...said, ...silent].includes(rule)),
      [],
    )
    for (const { pattern, expects, description } of patterns)
      if (!expects) assert.match(description!, /^(An?|One|Decimal) /, pattern)
  })
})
