import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkFec } from '../../test/fec_rules.ts'
import { startTestApp } from '../../test/harness.ts'
import {
  anAssociation,
  aPaidGift,
  balancesOf,
  entriesOf,
  fecFor,
  openByHand,
  told,
  validate,
} from '../../test/ledger.ts'
import {
  aBundle,
  aContactId,
  aDonationPrice,
  aMembershipPrice,
  aTreasurer,
  bundleAt,
  payment,
  verificationFindings,
} from '../../test/money.ts'
import { aSpace, type Person, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()

const aFrenchTreasurer = async () => aTreasurer(app, await aSpace(app, 'Association', 'fr'))

describe('the accounts of the ledger', () => {
  const change = (person: Person, settings: object) => app.as(person).patch('/v1/ledger/settings', settings)

  test('are those of a preset: French associations, parties, or a plain chart', async () => {
    const [french, other] = [await aFrenchTreasurer(), await aTreasurer(app)]
    const read = async (person: Person) => (await app.as(person).get('/v1/ledger/settings')).body.data
    assert.deepEqual([(await read(french)).preset, (await read(other)).preset], ['fr_association', 'generic'])
    assert.equal((await read(french)).accounts.memberships, '756100')
    const { body } = await change(other, { preset: 'fr_party', siren: '123456789' })
    assert.equal(body.data.labels['756100'], 'Cotisations des adhérents')
    assert.deepEqual(await read(other), body.data)
  })

  test('can be chosen by price, method and kind of event, also for what is provisional', async () => {
    const treasurer = await aFrenchTreasurer()
    const id = await aContactId(app, treasurer, { firstname: 'Ann', surname: 'Lee' })
    const [club, gift] = [await aMembershipPrice(app, treasurer), await aDonationPrice(app, treasurer)]
    await aBundle(app, treasurer, {
      transactions: [payment(id, { amount: 2000, payment_method_kind: 'Card', date: '2026-05-05' })],
      memberships: [payment(id, { membership_price_id: club.id })],
      donations: [payment(id, { donation_price_id: gift.id })],
    })
    const { status, body } = await change(treasurer, {
      accounts: { people: '467000' },
      methods: { CARD: '512300' },
      membership_prices: { [club.id]: '756200' },
      donation_prices: { [gift.id]: '754120' },
      labels: { 512300: 'Carte bancaire' },
    })
    assert.equal(status, 200)
    assert.deepEqual(body.data.methods, { card: '512300' })
    assert.deepEqual(told(await entriesOf(app, treasurer)), [
      'AD 2026-05-05 467000 Ann Lee → 756200 10.00',
      'AD 2026-05-05 467000 Ann Lee → 754120 10.00',
      'TR 2026-05-05 512300 → 467000 Ann Lee 20.00',
    ])
    const [, , paid] = await entriesOf(app, treasurer)
    assert.equal(paid?.lines[0]?.account_label, 'Carte bancaire')
  })

  test('of validated entries stay, and a later change of such a payment takes back what was booked', async () => {
    const treasurer = await aTreasurer(app)
    const bundle = await aPaidGift(app, treasurer, '2026-01-10')
    await validate(app, treasurer, '2026-02-01')
    await change(treasurer, { accounts: { donations: '4200', people: '1300' } })
    const before = await entriesOf(app, treasurer)
    assert.equal(before[0]?.lines[1]?.account, '4100')
    await app.as(treasurer).delete(bundleAt(bundle.id))
    const after = await entriesOf(app, treasurer)
    assert.deepEqual(after.slice(0, 2), before)
    assert.deepEqual([...new Set(Object.values(await balancesOf(app, treasurer)))], [0])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('must be numbers, of prices of the space, and a year ends on a day', async () => {
    const [treasurer, other] = [await aTreasurer(app), await aTreasurer(app)]
    const foreign = await aDonationPrice(app, other)
    const refused = async (settings: object) => refusal(await change(treasurer, settings)).slice(0, 3)
    assert.deepEqual(await refused({ accounts: { people: 'abc' } }), refusal.at('body.data.accounts.people'))
    assert.deepEqual(await refused({ siren: '12' }), refusal.at('body.data.siren'))
    assert.deepEqual(await refused({ year_end: '02-30' }), [422, 'invalid_request', 'body.data.year_end'])
    assert.deepEqual(
      await refused({ donation_prices: { [foreign.id]: '754' } }),
      refusal.at('body.data.donation_prices'),
    )
    assert.deepEqual(await refused({ donation_prices: { x: '754' } }), refusal.at('body.data.donation_prices'))
  })

  test('begin with a class of the French chart, except in a plain chart or with a name', async () => {
    const french = await aFrenchTreasurer()
    for (const [part, name] of Object.entries({ accounts: 'refunds', methods: 'card' })) {
      const wrong = { [part]: { [name]: '912000' } }
      assert.deepEqual(refusal(await change(french, wrong)).slice(0, 3), refusal.at(`body.data.${part}.${name}`))
      assert.equal((await change(await aTreasurer(app), wrong)).status, 200)
    }
    const named = { accounts: { refunds: '912000' }, labels: { 912000: 'Own chart' } }
    assert.equal((await change(french, named)).status, 200)
  })

  test('of people and of money must be told apart from each other and from the rest', async () => {
    const treasurer = await aTreasurer(app)
    const refused = async (settings: object) => refusal(await change(treasurer, settings)).slice(0, 3)
    const { accounts } = (await app.as(treasurer).get('/v1/ledger/settings')).body.data
    const of_people = [422, 'invalid_request', 'body.data.accounts.people']
    assert.deepEqual(await refused({ accounts: { people: accounts.money } }), of_people)
    assert.deepEqual(await refused({ methods: { card: accounts.people } }), of_people)
    const of_money = [422, 'invalid_request', 'body.data.accounts']
    assert.deepEqual(await refused({ methods: { card: accounts.donations } }), of_money)
    assert.deepEqual(await refused({ accounts: { opening: accounts.money } }), of_money)
    const of_results = [422, 'invalid_request', 'body.data.accounts.deficit']
    assert.deepEqual(await refused({ accounts: { deficit: accounts.donations } }), of_results)
    const twice = { methods: { Card: '1030', card: '1040' } }
    assert.deepEqual(await refused(twice), [422, 'invalid_request', 'body.data.methods'])
    assert.equal((await change(treasurer, { accounts: { refunds: accounts.donations } })).status, 200)
  })
})

describe('opening balances', () => {
  test('are replaced until they are validated, and are equal on both sides', async () => {
    const treasurer = await anAssociation(app)
    const send = (balances: object[], year = 2025) =>
      app.as(treasurer).post('/v1/ledger/opening_balances', { year, balances })
    const bank = { account: '512000', debit: 500 }
    assert.equal((await send([bank, { account: '110000', credit: 500 }])).status, 200)
    const balances = [
      { ...bank, debit: 700 },
      { account: '110000', credit: 700 },
    ]
    const second = await send(balances)
    assert.deepEqual(second.body.data, { year: 2025, date: '2025-01-01', entries: 2 })
    for (const [sent, location] of [
      [[bank], 'body.data.balances'],
      [[bank, bank], 'body.data.balances.1.account'],
      [[{ account: '512000' }], 'body.data.balances.0'],
      [[{ account: '512000', debit: 5, credit: 5 }], 'body.data.balances.0'],
      [[{ account: '890000', debit: 5 }], 'body.data.balances.0.account'],
      [[{ account: 'x', debit: 5 }], 'body.data.balances.0.account'],
      [[{ account: '912000', debit: 5 }], 'body.data.balances.0.account'],
    ] as const)
      assert.deepEqual(refusal(await send([...sent])), [422, 'invalid_request', location])
    await validate(app, treasurer, '2025-12-31')
    assert.deepEqual(refusal(await send([])), [409, 'conflict'])
    assert.deepEqual(refusal(await send([], 2026)), [409, 'conflict'])
    const rows = checkFec((await fecFor(app, treasurer)).text)
    const debits = pick(rows, 'CompteNum', 'Debit').map(row => String(row))
    assert.deepEqual(debits, ['512000,7,00', '890000,0,00', '890000,7,00', '110000,0,00'])
  })

  test('follow the accounting year and the account for them until they are validated', async () => {
    const treasurer = await anAssociation(app, { year_end: '08-31' })
    const ask = app.as(treasurer)
    const set = (settings: object) => ask.patch('/v1/ledger/settings', settings)
    const send = (year: number, amount: number) => {
      const [debit, credit] = [
        { account: '512000', debit: amount },
        { account: '110000', credit: amount },
      ]
      return ask.post('/v1/ledger/opening_balances', { year, balances: [debit, credit] })
    }
    assert.equal((await send(2025, 700)).body.data.date, '2024-09-01')
    assert.equal((await set({ year_end: '12-31' })).status, 200)
    await validate(app, treasurer, '2024-12-31')
    assert.equal(checkFec((await fecFor(app, treasurer, 'year=2024')).text).length, 0)
    const tooLate = await set({ year_end: '08-31' })
    assert.deepEqual(refusal(tooLate), [409, 'conflict'])
    const why = /of 2025 would be booked on 2024-09-01, and the ledger is validated until 2024-12-31/
    assert.match(tooLate.body.detail, why)
    assert.equal((await send(2025, 800)).status, 200)
    assert.deepEqual(refusal(await set({ accounts: { opening: '110000' } })), [409, 'conflict'])
    assert.equal((await set({ accounts: { opening: '891000' } })).status, 200)
    await validate(app, treasurer, '2025-11-30')
    await openByHand(app, treasurer, 2026, ['512000', '110000', '891000'], 900)
    assert.equal((await set({ accounts: { opening: '892000' } })).status, 200)
    assert.deepEqual(told(await entriesOf(app, treasurer)), [
      'AN 2025-01-01 512000 → 891000 8.00',
      'AN 2025-01-01 891000 → 110000 8.00',
      'AN 2026-01-01 512000 → 892000 9.00',
      'AN 2026-01-01 892000 → 110000 9.00',
    ])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
    await app.owner`
      update ledger_entries set item_id = 2024 where group_id = ${treasurer.space} and journal = 'opening' and year = 2025`
    const findings = await verificationFindings(app, treasurer.space)
    assert.deepEqual(pick(findings, 'what'), ['the opening balances of 2024 are in the year 2025 of the ledger'])
  })
})
