import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aBankAccount, aDesk, insertLines } from '../../test/bank.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId } from '../../test/money.ts'
import { aUser, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'

const app = await startTestApp()

const idsIn = ({ body }: { body: ReplyBody }) => body.data.map(({ id }: ReplyBody) => id)

describe('lines', () => {
  test('are listed newest first, with what the bank said', async () => {
    const desk = await aDesk(app)
    const known = { text: 'Part', counterparty: 'Ada', end_to_end_id: 'E-1' }
    const detail = { amount: 500, ...known, counterparty_iban: '', mandate_id: '', return_reason: '' }
    const ids = await desk.lines([
      { amount: 100, date: '2026-10-02' },
      { amount: 200, date: '2026-10-03' },
      { amount: 300, date: '2026-10-03', text: 'Virement', counterparty: 'Ada', details: [detail] },
    ])
    const answer = await desk.ask.get(`/v1/bank_lines?bank_account_id=${desk.account_id}`)
    assert.deepEqual(idsIn(answer), ids.toReversed())
    assert.equal(answer.body.total, 3)
    const [newest] = answer.body.data
    assert.partialDeepStrictEqual(newest, {
      ...{ text: 'Virement', counterparty: 'Ada', currency: 'EUR', state: 'open' },
      ...{ date: '2026-10-03', value_date: '2026-10-03' },
    })
    assert.deepEqual([newest.details, newest.matches], [[detail], []])
    assert.deepEqual(await desk.read(newest.id), newest)
    assert.deepEqual(idsIn(await desk.ask.get('/v1/bank_lines?limit=1&offset=1')), [ids[1]])
  })

  test('are found by account, statement, state, month, payment, text and amount', async () => {
    const desk = await aDesk(app)
    const second = await aBankAccount(app, desk.person, { ledger_account: '512888' })
    const [elsewhere = 0] = await insertLines(app, desk.person, second.id, [{ amount: 100 }])
    const [march = 0, ada = 0, fee = 0] = await desk.lines([
      { amount: 1250, date: '2026-03-31' },
      { amount: 99900, date: '2026-04-01', text: 'VIR SEPA', counterparty: 'Ada Lovelace' },
      { amount: -320, date: '2026-04-30', text: 'Frais de tenue de compte' },
    ])
    const payment = await desk.payment(99900)
    await desk.match(ada, [{ kind: 'payment', transaction_id: payment.id, amount: 99900 }])
    await desk.ignore(fee)
    const { bank_statement_id } = await desk.read(march)
    for (const [query, expected] of [
      [`bank_account_id=${second.id}`, [elsewhere]],
      [`statement_id=${bank_statement_id}`, [fee, ada, march]],
      [`bank_account_id=${desk.account_id}&state=open`, [march]],
      ['state=matched', [ada]],
      ['state=ignored', [fee]],
      [`bank_account_id=${desk.account_id}&month=2026-04`, [fee, ada]],
      ['month=2026-03', [march]],
      [`transaction_bundle_id=${payment.bundle_id}`, [ada]],
      ['search=lovelace', [ada]],
      ['search=tenue%20de', [fee]],
      ['search=12,50', [march]],
      ['search=3.20', [fee]],
      [`search=${encodeURIComponent('−3,20 €')}`, [fee]],
      ['search=999', [ada]],
      ['search=nothing', []],
    ] as const)
      assert.deepEqual(idsIn(await desk.ask.get(`/v1/bank_lines?${query}`)), expected, query)
    const certain = await desk.ask.get(`/v1/bank_lines?bank_account_id=${desk.account_id}&certain=true&proposals=false`)
    assert.deepEqual([certain.status, certain.body.data.filter(({ state }: ReplyBody) => state !== 'open')], [200, []])
    assert.deepEqual(refusal(await desk.ask.get('/v1/bank_lines?month=2026-13')), refusal.at('query.month'))
  })

  test('undone together are undone all or none', async () => {
    const desk = await aDesk(app)
    const [first = 0, second = 0] = await desk.lines([{ amount: 1 }, { amount: 2 }])
    await desk.ignore(first)
    assert.deepEqual(refusal(await desk.undo([first, second])), [409, 'conflict'])
    assert.equal((await desk.read(first)).state, 'ignored')
    await desk.ignore(second)
    const { body } = await desk.undo([second, first, first])
    assert.deepEqual(pick(body.data.lines, 'state'), ['open', 'open'])
  })
})

describe('a restricted contact', () => {
  test('is not named in lines and waiting payments to callers who may not read the contact', async () => {
    const desk = await aDesk(app)
    const { person, ask } = desk
    const chief = app.as(await aUser(app, person.space, { role: 'superadmin' }))
    const [id = 0, open = 0] = await desk.lines([
      { amount: 1000, text: 'VIR Ada', counterparty: 'Ada Lovelace', counterparty_iban: 'FR76', bank_reference: 'B1' },
      { amount: 500, text: 'VIR Ada', counterparty: 'Ada Lovelace', counterparty_iban: 'FR76' },
    ])
    const contact_id = await aContactId(app, person, { firstname: 'Ada', surname: 'Lovelace' })
    await desk.pay(id, { contact_id, kind: 'donation' })
    const another = await ask.post('/v1/transaction_bundles', { transactions: [{ amount: 500, contact_id }] })
    assert.equal(another.status, 200, another.text)
    const made = await chief.post('/v1/privacy_requests', { kind: 'restriction', contact_id })
    const done = await chief.post(`/v1/privacy_requests/${made.body.data.id}/complete`, {})
    assert.equal(done.status, 200, done.text)
    const hidden = await desk.read(id)
    assert.deepEqual(hidden.matches[0].contact, { id: contact_id, firstname: '', surname: '' })
    const { text, counterparty, counterparty_iban, bank_reference } = hidden
    assert.deepEqual([text, counterparty, counterparty_iban, bank_reference], ['', '', '', ''])
    // The text of an open line is the bank's. That it is this contact is not said.
    assert.deepEqual((await desk.read(open)).proposals, [])
    const listed = (await ask.get('/v1/bank_lines?state=open')).body.data
    assert.deepEqual(pick(listed, 'id', 'proposals'), [[open, []]])
    assert.deepEqual(idsIn(await ask.get('/v1/bank_lines?search=lovelace')), [open])
    const [waiting] = (await desk.waiting()).data
    assert.deepEqual(waiting.contact, { id: contact_id, firstname: '', surname: '', city: '' })
    assert.equal((await desk.waiting('&search=lovelace')).total, 0)
    assert.equal((await chief.get(`/v1/bank_lines/${open}`)).body.data.proposals[0].payer.id, contact_id)
    const shown = (await chief.get(`/v1/bank_lines/${id}`)).body.data
    assert.deepEqual([shown.counterparty, shown.matches[0].contact.surname], ['Ada Lovelace', 'Lovelace'])
  })
})
