import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { Name } from '../../fields.ts'
import { compileCheck } from '../../http/validation/validation.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'
const contact = await aContactId(app, treasurer)
const filled = (letter: string, size: number) => ({ extra_json: { filler: letter.repeat(size) } })

describe('the size of a bundle is limited', () => {
  test('a change that would exceed a megabyte is refused, and nothing is written; a creation too', async () => {
    const { id } = await aBundle(app, treasurer, { transactions: [payment(contact, filled('a', 450_000))] })
    const add = (letter: string) =>
      ask.patch(bundleAt(id), { transactions: [payment(contact, filled(letter, 450_000))] })
    assert.equal((await add('b')).status, 200)
    const before = await ask.get(bundleAt(id))
    const answer = await add('c')
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data'])
    assert.match(answer.body.detail, /larger than 1048576 bytes/)
    assert.equal((await ask.get(bundleAt(id))).text, before.text)
    const transactions = Array.from({ length: 54 }, () => payment(contact, { comment: 'x'.repeat(19_000) }))
    assert.deepEqual(refusal(await ask.post(path, { transactions })), [422, 'invalid_request', 'body.data'])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('a page of its history that is too large ends early', async () => {
    const { id, transactions } = await aBundle(app, treasurer, { transactions: [payment(contact)] })
    for (const letter of 'abcdef')
      await ask.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, ...filled(letter, 900_000) }] })
    const pages: number[][] = []
    for (let offset = 0; ; offset += pages.at(-1)!.length) {
      const { body, text } = await ask.get(`${bundleAt(id)}/history?offset=${offset}`)
      assert.equal(body.total, 7)
      assert.ok(text.length < 9 * 1024 * 1024, `${text.length} bytes at once`)
      if (body.data.length === 0) break
      pages.push(body.data.map((entry: { id: number }) => entry.id))
    }
    assert.equal(pages.length, 2)
    const whole = await app.owner`select id from bundle_history where transaction_bundle_id = ${id} order by position`
    assert.deepEqual(pages.flat(), pick(whole, 'id'))
  })
})

test('a name of characters that only the database treats as blanks is refused, without a server error', async () => {
  const blanks = await app.owner<{ character: string }[]>`
    select chr(code) as character from generate_series(1, 65535) as code
    where code not between 55296 and 57343 and chr(code) !~ '\\S'`
  assert.ok(blanks.length > 5)
  const check = compileCheck('body', Type.Object({ name: Name }))
  const refuses = (name: string) => {
    try {
      check({ name })
    } catch {
      return true
    }
    return false
  }
  assert.ok(refuses(' ') && !refuses('a'))
  // All names have this schema: one blank that it refuses stands for all of them.
  const accepted = blanks.map(({ character }) => character).filter(character => !refuses(character))
  for (const character of [...accepted, '\u2003', '\u200b', '\ufeff', '\u00a0']) {
    for (const [resource, data] of [
      ['/v1/transaction_statuses', { name: character }],
      ['/v1/membership_price_groups', { name: character }],
      ['/v1/donation_prices', { name: character, amount: 1 }],
      ['/v1/code_campaigns', { code: character }],
      ['/contacts', { contact: { tags: [{ name: character }] } }],
    ] as const) {
      const answer = await ask.post(resource, data)
      assert.ok([200, 422].includes(answer.status), `${resource} ${escape(character)}: ${answer.text}`)
    }
  }
})

describe('the size of a page is limited', async () => {
  const rich = await aTreasurer(app)
  const payer = await aContactId(app, rich)
  const { id } = await aBundle(app, rich, { transactions: [payment(payer, filled('x', 1_000_000))] })
  // Sixteen of them fit into a page.
  await app.owner`
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document)
    select group_id, n.id, created_at, updated_at, created_by, replace(document, ${`{"id":${id},`}, '{"id":' || n.id || ',')
    from transaction_bundles b, (select nextval('transaction_bundles_id_seq') as id from generate_series(1, 17)) n
    where b.group_id = ${rich.space}`
  await app.owner`insert into counters (group_id, name, delta) values (${rich.space}, 'transaction_bundles', 17)`
  const rows = await app.owner`select id from transaction_bundles where group_id = ${rich.space} order by id desc`
  const ids = rows.map(({ id }) => id)
  const page = async (query: string) => {
    const { status, body, text } = await app.as(rich).get(`${path}?${query}`)
    assert.equal(status, 200, text)
    assert.equal(body.total, 18)
    return { ids: body.data.map((bundle: { id: number }) => bundle.id) as number[], next_cursor: body.next_cursor }
  }

  test('with offset, a page that is too large is refused, with a limit that fits', async () => {
    const answer = await app.as(rich).get(path)
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'query.limit'])
    assert.match(answer.body.detail, /more than 16777216 bytes here; ask for 16 or less\.$/)
    assert.deepEqual([...(await page('limit=16')).ids, ...(await page('limit=16&offset=16')).ids], ids)
  })

  test('with a cursor it ends early, and the next cursor continues there', async () => {
    const first = await page('limit=1')
    const second = await page(`limit=1000&cursor=${first.next_cursor}`)
    assert.equal(second.ids.length, 16)
    const third = await page(`limit=1000&cursor=${second.next_cursor}`)
    assert.deepEqual([...first.ids, ...second.ids, ...third.ids], ids)
    assert.equal(third.next_cursor, null)
  })
})
