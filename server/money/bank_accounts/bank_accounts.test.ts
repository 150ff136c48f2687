import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aBankAccount, aDesk, insertLines } from '../../test/bank.ts'
import { startTestApp } from '../../test/harness.ts'
import { aTreasurer } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'

const app = await startTestApp()

const iban = 'FR7630006000011234567890189'
const mapping = { date_format: 'DD/MM/YYYY', decimal: ',', date: 0, text: [1], amount: 2 }

describe('a bank account', () => {
  test('has the defaults of the ledger and the settings, and its IBAN without spaces', async () => {
    const person = await aTreasurer(app)
    const ask = app.as(person)
    const sent = { name: 'Crédit', iban: 'fr76 3000 6000 0112 3456 7890 189' }
    const { status, body, text } = await ask.post('/v1/bank_accounts', sent)
    assert.equal(status, 200, text)
    const { accounts } = (await ask.get('/v1/ledger/settings')).body.data
    assert.partialDeepStrictEqual(body.data, {
      ...{ name: 'Crédit', iban, currency: 'EUR', ledger_account: accounts.money, csv_mapping: null },
      ...{ balance: 0, balance_date: null, open_count: 0, archived: false },
    })
    assert.deepEqual((await ask.get('/v1/bank_accounts')).body.data, [body.data])
    assert.deepEqual((await ask.get(`/v1/bank_accounts/${body.data.id}`)).body.data, body.data)
  })

  test('has the balance after its last line', async () => {
    const { ask, person, account_id } = await aDesk(app)
    await app.owner`update bank_accounts set opening_balance = 500 where group_id = ${person.space} and id = ${account_id}`
    const days = { '2026-10-02': 1000, '2026-10-05': -300 }
    const lines = Object.entries(days).map(([date, amount]) => ({ amount, date }))
    await insertLines(app, person, account_id, lines)
    const { balance, balance_date, open_count } = (await ask.get(`/v1/bank_accounts/${account_id}`)).body.data
    assert.deepEqual([balance, balance_date, open_count], [1200, '2026-10-05', 2])
  })

  test('with a wrong IBAN is refused with what is wrong', async () => {
    const ask = app.as(await aTreasurer(app))
    const short = { FR76300060000112345678901: /length/, XX7630006000011234567890189: /country/, hello: /IBAN/ }
    for (const [wrong, why] of Object.entries({ FR7630006000011234567890188: /does not fit/, ...short })) {
      const answer = await ask.post('/v1/bank_accounts', { name: 'Bank', iban: wrong })
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.iban'], wrong)
      assert.match(answer.body.detail, why)
    }
    const named = await ask.post('/v1/bank_accounts', { name: ' ' })
    assert.deepEqual(refusal(named), [422, 'invalid_request', 'body.data.name'])
  })

  test('does not share its IBAN or its account in the ledger, and the next free one is suggested', async () => {
    const person = await aTreasurer(app)
    const first = await aBankAccount(app, person, { name: 'First', iban, ledger_account: '512000' })
    const ask = app.as(person)
    const same = await ask.post('/v1/bank_accounts', { name: 'Second', iban, ledger_account: '512009' })
    assert.deepEqual(refusal(same), refusal.conflict)
    assert.match(same.body.detail, /"First" has this IBAN/)
    const taken = await ask.post('/v1/bank_accounts', { name: 'Second', ledger_account: '512000' })
    assert.deepEqual(refusal(taken), refusal.conflict)
    assert.match(taken.body.detail, /512001 is free/)
    const second = await aBankAccount(app, person, { name: 'Second', ledger_account: '512001' })
    const moved = await ask.patch(`/v1/bank_accounts/${second.id}`, { ledger_account: '512000' })
    assert.match(moved.body.detail, /512002 is free/)
    assert.equal((await ask.patch(`/v1/bank_accounts/${first.id}`, { iban, ledger_account: '512000' })).status, 200)
  })

  test('is not booked to an account that the ledger has for something else', async () => {
    const ask = app.as(await aTreasurer(app))
    const { accounts } = (await ask.get('/v1/ledger/settings')).body.data
    const answer = await ask.post('/v1/bank_accounts', { name: 'Bank', ledger_account: accounts.people })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.ledger_account'])
  })

  test('keeps a mapping of CSV columns, which names where amounts are', async () => {
    const person = await aTreasurer(app)
    const ask = app.as(person)
    const { id } = await aBankAccount(app, person)
    const { csv_mapping } = (await ask.patch(`/v1/bank_accounts/${id}`, { csv_mapping: mapping })).body.data
    assert.deepEqual(csv_mapping, { encoding: 'auto', separator: 'auto', skip_rows: 0, ...mapping })
    const { amount: _, ...incomplete } = mapping
    const answer = await ask.patch(`/v1/bank_accounts/${id}`, { csv_mapping: { ...incomplete, debit: 3 } })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.csv_mapping.amount'])
    assert.equal((await ask.patch(`/v1/bank_accounts/${id}`, { csv_mapping: null })).body.data.csv_mapping, null)
  })

  test('moves in the ledger only while none of its lines is matched, and is deleted only without statements', async () => {
    const desk = await aDesk(app)
    const at = `/v1/bank_accounts/${desk.account_id}`
    const line = await desk.line(1000)
    const payment = await desk.payment(1000)
    await desk.match(line, [{ kind: 'payment', transaction_id: payment.id, amount: 1000 }])
    assert.deepEqual(refusal(await desk.ask.patch(at, { ledger_account: '512777' })), refusal.conflict)
    const kept = await desk.ask.delete(at)
    assert.deepEqual(refusal(kept), refusal.conflict)
    assert.match(kept.body.detail, /Archive it/)
    assert.equal((await desk.ask.patch(at, { archived: true })).body.data.archived, true)
    await desk.undo([line])
    assert.equal((await desk.ask.patch(at, { ledger_account: '512777' })).status, 200)
    const empty = await aBankAccount(app, desk.person, { ledger_account: '512778' })
    assert.equal((await desk.ask.delete(`/v1/bank_accounts/${empty.id}`)).status, 200)
    assert.deepEqual(refusal(await desk.ask.get(`/v1/bank_accounts/${empty.id}`)), refusal.not_found)
  })

  test('does not take an account of the ledger that a line is matched to', async () => {
    const desk = await aDesk(app)
    const line = await desk.line(1000)
    await desk.match(line, [{ kind: 'account', account: '512777', amount: 1000 }])
    const sent = { name: 'Savings', ledger_account: '512777' }
    const refused = await desk.ask.post('/v1/bank_accounts', sent)
    assert.deepEqual(refusal(refused), refusal.conflict)
    assert.match(refused.body.detail, /The bank line of 2026-10-03 is matched to 512777/)
    const other = await aBankAccount(app, desk.person, { ledger_account: '512778' })
    const at = `/v1/bank_accounts/${other.id}`
    assert.deepEqual(refusal(await desk.ask.patch(at, { ledger_account: '512777' })), refusal.conflict)
    await desk.undo([line])
    assert.equal((await desk.ask.patch(at, { ledger_account: '512777' })).status, 200)
  })

  test('leaves each change in the audit log, and no change leaves nothing', async () => {
    const person = await aTreasurer(app)
    const ask = app.as(person)
    const { id } = await aBankAccount(app, person, { name: 'Before' })
    await ask.patch(`/v1/bank_accounts/${id}`, { name: 'After' })
    await ask.patch(`/v1/bank_accounts/${id}`, { name: 'After' })
    await ask.delete(`/v1/bank_accounts/${id}`)
    const entries = await app.owner<{ kind: string; details: ReplyBody }[]>`
      select kind, details from audit_log where group_id = ${person.space} and subject = 'bank_account' order by id`
    assert.deepEqual(pick(entries, 'kind'), ['bank_account.created', 'bank_account.updated', 'bank_account.deleted'])
    assert.deepEqual(entries[1]?.details.changed, { name: { from: 'Before', to: 'After' } })
  })

  test('created twice at once with one account in the ledger exists once', async () => {
    const ask = app.as(await aTreasurer(app))
    const create = () => ask.post('/v1/bank_accounts', { name: 'Bank', ledger_account: '512000' })
    const answers = await Promise.all([create(), create(), create()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  })
})
