import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { describe, test } from 'node:test'
import Fastify from 'fastify'
import { registerGuides } from './serve.ts'

const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
registerGuides(app)

const base = '/docs/guides'
const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const addressesIn = (body: string) =>
  [...body.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))

/** Every page and file that can be reached from the start page, by address. */
async function crawl() {
  const found = new Map<string, Awaited<ReturnType<typeof ask>>>()
  const waiting = [base]
  for (const address of waiting) {
    if (found.has(address)) continue
    const answer = await ask(address)
    found.set(address, answer)
    if (!String(answer.headers['content-type']).startsWith('text/html')) continue
    const inside = addressesIn(answer.body).map(link => link.split('#')[0] ?? '')
    waiting.push(...inside.filter(link => link.startsWith(base)))
  }
  return found
}

const site = await crawl()
const pages = [...site].filter(([, { headers }]) => String(headers['content-type']).startsWith('text/html'))

const elsewhere = ['/docs', '/console/', '/openapi.json', '/pages.css']

function checkLink(address: string, link: string) {
  if (/^(https?:|mailto:)/.test(link) || elsewhere.includes(link)) return
  const [path, anchor] = link.split('#')
  const target = site.get(path || address)
  assert.equal(target?.statusCode, 200, `${address} links to ${link}`)
  if (anchor) assert.ok(target.body.includes(`id="${anchor}"`), `${address} links to ${link}`)
}

describe('the guides', () => {
  test('every guide is a page that is reached from the start page, without a token', () => {
    for (const file of globSync('docs/guides/*.md')) {
      const answer = site.get(`${base}/${file.slice('docs/guides/'.length, -'.md'.length)}`)
      assert.equal(answer?.statusCode, 200, file)
      assert.match(answer.body, /<h1 id="[^"]+">/, file)
    }
    for (const name of ['about', 'glossary', 'interface', 'changelog', 'promises', 'sdk', 'decisions'])
      assert.equal(site.get(`${base}/${name}`)?.statusCode, 200, name)
  })

  test('every guide is in the menu, where search finds it', async () => {
    const menu = addressesIn((await ask(base)).body.split('<main')[0] ?? '')
    for (const file of globSync('docs/guides/*.md'))
      assert.ok(menu.includes(`${base}/${file.slice('docs/guides/'.length, -'.md'.length)}`), file)
  })

  test('every link leads to a page, a heading or a picture', () => {
    for (const [address, { body }] of pages) for (const link of addressesIn(body)) checkLink(address, link)
    assert.ok([...site.values()].some(({ headers }) => headers['content-type'] === 'image/png'))
    const files = {
      'muster.service': /\[Service\]/,
      'prometheus/alerts.yml': /MusterDown/,
      'grafana/muster.json': /"panels"/,
    }
    for (const [name, text] of Object.entries(files)) assert.match(site.get(`${base}/deploy/${name}`)?.body ?? '', text)
  })

  test('a page has a table of contents, marks its place in the menu, and loads nothing but styles and pictures', async () => {
    const { body, headers } = await ask(`${base}/treasurer`)
    assert.match(body, /aria-label="On this page">.*href="#correct-a-payment">Correct a payment</s)
    assert.match(body, /<a href="\/docs\/guides\/treasurer" aria-current="page">/)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; style-src 'self'; img-src 'self';/)
    for (const [address, { body }] of pages)
      assert.doesNotMatch(body, /<script|<style| style="| on\w+="|type="checkbox"/, address)
  })

  test('HTML in a document is shown as text', async () => {
    const { renderMarkdown } = await import('./markdown.ts')
    const { content } = renderMarkdown(
      '# A\n\n<b onclick="x">bold</b> [a](javascript:x)\n\n<script>x</script>',
      () => undefined,
    )
    assert.doesNotMatch(content.text, /<b|<script|href="javascript/)
    assert.match(content.text, /&lt;script&gt;/)
  })

  test('search finds headings, then titles, then texts, without regard to case and accents', async () => {
    const found = async (query: string) =>
      addressesIn((await ask(`${base}?q=${encodeURIComponent(query)}`)).body.split('<main')[1] ?? '')
    assert.equal((await found('CORRECT a páyment'))[0], `${base}/treasurer#correct-a-payment`)
    assert.ok((await found('pgbouncer')).includes(`${base}/high_availability#behind-pgbouncer`))
    assert.ok((await found('pg_upgrade')).includes(`${base}/upgrading#upgrade-postgresql`))
    assert.deepEqual(await found('xyzzy'), [])
    const { body: refunds } = await ask(`${base}?q=refund`)
    assert.match(
      refunds,
      /Refund a payment<\/a><span class="from">Keep the accounts<\/span>\s*<span class="hint">[^<|`]*refund/i,
    )
    const { body } = await ask(`${base}?q=${encodeURIComponent('"><script>')}`)
    assert.match(body, /value="&quot;&gt;&lt;script&gt;"/)
    const about = /href="[^"]*about#what-it-does">[\s\S]*?<span class="hint">([^<]*)/.exec(refunds)?.[1]
    assert.match(about ?? '', /^Memberships, donations and refunds with a history/, 'an item of a list is a sentence')
    assert.equal((await ask(`${base}?q=a&q=b`)).statusCode, 200)
  })

  test('a search does not read all documents again: anyone can send many', async t => {
    await ask(`${base}?q=backup`)
    const { mock } = t.mock.method(String.prototype, 'normalize')
    const { statusCode } = await ask(`${base}?q=${'e+'.repeat(95)}xyzzy`)
    assert.equal(statusCode, 200)
    assert.ok(mock.callCount() < 5, `${mock.callCount()} texts were folded`)
  })

  test('folders, and files that operators keep beside ours, are not served', async () => {
    for (const path of ['deploy', 'deploy/prometheus', 'deploy/grafana', 'pictures', 'deploy/Dockerfile.dockerignore'])
      assert.equal((await ask(`${base}/${path}`)).statusCode, 404, path)
  })

  test('an unchanged page is not sent again', async () => {
    for (const address of [base, `${base}/operator`, `${base}/pictures/home.png`]) {
      const { headers } = await ask(address)
      const again = await ask(address, { 'if-none-match': String(headers['etag']) })
      assert.deepEqual([again.statusCode, again.body], [304, ''], address)
    }
  })

  test('an unknown page is a page with a way on, and no other file of the server can be read', async () => {
    const { statusCode, headers, body } = await ask(`${base}/nothing`)
    assert.deepEqual([statusCode, headers['content-type']], [404, 'text/html; charset=utf-8'])
    assert.match(body, /Page not found/)
    for (const sly of [
      'package.json',
      '..%2f..%2fpackage.json',
      'pictures/..%2f..%2fpackage.json',
      'deploy/../package.json',
      'deploy/grafana',
    ])
      assert.doesNotMatch((await ask(`${base}/${sly}`)).body, /"dependencies"/, sly)
  })
})
