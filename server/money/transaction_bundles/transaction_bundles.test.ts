import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { keysOf, startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aDonationPrice,
  aStatus,
  aTreasurer,
  bundleAt,
  payment,
  turnChecksOff,
  verificationFindings,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const other_space_user = await aTreasurer(app)
const ask = app.as(treasurer)
await turnChecksOff(app, treasurer)
const path = '/v1/transaction_bundles'

const words = (text: string) => text.split(' ').sort()
const belonging = 'id CreatedAt UpdatedAt group_id transaction_bundle_id'
const bundle_keys = words('id CreatedAt UpdatedAt group_id transactions memberships donations summary')
const transaction_keys = words(
  `${belonging} amount currency payment_method_kind payment_method contact_id date code_campaign delivered_at delivery_token comment ` +
    'comment_date reimbursed_amount unpaid_amount external_transaction_id status_id extra_json',
)
const membership_keys = words(
  `${belonging} contact_id start_date end_date membership_price_id amount amount_initial currency comment rolling_year contact`,
)
const donation_keys = words(
  `${belonging} contact_id date amount initial_amount amount_initial currency donation_price_id affectation comment contact`,
)

describe('the shape of a bundle', async () => {
  const contact = await aContactId(app, treasurer, { firstname: 'Ada', surname: 'Lovelace' })
  const status = await aStatus(app, treasurer)
  const price = await aDonationPrice(app, treasurer)
  const sent = {
    transactions: [
      {
        ...{ amount: 5000, currency: 'gbp', contact_id: contact, reimbursed_amount: 10, unpaid_amount: 20 },
        ...{ payment_method_kind: 'Cheque', payment_method: { bank: 'Crédit', number: '0012' }, status_id: status.id },
        ...{ date: '2026-03-01T12:00:00+02:00', delivered_at: '2026-03-02', comment_date: '2026-03-03T10:00:00.5Z' },
        ...{ code_campaign: 'SPRING', delivery_token: 'tok', comment: 'Thanks' },
        ...{ external_transaction_id: 77, extra_json: { deep: [{ er: null }] } },
      },
    ],
    memberships: [{ amount: 3000, contact_id: contact, comment: 'First', rolling_year: true }],
    donations: [{ amount: 2000, contact_id: contact, affectation: 'North', donation_price_id: price.id }],
  }
  const created = await ask.post(path, sent)
  const bundle = created.body.data

  test('a created bundle is in an envelope, with exactly the fields of the interface', async () => {
    assert.deepEqual([created.status, keysOf(created.body), created.body.status], [200, ['data', 'status'], 'success'])
    // It was sent with refunded and unpaid amounts, which are listed.
    assert.deepEqual(keysOf(bundle), [...bundle_keys, 'reversals'].toSorted())
    assert.deepEqual(keysOf(await aBundle(app, treasurer)), bundle_keys, 'without refunds they are not named')
    assert.deepEqual(bundle.summary, { transactions_count: 1, memberships_count: 1, donations_count: 1 })
    assert.deepEqual(keysOf(bundle.transactions[0]), transaction_keys)
    assert.deepEqual(keysOf(bundle.memberships[0]), membership_keys)
    assert.deepEqual(keysOf(bundle.donations[0]), donation_keys)
    const names = { id: contact, firstname: 'Ada', surname: 'Lovelace', group_id: treasurer.space }
    for (const { contact } of [bundle.memberships[0], bundle.donations[0]])
      assert.deepEqual(contact, { ...names, membership_code: '1', membership_number: 1 })
  })

  test('every field that was sent is returned, times in UTC with milliseconds, the currency as it was sent', () => {
    const { id, CreatedAt, UpdatedAt, group_id, transaction_bundle_id, ...fields } = bundle.transactions[0]
    assert.deepEqual(fields, {
      ...sent.transactions[0],
      date: '2026-03-01T10:00:00.000Z',
      delivered_at: '2026-03-02T00:00:00.000Z',
      comment_date: '2026-03-03T10:00:00.500Z',
    })
    assert.deepEqual([group_id, transaction_bundle_id, CreatedAt], [treasurer.space, bundle.id, UpdatedAt])
    assert.ok(Number.isSafeInteger(id))
  })

  test('a read, alone or in the list, returns the same bytes as the creation', async () => {
    const read = await ask.get(bundleAt(bundle.id))
    assert.deepEqual([read.text, read.headers.get('etag')], [created.text, created.headers.get('etag')])
    const list = await ask.get(`${path}?contact_id=${contact}`)
    assert.ok(list.text.includes(created.text.slice('{"status":"success","data":'.length, -1)))
  })
})

describe('creating a bundle', async () => {
  const contact = await aContactId(app, treasurer)

  test('without dates is of now', async () => {
    const { transactions, CreatedAt } = await aBundle(app, treasurer, { transactions: [payment(contact)] })
    const [clock] = await app.owner<[{ now: string }]>`select now()`
    assert.equal(transactions[0].date, CreatedAt)
    assert.ok(Math.abs(Date.parse(clock.now) - Date.parse(CreatedAt)) < 60_000)
  })

  test('ignores ids, a summary and unknown fields', async () => {
    const first = await aBundle(app, treasurer)
    const alien = { CreatedAt: '2001-01-01', group_id: other_space_user.space, colour: 'red' }
    const ids = [first.transactions[0].id, 0, null, -1, 'x', 1.5, {}, 7]
    const items = ids.map(id => payment(contact, { ...alien, id }))
    const { status, body, text } = await ask.post(path, {
      ...alien,
      id: first.id,
      summary: { transactions_count: 99 },
      transactions: items,
      memberships: items,
      donations: items,
    })
    assert.equal(status, 200, text)
    assert.ok(body.data.id > first.id && body.data.transactions[0].id > first.transactions[0].id)
    assert.deepEqual([body.data.group_id, body.data.transactions[0].group_id], [treasurer.space, treasurer.space])
    assert.deepEqual(body.data.summary, { transactions_count: 8, memberships_count: 8, donations_count: 8 })
    assert.deepEqual([keysOf(body.data), keysOf(body.data.transactions[0])], [bundle_keys, transaction_keys])
    assert.equal((await ask.get(bundleAt(first.id))).body.data.transactions.length, 1)
    for (const id of ['x', null]) {
      const odd = await ask.post(path, { id, transactions: [payment(contact)] })
      assert.equal(odd.status, 200, odd.text)
    }
    for (const id of [0, null, 'x']) {
      // An addition could record a payment twice.
      const change = await ask.patch(bundleAt(first.id), { transactions: [payment(contact, { id })] })
      assert.deepEqual(refusal(change), [422, 'invalid_request', 'body.data.transactions.0.id'])
    }
  })
})

describe('an idempotency key', () => {
  test('of thirty concurrent creations creates one bundle and gives thirty equal answers', async () => {
    const contact = await aContactId(app, treasurer)
    const sent = { transactions: [payment(contact)], memberships: [payment(contact)] }
    const key = { 'idempotency-key': 'thirty' }
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask.post(path, sent, key)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 29)
    assert.equal((await ask.get(`${path}?contact_id=${contact}`)).body.total, 1)
    assert.equal((await ask.get(`${bundleAt(answers[0]!.body.data.id)}/history`)).body.data.length, 2)
  })

  test('of a refused creation can be used again; a used key with another body is refused', async () => {
    const contact = await aContactId(app, treasurer)
    const key = { 'idempotency-key': 'second-try' }
    const send = (fields: object) => ask.post(path, { transactions: [payment(contact, { ...fields })] }, key)
    for (const fields of [{ amount: -1 }, { status_id: 9_000_000 }]) assert.equal((await send(fields)).status, 422)
    assert.equal((await send({})).status, 200)
    assert.deepEqual(refusal(await send({ amount: 7 })), [422, 'idempotency_key_reused'])
    assert.equal((await ask.get(`${path}?contact_id=${contact}`)).body.total, 1)
  })
})

const texts: Record<string, string> = {
  'the order of its keys': '{"z":1,"a":{"y":2,"b":3},"M":4}',
  'an integer beyond JavaScript numbers': '{"big":12345678901234567890,"list":[-98765432109876543210]}',
  'the zeros at the end of a decimal': '{"price":1.10,"rate":0.500}',
  'a decimal with more digits than a double': '{"pi":3.14159265358979323846264338327950288}',
  'a number that a double rounds to zero or infinity': '{"small":1e-400,"large":1e+400}',
  'the spelling of a number': '{"one":1.0,"none":-0,"neither":-0.0,"thousand":1E3}',
  'deep nesting': '{"a":[[{"b":{"c":[null,true,false,"",{},[]]}}]]}',
  'letters of every script': '{"naïve":"éà 漢字 🏳️‍🌈","quote":"\\"\\\\","line":"a\\nb\\tc"}',
  'an object that looks like a contact': '{"contact": {"id":1,"firstname":"A"},"text":"\\"contact\\": {\\"id\\":1}"}',
  'keys named like inherited properties':
    '{"constructor":12345678901234567890,"toString":1.10,"hasOwnProperty":3,"length":4}',
  'a small decimal': '{"x":0.0000001,"y":0.00000010}',
  'keys that are whole numbers, in their order': '{"10":1,"9":2,"b":3,"1":4}',
  'a key that comes twice': '{"a":1,"b":[2],"a":{"c":3,"c":4}}',
  'blanks, tabs and line breaks': '{ "a" :\t1 ,\r\n  "b": [ ]\n, "c":{ } }',
  'nothing but a blank': '{ }',
  'characters that are escaped without need': '{"\\u0061":"\\u00e9\\/\\ud83d\\ude00"}',
  'brackets and quotes in texts': '{"a":"}]\\\\","b":"\\"{[","}":"\\\\\\""}',
  'the words that our parser looks for':
    '{"UpdatedAt":"x","memberships":[],"\\"memberships\\":[":"\\"memberships\\":["}',
}
const partOf = (text: string, field: string) =>
  text.slice(
    text.indexOf(`"${field}":`) + field.length + 3,
    text.indexOf(field === 'payment_method' ? ',"contact_id"' : '}],"memberships"'),
  )

describe('free-form objects are returned exactly as they were written', async () => {
  const contact = await aContactId(app, treasurer)
  const item = (more = '') => `{"amount":5,"contact_id":${contact}${more}}`
  const send = (transactions: string, more = '') =>
    ask.send('POST', path, { body: `{"data":{"transactions":[${transactions}]${more}}}` })

  test('wherever they are read, and after changes of something else', async () => {
    const gift = await send(item(), `,"donations":[${item()}]`)
    const ours = /"contact": \{[^}]*\}/.exec(gift.text)?.[0]
    assert.ok(ours, 'as it stands in our own answer')
    texts['the contact of the donation'] = `{${ours},"memberships":[{${ours}}],"UpdatedAt":"2026-01-01T00:00:00.000Z"}`
    const sent = Object.values(texts).map(text => item(`,"payment_method":${text},"extra_json":${text}`))
    const created = await send(sent.join(), `,"donations":[${item()}]`)
    assert.equal(created.status, 200, created.text)
    const { id, transactions } = created.body.data
    const areExact = (answer: string, when: string) => {
      for (const [what, text] of Object.entries(texts))
        for (const part of [`"payment_method":${text},"contact_id"`, `"extra_json":${text}}`])
          assert.ok(answer.includes(part), `with ${what}, ${when}`)
      const pieces = Object.values(texts).map(text => `"payment_method":${text},"contact_id"`)
      const parts = answer.split('"payment_method":').length - 1
      const told = pieces.map(piece => answer.split(piece).length - 1).reduce((sum, one) => sum + one, 0)
      assert.equal(told, parts, `none in another way, ${when}`)
    }
    areExact(created.text, 'when created')
    const read = async () => (await ask.get(bundleAt(id))).text
    areExact(await read(), 'when read')
    const comments = transactions.map(({ id }: { id: number }) => ({ id, comment: 'changed' }))
    await ask.patch(bundleAt(id), { transactions: comments })
    areExact(await read(), 'after a change of something else')
    assert.equal((await send(item(), `,"memberships":[${item()}]`)).status, 200)
    const numbered = await ask.get(bundleAt(id))
    assert.ok(numbered.body.data.donations[0].contact.membership_number > 0)
    areExact(numbered.text, 'after the contact was given a number')
    areExact((await ask.get(`${path}?contact_id=${contact}&offset=1&limit=1`)).text, 'in the list')
    areExact((await ask.get(`${bundleAt(id)}/history`)).text, 'in the history')
    const [row] = await app.owner<[{ document: string }]>`select document from transaction_bundles where id = ${id}`
    areExact(row.document, 'in the database')
  })

  test('an object sent again is no change, however unusual, and one in another spelling is', async () => {
    const odd = '{"b":12345678901234567890,"a":[0.1,1e-7,{"é":null}]}'
    const created = await send(item(`,"extra_json":${odd}`))
    const { id, transactions } = created.body.data
    const change = (extra: string) =>
      ask.send('PATCH', bundleAt(id), {
        body: `{"data":{"transactions":[{"id":${transactions[0].id},"extra_json":${extra}}]}}`,
      })
    assert.equal((await change(odd)).text, created.text)
    assert.equal((await ask.get(`${bundleAt(id)}/history`)).body.total, 1)
    const spaced = odd.replace(':', ': ')
    assert.equal(partOf((await change(spaced)).text, 'extra_json'), spaced)
    assert.equal((await ask.get(`${bundleAt(id)}/history`)).body.total, 2)
  })

  test('of a duplicate key the last value counts', async () => {
    const twice = `${item(',"extra_json":{"first":1}')},${item(',"extra_json":{"second":2}')}`
    const last = item(',"payment_method":{"x":1},"payment_\\u006dethod" : {"y": 2}')
    const { body: answer, text } = await ask.send('POST', path, {
      body: `{"data":{"transactions":[${twice}], "\\u0074ransactions" : [ ${last} ]}}`,
    })
    assert.equal(answer.data.transactions.length, 1)
    assert.deepEqual([partOf(text, 'payment_method'), partOf(text, 'extra_json')], ['{"y": 2}', '{}'])
    const none = await send(item(',"payment_method":{},"extra_json":{"x":1},"extra_json":null'))
    assert.deepEqual(refusal(none), [422, 'invalid_request', 'body.data.transactions.0.extra_json'])
  })

  test('a document of unexpected shape is returned unchanged, rather than truncated', async () => {
    const elsewhere = await aTreasurer(app)
    const ask = app.as(elsewhere)
    const contact = await aContactId(app, elsewhere)
    const gift = { transactions: [payment(contact)], donations: [payment(contact)] }
    const { id } = (await ask.post(path, gift)).body.data
    await app.owner`
      update transaction_bundles set document = replace(document, '"memberships":[', '"memberships": [') where id = ${id}`
    const before = await ask.get(bundleAt(id))
    const numbering = { transactions: [payment(contact)], memberships: [payment(contact)] }
    assert.equal((await ask.post(path, numbering)).status, 200)
    assert.equal((await ask.get(bundleAt(id))).text, before.text)
  })

  test('holds for any object, in any spelling', async () => {
    const blank = fc.stringMatching(/^[ \t\r\n]{0,2}$/)
    const scalar = fc.oneof(
      fc.constantFrom('null', 'true', 'false', '-0', '1.50', '1e-7', '123456789012345678901', '""'),
      fc.string({ unit: 'grapheme', maxLength: 8 }).map(text => JSON.stringify(text.replaceAll('\0', ''))),
    )
    const { written } = fc.letrec<{ written: string; value: string; list: string }>(tie => ({
      value: fc.oneof({ maxDepth: 3 }, scalar, tie('written'), tie('list')),
      list: fc
        .tuple(blank, fc.array(tie('value'), { maxLength: 3 }))
        .map(([gap, parts]) => `[${gap}${parts.join(`,${gap}`)}]`),
      written: fc
        .tuple(
          blank,
          fc.array(fc.tuple(fc.constantFrom('a', '7', '12', 'constructor', 'é'), tie('value')), { maxLength: 4 }),
        )
        .map(
          ([gap, members]) => `{${gap}${members.map(([key, part]) => `"${key}"${gap}:${part}`).join(`${gap},`)}${gap}}`,
        ),
    }))
    await fc.assert(
      fc.asyncProperty(written, written, async (method, extra) => {
        const { status, text } = await send(item(`,"payment_method":${method},"extra_json":${extra}`))
        assert.equal(status, 200, text)
        assert.deepEqual([partOf(text, 'payment_method'), partOf(text, 'extra_json')], [method, extra])
      }),
      { seed: 4, numRuns: runs(60) },
    )
  })

  test('the same idempotency key with another spelling of an object is another request', async () => {
    const key = { 'idempotency-key': `spelling-${contact}` }
    const keyed = (extra: string) =>
      ask.send('POST', path, { body: `{"data":{"transactions":[${item(`,"extra_json":${extra}`)}]}}`, headers: key })
    const first = await keyed('{"2":1,"1":2}')
    assert.equal((await keyed('{"2":1,"1":2}')).text, first.text)
    assert.deepEqual(refusal(await keyed('{"1":2,"2":1}')), [422, 'idempotency_key_reused'])
  })

  test('and afterwards the books verify', async () => {
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('values that cannot be stored are refused, also behind a duplicate key', async () => {
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`
    for (const [what, text] of Object.entries({
      NUL: '{"a":"\\u0000"}',
      'a hidden NUL': '{"a":"x\\u0000","a":1}',
      'a hidden NUL in a name': '{"a":{"\\u0000":1},"a":1}',
      'a lone surrogate': '{"a":"\\ud800","a":1}',
      'a key named __proto__': '{"__proto__":{"x":1}}',
      'such a key, escaped': '{"\\u005f_proto__":1}',
      'such a key, behind a duplicate': '{"a":{"__proto__" : 1},"a":1}',
      'nesting without end': `{"a":${deep}}`,
      'hidden nesting without end': `{"a":${deep},"a":1}`,
    })) {
      const answer = await send(item(`,"extra_json":${text}`))
      assert.deepEqual(refusal(answer).slice(0, 2), [422, 'invalid_request'], `${what}: ${answer.text}`)
      assert.match(answer.body.errors[0].location, /^body\.data\.transactions/, what)
    }
    const extra_json = { a: '__proto__', b: '\\u0000' }
    const { body } = await ask.post(path, { transactions: [payment(contact, { extra_json })] })
    assert.deepEqual(body.data.transactions[0].extra_json, extra_json, 'such a name is accepted as a text')
  })

  test('a huge number is neither an object, an item, a list, a bundle nor a body', async () => {
    const huge = '12345678901234567890'
    for (const [body, ...place] of [
      [`{"data":{"transactions":[${item(`,"payment_method":${huge}`)}]}}`, 'body.data.transactions.0.payment_method'],
      [`{"data":{"transactions":[${item(`,"extra_json":${huge}`)}]}}`, 'body.data.transactions.0.extra_json'],
      [`{"data":{"transactions":[${huge}]}}`],
      [`{"data":{"transactions":${huge}}}`],
      [`{"data":${huge}}`],
      [huge],
    ] as [string, ...string[]][]) {
      const answer = refusal(await ask.send('POST', path, { body }))
      assert.deepEqual(answer.slice(0, 2 + place.length), [422, 'invalid_request', ...place], body)
    }
  })
})
