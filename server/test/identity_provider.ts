import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { defined } from './defined.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { aUser } from './people.ts'
import { authorizePath, Browser, pkcePair, tokensFrom, type VisitedPage } from './sign_in.ts'

/** A DNS server with TXT records. Returns its address, and the records by domain. While it is failing, it answers that it has a problem. */
export async function aNameServer() {
  const state = { records: new Map<string, string[]>(), failing: false }
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString())
      at += length + 1
    }
    const found = (!state.failing && state.records.get(labels.join('.'))) || []
    const question = query.subarray(12, at + 5)
    const header = Buffer.from(query.subarray(0, 12))
    // A response; with the code 2 for a failure, or 3 if the name does not exist.
    header.writeUInt16BE(0x8180 + (state.failing ? 2 : found.length > 0 ? 0 : 3), 2)
    for (const [offset, count] of [
      [4, 1],
      [6, found.length],
      [8, 0],
      [10, 0],
    ] as const)
      header.writeUInt16BE(count, offset)
    const answers = found.map(text => {
      const bytes = Buffer.from(text)
      const fixed = Buffer.alloc(13)
      for (const [offset, value] of [
        [0, 0xc00c],
        [2, 16],
        [4, 1],
        [10, bytes.length + 1],
      ] as const)
        fixed.writeUInt16BE(value, offset)
      fixed.writeUInt8(bytes.length, 12)
      return Buffer.concat([fixed, bytes])
    })
    socket.send(Buffer.concat([header, question, ...answers]), port, address)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  after(() => socket.close())
  return Object.assign(state, { address: `127.0.0.1:${socket.address().port}` })
}

export interface TestPerson {
  sub: string
  email?: string
  email_verified?: boolean | string
  given_name?: string
  family_name?: string
}

/** How a provider misbehaves. */
export interface Lies {
  /** Changes the claims of the ID token. */
  claims?: (claims: JWTPayload) => JWTPayload
  signature?: 'none' | 'other_key' | 'shared_secret'
  /** Changes the published configuration. */
  metadata?: (metadata: Record<string, unknown>) => Record<string, unknown>
  /** Changes the parameters with which the person returns. */
  back?: (params: URLSearchParams) => void
  /** In place of the response to this path. */
  answer?: Record<string, (response: ServerResponse) => void>
}

/** A provider that signs in `person` without asking, and lies as told. */
export async function aProvider(client_secret = 'a secret of the client') {
  const [keys, others] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const pending = new Map<string, { nonce: string; client_id: string; auth_time: number }>()
  const state = { person: undefined as TestPerson | undefined, lies: {} as Lies, requests: [] as string[], asked: '' }
  const server = createServer((request, response) => {
    answer(request, response).catch(error => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close().closeAllConnections())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    state.requests.push(pathname)
    const lie = state.lies.answer?.[pathname]
    if (lie) return lie(response)
    const json = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration') return json(metadata())
    if (pathname === '/jwks') return json({ keys: [jwk] })
    if (pathname === '/authorize') return authorize(searchParams, response)
    if (pathname === '/token') return json(await tokens(await bodyOf(request)))
    return response.writeHead(404).end()
  }

  function metadata() {
    const own = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
    return state.lies.metadata?.(own) ?? own
  }

  function authorize(params: URLSearchParams, response: ServerResponse) {
    state.asked = params.toString()
    const code = `code-${pending.size}`
    const auth_time = Math.floor(Date.now() / 1000)
    pending.set(code, { nonce: params.get('nonce') ?? '', client_id: params.get('client_id') ?? '', auth_time })
    const back = new URL(params.get('redirect_uri') ?? '')
    for (const [name, value] of Object.entries({ code, state: params.get('state') ?? '', iss: issuer }))
      back.searchParams.set(name, value)
    state.lies.back?.(back.searchParams)
    response.writeHead(303, { location: back.href }).end()
  }

  async function tokens(body: URLSearchParams) {
    const { nonce, client_id, auth_time } = defined(pending.get(body.get('code') ?? ''), 'the code')
    const now = Math.floor(Date.now() / 1000)
    const own = {
      ...defined(state.person, 'the person'),
      iss: issuer,
      aud: client_id,
      iat: now,
      exp: now + 300,
      nonce,
      auth_time,
    }
    const claims = state.lies.claims?.(own) ?? own
    return { access_token: 'opaque', token_type: 'Bearer', id_token: await signed(claims) }
  }

  async function signed(claims: JWTPayload) {
    const { signature } = state.lies
    if (signature === 'none') return new UnsecuredJWT(claims).encode()
    if (signature === 'shared_secret')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(client_secret.padEnd(32, '.')))
    const { privateKey } = signature === 'other_key' ? others : keys
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)
  }

  return Object.assign(state, { issuer, client_secret })
}

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

let providing: ReturnType<typeof startProviding> | undefined

/** The application that the tests of a process share: with a name server, a provider for spaces, and one that the operator named. */
export function startProviderApp() {
  providing ??= startProviding()
  return providing
}

async function startProviding() {
  const [names, provider, server_provider] = [await aNameServer(), await aProvider(), await aProvider()]
  const app = await startTestApp({
    env: {
      WEBHOOKS_PRIVATE: 'on',
      DNS_SERVERS: names.address,
      OIDC_ISSUER: server_provider.issuer,
      OIDC_CLIENT_ID: 'muster',
      OIDC_CLIENT_SECRET: server_provider.client_secret,
      OIDC_DOMAINS: 'whole.example.org',
      OIDC_NAME: 'Whole Login',
    },
  })
  return { app, names, provider, server_provider }
}

let domains = 0

/** A space whose domain is proved, with this provider. */
export async function aProvidedSpace(
  app: TestApp,
  group_id: number,
  { issuer, client_secret }: { issuer: string; client_secret: string },
  records: Map<string, string[]>,
  changes: Record<string, unknown> = {},
) {
  const superadmin = await aUser(app, group_id, { role: 'superadmin' })
  const domain = `d${++domains}-${process.pid}.example.org`
  const body = { name: 'Lyon Login', issuer, client_id: 'muster', client_secret, domain, ...changes }
  const created = await app.as(superadmin).post('/v1/identity_providers', body)
  assert.equal(created.status, 200, created.text)
  const { id, dns_record, redirect_uri } = created.body.data
  records.set(domain, ['v=spf1 -all', dns_record])
  const verified = await app.as(superadmin).post(`/v1/identity_providers/${id}/verify`)
  assert.equal(verified.status, 200, verified.text)
  return { superadmin, domain, id: id as number, key: `${group_id}-${id}`, redirect_uri: redirect_uri as string }
}

/** From an authorization request to the page that follows the return from the provider. */
export async function goThrough(
  app: TestApp,
  browser: Browser,
  { path, key }: { path: string; key: string },
): Promise<VisitedPage> {
  const first = await browser.go(path)
  const away = await browser.send(`${first.url}/provider/${key}`)
  if (away.status !== 303) return away
  const returned = await visitProvider(defined(away.headers.get('location'), 'the location'))
  return browser.go(returned.replace(app.url, ''))
}

/** Signs in at the provider, with a form if one is shown, and allows the command line to act. Returns the tokens. */
export async function tokensThrough(app: TestApp, browser: Browser, key: string, typed?: Record<string, string>) {
  const { verifier, challenge } = pkcePair()
  const path = authorizePath(challenge, { scope: 'openid offline_access teams:read' })
  let seen = await goThrough(app, browser, { path, key })
  if (typed && seen.text.includes('name="password"')) seen = await browser.go(seen.url, { fields: typed })
  const only = /name="space" value="(\d+)"/.exec(seen.text)?.[1]
  assert.ok(only, seen.text)
  return tokensFrom(app, await browser.go(seen.url, { fields: { decision: 'allow', space: only } }), verifier)
}

/** Follows the redirects of the provider. Returns the address at which the person comes back. */
export async function visitProvider(address: string) {
  const { origin, pathname, search } = new URL(address)
  const { url, status } = await new Browser(origin).go(pathname + search)
  assert.ok([302, 303].includes(status), `the provider answered ${status}`)
  return url
}
