import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sharedOptionsOf } from '../../../cli/api_options.ts'
import { findOperation, readOperations } from '../../../cli/operations.ts'
import { connect } from '../../../sdk/client.ts'
import { routes } from '../../../sdk/operations.ts'
import { problems } from '../../errors.ts'
import { openapiOf } from '../../http/openapi/openapi.ts'
import { resourcesOf, version } from '../../resources.ts'
import { startTestApp } from '../../test/harness.ts'
import { answerOf, bodyOf, exampleIn, operationsIn, recordsIn } from './document.ts'
import { samplesOf } from './samples.ts'

const app = await startTestApp()
const document: Record<string, any> = openapiOf(resourcesOf(), version)
const operations = operationsIn(document)
const names: string[] = document['tags'].map(({ name }: { name: string }) => name)
const read = async (path: string) => (await app.as().get(path)).text
const reference = new Map(
  await Promise.all(
    ['', '/records', ...names.map(name => `/${name}`)].map(async name => [name, await read(`/docs${name}`)] as const),
  ),
)
const pageOf = (name: string) => reference.get(name) ?? ''
const sampleOf = (name: string, kind: string) => {
  const described = operations.find(operation => operation.name === name)!
  return samplesOf(described, document).find(sample => sample.kind === kind)?.text ?? ''
}

describe('every link', () => {
  test('leads to an operation, a record, an event or an error code that is on the page', () => {
    assert.ok(operations.length > 250)
    for (const { name, operation } of operations)
      assert.ok(pageOf(`/${operation['tags'][0]}`).includes(`<h2 id="${name}">`), name)
    for (const [name] of recordsIn(document)) assert.ok(pageOf('/records').includes(`id="schema-${name}"`), name)
    for (const [page, text] of reference) {
      const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
      for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(id), `/docs${page}#${id}`)
      for (const [, target = '', id] of text.matchAll(/href="\/docs([^"#]*)#([^"]+)"/g))
        assert.ok(pageOf(target).includes(` id="${id}"`), `/docs${target}#${id}`)
    }
  })

  test('to a place in /docs still leads there, as before resources had pages', () => {
    const overview = pageOf('')
    for (const { name } of operations) assert.ok(overview.includes(` id="${name}"`), name)
    for (const name of [...names, 'events', 'schemas', 'problems', 'top'])
      assert.ok(overview.includes(` id="${name}"`), name)
    for (const [name] of recordsIn(document)) assert.ok(overview.includes(` id="schema-${name}"`), name)
    for (const code of Object.keys(problems)) assert.ok(overview.includes(` id="problem-${code}"`), code)
  })

  test('of an error has its status, its meaning and what to do', () => {
    const entry = /<dt id="problem-precondition_failed">[\s\S]*?<\/dd>/.exec(pageOf(''))?.[0] ?? ''
    assert.match(entry, /412/)
    assert.match(entry, /The record has changed\. Read the record again, apply your change/)
    for (const [code, [, , advice]] of Object.entries(problems)) assert.match(advice, /^[A-Z`].*\.$/, code)
  })

  test('to a page that does not exist is a 404', async () => {
    assert.equal((await app.as().get('/docs/nothing')).status, 404)
  })
})

describe('the menu', () => {
  test('has every resource once, under its area', () => {
    const menu = /<nav[\s\S]*<\/nav>/.exec(pageOf(''))?.[0] ?? ''
    const listed = [...menu.matchAll(/<p>(.*?)<\/p><ul>([\s\S]*?)<\/ul>/g)].map(
      ([, title, items = '']) => [title, [...items.matchAll(/href="\/docs\/(\w+)"/g)].map(([, name]) => name)] as const,
    )
    assert.deepEqual(
      listed.map(([title]) => title),
      ['Organisation', 'Contacts', 'Money', 'Field work', 'Integrations', 'Server'],
    )
    assert.deepEqual(listed.flatMap(([, names]) => names).sort(), [...names].sort())
    const [, money] = listed.find(([title]) => title === 'Money') ?? []
    assert.ok(money?.includes('transactions') && money.includes('transaction_bundles'))
    assert.deepEqual(listed.at(-1)?.[1], ['set_up', 'system'])
  })
})

describe('every operation', () => {
  test('has an example of its request and of its response', () => {
    for (const { name, operation } of operations) {
      assert.notEqual(exampleIn(document, answerOf(operation)), undefined, `${name}: response`)
      const body = bodyOf(operation)
      if (body) assert.notEqual(exampleIn(document, body), undefined, `${name}: body`)
      assert.match(sampleOf(name, 'curl'), /^curl /, name)
      assert.doesNotMatch(sampleOf(name, 'curl'), /[{]\w+[}]|undefined/, name)
    }
  })

  test('is called by the SDK as by curl', async () => {
    for (const name of Object.keys(routes)) {
      const sent: { url: string; init: RequestInit }[] = []
      const muster = connect({
        url: 'http://muster.test',
        fetch: async (url, init = {}) => {
          sent.push({ url: String(url), init })
          return new Response('{}', { headers: { 'content-type': 'application/json' } })
        },
      })
      const code = sampleOf(name, 'SDK').replace(/^import .*\n\n/, '')
      await new AsyncFunction('muster', 'openAsBlob', code)(muster, async () => new Blob(['a']))
      const [{ url, init } = { url: '', init: {} }] = sent
      const curl = sampleOf(name, 'curl')
      const shown = url.replace('http://muster.test', '$MUSTER_URL').replaceAll('+', '%20')
      assert.ok(curl.includes(`"${shown}"`), `${name}: ${url}`)
      assert.equal(init.method, /-X (\w+)/.exec(curl)?.[1] ?? 'GET', name)
      const data = /--data '([\s\S]*?)'(?: \\\n|$)/.exec(curl)?.[1]?.replaceAll(`'\\''`, "'")
      assert.deepEqual(
        typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        data && JSON.parse(data),
        name,
      )
    }
  })

  test('is called by the command line with options that it knows', () => {
    const known = readOperations()
    for (const name of Object.keys(routes)) {
      const sample = sampleOf(name, 'CLI')
      const [, resource = '', verb = '', rest = ''] = /^\.\/muster api (\S+) (\S+)([\s\S]*)$/.exec(sample) ?? []
      const operation = findOperation(known, resource, verb)
      assert.equal(operation.name, name)
      const options = [
        ...operation.fields.map(field => field.name),
        ...sharedOptionsOf(operation).map(([name]) => name),
      ]
      const used = [...rest.replaceAll(/'[^']*'/g, '').matchAll(/--(\S+)/g)].map(([, option = '']) => option)
      assert.deepEqual(
        used.filter(option => !options.includes(option)),
        [],
        sample,
      )
      for (const field of operation.fields.filter(({ required, place }) => required && place === 'query'))
        assert.ok(used.includes(field.name), sample)
      assert.equal(operation.isUpload, used.includes('file'), sample)
    }
  })
})

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...values: unknown[]) => Promise<unknown>

describe('the pages', () => {
  test('load only their own script and style sheet, and no other server', async () => {
    const { headers } = await app.as().get('/docs/contacts')
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    for (const [page, text] of reference) {
      assert.doesNotMatch(text, /(src|href)="(https?:)?\/\//, page)
      assert.doesNotMatch(text, / style="| on\w+="|<script(?! type="module" src="\/docs.js")/, page)
    }
    assert.match((await app.as().get('/docs.js')).headers.get('content-type') ?? '', /^text\/javascript/)
  })

  test('are revalidated by their ETag', async () => {
    for (const path of ['/docs', '/docs/contacts', '/docs.css', '/docs.js']) {
      const etag = (await app.as().get(path)).headers.get('etag') ?? ''
      assert.equal((await app.as().get(path, { 'if-none-match': etag })).status, 304, path)
    }
  })

  test('are compressed where the client accepts it, with an ETag of their own', async () => {
    for (const path of ['/docs', '/docs/contacts', '/docs.css', '/docs.js', '/openapi.json', '/docs/guides']) {
      const plain = await app.as().get(path, { 'accept-encoding': 'identity' })
      const packed = await app.as().get(path, { 'accept-encoding': 'gzip' })
      assert.equal(plain.headers.get('content-encoding'), null, path)
      assert.equal(packed.headers.get('content-encoding'), 'gzip', path)
      assert.equal(packed.text, plain.text, path)
      assert.match(packed.headers.get('vary') ?? '', /Accept-Encoding/, path)
      const etag = packed.headers.get('etag') ?? ''
      assert.notEqual(etag, plain.headers.get('etag'), path)
      assert.equal((await app.as().get(path, { 'if-none-match': etag })).status, 304, path)
    }
    assert.equal((await app.as().get('/health', { 'accept-encoding': 'gzip' })).headers.get('content-encoding'), null)
  })

  test('have less than 500 kB together when compressed, and a reader loads less than 80 kB', async () => {
    const bytesOf = (text: string) => gzipSync(text).length
    const assets = bytesOf(await read('/docs.css')) + bytesOf(await read('/docs.js'))
    const sizes = [...reference.values()].map(bytesOf)
    assert.ok(assets + sizes.reduce((sum, bytes) => sum + bytes, 0) < 500_000)
    assert.ok(assets + bytesOf(pageOf('')) + Math.max(...sizes) < 80_000)
  })
})
