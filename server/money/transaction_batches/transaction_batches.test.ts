import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { aBankAccount } from '../../test/bank_rows.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { failInserts } from '../../test/failing_inserts.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aPng, sendLogo } from '../../test/images.ts'
import { anAssociation } from '../../test/ledger.ts'
import { aBundle, aContactId, badAmounts, payment } from '../../test/money.ts'
import { pdfAt } from '../../test/pdf.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const path = '/v1/transaction_batches'
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const contact_id = await aContactId(app, cast.admin)

const keys = [
  ...['id', 'CreatedAt', 'UpdatedAt', 'number', 'name', 'currency', 'state', 'expected_count', 'expected_amount'],
  ...['count', 'amount', 'closed_at', 'deposited_at', 'transaction_ids'],
]
const admin = app.as(cast.admin)
const aTreasurer = async () => aUser(app, await aSpace(app), { role: 'admin' })
const aBatch = async (fields: object = {}, as: Person = cast.admin) => {
  const { status, body, text } = await app.as(as).post(path, fields)
  assert.equal(status, 200, text)
  return body.data
}
const read = async (id: number, as: Person = cast.admin) => (await app.as(as).get(`${path}/${id}`)).body.data
const payments = async (count: number, more: object = {}): Promise<number[]> => {
  const transactions = Array.from({ length: count }, () => ({ amount: 100, contact_id, ...more }))
  return (await aBundle(app, cast.admin, { transactions })).transactions.map(({ id }: any) => id)
}
const add = (id: number, transaction_ids: unknown, as = cast.admin) =>
  app.as(as).post(`${path}/${id}/transactions`, { transaction_ids })

describe('opening a batch', () => {
  test('takes the next number, and has defaults for all fields', async () => {
    const own = await aTreasurer()
    await app.as(own).patch('/v1/transaction_settings', { batch_prefix: 'DEP ', batch_serial: 9, currency: 'chf' })
    const batch = await aBatch({}, own)
    assert.deepEqual(keysOf(batch), keys.toSorted())
    const { id, CreatedAt, UpdatedAt, ...rest } = batch
    assert.deepEqual(rest, {
      ...{ number: 'DEP 10', name: '', currency: 'chf', state: 'open', closed_at: null, deposited_at: null },
      ...{ expected_count: 0, expected_amount: 0, count: 0, amount: 0, transaction_ids: [] },
    })
    assert.deepEqual(await read(id, own), batch)
    const settings = (await app.as(own).get('/v1/transaction_settings')).body.data
    assert.deepEqual([settings.batch_serial, settings.batch_serial_updated_at], [10, CreatedAt])
    const next = await aBatch({ name: 'Cheques', currency: 'EUR', expected_count: 2, expected_amount: 5 }, own)
    assert.partialDeepStrictEqual(next, { number: 'DEP 11', name: 'Cheques', currency: 'EUR', expected_count: 2 })
    assert.equal(next.expected_amount, 5)
    assert.ok(UpdatedAt >= CreatedAt)
  })

  test('what is wrong is named, on creation and on change, and uses no number', async () => {
    const batch = await aBatch()
    const before = (await admin.get('/v1/transaction_settings')).body.data.batch_serial
    const wrong = { expected_amount: badAmounts, expected_count: ['-1', '"2"'], name: ['null'], currency: ['"XYZ"'] }
    for (const [field, values] of Object.entries(wrong))
      for (const json of values) {
        const body = `{"data":{"${field}":${json}}}`
        const expected = refusal.at(`body.data.${field}`)
        assert.deepEqual(refusal(await admin.send('POST', path, { body })), expected, json)
        if (field === 'currency') continue
        assert.deepEqual(refusal(await admin.send('PATCH', `${path}/${batch.id}`, { body })), expected, json)
      }
    assert.deepEqual(await read(batch.id), batch)
    assert.equal((await admin.get('/v1/transaction_settings')).body.data.batch_serial, before)
  })

  test('when some of twenty concurrent requests fail, the numbers of the others have no gap', async () => {
    const own = await aTreasurer()
    // A failure after the number was taken, which could cause a gap.
    const failing = await failInserts(app.owner, 'idempotency_keys', "key like 'failing-batch%'")
    const keys = Array.from({ length: 20 }, (_, index) => `${index % 3 === 1 ? 'failing-batch' : 'good'}-${index}`)
    const answers = await Promise.all(keys.map(key => app.as(own).post(path, {}, { 'idempotency-key': key })))
    await failing.stop()
    assert.equal(answers.filter(({ status }) => status === 500).length, 7)
    const numbers = answers.filter(({ status }) => status === 200).map(({ body }) => Number(body.data.number.slice(2)))
    assert.deepEqual(new Set(numbers), new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]))
    assert.equal((await app.as(own).get('/v1/transaction_settings')).body.data.batch_serial, 13)
  })
})

describe('adding', () => {
  test('what is free leaves out what is in another batch or in another currency, and still refuses what is unknown', async () => {
    const own = await aTreasurer()
    const [first, second] = [await aBatch({}, own), await aBatch({}, own)]
    const in_dollars = { amount: 100, currency: 'USD', contact_id: await aContactId(app, own) }
    const bundles = [{}, {}, { transactions: [in_dollars] }].map(sent => aBundle(app, own, sent))
    const [held, free, dollars] = (await Promise.all(bundles)).map(({ transactions }) => transactions[0].id)
    const add = (id: number, transaction_ids: number[], only_free?: boolean) =>
      app.as(own).post(`${path}/${id}/transactions`, { transaction_ids, ...(only_free && { only_free }) })
    await add(first.id, [held])
    await app.as(own).post(`${path}/${first.id}/close`)
    assert.equal((await add(second.id, [held, free])).status, 409)
    assert.equal((await add(second.id, [free, 987_654], true)).status, 422)
    const { body } = await add(second.id, [held, free, dollars], true)
    assert.deepEqual(body.data.transaction_ids, [free])
    assert.deepEqual((await add(second.id, [held], true)).body.data.transaction_ids, [free])
  })
})

describe('reading batches', () => {
  test('the list is newest first, filtered by state, with the total of the filter', async () => {
    const own = await aTreasurer()
    const [first, second, third] = [await aBatch({}, own), await aBatch({}, own), await aBatch({}, own)]
    await app.as(own).post(`${path}/${second.id}/close`)
    const list = async (query: string) => {
      const { body } = await app.as(own).get(`${path}${query}`)
      assert.deepEqual(keysOf(body), ['data', 'next_cursor', 'status', 'total'])
      return [body.data.map(({ id }: any) => id), body.total]
    }
    assert.deepEqual(await list(''), [[third.id, second.id, first.id], 3])
    assert.deepEqual(await list('?limit=1&offset=1'), [[second.id], 3])
    assert.deepEqual(await list('?state=open'), [[third.id, first.id], 2])
    assert.deepEqual(await list('?state=closed'), [[second.id], 1])
    const held = await aBundle(app, own)
    await app.as(own).post(`${path}/${third.id}/transactions`, { transaction_ids: [held.transactions[0].id] })
    assert.deepEqual(await list(`?transaction_bundle_id=${held.id}`), [[third.id], 1])
    assert.deepEqual(await list(`?transaction_bundle_id=${held.id}&state=closed`), [[], 0])
    assert.deepEqual(await list('?transaction_bundle_id=987654'), [[], 0])
    assert.deepEqual(refusal(await app.as(own).get(`${path}?state=lost`)), [422, 'invalid_request', 'query.state'])
    assert.deepEqual(refusal(await app.as(own).get(`${path}?limit=0`)), [422, 'invalid_request', 'query.limit'])
  })

  test('of two changes at the same time with the same If-Match exactly one succeeds', async () => {
    const { id } = await aBatch()
    const etag = (await admin.get(`${path}/${id}`)).headers.get('etag')!
    assert.match(etag, /^"[^"]+"$/)
    assert.equal((await admin.get(`${path}/${id}`, { 'if-none-match': etag })).status, 304)
    const hold = (sql: Sql) => sql`select from transaction_batches where group_id = ${space} and id = ${id} for update`
    const both = ['One', 'Two'].map(name => () => admin.patch(`${path}/${id}`, { name }, { 'if-match': etag }))
    const answers = await sendConcurrently(app, hold, both)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
    const close = await admin.post(`${path}/${id}/close`, undefined, { 'if-match': etag })
    assert.deepEqual(refusal(close), [412, 'precondition_failed'])
  })
})

describe('filling a batch', () => {
  test('transactions are counted and summed once each, however often they are sent', async () => {
    const { id } = await aBatch()
    const ids = await payments(3)
    assert.partialDeepStrictEqual((await add(id, [ids[2], ids[0], ids[2]])).body.data, { count: 2, amount: 200 })
    const { body } = await add(id, ids)
    assert.partialDeepStrictEqual(body.data, { count: 3, amount: 300, transaction_ids: ids })
    const out = await admin.delete(`${path}/${id}/transactions/${ids[1]}`)
    assert.partialDeepStrictEqual(out.body.data, { count: 2, amount: 200, transaction_ids: [ids[0], ids[2]] })
    assert.deepEqual(refusal(await admin.delete(`${path}/${id}/transactions/${ids[1]}`)), [404, 'not_found'])
  })

  test('max_batch_size limits it, all or none', async () => {
    await admin.patch('/v1/transaction_settings', { max_batch_size: 3 })
    const { id } = await aBatch()
    const ids = await payments(5)
    await add(id, ids.slice(0, 2))
    const full = await add(id, ids.slice(2, 4))
    assert.deepEqual(refusal(full), [409, 'conflict'])
    assert.match(full.body.detail, /at most 3 /)
    assert.equal((await read(id)).count, 2)
    assert.equal((await add(id, ids.slice(0, 3))).body.data.count, 3)
    const hold = (sql: Sql) => sql`select from transaction_batches where group_id = ${space} and id = ${id} for update`
    await admin.delete(`${path}/${id}/transactions/${ids[0]}`)
    const answers = await sendConcurrently(app, hold, [() => add(id, [ids[3]]), () => add(id, [ids[4]])])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    await admin.patch('/v1/transaction_settings', { max_batch_size: 50 })
  })

  test('a transaction is in one batch only, also when two add it at the same moment', async () => {
    const [first, second] = [await aBatch(), await aBatch()]
    const [kept, contested] = (await payments(2)) as [number, number]
    await add(first.id, [kept])
    const refused = await add(second.id, [contested, kept])
    assert.deepEqual(refusal(refused), [409, 'conflict'])
    assert.match(refused.body.detail, new RegExp(first.number))
    assert.equal((await read(second.id)).count, 0)
    const hold = (sql: Sql) =>
      sql`select from items where group_id = ${space} and kind = 'transaction' and id = ${contested} for update`
    const both = [first, second].map(batch => () => add(batch.id, [contested]))
    const answers = await sendConcurrently(app, hold, both)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assert.equal((await read(first.id)).count + (await read(second.id)).count, 2)
  })

  test('another currency is a 422, the same one in another case is not', async () => {
    const { id } = await aBatch({ currency: 'EUR' })
    const [small, francs] = [await payments(1, { currency: 'eur' }), await payments(1, { currency: 'CHF' })]
    const refused = await add(id, [...small, ...francs])
    assert.deepEqual(refusal(refused), refusal.at('body.data.transaction_ids'))
    assert.equal((await read(id)).count, 0)
    assert.equal((await add(id, small)).body.data.amount, 100)
  })

  test('an unknown transaction, or one of another space, cannot be added', async () => {
    const { id } = await aBatch()
    const item = { amount: 1, contact_id: await aContactId(app, other_space_user) }
    const foreign = (await aBundle(app, other_space_user, { transactions: [item] })).transactions[0].id
    const bundle = await aBundle(app, cast.admin, { transactions: [{ amount: 1, contact_id }] })
    await admin.delete(`/v1/transaction_bundles/${bundle.id}`)
    for (const wrong of [foreign, bundle.transactions[0].id, 9_000_000]) {
      const answer = await add(id, [wrong])
      assert.deepEqual(refusal(answer), refusal.at('body.data.transaction_ids'))
      assert.match(answer.body.detail, new RegExp(String(wrong)))
    }
    for (const sent of [[], 7, ['1'], [0]]) {
      const location = `body.data.transaction_ids${Array.isArray(sent) && sent.length > 0 ? '.0' : ''}`
      assert.deepEqual(refusal(await add(id, sent)), refusal.at(location))
    }
  })
})

async function aBatchOf(person: Person, payers: (Record<string, unknown> & { surname: string; amount: number })[]) {
  const ids: number[] = []
  const contacts: number[] = []
  const bundles: number[] = []
  for (const { surname, ...paid } of payers) {
    const contact = await aContactId(app, person, { firstname: 'Léa', surname })
    const date = '2026-03-02T10:00:00Z'
    const bundle = await aBundle(app, person, { transactions: [payment(contact, { ...paid, date })] })
    ids.push(bundle.transactions[0].id)
    contacts.push(contact)
    bundles.push(bundle.id)
  }
  const made = await app.as(person).post('/v1/transaction_batches', { name: 'Chèques de mars' })
  const { id, number } = made.body.data
  const added = await app.as(person).post(`/v1/transaction_batches/${id}/transactions`, { transaction_ids: ids })
  assert.equal(added.status, 200, added.text)
  return { number: number as string, contacts, bundles, path: `/v1/transaction_batches/${id}/deposit_slip.pdf` }
}

const textOf = ({ texts }: { texts: string[] }) => texts.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ')

describe('a deposit slip', () => {
  test('has the account, who paid what, their number and sum, and a place to sign', async () => {
    const person = await anAssociation(app)
    await aBankAccount(app, person, { iban: 'FR7630006000011234567890189', ledger_account: '512000', name: 'Courant' })
    const { number, path, bundles } = await aBatchOf(person, [
      { surname: 'Zola', amount: 2000, code_campaign: 'MARS' },
      { surname: 'Aubry', amount: 123_450, code_campaign: 'MARS', payment_method: { number: '0080415' } },
      { surname: 'Brun', amount: 1000, external_transaction_id: 77 },
    ])
    const slip = await pdfAt(app, person, `${path}?language=fr`)
    assert.equal(slip.disposition, `attachment; filename="bordereau-de-remise-${number}.pdf"`)
    const text = textOf(slip)
    for (const part of [
      `Bordereau de remise ${number}`,
      'Chèques de mars',
      'FR76 3000 6000 0112 3456 7890 189',
      '1\nLéa Aubry\n02/03/2026\n0080415\n1 234,50 €',
      '2\nLéa Brun\n02/03/2026\n77\n10,00 €',
      `3\nLéa Zola\n02/03/2026\n${bundles[0]}\n20,00 €`,
      'Total (3)\n1 264,50 €',
      'Date et signature',
      'Cette remise est encore ouverte',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`)
    assert.ok(slip.source.includes('/Lang (fr)') && slip.source.includes('/StructTreeRoot'))
    const english = textOf(await pdfAt(app, person, `${path}?language=en`))
    assert.match(english, /Deposit slip[\s\S]*2 Mar 2026[\s\S]*Total \(3\)/)
  })

  test('is of the organisation before the law, with its address, its numbers and who signs', async () => {
    const person = await anAssociation(app)
    const { path } = await aBatchOf(person, [{ surname: 'Zola', amount: 2000 }])
    const head = await aUser(app, person.space, { role: 'superadmin' })
    const identity = {
      ...{ legal_name: 'Collectif des Deux Rives', postal_address: '3 rue du Port\n\n69002 Lyon ' },
      ...{ siren: '732829320', rna: 'W691234567', signatory: 'Ada Martin, trésorière' },
    }
    assert.equal((await app.as(head).patch(`/spaces/${person.space}`, identity)).status, 200)
    assert.equal((await sendLogo(app, head, aPng())).status, 200)
    const slip = await pdfAt(app, person, `${path}?language=fr`)
    assert.ok(slip.source.includes('/Subtype /Image'))
    const text = textOf(slip)
    for (const part of [
      'Organisation\nCollectif des Deux Rives',
      'Adresse\n3 rue du Port, 69002 Lyon',
      'SIREN\n732 829 320',
      'RNA\nW691234567',
      'Date et signature · Ada Martin, trésorière',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`)
    assert.ok(!text.includes('Numéro d’organisme caritatif'))
  })

  test('asks which account where there are several', async () => {
    const person = await anAssociation(app)
    const first = await aBankAccount(app, person, { name: 'Courant', ledger_account: '512000' })
    await aBankAccount(app, person, { name: 'Livret', ledger_account: '512100' })
    const { path } = await aBatchOf(person, [{ surname: 'Zola', amount: 2000 }])
    assert.ok(!textOf(await pdfAt(app, person, path)).includes('Courant'))
    assert.ok(textOf(await pdfAt(app, person, `${path}?bank_account_id=${first}`)).includes('Courant'))
    const unknown = await app.as(person).get(`${path}?bank_account_id=999999`)
    assert.equal(unknown.status, 422, unknown.text)
  })

  test('leaves out the names of restricted contacts for those who may not read them', async () => {
    const person = await anAssociation(app)
    const payers = ['Zola', 'Aubry'].map(surname => ({ surname, amount: 2000 }))
    const { path, contacts } = await aBatchOf(person, payers)
    const request = await app.as(person).post('/v1/privacy_requests', { contact_id: contacts[0], kind: 'restriction' })
    await app.as(person).post(`/v1/privacy_requests/${request.body.data.id}/complete`, {})
    const accountant = await aUser(app, person.space, { role: 'admin', scopes: ['finance:read'] })
    const text = textOf(await pdfAt(app, accountant, path))
    assert.ok(text.includes('Léa Aubry') && !text.includes('Zola'), text)
    assert.ok(text.includes('Total (2)'))
  })
})
