import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { type ApiError, statusOf } from '../errors.ts'
import { type ConsoleOptions, registerConsole } from './serve.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-console-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const script = `console.log("${'x'.repeat(2000)}")`
mkdirSync(join(folder, 'assets'))
writeFileSync(
  join(folder, 'index.html'),
  '<meta name="nonce" content="%NONCE%"><meta name="map-tiles" data-value="%MAP_TILES%|%MAP_CREDIT%"><p>the page</p>',
)
writeFileSync(join(folder, 'assets/main-1234.js'), script)
writeFileSync(join(folder, 'assets/main-1234.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'assets/main-1234.js.gz'), gzipSync(script))
writeFileSync(join(folder, 'sw.js'), 'the worker')

function serverOf(options: ConsoleOptions) {
  const app = Fastify()
  app.setErrorHandler<ApiError>(({ code }, _, reply) => reply.code(statusOf(code)).send())
  registerConsole(app, options)
  return app
}

const app = serverOf({ folder })
const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the console', () => {
  test('is one page for every path below it', async () => {
    for (const url of ['/console/', '/console/contacts', '/console/contacts/7?open=1', '/console/field/3']) {
      const { statusCode, headers, body } = await ask(url)
      assert.deepEqual([statusCode, headers['content-type']], [200, 'text/html; charset=utf-8'])
      assert.match(body, /the page/)
      assert.equal(headers['cache-control'], 'no-cache')
    }
    assert.deepEqual([(await ask('/')).statusCode, (await ask('/')).headers['location']], [302, '/console/'])
  })

  test('leads other names of this machine to the address at which people sign in', async () => {
    const here = serverOf({ folder, public_url: () => 'http://127.0.0.1:8080' })
    const led = async (host: string) => {
      const { statusCode, headers } = await here.inject({ url: '/console/contacts?view=1', headers: { host } })
      return statusCode === 302 ? headers['location'] : statusCode
    }
    assert.equal(await led('localhost:8080'), 'http://127.0.0.1:8080/console/contacts?view=1')
    assert.equal(await led('[::1]:8080'), 'http://127.0.0.1:8080/console/contacts?view=1')
    for (const host of ['127.0.0.1:8080', 'localhost:9000', 'muster.example.org', 'localhost.example.org:8080'])
      assert.equal(await led(host), 200, host)
    const proxied = serverOf({ folder, public_url: () => 'https://muster.example.org' })
    assert.equal((await proxied.inject({ url: '/console/', headers: { host: 'localhost:8080' } })).statusCode, 200)
  })

  test('forbids content of other origins, and inline scripts without the nonce of this response', async () => {
    const [one, other] = [await ask('/console/'), await ask('/console/')]
    const nonceIn = (answer: typeof one) => /content="([^"]+)"/.exec(answer.body)?.[1]
    const policy = String(one.headers['content-security-policy'])
    assert.ok(policy.includes(`'nonce-${nonceIn(one)}'`))
    assert.notEqual(nonceIn(one), nonceIn(other))
    assert.match(policy, /default-src 'none'; script-src 'self';/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    assert.match(policy, /frame-ancestors 'none'/)
  })

  test('allows images from the configured tile server, and passes its URL to the page', async () => {
    const tiles = 'https://tiles.example.org:8443/{z}/{x}/{y}.png?key=1'
    const asked = serverOf({ folder, tiles, credit: '© "Somebody" & <others>' })
    const { headers, body } = await asked.inject('/console/')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /img-src 'self' data: blob: https:\/\/tiles\.example\.org:8443;/)
    assert.equal(policy.match(/https?:/g)?.length, 1)
    assert.ok(body.includes(`data-value="${tiles}|© &quot;Somebody&quot; &amp; &lt;others&gt;"`))
    const own = await serverOf({ folder, tiles: '/tiles/{z}/{x}/{y}.png' }).inject('/console/')
    assert.doesNotMatch(String(own.headers['content-security-policy']), /https?:/)
    assert.ok((await ask('/console/')).body.includes('data-value="|"'))
  })

  test('has files that are cached for ever and compressed as the browser accepts', async () => {
    const path = '/console/assets/main-1234.js'
    const plain = await ask(path)
    assert.deepEqual([plain.body, plain.headers['content-encoding']], [script, undefined])
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    const packed = await ask(path, { 'accept-encoding': 'gzip, deflate, br;q=0.9' })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), script)
    assert.equal((await ask(path, { 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding'], 'gzip')
    assert.equal(packed.headers['vary'], 'accept-encoding')
  })

  test('revalidates files with a fixed name, and answers 404 for a missing file', async () => {
    assert.equal((await ask('/console/sw.js')).headers['cache-control'], 'no-cache')
    assert.equal((await ask('/console/assets/old-9999.js')).statusCode, 404)
    for (const sly of [
      '/console/..%2f..%2fpackage.json',
      '/console/%2e%2e/package.json',
      '/console/assets/..%2findex.html',
    ])
      assert.doesNotMatch((await ask(sly)).body, /"dependencies"/)
  })

  test('explains what to do when it was not built', async () => {
    const bare = serverOf({ folder: join(folder, 'nowhere') })
    assert.equal((await bare.inject('/console/')).statusCode, 404)
  })
})

describe('the build', () => {
  const dist = new URL('../../console/dist/', import.meta.url)

  test('loads less than 300 kB of compressed JavaScript before the first screen', () => {
    const page = readFileSync(new URL('index.html', dist), 'utf8')
    const names = [...page.matchAll(/"\/console\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name)
    assert.ok(names.length > 0)
    const bytes = names.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length, 0)
    assert.ok(bytes < 300_000, `${bytes} bytes`)
  })

  test('has a compressed copy of every file that is worth it', () => {
    const files = readdirSync(new URL('assets/', dist))
    const large = files
      .filter(name => /\.(js|css)$/.test(name))
      .filter(name => readFileSync(new URL(`assets/${name}`, dist)).length > 1000)
    for (const name of large) assert.ok(files.includes(`${name}.br`) && files.includes(`${name}.gz`), name)
  })
})
