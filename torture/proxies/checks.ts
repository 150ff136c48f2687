import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Session } from '../../server/db/sql.ts'
import { eventually } from '../../server/test/eventually.ts'
import { demoOf } from '../../server/test/process.ts'
import { authorizePath, pkcePair } from '../../server/test/sign_in.ts'
import { space } from '../test_server.ts'
import { negotiate, open, type ProxyRequest, type ProxyResponse, send, sendHttp2, sendPlain } from './client.ts'
import type { ProxyPorts, RunningProxy } from './programs.ts'

/** Muster behind a running proxy. */
export interface ProxiedSite {
  ports: ProxyPorts
  proxy: RunningProxy
  token: string
  dataDir: string
  owner: Session
  /** The digest of the export that Muster sends without a proxy. */
  exportDigest: () => Promise<string>
}

const hsts = 'max-age=31536000'
const file_bytes_max = 100 * 1024 * 1024

const at = ({ ports, token }: ProxiedSite, path: string, more: Partial<ProxyRequest> = {}): ProxyRequest => ({
  port: ports.https,
  path,
  ...more,
  headers: { authorization: `Bearer ${token}`, ...more.headers },
})

const json = (data: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(data),
})

export const exportRequest = (token: string) => ({
  path: '/v1/exports/contacts.csv',
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ data: { reason: 'torture' } }),
})

/** Each check throws when its promise does not hold. */
export const checks: Record<string, (site: ProxiedSite) => Promise<void>> = {
  'plain HTTP not redirected': async ({ ports }) => {
    const { status, location } = await sendPlain(ports.http, '/console/people?page=2')
    assert.ok([301, 308].includes(status), `status ${status}`)
    assert.match(location ?? '', new RegExp(`^https://localhost(:${ports.https})?/console/people\\?page=2$`))
  },

  'wrong TLS version or protocol': async ({ ports }) => {
    assert.equal(await negotiate(ports.https, 'TLSv1.3', ['h2', 'http/1.1']), 'TLSv1.3 h2')
    assert.equal(await negotiate(ports.https, 'TLSv1.2', ['h2', 'http/1.1']), 'TLSv1.2 h2')
    assert.equal(await negotiate(ports.https, 'TLSv1.3', ['http/1.1']), 'TLSv1.3 http/1.1')
    assert.equal(await negotiate(ports.https, 'TLSv1.1', ['http/1.1']), undefined)
  },

  'HTTP/2 requests that failed': async site => {
    const { headers = {} } = at(site, '')
    const seen = await sendHttp2(at(site, '/me'))
    assert.equal(seen.status, 200, seen.text)
    assert.equal(seen.headers['strict-transport-security'], hsts)
    const made = await sendHttp2({
      ...at(site, '/teams', json({ data: { team: { name: `H2 ${site.proxy.name}` } } })),
      headers: { ...headers, 'content-type': 'application/json' },
    })
    assert.equal(made.status, 200, made.text)
  },

  'responses without exactly one HSTS header': async site => {
    for (const path of [
      '/health',
      '/me',
      '/nothing',
      '/console',
      '/docs',
      '/oauth/authorize',
      '/.well-known/openid-configuration',
    ])
      assertHsts(await send(at(site, path)), path)
    const without = await send({ port: site.ports.https, path: '/me' })
    assert.equal(without.status, 401)
    assertHsts(without, '/me without a token')
  },

  'events of a job that were held back': async site => {
    const id = await aJob(site)
    const { status, stream, count } = await open(
      at(site, `/v1/jobs/${id}/events`, { headers: { accept: 'text/event-stream' } }),
    )
    assert.equal(status, 200)
    assert.equal(count('strict-transport-security'), 1)
    let seen = ''
    stream.setEncoding('utf8').on('data', part => {
      seen += part
    })
    stream.on('error', () => {})
    // The job never ends, so a proxy that waits for more never shows these.
    await eventually(() => seen.includes('"done":0'))
    for (const done of [1, 2, 3]) {
      await site.owner`update jobs set done = ${done} where group_id = ${space} and id = ${id}`
      await site.owner`select pg_notify('muster', 'progress')`
      await eventually(() => seen.includes(`"done":${done}`))
    }
    stream.destroy()
    await site.owner`update jobs set state = 'cancelled' where group_id = ${space} and id = ${id}`
  },

  'long polls that were not answered': async site => {
    const first = JSON.parse((await send(at(site, '/v1/changes?from=now'))).text)
    const polling = send(at(site, `/v1/changes?wait=25&cursor=${encodeURIComponent(first.next_cursor)}`))
    const contact = { firstname: 'Long', surname: 'Poll' }
    const made = await send(at(site, '/contacts', json({ data: { contact } })))
    assert.equal(made.status, 200, made.text)
    const { status, text } = await polling
    assert.equal(status, 200, text)
    assert.ok(JSON.parse(text).data.length > 0, 'the poll ended without the event')
  },

  'downloads that differ': async site => {
    const request = { port: site.ports.https, ...exportRequest(site.token) }
    const got = await send(request)
    assert.equal(got.status, 200, got.text.slice(0, 500))
    assert.equal(digestOf(got.text), await site.exportDigest())
    const { text } = await sendHttp2(request)
    assert.equal(digestOf(text), await site.exportDigest())
  },

  'uploads that were refused or not limited': async site => {
    const path = '/v1/imports?name=Large'
    const headers = { 'content-type': 'text/csv' }
    const whole = await send(at(site, path, { method: 'POST', headers, body: Readable.from(fileOf(file_bytes_max)) }))
    assert.equal(whole.status, 200, whole.text)
    assert.equal(JSON.parse(whole.text).data.bytes, file_bytes_max)
    const announced = await send(
      at(site, path, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(file_bytes_max + 1) },
        body: Readable.from(pausedFile()),
      }),
    )
    assert.equal(announced.status, 413, announced.text)
    assert.equal(JSON.parse(announced.text).code, 'too_large')
  },

  'forged or unknown client addresses': async site => {
    const remaining = async (from: string, forged?: string) => {
      const headers = { ...(forged && { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged }) }
      const { header } = await send({ port: site.ports.https, path: '/me', from, headers })
      return Number(header('x-ratelimit-remaining'))
    }
    const [one, other] = [freshAddress(), freshAddress()]
    const full = await remaining(one)
    await remaining(one, '198.51.100.1')
    assert.ok((await remaining(one, '198.51.100.2')) < full, 'a forged address has a limit of its own')
    assert.equal(await remaining(other), full, 'all clients share one limit')
    await assertAddressOfSignIn(site, freshAddress())
  },

  'changes refused because a proxy altered the ETag': async site => {
    const made = await send(
      at(site, '/contacts', json({ data: { contact: { firstname: 'E', surname: 'Tag', addition: 'x'.repeat(100) } } })),
    )
    const { id } = JSON.parse(made.text).data.contact
    const read = await send(at(site, `/contacts/${id}`))
    const changed = await send(
      at(site, `/contacts/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json', 'if-match': read.header('etag') ?? '' },
        body: JSON.stringify({ data: { contact: { surname: 'Tagged' } } }),
      }),
    )
    const seen = `${read.header('content-encoding')} ${read.header('etag')}`
    assert.equal(changed.status, 200, `${seen}: ${changed.text}`)
    const again = await send(at(site, `/contacts/${id}`))
    const known = { 'if-none-match': again.header('etag') ?? '' }
    assert.equal((await send(at(site, `/contacts/${id}`, { headers: known }))).status, 304)
  },

  'secrets in the logs of the proxy': async site => {
    const secret = `secret${Math.random().toString(36).slice(2)}`
    await send(at(site, `/v1/find?q=${secret}`))
    for (const path of [`/invitations/${secret}`, `/password/${secret}`, `/account/address/${secret}`])
      await send({
        port: site.ports.https,
        path,
        headers: { cookie: `a=${secret}`, referer: `https://localhost/${secret}` },
      })
    await send(at(site, '/health'))
    await eventually(() => site.proxy.logs().includes('/health'))
    const logs = site.proxy.logs()
    assert.ok(logs.includes('/v1/find'), 'the access log lacks a request')
    assert.ok(
      !logs.includes(secret),
      logs.split('\n').find(line => line.includes(secret)),
    )
    assert.ok(!logs.includes(site.token), 'the token is in the log')
  },
}

export function assertHsts(response: Pick<ProxyResponse, 'header' | 'count'>, what: string) {
  assert.equal(
    response.count('strict-transport-security'),
    1,
    `${what}: sent ${response.count('strict-transport-security')} times`,
  )
  assert.equal(response.header('strict-transport-security'), hsts, what)
}

export const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

let addresses = 1
const freshAddress = () => `127.0.1.${++addresses}`

/** A job that no process claims. */
async function aJob({ owner }: ProxiedSite): Promise<number> {
  const [job] = await owner<{ id: number }[]>`
    insert into jobs (group_id, user_id, token_id, request, kind, subject_id, unit, total, next_attempt)
    select ${space}, min(id), 1, 'torture', 'import', 1, 'rows', 3, now() + interval '1 day' from users where group_id = ${space}
    returning id`
  assert.ok(job)
  return job.id
}

/** A CSV file of exactly this size. */
function* fileOf(bytes: number) {
  const head = 'firstname,surname,mail\n'
  const row = `Ada,${'L'.repeat(986)},ada@example.org\n`
  yield head
  let left = bytes - head.length
  const many = row.repeat(64)
  for (; left >= many.length; left -= many.length) yield many
  yield many.slice(0, left)
}

/** The start of a file, and no end. Caddy reads 256 kB after the response, and resets the connection of a client that sends more. */
async function* pausedFile() {
  yield* fileOf(128 * 1024)
  await new Promise(() => {})
}

/** Signs in; the mail about the new browser names the address of the client. */
async function assertAddressOfSignIn({ ports, dataDir, owner }: ProxiedSite, from: string) {
  await owner`delete from sign_in_attempts`
  const account = demoOf(dataDir).accounts.find(({ space_id }) => space_id === space)
  assert.ok(account)
  const jar = new Map<string, string>()
  const go = async (path: string, fields?: Record<string, string>) => {
    const got = await send({
      port: ports.https,
      path,
      from,
      ...(fields && { method: 'POST', body: new URLSearchParams(fields).toString() }),
      headers: {
        'x-forwarded-for': '203.0.113.9',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      },
    })
    for (const line of [got.header('set-cookie') ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const { pathname, search } = new URL(got.header('location') ?? '', `https://localhost:${ports.https}`)
    return { ...got, next: pathname + search }
  }
  const page = await go(authorizePath(pkcePair().challenge))
  const { mail, password } = account
  const signed = await go(page.next, { mail, password })
  assert.equal(signed.status, 303, signed.text)
  const mails = () =>
    globSync(join(dataDir, 'mail/**/*')).map(file => readFileSync(file, 'utf8').replaceAll('=\r\n', ''))
  const told = await eventually(() => mails().find(text => text.includes(from)))
  assert.ok(!told.includes('203.0.113.9'))
}
