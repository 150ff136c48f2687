import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { eventually, startTestApp } from '../test/harness.ts'
import { aSpace, aUser } from '../test/people.ts'
import { longTest } from '../test/runs.ts'

const app = await startTestApp()
const admin = await aUser(app, await aSpace(app), { role: 'admin' })

test('a client that is refused early can send the rest of its body, and reads the response', async () => {
  const { hostname, port } = new URL(app.url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  const rest = Buffer.alloc(16 * 1024 * 1024)
  let seen = ''
  socket.setEncoding('utf8').on('data', part => {
    seen += part
  })
  socket.write(
    `POST /teams HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${rest.length}\r\n\r\n`,
  )
  await eventually(() => seen.includes('unauthenticated'))
  assert.match(seen, /^HTTP\/1\.1 401 .*connection: close/s)
  await new Promise<void>((resolve, reject) => socket.end(rest, (error?: Error) => (error ? reject(error) : resolve())))
  await once(socket, 'close')
})

test('a person who mistypes an address in a browser reads a page in their language', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'fr' }
  const response = await fetch(new URL('/no/such/page', app.url), { headers })
  assert.equal(response.status, 404)
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(await response.text(), /<h1>Page introuvable<\/h1>.*href="\/console\/"/s)
})

describe('every error is a problem document of one shape', () => {
  const typed = (type: string, body: string) => ({ body, headers: { 'content-type': type } })
  const cases: [string, number, string, string, string, Parameters<typeof ask>[2]?][] = [
    ['an unknown path', 404, 'not_found', 'GET', '/nothing'],
    ['an invalid path', 400, 'bad_request', 'GET', '/teams/%E0%A4%A'],
    ['a path segment that is too long', 414, 'uri_too_long', 'GET', `/teams/${'9'.repeat(600)}`],
    ['a method that the path does not support', 405, 'method_not_allowed', 'PUT', '/teams'],
    ['a body that is not JSON', 400, 'invalid_json', 'POST', '/teams', { body: '{"data":' }],
    ['an empty body', 400, 'invalid_json', 'POST', '/teams', typed('application/json', '')],
    ['no body at all', 422, 'invalid_request', 'POST', '/teams'],
    ['a body that is too large', 413, 'too_large', 'POST', '/teams', { body: `{"data":"${'x'.repeat(1_100_000)}"}` }],
    ['another media type', 415, 'unsupported_media_type', 'POST', '/teams', typed('text/xml', '<a/>')],
    ['a form', 415, 'unsupported_media_type', 'POST', '/teams', typed('application/x-www-form-urlencoded', 'a=b')],
  ]
  for (const [what, status, code, ...request] of cases) {
    test(`${what} is a ${status} ${code}`, async () => {
      const answer = await ask(...request)
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

  test('a refused method lists the allowed ones', async () => {
    assert.equal((await ask('PUT', '/teams')).headers.get('allow'), 'GET, HEAD, POST, PATCH')
  })

  test('the documentation that a problem links to exists', async () => {
    const { body } = await ask('GET', '/nothing')
    const { text } = await app.as().get('/docs')
    assert.ok(text.includes(`id="${body.type.split('#')[1]}"`))
  })

  test('invalid HTTP is answered, and the server keeps running', async () => {
    assert.match(await raw('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 /)
    assert.equal((await app.as().get('/health')).status, 200)
  })
})

describe('every response', () => {
  test('sent before the body has arrived closes the connection', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write('POST /teams HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{')
    const parts: Buffer[] = []
    for await (const part of socket) parts.push(part)
    assert.match(Buffer.concat(parts).toString(), /^HTTP\/1\.1 401 [\s\S]*connection: close/i)
  })

  test('has the security headers', async () => {
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
  test('a missing, wrong or mistyped one, another scheme than Bearer and a token in the query are a 401', async () => {
    const mistyped = `${admin.token.slice(0, -1)}${admin.token.endsWith('A') ? 'B' : 'A'}`
    const bearers = ['garbage', mistyped, `mus_p_${'A'.repeat(49)}`].map(token => `Bearer ${token}`)
    for (const [path, authorization] of [
      ['/me'],
      [`/me?access_token=${admin.token}`],
      ...[...bearers, `Basic ${admin.token}`].map(header => ['/me', header]),
    ] as [string, string?][]) {
      const { status, headers } = await app.as().get(path, authorization ? { authorization } : {})
      assert.equal(status, 401)
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer realm="muster"/)
    }
  })

  test('401 comes before 422: a caller without a token learns nothing about the body', async () => {
    assert.equal((await app.as().send('POST', '/teams', { body: 'not json' })).status, 401)
  })
})

function ask(method: string, path: string, options: { body?: string; headers?: Record<string, string> } = {}) {
  return app.as(admin).send(method, path, options)
}

describe('a body that does not arrive', () => {
  const head = `Host: x\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`

  longTest('within 15 seconds is refused with 408, and a long poll may take longer', async () => {
    const changes = (query: string) => app.as(admin).get(`/v1/changes?${query}`)
    let before = (await changes('from=now')).body
    do before = (await changes(`cursor=${before.next_cursor}&wait=2`)).body
    while (before.data.length > 0)
    const began_ms = performance.now()
    const [said, poll] = await Promise.all([
      raw(`POST /teams HTTP/1.1\r\n${head}`),
      changes(`cursor=${before.next_cursor}&wait=18`),
    ])
    assert.match(said, /^HTTP\/1\.1 408 /)
    assert.match(said, /"code":"request_timeout"/)
    assert.equal(poll.status, 200)
    assert.ok(performance.now() - began_ms > 17_000)
  })
})

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

describe('an ambiguous request is refused', () => {
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

  test('an absolute URL in the request line is read as its path, and is in no response', async () => {
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
    'two Content-Length headers': ['Content-Length: 2', 'Content-Length: 3'],
    'Content-Length and chunks': ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    'chunked announced twice': ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    'chunked that is not the last encoding': ['Transfer-Encoding: chunked, identity'],
    'a Content-Length that is no number': ['Content-Length: +2'],
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
