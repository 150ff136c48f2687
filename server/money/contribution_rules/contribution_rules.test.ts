import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, startTestApp } from '../../test/harness.ts'
import { aContactId, aTreasurer, payment } from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()
const path = '/v1/contribution_rules'

/** A treasurer of a space with these rules, and a French contact. */
async function aSpaceWith(rules: object, contact: Record<string, unknown> = { nationality: 'FR' }) {
  const person = await aTreasurer(app)
  const ask = app.as(person)
  const set = await ask.patch(path, rules)
  assert.equal(set.status, 200, set.text)
  const contact_id = await aContactId(app, person, contact)
  return {
    person,
    ask,
    contact_id,
    pay: (amount: number, fields: object = {}, items: object = {}) =>
      ask.post('/v1/transaction_bundles', { transactions: [payment(contact_id, { amount, ...fields })], ...items }),
    check: async (query = '') => (await ask.get(`${path}/check?contact_id=${contact_id}&${query}`)).body.data,
  }
}

const tagged = (...names: string[]) => names.map(name => ({ name }))

const assertRefused = (answer: Answer) => assert.deepEqual(refusal(answer).slice(0, 2), [422, 'contribution_refused'])

describe('the contribution rules of a space', () => {
  test('are none at first, and allow everything that the interface allows', async () => {
    const { ask, pay, check } = await aSpaceWith({})
    const { body } = await ask.get(path)
    assert.deepEqual(body.data, {
      ...{ preset: 'none', currency: 'EUR', yearly_cap: null, campaign_cap: null, campaign_caps: {} },
      ...{ cash_limit: null, cash_kinds: ['cash'], countries: [], legal_persons: true, exempt_elected_dues: false },
      ...{ legal_person_tag: null, elected_tag: null, exempt_tag: null },
    })
    assert.equal((await pay(2_000_000, { payment_method_kind: 'cash' })).status, 200)
    const { allowed, left, reasons, unknown } = await check('amount=90000000')
    assert.deepEqual([allowed, left, reasons, unknown], [true, null, [], []])
  })

  test('come from a preset, and are custom once a limit differs', async () => {
    const { ask } = await aSpaceWith({ elected_tag: ' elected ' })
    const party = (await ask.patch(path, { preset: 'fr_party' })).body.data
    const limits = { yearly_cap: 750_000, cash_limit: 15_000, legal_persons: false, exempt_elected_dues: true }
    assert.partialDeepStrictEqual(party, { preset: 'fr_party', ...limits, elected_tag: 'elected' })
    assert.ok(party.countries.includes('FR') && party.countries.includes('RE'))
    assert.equal((await ask.patch(path, { yearly_cap: 500_000 })).body.data.preset, 'custom')
    const campaign = (await ask.patch(path, { preset: 'fr_campaign' })).body.data
    assert.deepEqual([campaign.yearly_cap, campaign.campaign_cap], [null, 460_000])
    const none = (await ask.patch(path, { preset: 'none' })).body.data
    assert.deepEqual([none.preset, none.cash_limit, none.elected_tag], ['none', null, 'elected'])
  })

  test('can be sent back as they were read', async () => {
    const { ask } = await aSpaceWith({ preset: 'fr_party', cash_limit: 10_000, countries: ['France', 'fr', 'BEL'] })
    const { data } = (await ask.get(path)).body
    assert.deepEqual(data.countries, ['FR', 'BE'])
    assert.deepEqual((await ask.patch(path, data)).body.data, data)
    const { currency, preset } = (await ask.patch(path, { preset: 'fr_party', currency: 'eur' })).body.data
    assert.deepEqual([currency, preset], ['EUR', 'fr_party'])
  })

  test('are refused where a value is wrong, with the field', async () => {
    const { ask } = await aSpaceWith({})
    const wrong: [string, object][] = [
      ['preset', { preset: 'uk_party' }],
      ['yearly_cap', { yearly_cap: -1 }],
      ['yearly_cap', { yearly_cap: 1.5 }],
      ['campaign_caps', { campaign_caps: { A: 'much' } }],
      ['campaign_caps', { campaign_caps: { ['A'.repeat(501)]: 1 } }],
      ['campaign_caps', { campaign_caps: { 'A\nB': 1 } }],
      ['campaign_caps', { campaign_caps: { Spring: 1, SPRING: 2 } }],
      ['countries.1', { countries: ['FR', 'XX'] }],
      ['currency', { currency: 'EURO' }],
      ['elected_tag', { elected_tag: '' }],
    ]
    for (const [field, data] of wrong) {
      const answer = await ask.patch(path, data)
      assert.deepEqual(refusal(answer).slice(0, 2), [422, 'invalid_request'], answer.text)
      assert.match(answer.text, new RegExp(`body.data.${field.replace('.', '\\.')}`))
    }
    assert.equal((await ask.get(path)).body.data.preset, 'none')
  })

  test('leave a trace of each change in the audit log', async () => {
    const { ask } = await aSpaceWith({ yearly_cap: 100 })
    await ask.patch(path, { yearly_cap: 200 })
    await ask.patch(path, { yearly_cap: 200 })
    const entries = (await ask.get('/v1/audit?kind=contribution_rules.changed')).body.data
    assert.deepEqual(pick(entries, 'details'), [
      { changed: { yearly_cap: { from: 100, to: 200 } } },
      { changed: { yearly_cap: { from: null, to: 100 } } },
    ])
  })

  test('are not overwritten by a change that was made on an older state', async () => {
    const { ask } = await aSpaceWith({ yearly_cap: 100 })
    const etag = (await ask.get(path)).headers.get('etag') ?? ''
    await ask.patch(path, { yearly_cap: 200 })
    assert.equal((await ask.patch(path, { yearly_cap: 300 }, { 'if-match': etag })).status, 412)
  })
})

describe('a payment above a limit is refused', () => {
  test('to the cent, with the rule, what is left and what to do', async () => {
    const { pay, check } = await aSpaceWith({ preset: 'fr_party' })
    const date = '2026-05-04'
    assert.equal((await pay(500_001, { date })).status, 200)
    const { left, caps } = await check('amount=249999&date=2026-04-01')
    assert.equal(left, 249_999)
    assert.deepEqual(caps, [
      { rule: 'yearly_cap', limit: 750_000, year: 2026, code_campaign: null, counted: 500_001, left: 249_999 },
    ])
    const answer = await pay(250_000, { date })
    assertRefused(answer)
    assert.match(answer.body.detail, /yearly_cap.*7500\.00 EUR.*2499\.99 EUR are left.*Record at most that/)
    assert.equal(answer.body.errors[0].location, 'body.data.transactions.0.amount')
    assert.equal((await pay(249_999, { date })).status, 200)
    const last = await pay(1, { date })
    assertRefused(last)
    assert.match(last.body.detail, /Nothing is left for contact \d+\. Refund or cancel/)
  })

  test('gifts and dues together, over several payments of one bundle', async () => {
    const { ask, contact_id, pay } = await aSpaceWith({ yearly_cap: 1000 })
    assert.equal((await pay(400, {}, { memberships: [payment(contact_id, { amount: 400 })] })).status, 200)
    const both = { transactions: [payment(contact_id, { amount: 300 }), payment(contact_id, { amount: 301 })] }
    assertRefused(await ask.post('/v1/transaction_bundles', both))
  })

  test('in cash, as one sum of a bundle', async () => {
    const { ask, contact_id, pay } = await aSpaceWith({ cash_limit: 15_000, cash_kinds: ['Cash'] })
    assert.equal((await pay(15_000, { payment_method_kind: 'cash' })).status, 200)
    const answer = await pay(15_001, { payment_method_kind: 'CASH' })
    assertRefused(answer)
    assert.match(answer.body.detail, /cash_limit.*150\.00 EUR.*cheque, transfer/)
    const halves = [8000, 8000].map(amount => payment(contact_id, { amount, payment_method_kind: 'cash' }))
    const split = await ask.post('/v1/transaction_bundles', { transactions: halves })
    assertRefused(split)
    assert.equal((await pay(15_001, { payment_method_kind: 'card' })).status, 200)
    assert.equal((await pay(15_001)).status, 200)
  })

  test('of a person who is neither a national nor a resident', async () => {
    const abroad = { address: { country: 'Belgique' } }
    const accepted = [
      { nationality: 'FR', ...abroad },
      { nationality: 'Française', ...abroad },
      { nationality: 'BE', address: { country: 'France' } },
      // What is not known refuses nothing.
      ...[{ nationality: 'BE' }, abroad, { nationality: 'Martian', ...abroad }, {}],
    ]
    const { person, pay } = await aSpaceWith({ countries: ['FR'] }, { nationality: 'BE', ...abroad })
    const answer = await pay(100)
    assertRefused(answer)
    assert.match(answer.body.detail, /countries.*residents of FR.*nationality BE and lives in BE/)
    for (const contact of accepted) {
      const contact_id = await aContactId(app, person, contact)
      assert.equal((await pay(100, { contact_id })).status, 200, JSON.stringify(contact))
    }
  })

  test('of a legal person, by its tag, unless another tag exempts it', async () => {
    const rules = { legal_persons: false, legal_person_tag: 'Company', exempt_tag: 'party', yearly_cap: 50 }
    const company = await aSpaceWith(rules, { tags: tagged('company') })
    assertRefused(await company.pay(10))
    assert.deepEqual(pick((await company.check()).reasons, 'rule'), ['legal_persons'])
    const contact = (...names: string[]) => aContactId(app, company.person, { tags: tagged(...names) })
    assert.equal((await company.pay(1_000_000, { contact_id: await contact('company', 'Party') })).status, 200)
    assert.equal((await company.pay(10, { contact_id: await contact('friend') })).status, 200)
  })

  test('for one campaign, in any spelling and over the years', async () => {
    const rules = { campaign_cap: 1000, campaign_caps: { Mairie: 300 } }
    const { pay } = await aSpaceWith(rules)
    const of = (amount: number, code_campaign: string, date = '2026-03-01') => pay(amount, { code_campaign, date })
    assert.equal((await of(600, 'SPRING')).status, 200)
    assertRefused(await of(401, 'spring', '2025-03-01'))
    assert.equal((await of(400, 'spring', '2025-03-01')).status, 200)
    assertRefused(await of(301, 'MAIRIE'))
    assert.equal((await of(300, 'MAIRIE')).status, 200)
    assert.equal((await of(1000, '')).status, 200)
    assertRefused(await of(1, ''))
    assert.equal((await of(1000, 'AUTUMN')).status, 200)
  })
})

describe('dues of elected members', () => {
  const rules = { yearly_cap: 1000, exempt_elected_dues: true, elected_tag: 'élu' }

  test('do not count, and their gifts do', async () => {
    const { contact_id, pay, check } = await aSpaceWith(rules, { tags: tagged('Élu') })
    const dues = { memberships: [payment(contact_id, { amount: 5000 })] }
    assert.equal((await pay(5000, {}, dues)).status, 200)
    assert.equal((await pay(5900, {}, dues)).status, 200)
    assert.equal((await check('amount=1')).left, 100)
    assertRefused(await pay(5101, {}, dues))
    assert.equal((await check('amount=4000&kind=membership')).allowed, true)
    assert.equal((await check('amount=4000&kind=donation')).allowed, false)
    assert.equal((await pay(100)).status, 200)
  })

  test('count where the contact is not one, or pays for someone else', async () => {
    const other = await aSpaceWith(rules)
    const dues = (contact_id: number) => ({ memberships: [payment(contact_id, { amount: 5000 })] })
    assertRefused(await other.pay(5000, {}, dues(other.contact_id)))
    const elected = await aSpaceWith(rules, { tags: tagged('élu') })
    const child = await aContactId(app, elected.person)
    assertRefused(await elected.pay(5000, {}, dues(child)))
  })
})

describe('a check', () => {
  test('names what is not known, and refuses nothing because of it', async () => {
    const { check } = await aSpaceWith({ preset: 'fr_party' }, {})
    const { allowed, unknown, note } = await check('amount=20000&kind=membership')
    assert.equal(allowed, true)
    assert.deepEqual(pick(unknown, 'fact'), ['nationality', 'residence', 'legal_person', 'elected', 'payment_method'])
    assert.match(note, /no certificate/)
  })

  test('without a valid contact, amount or kind says what is wrong', async () => {
    const { ask, contact_id } = await aSpaceWith({ preset: 'fr_party' })
    for (const query of ['', 'contact_id=x', ...['amount=-1', 'kind=loan'].map(q => `contact_id=${contact_id}&${q}`)])
      assert.equal((await ask.get(`${path}/check?${query}`)).status, 422, query)
    assert.equal((await ask.get(`${path}/check?contact_id=999999999`)).status, 404)
  })
})
