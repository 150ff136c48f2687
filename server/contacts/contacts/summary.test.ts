import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aMembershipPrice, payment, statusOf } from '../../test/money.ts'
import { aTask, carryOut } from '../../test/notes.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { condition, searchAs } from '../../test/search.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const { superadmin, admin, manager } = cast

const at = (id: number) => `/v1/contacts/${id}/summary`
const summaryOf = async (id: number, who: Person = admin) => {
  const { status, body, text } = await app.as(who).get(at(id))
  assert.equal(status, 200, text)
  return body.data
}
const day_ms = 86_400_000
const year = new Date().getUTCFullYear()
const today = new Date().toISOString().slice(5, 10)
const inDays = (days: number) => new Date(Date.now() + days * day_ms).toISOString()

describe('the summary of a contact', () => {
  test('of a new contact has no payments, conversations, teams and tasks', async () => {
    const { id } = await aContact(app, admin)
    assert.deepEqual(await summaryOf(id), {
      contact_id: id,
      membership: {
        ...{ state: 'never', starts_at: null, ends_at: null, days_left: null, amount: null, currency: null },
        ...{ price: null, received: null },
      },
      given: [
        {
          ...{ currency: 'EUR', this_year: { amount: 0, payments: 0 }, last_year_to_date: { amount: 0, payments: 0 } },
          ...{ total: { amount: 0, payments: 0, since: null }, years: [] },
        },
      ],
      ...{ last_conversation: null, consents: [], refused_channels: [], teams: [], actions: [], open_tasks: 0 },
    })
  })

  test('of a restricted contact is for those who handle privacy requests', async () => {
    const { id } = await aContact(app, admin)
    await carryOut(app, superadmin, 'restriction', id)
    assert.deepEqual(refusal(await app.as(manager).get(at(id))), [404, 'not_found'])
    assert.equal((await app.as(superadmin).get(at(id))).status, 200)
  })

  test('has no money without finance:read and no consents without contacts:sensitive, and reads of consents are audited', async () => {
    const form = await aForm(app, admin, { kind: 'consent', label: 'Texts?' })
    const { id } = await aContact(app, admin, { formdatas: [answerTo(form, 'no')] })
    const seen = await summaryOf(id, manager)
    assert.deepEqual([seen.membership, seen.given, seen.consents], [null, null, null])
    // What was refused must not be asked again, whatever the role.
    assert.deepEqual(seen.refused_channels, ['text_message'])
    const reads = async () =>
      (await app.as(superadmin).get(`/v1/audit?kind=contact.summary_read&subject=contact&subject_id=${id}`)).body.data
    assert.deepEqual(await reads(), [])
    await summaryOf(id, admin)
    const [read, ...others] = await reads()
    assert.deepEqual([read.user.id, others], [admin.id, []])
    await app.as(superadmin).delete(`/forms/${form.id}`)
  })
})

describe('what a contact has given', () => {
  test('agrees with the statistics: received payments on their date, refunds on theirs, by currency and year', async () => {
    const own = await aSpace(app)
    const treasurer = await aUser(app, own, { role: 'admin' })
    const { id } = await aContact(app, treasurer)
    const pending = await statusOf(app, own, 'pending')
    const pay = (amount: number, date: string, more: object = {}) =>
      aBundle(app, treasurer, { transactions: [payment(id, { amount, date, ...more })] })
    const first = await pay(5000, `${year - 1}-01-01T12:00:00Z`)
    await pay(2000, `${year}-01-01T12:00:00Z`)
    await pay(700, `${year}-01-01T12:00:00Z`, { currency: 'USD' })
    await pay(9999, `${year}-01-01T12:00:00Z`, { status_id: pending })
    const gone = await pay(8888, `${year}-01-01T12:00:00Z`)
    await app.as(treasurer).delete(`/v1/transaction_bundles/${gone.id}`)
    const [paid] = first.transactions
    const refund = { reason: 'Paid twice', amount: 1500, date: `${year}-01-01T13:00:00Z` }
    const { status, text } = await app.as(treasurer).post(`/v1/transactions/${paid.id}/refunds`, refund)
    assert.equal(status, 200, text)

    const { given } = await summaryOf(id, treasurer)
    const once = (amount: number) => ({ amount, payments: 1 })
    assert.deepEqual(given, [
      {
        ...{ currency: 'EUR', this_year: once(500), last_year_to_date: once(5000) },
        total: { amount: 5500, payments: 2, since: `${year - 1}-01-01T12:00:00.000Z` },
        years: [
          { year, amount: 500 },
          { year: year - 1, amount: 5000 },
        ],
      },
      {
        ...{ currency: 'USD', this_year: once(700), last_year_to_date: { amount: 0, payments: 0 } },
        ...{ total: { ...once(700), since: `${year}-01-01T12:00:00.000Z` }, years: [{ year, amount: 700 }] },
      },
    ])
    const { months } = (await app.as(treasurer).get(`/v1/statistics/money?from=${year - 5}-01-01&to=${year}-${today}`))
      .body.data
    const collected = months.reduce((sum: number, { collected }: any) => sum + collected, 0)
    assert.equal(collected, 5500 + 700, 'as in the statistics')
  })

  test('shows ten years at most, and a payment that was refunded as a whole is not counted', async () => {
    const { id } = await aContact(app, admin)
    for (let back = 0; back < 12; back++)
      await aBundle(app, admin, {
        transactions: [payment(id, { amount: 100, date: `${year - back}-01-01T12:00:00Z` })],
      })
    const refunded = await aBundle(app, admin, {
      transactions: [payment(id, { amount: 300, reimbursed_amount: 300, date: `${year}-01-01T12:00:00Z` })],
    })
    assert.ok(refunded.id)
    const [euro] = (await summaryOf(id)).given
    assert.equal(euro.years.length, 10)
    assert.deepEqual([euro.years[0].year, euro.years.at(-1).year], [year, year - 9])
    assert.deepEqual([euro.total.amount, euro.total.payments], [1200, 12])
  })
})

describe('the membership of a contact', () => {
  const join = (contact_id: number, membership: object, more: object = {}) =>
    aBundle(app, admin, {
      transactions: [payment(contact_id, { amount: 3000, ...more })],
      memberships: [payment(contact_id, { amount: 3000, ...membership })],
    })

  test('is the current one, with its price and the days that are left', async () => {
    const { id } = await aContact(app, admin)
    const price = await aMembershipPrice(app, admin, { name: 'Solidarity' })
    await join(id, { start_date: inDays(-400), end_date: inDays(-40) })
    await join(id, { start_date: inDays(-39), end_date: inDays(30), membership_price_id: price.id })
    await join(id, { start_date: inDays(31), end_date: inDays(300) })
    const { membership } = await summaryOf(id)
    const expected = { state: 'member', price: 'Solidarity', days_left: 30, amount: 3000, currency: 'EUR' }
    assert.partialDeepStrictEqual(membership, expected)
  })

  test('counts once it is paid, and the search finds the same people', async () => {
    const statusIs = async (kind: string) => ({ status_id: await statusOf(app, space, kind) })
    const year_long = { start_date: inDays(-10), end_date: inDays(300) }
    const cases: [state: string, received: number | null, membership: object, payment: object][] = [
      ['member', 3000, year_long, {}],
      ['due', 2999, year_long, { amount: 2999 }],
      ['due', 0, year_long, await statusIs('unpaid')],
      ['due', 0, year_long, await statusIs('pending')],
      ['due', 0, year_long, await statusIs('bank_error')],
      ['due', 0, year_long, { unpaid_amount: 3000 }],
      ['due', 2000, year_long, { reimbursed_amount: 1000 }],
      ['to_come', 3000, { start_date: inDays(10), end_date: inDays(300) }, {}],
      ['never', null, { start_date: inDays(-300), end_date: inDays(-10) }, await statusIs('unpaid')],
    ]
    const { found } = searchAs(app, admin)
    for (const [state, received, membership, sent] of cases) {
      const { id } = await aContact(app, admin)
      await join(id, membership, sent)
      const { membership: shown } = await summaryOf(id)
      assert.deepEqual([shown.state, shown.received], [state, received], JSON.stringify(sent))
      const isOne = [
        condition({ attr: 'id', ope: 'eql', value: id }),
        condition({ attr: 'membership', ope: 'eql', value: state }),
      ]
      assert.equal((await found({ $all: [{ $all: isOne }] })).length, 1, JSON.stringify(sent))
    }
  })

  test('is the last one if it has ended, and does not count if its payment was cancelled or deleted', async () => {
    const { id } = await aContact(app, admin)
    const cancelled = await statusOf(app, space, 'cancel')
    await join(id, { start_date: inDays(-10), end_date: inDays(300) }, { status_id: cancelled })
    assert.equal((await summaryOf(id)).membership.state, 'never')
    const { id: bundle } = await join(id, { start_date: inDays(-400), end_date: inDays(-40) })
    const { membership } = await summaryOf(id)
    assert.deepEqual([membership.state, membership.days_left], ['lapsed', null])
    assert.ok(membership.ends_at < new Date().toISOString())
    await app.as(admin).delete(`/v1/transaction_bundles/${bundle}`)
    assert.equal((await summaryOf(id)).membership.state, 'never')
  })
})

describe('what surrounds a contact', () => {
  test('the last conversation is the last visit at which the person was met', async () => {
    const { id: contact_id } = await aContact(app, admin)
    const action = await anAction(app, manager, { name: 'Spring' })
    const visit = (date: string, result: string, comment = '') =>
      aVisit(app, manager, action.id, { contact_id, date, result, comment })
    await visit('2026-05-01T18:00:00Z', 'talked', 'Has a van')
    await visit('2026-05-02T18:00:00Z', 'absent')
    const withdrawn = await visit('2026-05-03T18:00:00Z', 'talked')
    await app.as(manager).delete(`/actions/${action.id}/visits/${withdrawn.id}`)
    const { last_conversation, actions } = await summaryOf(contact_id, manager)
    assert.partialDeepStrictEqual(last_conversation, {
      ...{ at: '2026-05-01T18:00:00.000Z', user: { id: manager.id }, action: { id: action.id, name: 'Spring' } },
      ...{ result: 'talked', comment: 'Has a van' },
    })
    assert.deepEqual(actions, [
      { id: action.id, name: 'Spring', archived: false, visits: 2, last_visit: '2026-05-02T18:00:00.000Z' },
    ])
  })

  test('consents are yes, no or not asked, with time and source; a withdrawn one is a no', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const forms = [
      await aForm(app, own, { kind: 'consent', label: 'Recevoir la lettre d’information', values: ['Oui', 'Non'] }),
      await aForm(app, own, { kind: 'consent', label: 'Être appelé·e au téléphone', values: ['Oui', 'Non'] }),
      await aForm(app, own, { kind: 'consent', label: 'SMS', values: ['Oui', 'Non'] }),
      await aForm(app, own, { kind: 'consent', label: 'Publish my name' }),
      await aForm(app, own, {
        kind: 'consent',
        label: 'Courrier',
        values: ['Oui', 'Je ne souhaite pas être contacté'],
      }),
      await aForm(app, own, { kind: 'consent', label: 'Photos', values: ['Pas de problème'] }),
    ] as const
    const given = { ...answerTo(forms[0], 'Oui'), source: 'market', date: '2026-03-12T10:00:00Z' }
    const refused = { ...answerTo(forms[1], 'Non'), source: 'door', date: '2026-03-12T10:00:00Z' }
    const withdrawn = { ...answerTo(forms[2], 'Oui'), source: 'door' }
    const others = [answerTo(forms[4], 'Je ne souhaite pas être contacté'), answerTo(forms[5], 'Pas de problème')]
    const { id } = await aContact(app, own, { formdatas: [given, refused, withdrawn, ...others] })
    await patchContact(app, own, id, { formdatas: [given, refused, ...others] })
    const { consents } = await summaryOf(id, own)
    assert.deepEqual(valuesOf(consents, 'channel', 'state', 'answer', 'source'), [
      ['mail', 'yes', 'Oui', 'market'],
      ['phone', 'no', 'Non', 'door'],
      ['text_message', 'no', '', ''],
      [null, 'not_asked', '', ''],
      ['post', 'no', 'Je ne souhaite pas être contacté', 'api'],
      [null, 'answered', 'Pas de problème', 'api'],
    ])
    assert.equal(consents[0].at, '2026-03-12T10:00:00.000Z')
    assert.equal(consents[3].at, null)
  })

  test('teams are those of the user with the same mail address, if the caller sees them', async () => {
    const member = await aUser(app, space, { role: 'user' })
    const [{ mail }] = await app.owner<[{ mail: string }]>`
      select mail from users where group_id = ${space} and id = ${member.id}`
    const { id } = await aContact(app, admin, { mail: mail.toUpperCase() })
    const team = await aTeam(app, superadmin, { users: [member] })
    assert.deepEqual(valuesOf((await summaryOf(id, superadmin)).teams, 'id'), [team.id])
    const { id: other } = await aContact(app, admin)
    assert.deepEqual((await summaryOf(other, superadmin)).teams, [])
  })

  test('open tasks are counted', async () => {
    const { id: contact_id } = await aContact(app, admin)
    await aTask(app, admin, { contact_id })
    const done = await aTask(app, admin, { contact_id })
    await app.as(admin).patch(`/v1/tasks/${done.id}`, { done: true })
    assert.equal((await summaryOf(contact_id)).open_tasks, 1)
  })
})
