import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lockName } from '../../db/advisory_lock.ts'
import { anAccountWithLines } from '../../test/bank_proposals.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aDonationPrice, aMembershipPrice } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const outsider = await aUser(app, await aSpace(app), { role: 'superadmin' })
const ask = app.as(cast.admin)
const path = '/v1/bank_rules'
const conditions = { direction: 'out', text_contains: 'Frais de tenue' }
const outcome = { kind: 'account', account: '627000' }
const rule = { name: 'Fees', conditions, outcome }

async function saved(fields: object = {}) {
  const { status, body, text } = await ask.post(path, { ...rule, ...fields })
  assert.equal(status, 200, text)
  return body.data
}

describe('bank rules', () => {
  test('are stored as they were sent, and tried in the order in which they were added', async () => {
    const { id, CreatedAt, UpdatedAt, ...rest } = await saved()
    assert.ok(CreatedAt === UpdatedAt)
    assert.deepEqual(rest, { ...rule, enabled: true })
    const second = await saved({ name: 'Second' })
    const { body } = await ask.get(path)
    assert.deepEqual(pick(body.data.slice(-2), 'id'), [id, second.id])
    assert.deepEqual((await ask.get(`${path}/${id}`)).body.data.name, 'Fees')
  })

  test('are changed and deleted', async () => {
    const { id } = await saved()
    const change = { enabled: false, outcome: { kind: 'ignore', reason: 'Own account' } }
    const { body } = await ask.patch(`${path}/${id}`, change)
    assert.partialDeepStrictEqual(body.data, { ...change, conditions })
    assert.equal((await ask.delete(`${path}/${id}`)).status, 200)
    assert.equal((await ask.get(`${path}/${id}`)).status, 404)
    assert.equal((await ask.delete(`${path}/${id}`)).status, 404)
  })

  test('name a price and a campaign of the space', async () => {
    const [gift, member] = [await aDonationPrice(app, cast.admin), await aMembershipPrice(app, cast.admin)]
    await ask.post('/v1/code_campaigns', { code: 'SPRING', name: 'Spring' })
    const { outcome } = await saved({ outcome: { kind: 'donation', price_id: gift.id, code_campaign: 'spring' } })
    assert.deepEqual(outcome, { kind: 'donation', price_id: gift.id, code_campaign: 'spring' })
    assert.equal((await saved({ outcome: { kind: 'membership', price_id: member.id } })).outcome.price_id, member.id)
    assert.deepEqual((await saved({ outcome: { kind: 'donation', price_id: null, code_campaign: '' } })).outcome, {
      kind: 'donation',
    })
  })

  test('an IBAN is stored without spaces, in capitals', async () => {
    const { conditions } = await saved({ conditions: { counterparty_iban: 'fr76 3000 6000 0112 3456 7890 189' } })
    assert.deepEqual(conditions, { counterparty_iban: 'FR7630006000011234567890189' })
  })

  test('a rule that fits every line, or that cannot be applied, is refused', async () => {
    const account = await anAccountWithLines(app.owner, cast.admin, [])
    const theirs = await anAccountWithLines(app.owner, outsider, [])
    const [{ ledger_account }] = await app.owner<[{ ledger_account: string }]>`
      select ledger_account from bank_accounts where group_id = ${space} and id = ${account.id}`
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'body.data.name'],
      [{ conditions: {} }, 'body.data.conditions'],
      [{ conditions: { bank_account_id: account.id } }, 'body.data.conditions'],
      [{ conditions: { direction: 'in' } }, 'body.data.conditions'],
      [{ conditions: { bank_account_id: theirs.id, text_contains: 'fees' } }, 'body.data.conditions.bank_account_id'],
      [{ conditions: { text_contains: '--' } }, 'body.data.conditions.text_contains'],
      [{ conditions: { text_contains: 'x' } }, 'body.data.conditions.text_contains'],
      [{ conditions: { counterparty_iban: 'IBAN' } }, 'body.data.conditions.counterparty_iban'],
      [{ conditions: { amount_min: 200, amount_max: 100 } }, 'body.data.conditions.amount_max'],
      [{ outcome: { kind: 'account' } }, 'body.data.outcome.account'],
      [{ outcome: { kind: 'account', account: ledger_account } }, 'body.data.outcome.account'],
      [{ outcome: { kind: 'account', account: 'abc' } }, 'body.data.outcome.account'],
      [{ outcome: { kind: 'account', account: '62', reason: 'Fee' } }, 'body.data.outcome.reason'],
      [{ outcome: { kind: 'ignore' } }, 'body.data.outcome.reason'],
      [{ outcome: { kind: 'ignore', reason: ' ' } }, 'body.data.outcome.reason'],
      [{ outcome: { kind: 'donation', account: '62' } }, 'body.data.outcome.account'],
      [{ outcome: { kind: 'donation', price_id: 999_999 } }, 'body.data.outcome.price_id'],
      [{ outcome: { kind: 'membership', code_campaign: 'none' } }, 'body.data.outcome.code_campaign'],
      [{ outcome: { kind: 'gift' } }, 'body.data.outcome.kind'],
    ]
    const { id } = await saved()
    for (const [fields, location] of wrong) {
      const refused = [422, 'invalid_request', location]
      assert.deepEqual(refusal(await ask.post(path, { ...rule, ...fields })), refused)
      assert.deepEqual(refusal(await ask.patch(`${path}/${id}`, fields)), refused)
    }
  })

  test('that name an account of earlier versions stay readable, and keep it until it is changed', async () => {
    const { id } = await saved()
    const old = { kind: 'account', account: 'abc' }
    await app.owner`update bank_rules set outcome = ${JSON.stringify(old)}::text::json where group_id = ${space} and id = ${id}`
    assert.deepEqual((await ask.get(`${path}/${id}`)).body.data.outcome, old)
    assert.equal((await ask.patch(`${path}/${id}`, { name: 'Renamed', outcome: old })).status, 200)
    const other = await ask.patch(`${path}/${id}`, { outcome: { ...old, account: 'abcd' } })
    assert.deepEqual(refusal(other), [422, 'invalid_request', 'body.data.outcome.account'])
  })

  test('a conflicting change is refused with If-Match', async () => {
    const made = await ask.post(path, rule)
    const change = (name: string) =>
      ask.patch(`${path}/${made.body.data.id}`, { name }, { 'if-match': made.headers.get('etag')! })
    assert.equal((await change('First')).status, 200)
    assert.equal((await change('Second')).status, 412)
  })

  test('are at most 200, also when two are added at once', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    await app.owner`
      insert into bank_rules (group_id, name, position, conditions, outcome)
      select ${own.space}, 'Rule', n, '{}', '{}' from generate_series(1, 199) n`
    const add = () => app.as(own).post(path, rule)
    const answers = await sendConcurrently(app, sql => lockName(sql, `bank_rules ${own.space}`), [add, add])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  })
})
