import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aDesk, deskOf } from '../../test/bank.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, verificationFindings } from '../../test/money.ts'
import { aUser } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()

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
