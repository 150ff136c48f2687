import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anAccountWithLines, type SentLine } from '../../test/bank_proposals.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, payment } from '../../test/money.ts'
import type { Person } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'

const app = await startTestApp()

interface PaymentWish {
  firstname: string
  surname: string
  amount: number
  [field: string]: unknown
}

const aGift = (person: Person, contact_id: number, { amount, ...wish }: { amount: number; date: string }) =>
  aBundle(app, person, {
    transactions: [payment(contact_id, { amount, payment_method_kind: 'transfer', ...wish })],
    donations: [payment(contact_id, { amount })],
  })

/** A treasurer, with payments of people and an account with lines. */
async function aDesk(payments: PaymentWish[], lines: SentLine[]) {
  const person = await aTreasurer(app)
  const transactions: { id: number; bundle_id: number }[] = []
  for (const { firstname, surname, amount, ...wish } of payments) {
    const contact_id = await aContactId(app, person, { firstname, surname })
    const bundle = await aGift(person, contact_id, { amount, date: '2026-10-01T10:00:00.000Z', ...wish })
    transactions.push({ id: bundle.transactions[0].id, bundle_id: bundle.id })
  }
  const { id, line_ids } = await anAccountWithLines(app.owner, person, lines)
  const ask = app.as(person)
  const accept = (wish: object = {}) => ask.post('/v1/bank_lines/accept_certain', { bank_account_id: id, ...wish })
  const line = async (index: number): Promise<ReplyBody> =>
    (await ask.get(`/v1/bank_lines/${line_ids[index]}`)).body.data
  const rule = async (name: string, text_contains: string, outcome: object, more: object = {}) => {
    const answer = await ask.post('/v1/bank_rules', { name, conditions: { text_contains, ...more }, outcome })
    assert.equal(answer.status, 200)
  }
  return { rule, person, ask, account_id: id, line_ids, transactions, accept, line }
}

const iban = 'DE89370400440532013000'

describe('accepting all certain proposals', () => {
  test('matches the lines whose payment is certain, and leaves the others open', async () => {
    const people = [
      { firstname: 'Aline', surname: 'Lefort', amount: 2000 },
      { firstname: 'Bruno', surname: 'Sage', amount: 3000, payment_method: { reference: 'MUS-7K2Q9F4' } },
      { firstname: 'Carla', surname: 'Vent', amount: 3000 },
    ]
    const desk = await aDesk(people, [
      { amount: 2000, counterparty: 'M LEFORT ALINE', text: 'don', date: '2026-10-03' },
      { amount: 3000, counterparty: 'B SAGE', text: 'don mus-7k2q9f4', date: '2026-10-04' },
      { amount: 3000, counterparty: 'VENT', date: '2026-10-05' },
      { amount: 4500, counterparty: 'UNKNOWN PERSON', date: '2026-10-06' },
    ])
    assert.equal((await desk.line(0)).proposals[0].certain, true)
    const { status, body, text } = await desk.accept()
    assert.equal(status, 200, text)
    assert.deepEqual(body.data.line_ids, desk.line_ids.slice(0, 2))
    assert.deepEqual([body.data.accepted, body.data.more], [2, false])
    const [first, third, fourth] = [await desk.line(0), await desk.line(2), await desk.line(3)]
    assert.deepEqual([first.state, first.matches[0].transaction_id], ['matched', desk.transactions[0]?.id])
    assert.deepEqual([third.state, third.proposals[0].certain], ['open', false])
    assert.deepEqual([fourth.state, fourth.proposals], ['open', []])
    assert.equal((await desk.ask.post('/v1/bank_lines/undo', { line_ids: body.data.line_ids })).status, 200)
    assert.equal((await desk.accept()).body.data.accepted, 2)
    assert.deepEqual((await desk.accept()).body.data, { accepted: 0, amount: 0, line_ids: [], more: false })
  })

  test('two lines for one payment, and namesakes, are left to a person', async () => {
    const people = [
      { firstname: 'Aline', surname: 'Lefort', amount: 2000 },
      { firstname: 'Ben', surname: 'Twin', amount: 1500 },
      { firstname: 'Ben', surname: 'Twin', amount: 1500 },
    ]
    const desk = await aDesk(people, [
      { amount: 2000, counterparty: 'LEFORT ALINE' },
      { amount: 2000, counterparty: 'LEFORT ALINE', date: '2026-10-04' },
      { amount: 1500, counterparty: 'BEN TWIN' },
    ])
    assert.equal((await desk.accept()).body.data.accepted, 0)
    const reasons = (await desk.line(2)).proposals[0].reasons.map(({ kind }: { kind: string }) => kind)
    assert.ok(reasons.includes('namesakes'), reasons.join())
    assert.ok((await desk.line(0)).proposals[0].message.includes('another line may be the same payment'))
  })

  test('rules book, ignore, and record payments of payers whose IBAN is known', async () => {
    const known = { firstname: 'Dora', surname: 'Klein', amount: 1000 }
    const desk = await aDesk(
      [known],
      [
        { amount: 1000, counterparty: 'KLEIN DORA', counterparty_iban: iban, date: '2026-10-02' },
        { amount: -1250, text: 'FRAIS DE TENUE', date: '2026-10-20' },
        { amount: 50_000, text: 'LIVRET', date: '2026-10-20' },
        { amount: 2500, text: 'DON MENSUEL', counterparty: 'KLEIN DORA', counterparty_iban: iban, date: '2026-10-28' },
        { amount: 2500, text: 'DON MENSUEL', counterparty: 'NEW PAYER', date: '2026-10-28' },
      ],
    )
    await desk.rule('Fees', 'frais', { kind: 'account', account: '6270' }, { direction: 'out' })
    await desk.rule('Savings', 'livret', { kind: 'ignore', reason: 'Own account' })
    await desk.rule('Monthly', 'don mensuel', { kind: 'donation' })
    assert.equal((await desk.accept()).body.data.accepted, 3)
    // The IBAN is known only after the first line was matched.
    assert.deepEqual((await desk.accept()).body.data.line_ids, [desk.line_ids[3]])
    const lines = await Promise.all([1, 2, 3, 4].map(desk.line))
    assert.deepEqual(pick(lines, 'state'), ['matched', 'ignored', 'matched', 'open'])
    assert.deepEqual([lines[0]?.matches[0].account, lines[1]?.ignored_reason], ['6270', 'Own account'])
    assert.deepEqual([lines[2]?.matches[0].created_bundle, lines[2]?.matches[0].contact.surname], [true, 'Klein'])
    assert.equal(lines[3]?.proposals[0].rule.name, 'Monthly')
  })

  test('a known IBAN does not outweigh the name of somebody else', async () => {
    const people = [
      { firstname: 'Ada', surname: 'Marley', amount: 1000 },
      { firstname: 'Robert', surname: 'Marley', amount: 9900 },
    ]
    const known = { counterparty_iban: iban, date: '2026-10-06' }
    const from = (counterparty: string, amount: number, text = '') => ({ amount, counterparty, text, ...known })
    const desk = await aDesk(people, [
      from('MARLEY ADA', 1000),
      from('ROBERT MARLEY', 2510, 'DON MENSUEL'),
      from('JOHN DOE', 2530, 'DON MENSUEL'),
      from('', 2600, 'DON MENSUEL'),
      from('ROBERT MARLEY', 3000),
      from('JOHN DOE', 4000),
      from('A MARLEY', 5000),
    ])
    await desk.rule('Monthly', 'don mensuel', { kind: 'donation' })
    const [first] = desk.line_ids
    const contact_id = (await desk.line(0)).proposals[0].payer.id
    for (const amount of [3000, 4000, 5000])
      await aGift(desk.person, contact_id, { amount, date: '2026-10-04T10:00:00.000Z' })
    assert.deepEqual((await desk.accept()).body.data.line_ids, [first])
    const lines = await Promise.all([1, 2, 3, 4, 5, 6].map(desk.line))
    const best = lines.map(({ proposals: [one] }) => `${one.kind} ${one.payer.id === contact_id} ${one.certain}`)
    const [uncertain, certain] = ['true false', 'true true']
    assert.deepEqual(best.slice(0, 3), [`rule ${uncertain}`, `rule ${uncertain}`, `rule ${certain}`])
    assert.deepEqual(best.slice(3), [`payments ${uncertain}`, `payments ${uncertain}`, `payments ${certain}`])
    assert.match(lines[3]?.proposals[0].message, /ROBERT MARLEY/)
  })

  test('a debit that comes and goes back in one statement is matched twice', async () => {
    const reference = 'SDD202610000017'
    const emil = { firstname: 'Emil', surname: 'Roth', amount: 1500 }
    const debit = { ...emil, payment_method_kind: 'direct_debit', payment_method: { reference } }
    const desk = await aDesk(
      [debit],
      [
        { amount: 1500, text: 'PRLV SEPA', end_to_end_id: reference, mandate_id: 'RUM1', date: '2026-10-05' },
        { amount: -1500, text: 'REJET PRLV', end_to_end_id: reference, return_reason: 'AM04', date: '2026-10-09' },
      ],
    )
    assert.equal((await desk.accept()).body.data.accepted, 2)
    const [came, back] = [await desk.line(0), await desk.line(1)]
    assert.deepEqual([came.matches[0].kind, back.matches[0].kind], ['payment', 'reversal'])
    const paid = await desk.ask.get(`/v1/transaction_bundles/${desk.transactions[0]?.bundle_id}`)
    assert.equal(paid.body.data.transactions[0].unpaid_amount, 1500)
  })

  test('accepts the lines of a month only, if asked, and leaves those of a closed month open', async () => {
    const people = [
      { firstname: 'Aline', surname: 'Lefort', amount: 2000, date: '2026-09-20T10:00:00.000Z' },
      { firstname: 'Bruno', surname: 'Sage', amount: 3000 },
    ]
    const desk = await aDesk(people, [
      { amount: 2000, counterparty: 'LEFORT ALINE', date: '2026-09-30' },
      { amount: 3000, counterparty: 'SAGE BRUNO', date: '2026-10-04' },
    ])
    const { space, id } = desk.person
    const [september, october] = desk.line_ids.map(line => [line])
    assert.deepEqual((await desk.accept({ month: '2026-10' })).body.data.line_ids, october)
    await desk.ask.post('/v1/bank_lines/undo', { line_ids: october })
    await app.owner`
      insert into bank_months (group_id, bank_account_id, month, closed_at, closed_by, bank_balance, book_balance)
      values (${space}, ${desk.account_id}, '2026-09-01', now(), ${id}, 0, 0)`
    assert.deepEqual((await desk.accept()).body.data.line_ids, october)
    assert.equal((await desk.line(0)).state, 'open')
    await app.owner`delete from bank_months where group_id = ${space}`
    assert.deepEqual((await desk.accept()).body.data.line_ids, september)
  })

  test('two requests at once accept each line once', async () => {
    const people = ['a', 'b', 'c', 'd'].map((letter, index) => {
      return { firstname: 'Aline', surname: `Lefort${letter}`, amount: 1000 * (index + 1) }
    })
    const lines = people.map(({ surname, amount }) => ({ amount, counterparty: `${surname} ALINE` }))
    const desk = await aDesk(people, lines)
    const answers = await Promise.all([desk.accept(), desk.accept()])
    assert.deepEqual(pick(answers, 'status'), [200, 200])
    const accepted = answers.map(({ body }) => body.data.accepted)
    assert.equal(accepted[0] + accepted[1], 4)
    assert.equal((await desk.accept({ month: 'May' })).status, 422)
  })
})
