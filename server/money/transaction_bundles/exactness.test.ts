import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aContact, aTreasurer, bundleAt, findingsIn, payment } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'

const texts: Record<string, string> = {
  'the order of its keys': '{"z":1,"a":{"y":2,"b":3},"M":4}',
  'an integer that no JavaScript number holds': '{"big":12345678901234567890,"list":[-98765432109876543210]}',
  'the zeros at the end of a decimal': '{"price":1.10,"rate":0.500}',
  'a decimal with more digits than a double': '{"pi":3.14159265358979323846264338327950288}',
  'a number that a double takes for zero or for infinity': '{"small":1e-400,"large":1e+400}',
  'the spelling of a number': '{"one":1.0,"none":-0,"neither":-0.0,"thousand":1E3}',
  'what is nested deep': '{"a":[[{"b":{"c":[null,true,false,"",{},[]]}}]]}',
  'letters of every script': '{"naïve":"éà 漢字 🏳️‍🌈","quote":"\\"\\\\","line":"a\\nb\\tc"}',
  'a contact that looks like one of ours': '{"contact": {"id":1,"firstname":"A"},"text":"\\"contact\\": {\\"id\\":1}"}',
  'keys with names that objects inherit': '{"constructor":1,"toString":2,"hasOwnProperty":3,"length":4}',
}
const squeezed = (text: string) => text.replaceAll('": {', '":{').replaceAll('\\":{', '\\": {')
const partOf = (text: string, field: string) =>
  text.slice(
    text.indexOf(`"${field}":`) + field.length + 3,
    text.indexOf(field === 'payment_method' ? ',"contact_id"' : '}],"memberships"'),
  )

describe('free objects come back exactly as they were written', () => {
  for (const [what, text] of Object.entries(texts)) {
    test(`with ${what}`, async () => {
      const contact = await aContact(app, treasurer)
      const item = `{"amount":5,"contact_id":${contact},"payment_method":${text},"extra_json":${text}}`
      const body = `{"data":{"transactions":[${item}],"donations":[{"amount":5,"contact_id":${contact}}]}}`
      const created = await ask.send('POST', path, { body })
      assert.equal(created.status, 200, created.text)
      const { id, transactions } = created.body.data
      const both = (answer: string) => [partOf(answer, 'payment_method'), partOf(answer, 'extra_json')]
      const exact = [squeezed(text), squeezed(text)]
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
      assert.ok(history.text.includes(`"extra_json":${squeezed(text)}`), 'in the history')
    })
  }

  test('an object that is sent again just as it is changes nothing, however odd', async () => {
    const contact = await aContact(app, treasurer)
    const odd = '{"b":12345678901234567890,"a":[0.1,1e-7,{"é":null}]}'
    const body = `{"data":{"transactions":[{"amount":5,"contact_id":${contact},"extra_json":${odd}}]}}`
    const created = await ask.send('POST', path, { body })
    const again = `{"data":{"transactions":[{"id":${created.body.data.transactions[0].id},"extra_json":${odd}}]}}`
    assert.equal((await ask.send('PATCH', bundleAt(created.body.data.id), { body: again })).text, created.text)
  })

  test('none of this confuses the verification of the books', async () => {
    assert.deepEqual(await findingsIn(app, treasurer.space), [])
  })
})

describe('a huge number is a number, and nothing else', () => {
  const huge = '12345678901234567890'

  for (const field of ['payment_method', 'extra_json']) {
    test(`it is no object, so ${field} refuses it`, async () => {
      const contact = await aContact(app, treasurer)
      const body = `{"data":{"transactions":[{"amount":5,"contact_id":${contact},"${field}":${huge}}]}}`
      const answer = await ask.send('POST', path, { body })
      assert.deepEqual(refusal(answer), [422, 'invalid_request', `body.data.transactions.0.${field}`])
    })
  }

  test('it is no item, no list and no bundle', async () => {
    for (const data of [huge, `{"transactions":${huge}}`, `{"transactions":[${huge}]}`]) {
      const answer = await ask.send('POST', path, { body: `{"data":${data}}` })
      assert.deepEqual(refusal(answer).slice(0, 2), [422, 'invalid_request'], data)
    }
  })

  test('it is no body', async () => {
    assert.deepEqual(refusal(await ask.send('POST', path, { body: huge })).slice(0, 2), [422, 'invalid_request'])
  })
})
