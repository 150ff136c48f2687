import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, describe, test } from 'node:test'
import { ApiError, ConnectionError, connect, type ListName } from './client.ts'
import { routes } from './operations.ts'

// Responses that are late, wrong or missing. Each test defines what its server sends.

type Reply = (url: URL, init: RequestInit) => Response | Promise<Response>

const requests: { url: URL; init: RequestInit }[] = []
const waits: number[] = []

/** A client whose server sends these responses in turn and repeats the last. Pauses are recorded and skipped. */
function clientOf(...replies: Reply[]) {
  requests.length = waits.length = 0
  const sleep = async (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    waits.push(ms)
  }
  const answer = async (address: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(address))
    requests.push({ url, init })
    return (replies.length > 1 ? replies.shift()! : replies[0]!)(url, init)
  }
  return connect({ url: 'https://muster.example.org', sleep, fetch: answer as typeof fetch })
}

const json =
  (body: unknown, status = 200, headers = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const connectionLost = () => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
}
/** A server that never responds. */
const neverReplies: typeof fetch = (_, init) =>
  new Promise((_, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)))
const keyOf = ({ init }: { init: RequestInit }) => new Headers(init.headers).get('idempotency-key')
const team = { data: { team: { name: 'Harbour' } } }

describe('retries', () => {
  test('wait at least as long as Retry-After', async () => {
    await clientOf(json({}, 503, { 'retry-after': '7' }), json({}, 429, { 'retry-after': '20' }), json({})).me.read()
    assert.equal(waits.length, 2)
    assert.ok(waits[0]! >= 7000 && waits[1]! >= 20_000, String(waits))
  })

  test('accept a date in Retry-After', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString()
    await clientOf(json({}, 503, { 'retry-after': date }), json({})).me.read()
    assert.ok(waits[0]! > 25_000 && waits[0]! <= 30_000, String(waits))
  })

  test('do not wait an hour: the error is thrown at once', async () => {
    const muster = clientOf(json({ code: 'unavailable' }, 503, { 'retry-after': '3600' }))
    await assert.rejects(muster.me.read(), (error: ApiError) => error.retry_after_s === 3600)
    assert.equal(requests.length, 1)
  })

  test('end after four attempts, with the error of the last one', async () => {
    await assert.rejects(clientOf(connectionLost).me.read(), (error: ConnectionError) => {
      assert.ok(error instanceof ConnectionError)
      assert.equal(error.message, 'https://muster.example.org did not answer (ECONNRESET).')
      return true
    })
    assert.equal(requests.length, 4)
    await assert.rejects(clientOf(json({}, 502)).me.read(), (error: ApiError) => error.status === 502)
    assert.equal(requests.length, 4)
  })

  test('keep the idempotency key of a write, generated or given', async () => {
    await clientOf(connectionLost, json({}, 504), json({})).teams.create(team as never)
    assert.equal(new Set(requests.map(keyOf)).size, 1)
    assert.match(keyOf(requests[0]!)!, /^[\w-]{32,}$/)
    await clientOf(json({})).teams.create(team as never, { idempotency_key: 'mine' })
    assert.equal(keyOf(requests[0]!), 'mine')
    await clientOf(json({})).me.read()
    assert.equal(keyOf(requests[0]!), null)
  })

  for (const status of [400, 401, 403, 404, 409, 412, 413, 422, 500])
    test(`do not follow a ${status}`, async () => {
      await assert.rejects(clientOf(json({}, status)).teams.create(team as never), (error: ApiError) => {
        assert.deepEqual([error.status, error.code], [status, 'unknown'])
        return true
      })
      assert.equal(requests.length, 1)
    })

  test('repeat a request whose response breaks off', async () => {
    const torn = () => new Response('{"sta', { headers: { 'content-type': 'application/json' } })
    assert.deepEqual(await clientOf(torn, json({ status: 'success' })).me.read(), { status: 'success' })
  })

  test('an HTML error page of a proxy is an ApiError', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    await assert.rejects(clientOf(page).me.read(), (error: ApiError) => error.code === 'unknown')
    await assert.rejects(clientOf(json(null, 404)).me.read(), (error: ApiError) => error.status === 404)
  })
})

describe('aborting', () => {
  test('ends a running request', async () => {
    const controller = new AbortController()
    const pending = clientOf((_, init) => neverReplies('', init)).me.read({}, { signal: controller.signal })
    controller.abort(new Error('enough'))
    await assert.rejects(pending, /enough/)
    assert.equal(requests.length, 1)
  })

  test('ends a pause, whether aborted before or during it', async () => {
    for (const end of [(abort: () => void) => abort(), setImmediate]) {
      const controller = new AbortController()
      let count = 0
      const answer = async () => {
        count++
        end(() => controller.abort(new Error('enough')))
        return json({}, 503, { 'retry-after': '60' })()
      }
      const muster = connect({ url: 'https://muster.example.org', fetch: answer as typeof fetch })
      await assert.rejects(muster.me.read({}, { signal: controller.signal }), /enough/)
      assert.equal(count, 1)
    }
  })

  test('a server that accepts the request and never responds runs into the timeout', async () => {
    const silent = createServer(() => {})
    after(() => silent.close().closeAllConnections())
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const muster = connect({ url: `http://127.0.0.1:${port}`, timeout_ms: 20, attempts: 1 })
    await assert.rejects(muster.me.read(), (error: ConnectionError) => /took too long/.test(error.message))
  })
})

test('attempts and the timeout can be set for one call', async () => {
  await assert.rejects(clientOf(connectionLost).me.read({}, { attempts: 2 }), ConnectionError)
  assert.equal(requests.length, 2)
  const patient = connect({ url: 'https://muster.example.org', timeout_ms: 600_000, attempts: 1, fetch: neverReplies })
  await assert.rejects(patient.me.read({}, { timeout_ms: 5 }), /took too long/)
})

test('wrong options are errors before anything is sent', () => {
  const url = 'https://muster.example.org'
  for (const wrong of [undefined, '', 'muster.example.org', '/api', 'ftp://muster.example.org', 'https://'])
    assert.throws(() => connect({ url: wrong as string }), /url must be the address of your server/)
  assert.throws(() => connect({ url, timeout_ms: 0 }), /timeout_ms must be a positive number, and is 0/)
  assert.throws(() => connect({ url, attempts: 0 }), /attempts must be 1 or more, and is 0/)
})

test('a missing path parameter is an error before anything is sent', async () => {
  await assert.rejects(clientOf(json({})).teams.read({} as never), /teams\.read needs id/)
  assert.equal(requests.length, 0)
})

describe('paging', () => {
  const everything = Array.from({ length: 23 }, (_, id) => ({ id }))
  const envelopes = {
    'an array': (rows: unknown[]) => rows,
    data: (rows: unknown[], next_cursor: unknown) => ({ data: rows, next_cursor }),
    'a name in data': (rows: unknown[], next_cursor: unknown) => ({ data: { count: 23, rows, next_cursor } }),
    'a cursor next to data': (rows: unknown[], next_cursor: unknown) => ({ data: { rows }, next_cursor }),
  }
  const lists = (Object.keys(routes) as ListName[]).filter(name =>
    (routes[name] as readonly string[]).includes('limit'),
  )

  for (const [where, envelope] of Object.entries(envelopes))
    test(`every item is returned once and in order, in ${where}`, async () => {
      for (const name of lists) {
        const byCursor = (routes[name] as readonly string[]).includes('cursor')
        if (byCursor && where === 'an array') continue
        const muster = clientOf(url => {
          const limit = Number(url.searchParams.get('limit'))
          const from = Number(url.searchParams.get(byCursor ? 'cursor' : 'offset'))
          const next = from + limit < everything.length ? String(from + limit) : null
          return json(envelope(everything.slice(from, from + limit), next))()
        })
        const seen: unknown[] = []
        for await (const row of muster.each(name, { id: 1, type: 'x', limit: 5 } as never)) seen.push(row)
        assert.deepEqual(seen, everything, name)
        assert.equal(requests.length, 5, name)
      }
    })

  test('an iteration that stops early requests no further page', async () => {
    const muster = clientOf(json({ data: { contacts: [{ id: 1 }, { id: 2 }] }, next_cursor: 'more' }))
    for await (const _ of muster.each('contacts.list')) break
    assert.equal(requests.length, 1)
  })

  test('a cursor that does not advance ends the iteration', async () => {
    const muster = clientOf(json({ data: { contacts: [{ id: 1 }] }, next_cursor: 'again' }))
    const seen = await Array.fromAsync(muster.pages('contacts.list'))
    assert.equal(seen.length, 2)
  })
})

describe('a file', () => {
  test('is streamed as bytes without a timeout', async () => {
    const muster = clientOf(() => new Response('id;amount\n'))
    const chunks = await Array.fromAsync(await muster.stream('transaction_bundles.export', {}))
    assert.equal(Buffer.concat(chunks).toString(), 'id;amount\n')
  })

  test('that is uploaded gets additional time for its size', async () => {
    const reading = connect({ url: 'https://muster.example.org', timeout_ms: 5, attempts: 1, fetch: neverReplies })
    const uploading = connect({
      url: 'https://muster.example.org',
      timeout_ms: 5,
      attempts: 1,
      fetch: slow as typeof fetch,
    })
    // Responds only after a request that started later has timed out.
    async function slow(_: unknown, { signal }: RequestInit) {
      await assert.rejects(reading.me.read(), ConnectionError)
      signal?.throwIfAborted()
      return json({ data: { id: 1 } })()
    }
    for (const file of [new Blob(['x'.repeat(1_000_000)]), 'x'.repeat(1_000_000)])
      assert.deepEqual(await uploading.imports.upload({ name: 'people.csv', file }), { data: { id: 1 } })
  })

  test('is sent with the content type of its operation', async () => {
    const file = new Blob(['x'])
    await clientOf(json({})).imports.upload({ name: 'people.csv', file })
    assert.equal(new Headers(requests[0]!.init.headers).get('content-type'), 'text/csv')
    await clientOf(json({})).bank_statements.upload({ name: 'may.xml', file })
    assert.equal(new Headers(requests[0]!.init.headers).get('content-type'), 'application/octet-stream')
  })

  test('that the server refuses is an ApiError', async () => {
    await assert.rejects(clientOf(json({ code: 'forbidden' }, 403)).stream('transaction_bundles.export', {}), ApiError)
  })
})
