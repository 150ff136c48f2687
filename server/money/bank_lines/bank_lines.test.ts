import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { aBankAccount, aDesk, deskOf, insertLines } from '../../test/bank.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, statusOf, verificationFindings } from '../../test/money.ts'
import { aUser, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { runs } from '../../test/runs.ts'

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

const detail = { counterparty_iban: '', end_to_end_id: '', mandate_id: '', return_reason: '' }

/** A desk of a privacy officer, with lines of Xantippe Quellmalz and of another person. */
async function aKnownPayer() {
  const { person, account_id } = await aDesk(app)
  const officer = await aUser(app, person.space, { role: 'superadmin' })
  const desk = deskOf(app, officer, account_id)
  const contact_id = await aContactId(app, officer, { firstname: 'Xantippe', surname: 'Quellmalz' })
  const details = [
    { ...detail, amount: 1000, text: 'a', counterparty: 'Xantippe Quellmalz' },
    { ...detail, amount: 2000, text: 'b', counterparty: 'Grace Hopper' },
  ]
  const [own = 0, shared = 0, open = 0, ignored = 0, other = 0] = await desk.lines([
    { amount: 1000, text: 'VIR COTISATION', counterparty: 'MME X QUELLMALZ', counterparty_iban: 'FR76300060000112345' },
    { amount: 3000, text: 'REMISE 12', details },
    { amount: 500, text: 'VIR DE XANTIPPE QUELLMALZ', counterparty: 'XANTIPPE QUELLMALZ' },
    { amount: 700 },
    { amount: 800, text: 'VIR', counterparty: 'Grace Hopper' },
  ])
  await desk.pay(own, { contact_id, kind: 'donation' })
  const paid = async (amount: number, wish: object) => (await desk.payment(amount, { ...wish })).id
  await desk.match(shared, [
    { kind: 'payment', transaction_id: await paid(1000, { contact_id }), amount: 1000 },
    { kind: 'payment', transaction_id: await paid(2000, {}), amount: 2000 },
  ])
  await desk.ignore(ignored, 'Xantippe Quellmalz asked us to')
  return { desk, contact_id, own, shared, open, ignored, other }
}

const asked = async ({ ask }: { ask: ReturnType<typeof app.as> }, request: object): Promise<number> =>
  (await ask.post('/v1/privacy_requests', request)).body.data.id

describe('the bank lines of a person', () => {
  test('are in their export, without the texts of lines that are also of other people', async () => {
    const { desk, contact_id, own, shared } = await aKnownPayer()
    const id = await asked(desk, { kind: 'access', contact_id })
    const { body, text } = await desk.ask.get(`/v1/privacy_requests/${id}/export`)
    const lines = pick(body.records.bank_lines, 'id', 'amount', 'text', 'counterparty').map(String)
    assert.deepEqual(lines, [`${own},1000,VIR COTISATION,MME X QUELLMALZ`, `${shared},1000,,`], text)
  })

  test('lose their texts with the person, and keep amounts and matches', async () => {
    const { desk, contact_id, own, shared, open, ignored, other } = await aKnownPayer()
    const id = await asked(desk, { kind: 'erasure', contact_id })
    const done = await desk.ask.post(`/v1/privacy_requests/${id}/complete`, { confirm_contact_id: contact_id })
    assert.equal(done.status, 200, done.text)
    const erased = await desk.read(own)
    assert.partialDeepStrictEqual(erased, { text: '', counterparty: '', counterparty_iban: '', amount: 1000 })
    assert.equal(erased.matches.length, 1)
    const lot = await desk.read(shared)
    assert.deepEqual(pick(lot.details, 'amount', 'text', 'counterparty').map(String), ['1000,,', '2000,b,Grace Hopper'])
    assert.equal(lot.text, 'REMISE 12')
    assert.deepEqual([(await desk.read(open)).text, (await desk.read(open)).counterparty], ['', ''])
    assert.doesNotMatch((await desk.read(ignored)).ignored_reason, /Quellmalz/)
    assert.equal((await desk.read(other)).counterparty, 'Grace Hopper')
    const rows = await app.owner<{ line: string }[]>`
      select l::text as line from bank_lines l where group_id = ${desk.person.space} and l::text ilike '%quellmalz%'`
    assert.deepEqual([...rows], [])
    assert.deepEqual(await verificationFindings(app, desk.person.space), [])
  })

  test('follow a merge of contacts', async () => {
    const { desk, contact_id, own } = await aKnownPayer()
    const survivor = await aContactId(app, desk.person, { surname: 'Survivor' })
    const merged = await desk.ask.post(`/contacts/${survivor}/merge`, { contact_id })
    assert.equal(merged.status, 200, merged.text)
    assert.equal((await desk.read(own)).matches[0].contact.id, survivor)
  })
})

describe('muster verify', () => {
  test('finds lines that differ from their matches, and payments that lines brought too much of', async () => {
    const desk = await aDesk(app)
    const { space } = desk.person
    const id = await desk.line(1000)
    const payment = await desk.payment(1000)
    await desk.match(id, [{ kind: 'payment', transaction_id: payment.id, amount: 1000 }])
    const findings = async () => (await verificationFindings(app, space)).map(({ what }) => what)
    /** The ledger may differ as well. */
    const finds = async (...expected: string[]) => {
      const found = await findings()
      for (const what of expected) assert.ok(found.includes(what), `${what}, in ${found}`)
    }
    assert.deepEqual(await findings(), [])
    await app.owner`update bank_matches set amount = 1001 where group_id = ${space}`
    const too_much = `bank lines of 1001 are matched to transaction ${payment.id} of 1000`
    await finds(`bank line ${id} of 1000 is matched to 1001`, too_much)
    await app.owner`update bank_matches set amount = 1000, bundle_id = bundle_id + 1 where group_id = ${space}`
    assert.match((await findings()).join(), /does not exist or is deleted/)
    await app.owner`update bank_matches set bundle_id = bundle_id - 1 where group_id = ${space}`
    await app.owner`
      update bank_lines set state = 'open', settled_at = null, settled_by = null where group_id = ${space} and id = ${id}`
    await finds(`bank line ${id} is open and is matched to 1000`)
  })
})

const line_amounts = [1000, 1000, 600, 400, 1500, -1000, -600]
const payment_amounts = [1000, 1000, 1600]

const line = fc.nat(line_amounts.length - 1)
const payment = fc.nat(payment_amounts.length - 1)
const step = fc.oneof(
  // A line to one payment, or divided between two, with the rest as a fee.
  fc.record({ kind: fc.constant('match' as const), line, payment, other: fc.option(payment), part: fc.nat(1000) }),
  fc.record({ kind: fc.constant('pay' as const), line }),
  fc.record({ kind: fc.constant('ignore' as const), line }),
  fc.record({ kind: fc.constant('undo' as const), lines: fc.array(line, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('change' as const), payment, fields: fc.constantFrom('amount', 'status', 'delete') }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Desk = Awaited<ReturnType<typeof aDesk>>
interface World {
  desk: Desk
  line_ids: number[]
  payments: Awaited<ReturnType<Desk['payment']>>[]
  contact_id: number
  pending: number
}

test('any sequence of matches, payments, ignored lines and undos keeps lines, payments and statuses consistent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async steps => {
      const world = await newWorld()
      for (const one of steps) {
        const { status, text } = await take(world, one)
        assert.ok([200, 404, 409, 422].includes(status), `${JSON.stringify(one)}: ${text}`)
      }
      await checkLines(world)
      assert.deepEqual(await verificationFindings(app, world.desk.person.space), [])
      await undoAll(world)
      await checkStart(world)
    }),
    { numRuns: runs(12) },
  )
})

async function newWorld(): Promise<World> {
  const desk = await aDesk(app)
  const pending = await statusOf(app, desk.person.space, 'pending')
  const payments = []
  for (const [index, amount] of payment_amounts.entries())
    payments.push(await desk.payment(amount, index === 0 ? { status_id: pending } : {}))
  const line_ids = await desk.lines(line_amounts.map(amount => ({ amount })))
  return { desk, line_ids, payments, contact_id: await aContactId(app, desk.person), pending }
}

function take({ desk, line_ids, payments, contact_id, pending }: World, one: Step) {
  const id = (index: number) => line_ids[index] ?? 0
  if (one.kind === 'undo') return desk.undo(one.lines.map(id))
  if (one.kind === 'ignore') return desk.ignore(id(one.line))
  if (one.kind === 'pay') return desk.pay(id(one.line), { contact_id, kind: 'donation' })
  if (one.kind === 'match') return desk.match(id(one.line), matchesOf(one, payments))
  const changed = payments[one.payment]
  const at = `/v1/transaction_bundles/${changed?.bundle_id}`
  if (one.fields === 'delete') return desk.ask.delete(at)
  const fields = one.fields === 'amount' ? { amount: 900 } : { status_id: pending }
  return desk.ask.patch(at, { transactions: [{ id: changed?.id, ...fields }] })
}

function matchesOf(one: Step & { kind: 'match' }, payments: World['payments']) {
  const amount = line_amounts[one.line] ?? 0
  const kind = amount > 0 ? ('payment' as const) : ('return' as const)
  const to = (index: number, part: number) => ({ kind, transaction_id: payments[index]?.id ?? 0, amount: part })
  if (one.other === null || one.other === one.payment) return [to(one.payment, amount)]
  const part = Math.sign(amount) * Math.min(one.part, Math.abs(amount) - 1)
  const fee = { kind: 'account' as const, account: '627000', amount: -10 }
  return [to(one.payment, part), to(one.other, amount - part + 10), fee].filter(({ amount }) => amount !== 0)
}

/** Matched lines have matches of their amount, others have none, and a matched payment has no status that says otherwise. */
async function checkLines({ desk, line_ids, pending }: World) {
  for (const id of line_ids) {
    const { state, amount, matches } = await desk.read(id)
    const sum = matches.reduce((total: number, match: ReplyBody) => total + match.amount, 0)
    assert.equal(sum, state === 'matched' ? amount : 0)
    assert.equal(matches.length > 0, state === 'matched')
    for (const { kind, transaction_bundle_id } of matches) {
      if (kind !== 'payment') continue
      const transaction = await desk.transaction(transaction_bundle_id)
      assert.notEqual(transaction.status_id, pending)
    }
  }
}

async function undoAll({ desk, line_ids }: World) {
  for (const id of line_ids) {
    if ((await desk.read(id)).state === 'open') continue
    const { status, text } = await desk.undo([id])
    assert.equal(status, 200, text)
  }
}

/** After everything was undone, nothing of the matches is left. */
async function checkStart({ desk, line_ids, payments }: World) {
  for (const id of line_ids) assert.equal((await desk.read(id)).state, 'open')
  for (const { bundle_id } of payments) {
    const { body } = await desk.ask.get(`/v1/transaction_bundles/${bundle_id}`)
    if (!body.data) continue
    const [{ unpaid_amount }] = body.data.transactions
    assert.equal(unpaid_amount, 0)
  }
  const { total } = (await desk.ask.get('/v1/transaction_bundles')).body
  const kept = await Promise.all(payments.map(({ bundle_id }) => desk.ask.get(`/v1/transaction_bundles/${bundle_id}`)))
  assert.equal(total, kept.filter(({ status }) => status === 200).length, 'payments from lines are deleted')
}
