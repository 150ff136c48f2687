import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testCatalogue } from '../../test/catalogue.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId } from '../../test/money.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()
const { cast, stranger, path, create, read, change, one } = await testCatalogue({
  app,
  table: 'code_campaigns',
  keys: ['id', 'CreatedAt', 'UpdatedAt', 'code', 'name', 'hidden'],
  whole: number => ({ code: `CODE-${number}`, name: `Campaign ${number}`, hidden: false }),
  other: number => ({ code: `OTHER-${number}`, name: '', hidden: true }),
  least: number => ({ code: `CODE-${number}` }),
  defaults: { name: '', hidden: false },
  wrong: {
    code: ['""', '"  "', '7', 'null', `"${'c'.repeat(201)}"`],
    name: ['null', `"${'n'.repeat(201)}"`],
    hidden: ['"false"'],
  },
  // In another case it is the same code.
  use: async ({ code }, admin) => {
    const transactions = [{ amount: 1, contact_id: await aContactId(app, admin), code_campaign: code.toLowerCase() }]
    return ['/v1/transaction_bundles', { transactions }]
  },
})

describe('codes', () => {
  test('a code is unique in its space without case, accents included; two spaces may share it', async () => {
    assert.equal((await create(cast.admin, { code: 'Été' })).status, 200)
    for (const code of ['Été', 'été', 'ÉTÉ']) {
      const answer = await create(cast.admin, { code })
      assert.deepEqual(refusal(answer), [409, 'conflict'])
      assert.match(answer.body.detail, new RegExp(code))
    }
    assert.equal((await create(stranger, { code: 'été' })).status, 200)
    const { id, code } = await one()
    assert.deepEqual(refusal(await change(id, { code: 'éTÉ' })), [409, 'conflict'])
    assert.equal((await read(id)).body.data.code, code)
    assert.equal((await change(id, { code: code.toLowerCase() })).status, 200, 'its own code in another case')
  })

  test('of four campaigns with one code at the same time exactly one is created', async () => {
    const codes = ['Rush', 'rush', 'RUSH', 'rUSH']
    const answers = await Promise.all(codes.map(code => create(cast.admin, { code, name: 'At once' })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
  })

  test('a deleted code can be used again', async () => {
    const { id, code } = await one()
    await app.as(cast.admin).delete(`${path}/${id}`)
    assert.equal((await create(cast.admin, { code })).status, 200)
  })

  test('the list is sorted by code, without case and accents', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    for (const code of ['zèbre', 'Été', 'abeille', 'Zoo', 'eau']) await create(own, { code })
    const codes = (await app.as(own).get(path)).body.data.map(({ code }: any) => code)
    assert.deepEqual(codes, ['abeille', 'eau', 'Été', 'zèbre', 'Zoo'])
  })
})

test('the code of a used campaign cannot change, except its case; all other fields can', async () => {
  const { id, code } = await one()
  const contact_id = await aContactId(app, cast.admin)
  const transactions = [{ amount: 1, contact_id, code_campaign: code.toLowerCase() }]
  const bundle = await aBundle(app, cast.admin, { transactions })
  const answer = await change(id, { code: `${code}-2`, name: 'Renamed' })
  assert.deepEqual(refusal(answer), [409, 'conflict'])
  assert.ok(answer.body.detail.includes(code))
  assert.equal((await read(id)).body.data.code, code)
  assert.equal((await change(id, { code: code.toLowerCase(), name: 'Renamed' })).status, 200)
  assert.match((await app.as(cast.admin).delete(`${path}/${id}`)).body.data.message, /in use and was hidden/)
  assert.deepEqual(refusal(await create(cast.admin, { code })), [409, 'conflict'], 'and its code stays taken')
  const found = await app.as(cast.admin).get(`/v1/transaction_bundles?code_campaign=${code.toUpperCase()}`)
  assert.deepEqual([found.body.total, found.body.data[0].id], [1, bundle.id], 'and it is found in any case')
})
