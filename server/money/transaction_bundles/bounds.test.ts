import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'
const contact = await aContactId(app, treasurer)

describe('the size of a bundle is limited', () => {
  const large = (letter: string) => payment(contact, { extra_json: { filler: letter.repeat(450_000) } })

  test('a change that would exceed a megabyte is refused, and nothing is written', async () => {
    const { id } = await aBundle(app, treasurer, { transactions: [large('a')] })
    assert.equal((await ask.patch(bundleAt(id), { transactions: [large('b')] })).status, 200)
    const before = await ask.get(bundleAt(id))
    const answer = await ask.patch(bundleAt(id), { transactions: [large('c')] })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data'])
    assert.match(answer.body.detail, /larger than 1048576 bytes/)
    assert.equal((await ask.get(bundleAt(id))).text, before.text)
  })

  test('a creation that would exceed it is refused too', async () => {
    const comment = 'x'.repeat(19_000)
    const transactions = Array.from({ length: 54 }, () => payment(contact, { comment }))
    assert.deepEqual(refusal(await ask.post(path, { transactions })), [422, 'invalid_request', 'body.data'])
  })

  test('its history is paged, and a page of large states ends early', async () => {
    const { id, transactions } = await aBundle(app, treasurer, { transactions: [large('a')] })
    for (const letter of 'bcdefghijklm')
      await ask.patch(bundleAt(id), {
        transactions: [{ id: transactions[0].id, extra_json: { filler: letter.repeat(900_000) } }],
      })
    const told = []
    for (;;) {
      const { body, text } = await ask.get(`${bundleAt(id)}/history?offset=${told.length}`)
      assert.equal(body.total, 13)
      assert.ok(text.length < 9 * 1024 * 1024, `${text.length} bytes at once`)
      if (body.data.length === 0) break
      told.push(...body.data)
    }
    const whole = (
      await app.owner`select id from bundle_history where transaction_bundle_id = ${id} order by position`
    ).map(({ id }) => id)
    assert.deepEqual(
      told.map(entry => entry.id),
      whole,
    )
  })

  test('a history accepts limit and offset like every list', async () => {
    const { id, transactions } = await aBundle(app, treasurer, { transactions: [payment(contact)] })
    for (const comment of ['one', 'two', 'three'])
      await ask.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, comment }] })
    const ids = (await ask.get(`${bundleAt(id)}/history`)).body.data.map((entry: any) => entry.id)
    assert.equal(ids.length, 4)
    const part = (await ask.get(`${bundleAt(id)}/history?limit=2&offset=1`)).body
    assert.deepEqual([part.data.map((entry: any) => entry.id), part.total], [ids.slice(1, 3), 4])
    assert.deepEqual((await ask.get(`${bundleAt(id)}/history?offset=9`)).body.data, [])
    assert.deepEqual(refusal(await ask.get(`${bundleAt(id)}/history?limit=0`)), [422, 'invalid_request', 'query.limit'])
  })

  test('the books still verify afterwards', async () => {
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})

describe('the error about too many items', () => {
  test('is a sentence', async () => {
    const many = (count: number) => Array.from({ length: count }, () => payment(contact))
    const answer = await ask.post(path, { transactions: many(500), donations: many(1) })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.transactions'])
    assert.match(answer.body.detail, /^body\.data\.transactions would give the bundle more than 500 items/)
  })
})

describe('an id in a creation is ignored, whatever its value', () => {
  for (const id of [0, null, -1, 'x', 1.5, {}, 7]) {
    test(JSON.stringify(id), async () => {
      const { status, body, text } = await ask.post(path, {
        id,
        transactions: [payment(contact, { id })],
        memberships: [payment(contact, { id })],
        donations: [payment(contact, { id })],
      })
      assert.equal(status, 200, text)
      assert.equal(body.data.summary.transactions_count, 1)
      assert.notEqual(body.data.transactions[0].id, id)
    })
  }

  test('in a change an invalid id is refused: an addition could record a payment twice', async () => {
    const { id } = await aBundle(app, treasurer)
    for (const wrong of [0, null, 'x']) {
      const answer = await ask.patch(bundleAt(id), { transactions: [payment(contact, { id: wrong })] })
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.transactions.0.id'])
    }
  })
})

describe('values that resemble known ones', () => {
  for (const currency of ['uſd', 'ınr', 'EUR ', 'ﬁm', 'EU', '', 'XYZ']) {
    test(`${JSON.stringify(currency)} is not a currency`, async () => {
      const answer = await ask.post(path, { transactions: [payment(contact, { currency })] })
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.transactions.0.currency'])
    })
  }

  test('VED is a currency, in any case', async () => {
    for (const currency of ['VED', 'ved'])
      assert.equal((await ask.post(path, { transactions: [payment(contact, { currency })] })).status, 200)
  })

  test('a name of characters that only the database treats as blanks is refused, without a server error', async () => {
    const blanks = await app.owner<{ character: string }[]>`
      select chr(code) as character from generate_series(1, 65535) as code
      where code not between 55296 and 57343 and chr(code) !~ '\\S'`
    assert.ok(blanks.length > 5)
    for (const { character } of [
      ...blanks,
      { character: '\u200b' },
      { character: '\ufeff' },
      { character: '\u00a0' },
    ]) {
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
})

describe('the size of a page is limited', async () => {
  const rich = await aTreasurer(app)
  const asRich = app.as(rich)
  const payer = await aContactId(app, rich)
  const filler = 'x'.repeat(1_000_000)
  const ids: number[] = []
  // Sixteen of them fit into a page.
  for (let n = 0; n < 18; n++)
    ids.unshift((await aBundle(app, rich, { transactions: [payment(payer, { extra_json: { filler } })] })).id)
  const page = async (query: string) => {
    const { status, body, text } = await asRich.get(`${path}?${query}`)
    assert.equal(status, 200, text)
    assert.equal(body.total, 18)
    return { ids: body.data.map((bundle: { id: number }) => bundle.id) as number[], next_cursor: body.next_cursor }
  }

  test('with offset, a page that is too large is refused, with a limit that fits', async () => {
    const answer = await asRich.get(path)
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
