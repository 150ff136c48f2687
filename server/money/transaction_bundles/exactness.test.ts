import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, aTreasurer, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'

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

describe('free-form objects are returned exactly as they were written', () => {
  for (const [what, text] of Object.entries(texts)) {
    test(`with ${what}`, async () => {
      const contact = await aContactId(app, treasurer)
      const item = `{"amount":5,"contact_id":${contact},"payment_method":${text},"extra_json":${text}}`
      const body = `{"data":{"transactions":[${item}],"donations":[{"amount":5,"contact_id":${contact}}]}}`
      const created = await ask.send('POST', path, { body })
      assert.equal(created.status, 200, created.text)
      const { id, transactions } = created.body.data
      const both = (answer: string) => [partOf(answer, 'payment_method'), partOf(answer, 'extra_json')]
      const exact = [text, text]
      assert.deepEqual(both(created.text), exact, 'when created')
      assert.deepEqual(both((await ask.get(bundleAt(id))).text), exact, 'when read')
      await ask.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, comment: 'changed' }] })
      assert.deepEqual(both((await ask.get(bundleAt(id))).text), exact, 'after a change of something else')
      const elsewhere = { transactions: [payment(contact)], memberships: [payment(contact)] }
      assert.equal((await ask.post(path, elsewhere)).status, 200)
      const numbered = await ask.get(bundleAt(id))
      assert.ok(numbered.body.data.donations[0].contact.membership_number > 0)
      assert.deepEqual(both(numbered.text), exact, 'after the contact was given a number')
      const list = await ask.get(`${path}?contact_id=${contact}&offset=1`)
      assert.deepEqual(both(list.text), exact, 'in the list')
      const history = await ask.get(`${bundleAt(id)}/history`)
      const told = history.text.split(`"payment_method":${text},"contact_id"`).length - 1
      assert.equal(told, history.text.split('"payment_method":').length - 1, 'in the history')
      const [row] = await app.owner<[{ document: string }]>`select document from transaction_bundles where id = ${id}`
      assert.deepEqual(both(row.document), exact, 'in the database')
    })
  }

  test('an object sent again unchanged is no change, however unusual', async () => {
    const contact = await aContactId(app, treasurer)
    const odd = '{"b":12345678901234567890,"a":[0.1,1e-7,{"é":null}]}'
    const body = `{"data":{"transactions":[{"amount":5,"contact_id":${contact},"extra_json":${odd}}]}}`
    const created = await ask.send('POST', path, { body })
    const again = `{"data":{"transactions":[{"id":${created.body.data.transactions[0].id},"extra_json":${odd}}]}}`
    assert.equal((await ask.send('PATCH', bundleAt(created.body.data.id), { body: again })).text, created.text)
  })

  test('of a duplicate key the last value counts', async () => {
    const contact = await aContactId(app, treasurer)
    const item = (more: string) => `{"amount":5,"contact_id":${contact}${more}}`
    const body = `{"data":{"transactions":[${item(',"extra_json":{"first":1}')},${item(',"extra_json":{"second":2}')}],
      "\\u0074ransactions" : [ ${item(',"payment_method":{"x":1},"payment_\\u006dethod" : {"y": 2}')} ]}}`
    const { body: answer, text } = await ask.send('POST', path, { body })
    assert.equal(answer.data.transactions.length, 1)
    assert.deepEqual([partOf(text, 'payment_method'), partOf(text, 'extra_json')], ['{"y": 2}', '{}'])
    const none = `{"data":{"transactions":[${item(',"payment_method":{},"extra_json":{"x":1},"extra_json":null')}]}}`
    const refused = await ask.send('POST', path, { body: none })
    assert.deepEqual(refusal(refused), [422, 'invalid_request', 'body.data.transactions.0.extra_json'])
  })

  test('a contact inside an object is unchanged when the contact of the response changes', async () => {
    const contact = await aContactId(app, treasurer)
    const gift = { transactions: [payment(contact)], donations: [payment(contact)] }
    const answer = (await ask.post(path, gift)).text
    const ours = /"contact": \{[^}]*\}/.exec(answer)?.[0]
    assert.ok(ours, 'as it stands in our own answer')
    const text = `{${ours},"memberships":[{${ours}}],"UpdatedAt":"2026-01-01T00:00:00.000Z"}`
    const item = `{"amount":5,"contact_id":${contact},"extra_json":${text}}`
    const body = `{"data":{"transactions":[${item}],"donations":[{"amount":5,"contact_id":${contact}}]}}`
    const { id } = (await ask.send('POST', path, { body })).body.data
    await ask.post(path, { transactions: [payment(contact)], memberships: [payment(contact)] })
    const read = await ask.get(bundleAt(id))
    assert.equal(partOf(read.text, 'extra_json'), text)
    assert.ok(read.body.data.donations[0].contact.membership_number > 0)
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

  test('an object changed only in its spelling is a change', async () => {
    const contact = await aContactId(app, treasurer)
    const { id, transactions } = (await ask.post(path, { transactions: [payment(contact, { extra_json: { a: 1 } })] }))
      .body.data
    const body = `{"data":{"transactions":[{"id":${transactions[0].id},"extra_json":{"a": 1}}]}}`
    assert.equal(partOf((await ask.send('PATCH', bundleAt(id), { body })).text, 'extra_json'), '{"a": 1}')
    const entries = (await ask.get(`${bundleAt(id)}/history`)).body.data
    assert.equal(entries.length, 2)
  })

  test('holds for any object, in any spelling', async () => {
    const contact = await aContactId(app, treasurer)
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
        const item = `{"payment_method":${method},"amount":5,"contact_id":${contact},"extra_json":${extra}}`
        const { status, text } = await ask.send('POST', path, { body: `{"data":{"transactions":[${item}]}}` })
        assert.equal(status, 200, text)
        assert.deepEqual([partOf(text, 'payment_method'), partOf(text, 'extra_json')], [method, extra])
      }),
      { seed: 4, numRuns: runs(60) },
    )
  })

  test('the same idempotency key with another spelling of an object is another request', async () => {
    const contact = await aContactId(app, treasurer)
    const send = (extra: string) =>
      ask.send('POST', path, {
        body: `{"data":{"transactions":[{"amount":5,"contact_id":${contact},"extra_json":${extra}}]}}`,
        headers: { 'idempotency-key': `spelling-${contact}` },
      })
    const first = await send('{"2":1,"1":2}')
    assert.equal((await send('{"2":1,"1":2}')).text, first.text)
    assert.deepEqual(refusal(await send('{"1":2,"2":1}')), [422, 'idempotency_key_reused'])
  })

  test('verification of the books still passes', async () => {
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})

describe('values that cannot be stored are refused, also behind a duplicate key', () => {
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
    test(what, async () => {
      const contact = await aContactId(app, treasurer)
      const body = `{"data":{"transactions":[{"amount":5,"contact_id":${contact},"extra_json":${text}}]}}`
      const answer = await ask.send('POST', path, { body })
      assert.deepEqual(refusal(answer).slice(0, 2), [422, 'invalid_request'], answer.text)
      assert.match(answer.body.errors[0].location, /^body\.data\.transactions/)
    })
  }

  test('such a name is accepted as a text value', async () => {
    const contact = await aContactId(app, treasurer)
    const extra_json = { a: '__proto__', b: '\\u0000' }
    const { body } = await ask.post(path, { transactions: [payment(contact, { extra_json })] })
    assert.deepEqual(body.data.transactions[0].extra_json, extra_json)
  })
})

describe('a huge number is only accepted as a number', () => {
  const huge = '12345678901234567890'

  for (const field of ['payment_method', 'extra_json']) {
    test(`it is not an object, so ${field} refuses it`, async () => {
      const contact = await aContactId(app, treasurer)
      const body = `{"data":{"transactions":[{"amount":5,"contact_id":${contact},"${field}":${huge}}]}}`
      const answer = await ask.send('POST', path, { body })
      assert.deepEqual(refusal(answer), [422, 'invalid_request', `body.data.transactions.0.${field}`])
    })
  }

  test('it is not an item, a list or a bundle', async () => {
    for (const data of [huge, `{"transactions":${huge}}`, `{"transactions":[${huge}]}`]) {
      const answer = await ask.send('POST', path, { body: `{"data":${data}}` })
      assert.deepEqual(refusal(answer).slice(0, 2), [422, 'invalid_request'], data)
    }
  })

  test('it is not a body', async () => {
    assert.deepEqual(refusal(await ask.send('POST', path, { body: huge })).slice(0, 2), [422, 'invalid_request'])
  })
})
