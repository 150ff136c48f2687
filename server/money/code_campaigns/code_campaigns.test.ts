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
  wrong: [
    ['code', '""'],
    ['code', '"  "'],
    ['code', '7'],
    ['code', 'null'],
    ['code', `"${'c'.repeat(201)}"`],
    ['name', 'null'],
    ['name', `"${'n'.repeat(201)}"`],
    ['hidden', '"false"'],
  ],
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
    const answers = await Promise.all(
      ['Rush', 'rush', 'RUSH', 'rUSH'].map(code => create(cast.admin, { code, name: 'At once' })),
    )
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
    const { data } = (await app.as(own).get(path)).body
    assert.deepEqual(
      data.map(({ code }: any) => code),
      ['abeille', 'eau', 'Été', 'zèbre', 'Zoo'],
    )
  })
})

describe('hidden campaigns', () => {
  test('a user does not see them, a manager does, and the totals are right', async () => {
    const { id } = await one()
    const totalFor = async (person: { token: string }) => (await app.as(person).get(path)).body.total
    const before = [await totalFor(cast.user), await totalFor(cast.manager)]
    await change(id, { hidden: true })
    assert.deepEqual([await totalFor(cast.user), await totalFor(cast.manager)], [before[0] - 1, before[1]])
    assert.deepEqual(refusal(await read(id, cast.user)), [404, 'not_found'])
    assert.equal((await read(id, cast.manager)).body.data.hidden, true)
  })

  test('a campaign used by a payment is hidden instead of deleted, and its code stays taken', async () => {
    const campaign = await one()
    const contact_id = await aContactId(app, cast.admin)
    await aBundle(app, cast.admin, { transactions: [{ amount: 1, contact_id, code_campaign: campaign.code }] })
    const { body } = await app.as(cast.admin).delete(`${path}/${campaign.id}`)
    assert.match(body.data.message, /in use and was hidden/)
    const kept = (await read(campaign.id)).body.data
    assert.deepEqual(kept, { ...campaign, hidden: true, UpdatedAt: kept.UpdatedAt })
    assert.deepEqual(refusal(await create(cast.admin, { code: campaign.code })), [409, 'conflict'])
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
    const found = await app.as(cast.admin).get(`/v1/transaction_bundles?code_campaign=${code.toUpperCase()}`)
    assert.deepEqual([found.body.total, found.body.data[0].id], [1, bundle.id], 'and it is found in any case')
  })

  test('a payment with the code in another case uses the same campaign', async () => {
    const { id, code } = await one()
    const contact_id = await aContactId(app, cast.admin)
    await aBundle(app, cast.admin, { transactions: [{ amount: 1, contact_id, code_campaign: code.toLowerCase() }] })
    await app.as(cast.admin).delete(`${path}/${id}`)
    assert.equal((await read(id)).body.data?.hidden, true)
  })
})
