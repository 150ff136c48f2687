import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Answer, type HttpClient, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment } from '../../test/money.ts'
import { runs } from '../../test/runs.ts'

// Each request reads the first page with a function; a list with filters is read in a transaction.

const here = await startTestApp({ own: true })
const there = await startTestApp({ same_database_as: here })
const path = '/v1/transaction_bundles'
/** Another query for the same bundles, which is read in a transaction. */
const anew = `${path}?updated_since=1970-01-01T00:00:00Z`

async function books() {
  const treasurer = await aTreasurer(here)
  const contact = await aContactId(here, treasurer)
  const { id } = await aBundle(here, treasurer, {
    transactions: [payment(contact)],
    memberships: [{ amount: 1000, contact_id: contact }],
  })
  return { treasurer, contact, id }
}

describe('the first page of payments', () => {
  test('shows at once what another process has written', async () => {
    const { treasurer, contact, id } = await books()
    const [ask, write] = [here.as(treasurer), there.as(treasurer)]
    const page = async () => (await ask.get(path)).body
    const comments = async () => (await page()).data.map((bundle: any) => bundle.transactions[0].comment)
    assert.deepEqual(await comments(), [''])
    const { body } = await write.get(bundleAt(id))
    await write.patch(bundleAt(id), { transactions: [{ id: body.data.transactions[0].id, comment: 'by bank' }] })
    assert.deepEqual(await comments(), ['by bank'])
    await write.post(path, { transactions: [payment(contact, { comment: 'second' })] })
    assert.deepEqual(await comments(), ['second', 'by bank'])
    assert.equal((await page()).total, 2)
    await write.patch(`/contacts/${contact}`, { contact: { firstname: 'Renamed', surname: 'Too' } })
    assert.equal((await page()).data[1].memberships[0].contact.firstname, 'Renamed')
    await write.delete(bundleAt(id))
    assert.deepEqual(await comments(), ['second'])
  })

  test('is never that of another space, nor one of another size', async () => {
    const [one, other] = [await books(), await books()]
    await aBundle(here, one.treasurer, { transactions: [payment(one.contact)] })
    for (let time = 0; time < 2; time++) {
      for (const { treasurer, id } of [one, other]) {
        const { body } = await here.as(treasurer).get(path)
        assert.deepEqual([body.data.at(-1).id, body.data.length], [id, body.total])
      }
      const { body } = await here.as(one.treasurer).get(`${path}?limit=1`)
      assert.deepEqual([body.data.length, body.total, body.next_cursor !== null], [1, 2, true])
    }
  })

  test('has an ETag, and is answered 304 until it changes', async () => {
    const { treasurer, contact } = await books()
    const ask = here.as(treasurer)
    const etag = (await ask.get(path)).headers.get('etag')!
    const again = await ask.get(path, { 'if-none-match': etag })
    assert.deepEqual([again.status, again.text], [304, ''])
    await aBundle(here, treasurer, { transactions: [payment(contact)] })
    const changed = await ask.get(path, { 'if-none-match': etag })
    assert.deepEqual([changed.status, changed.body.total], [200, 2])
    assert.notEqual(changed.headers.get('etag'), etag)
  })

  test('needs a token and permission to see payments', async () => {
    const { treasurer } = await books()
    const { headers } = await here.as(treasurer).get(path)
    assert.equal((await here.as().get(path, { 'if-none-match': headers.get('etag')! })).status, 401)
  })
})

type Step = (ask: HttpClient, contact: number, newest: any, word: string) => Promise<Answer>

const create: Step = (ask, contact) =>
  ask.post(path, { transactions: [payment(contact)], memberships: [{ amount: 1, contact_id: contact }] })
const change: Step = (ask, _, newest, word) =>
  ask.patch(bundleAt(newest.id), { transactions: [{ id: newest.transactions[0].id, comment: word }] })
const rename: Step = (ask, contact, _, word) =>
  ask.patch(`/contacts/${contact}`, { contact: { firstname: `A${word}`, surname: 'B' } })
const remove: Step = (ask, _, newest) => ask.delete(bundleAt(newest.id))
const nothing: Step = ask => ask.get(path)

test('equals a read in a transaction after any writes in any process', async () => {
  const { treasurer, contact } = await books()
  const step = fc.record({
    run: fc.constantFrom(create, change, rename, remove, nothing),
    word: fc.string({ maxLength: 5 }),
    writer: fc.constantFrom(here, there),
    reader: fc.constantFrom(here, there),
    limit: fc.constantFrom(2, 100, 1000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async steps => {
      for (const { run, word, writer, reader, limit } of steps) {
        const [newest] = (await writer.as(treasurer).get(anew)).body.data
        const done = await (newest ? run : create)(writer.as(treasurer), contact, newest, word)
        assert.equal(done.status, 200, done.text)
        const ask = reader.as(treasurer)
        const [kept, fresh] = [await ask.get(`${path}?limit=${limit}`), await ask.get(`${anew}&limit=${limit}`)]
        assert.equal(kept.text, fresh.text)
        assert.equal(kept.headers.get('etag'), fresh.headers.get('etag'))
      }
    }),
    { numRuns: runs(60) },
  )
})
