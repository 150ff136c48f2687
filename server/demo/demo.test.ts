import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { attributeNames, attributeOf } from '../contacts/search/engine/attributes.ts'
import { aDemoDatabase } from '../test/demo.ts'
import { startTestApp } from '../test/harness.ts'
import { verificationFindings } from '../test/money.ts'
import { mailsTo } from '../test/people.ts'
import { condition, queryOf, searchAs } from '../test/search.ts'
import { bristol } from './bristol/bristol.ts'
import { lyon } from './lyon/lyon.ts'

const { database_url, demo } = await aDemoDatabase()
const app = await startTestApp({ database_url })
const admin = app.as(demo.accounts.find(({ role }) => role === 'admin')!)

const bossOf = (space: number) =>
  app.as(demo.accounts.find(({ role, space_id }) => role === 'superadmin' && space_id === space)!)

/** Every text in a value. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []

describe('the demo', () => {
  test('has 1 200 supporters around Lyon, with tags, consents, surveys and custom fields', async () => {
    const first = (await admin.get('/contacts?limit=1000')).body
    const rest = (await admin.get(`/contacts?limit=1000&cursor=${first.next_cursor}`)).body
    const contacts = [...first.data.contacts, ...rest.data.contacts]
    assert.deepEqual([contacts.length, first.total], [1200, 1200])
    const share = (fits: (contact: any) => boolean) => contacts.filter(fits).length / contacts.length
    for (const fits of [
      (contact: any) => contact.tags.length > 0,
      (contact: any) => contact.custom_fields.length > 0,
      (contact: any) => contact.formdatas.length > 0,
      (contact: any) => contact.mail !== '',
      (contact: any) => contact.mobile !== '' && !contact.mobile_invalid,
    ])
      assert.ok(share(fits) > 0.4 && share(fits) < 0.99, fits.toString())
    for (const fits of [(contact: any) => contact.black_list, (contact: any) => contact.mobile_invalid])
      assert.ok(share(fits) > 0.01 && share(fits) < 0.1, fits.toString())
    const names = new Set(contacts.map(({ firstname, surname }) => `${firstname} ${surname}`))
    assert.ok(names.size > 1000)
    for (const { address } of contacts.filter(({ address }) => address)) {
      const [north, east] = [Number(address.latitude), Number(address.longitude)]
      assert.ok(Math.abs(north - 45.75) < 0.1 && Math.abs(east - 4.87) < 0.15, address.location)
    }
  })

  // The tables are not analysed: PostgreSQL has no statistics, as in the first minute of a new server.
  test('can be searched by payments, before the database has statistics', async () => {
    const { searched } = searchAs(app, demo.accounts.find(({ role }) => role === 'superadmin')!)
    const dates = ['gte', 'lte'].map(ope => ({ ope, value: '2026-06-01' }))
    const askable: Record<string, object[]> = {
      membership_date: dates,
      membership: ['member', 'lapsed', 'never'].map(value => ({ ope: 'eql', value })),
      donation: [{ ope: 'gte', value: 1 }],
    }
    for (const attr of attributeNames) {
      const { kind } = attributeOf(attr)!
      const asked = attr === 'last_donation' ? dates : (askable[kind] ?? [])
      for (const one of asked.map(one => ({ attr, ...one }))) {
        const { total } = await searched(queryOf(one))
        const either = {
          $at_least_one: [
            { $at_least_one: [condition(one), condition({ attr: 'surname', ope: 'eql', value: 'nobody' })] },
          ],
        }
        assert.equal((await searched(either)).total, total, JSON.stringify(one))
      }
    }
  })

  test('has forms of every type and kind', async () => {
    const { forms } = (await admin.get('/forms')).body.data
    const all = (field: string) => [...new Set(forms.map((form: any) => form[field]))].sort()
    assert.deepEqual(all('type'), ['checkbox', 'date', 'numeric', 'radio', 'select', 'text'])
    assert.deepEqual(all('kind'), [
      'consent',
      'custom_fields',
      'level_of_support',
      'presence_status',
      'survey',
      'tasks',
    ])
  })

  test('has consents with their history', async () => {
    const { contacts } = (await admin.get('/contacts?limit=1000')).body.data
    const { id } = contacts.find(({ formdatas }: any) => formdatas.length > 2)
    assert.ok((await admin.get(`/contacts/${id}/timeline`)).body.data.timeline.length >= 3)
  })

  test('has six actions: past, current and future, public and private, one archived, with about 900 visits', async () => {
    const list = async (query = '') => (await admin.get(`/actions${query}`)).body.data.ActionsAggreg as any[]
    const [live, archived] = [await list(), await list('?archived=true')]
    assert.deepEqual([live.length, archived.length], [5, 1])
    const now = new Date().toISOString()
    const times = live.map(({ Action }) => (Action.end < now ? 'past' : Action.start > now ? 'to come' : 'under way'))
    assert.deepEqual(new Set(times), new Set(['past', 'under way', 'to come']))
    assert.deepEqual(new Set(live.map(({ Action }) => Action.public)), new Set([true, false]))
    for (const { Action } of live) assert.ok(Action.Users.length > 0 && Action.Teams.length > 0, Action.name)
    const visits = [...live, ...archived].reduce((sum, { NbVisites }) => sum + NbVisites, 0)
    assert.ok(visits > 850 && visits < 1000, String(visits))
    for (const { Action, NbVisites, NbContacts } of live.filter(({ NbVisites }) => NbVisites > 0)) {
      assert.ok(NbContacts > NbVisites / 5 && NbContacts < NbVisites / 1.5, Action.name)
      const { by_day, addresses } = (await admin.get(`/actions/${Action.id}/statistics`)).body.data
      assert.ok(by_day.length > 1 && addresses > 40, Action.name)
    }
  })

  test('has a second space in English, with contacts, payments in pounds, teams, forms, actions and bank lines', async () => {
    const maeve = bossOf(2)
    const read = async (path: string) => (await maeve.get(path)).body
    assert.equal((await read('/contacts?limit=1')).total, 400)
    const payments = (await read('/v1/transaction_bundles?limit=1000')).data as any[]
    assert.ok(payments.length >= 100 && payments.length <= 250, String(payments.length))
    const transactions = payments.flatMap(({ transactions }) => transactions)
    assert.deepEqual(new Set(transactions.map(({ currency }) => currency)), new Set(['GBP']))
    assert.equal(new Set(transactions.map(({ date }) => date.slice(0, 4))).size, 2)
    assert.ok((await read('/teams')).data.teams.length >= 4)
    assert.equal((await read('/forms')).data.forms.length, (await admin.get('/forms')).body.data.forms.length)
    assert.equal((await read('/actions')).data.ActionsAggreg.length, 4)
    assert.equal((await read('/v1/bank_lines?state=open&limit=100')).data.length, 14)
  })

  for (const { id, name } of demo.spaces) {
    test(`has payments of every status in ${name}, and saved views`, async () => {
      const boss = bossOf(id)
      const statuses = (await boss.get('/v1/transaction_statuses')).body.data as any[]
      const payments = (await boss.get('/v1/transaction_bundles?limit=1000')).body.data as any[]
      const used = new Set(payments.flatMap(({ transactions }) => transactions.map((one: any) => one.status_id)))
      assert.deepEqual(
        statuses.filter(status => !status.archived && !used.has(status.id)).map(status => status.name),
        [],
      )
      for (const path of ['/v1/saved_filters', '/v1/payment_views'])
        assert.ok((await boss.get(path)).body.data.length >= 2, path)
    })

    test(`has six pairs of duplicates in ${name}, four of them certain`, async () => {
      const groups = (await bossOf(id).get('/v1/duplicates?limit=50')).body.data as any[]
      const found = new Map(
        groups.map(({ contacts, strength }) => [contacts.map((one: any) => one.id).join(), strength]),
      )
      const counts = Object.groupBy(found.values(), strength => strength)
      assert.deepEqual([found.size, counts.strong?.length], [6, 4], JSON.stringify(groups.map(({ reason }) => reason)))
    })

    test(`has valid telephone numbers in the national format in ${name}`, async () => {
      const { contacts } = (await bossOf(id).get('/contacts?limit=1000')).body.data
      const format = id === 1 ? /^0\d([ .]\d\d){4}$/ : /^(07700 900\d{3}|0117 496 0\d{3})$/
      const numbers = contacts.flatMap(({ mobile, phone, mobile_invalid }: any) => [
        mobile_invalid ? '' : mobile,
        phone,
      ])
      const odd = numbers.filter((number: string) => number !== '' && !format.test(number))
      assert.deepEqual(odd, id === 1 ? [] : ['+44 7700 900822'])
    })
  }

  test('is written in the language of each space', () => {
    const french = /\b(le|les|des|une|du|avec|pour|chez)\b/i
    const english = /\b(the|and|of|with|for|to|at)\b/i
    assert.deepEqual(
      textsOf(bristol).filter(text => french.test(text)),
      [],
    )
    assert.deepEqual(
      textsOf(lyon).filter(text => english.test(text)),
      [],
    )
  })

  test('has notes, tasks, relationships and households in both spaces, and mails nobody about them', async () => {
    for (const { id } of demo.spaces) {
      const boss = bossOf(id)
      const households = (await boss.get('/v1/households')).body.data as any[]
      assert.equal(households.length, 2)
      const { contact_ids, city } = households.find(({ members }) => members.length === 3)
      assert.notEqual(city, '')
      const [first] = contact_ids
      const notes = (await boss.get(`/v1/contacts/${first}/notes`)).body.data as any[]
      assert.ok(notes.length >= 2 && notes[0].pinned)
      for (const { text, mentions } of notes) assert.equal(/@\[user:/.test(text), mentions.length > 0)
      const kinds = ((await boss.get(`/v1/contacts/${first}/relationships`)).body.data as any[]).map(({ kind }) => kind)
      assert.ok(kinds.includes('partner') && kinds.includes('child'))
      const [mine, all, done] = await Promise.all(
        ['', '?all=true', '?all=true&state=done'].map(
          async query => (await boss.get(`/v1/tasks${query}`)).body.data as any[],
        ),
      )
      assert.ok(mine!.length >= 4 && all!.length > mine!.length && done!.length > 0)
      const today = new Date().toISOString().slice(0, 10)
      assert.ok(mine!.some(({ due_date }) => due_date < today) && mine!.some(({ due_date }) => due_date === null))
    }
    const [queued] = await app.owner<[{ count: number }]>`select count(*)::int as count from mail_outbox`
    assert.equal(queued.count, 0)
    for (const { mail } of demo.accounts) assert.deepEqual(mailsTo(app, mail), [])
  })
})

describe('the books of the demo', () => {
  const ask = bossOf(1)
  let bundles: any[]
  before(async () => {
    bundles = (await ask.get('/v1/transaction_bundles?limit=1000')).body.data
  })

  test('were written since January of the year before, as the payments came in, and none is in the future', () => {
    const months = new Set(bundles.map(({ CreatedAt }) => CreatedAt.slice(0, 7)))
    assert.ok(bundles.length >= 140 && bundles.length <= 250, String(bundles.length))
    assert.equal(months.size, Math.max(14, new Date().getUTCMonth() + 13))
    assert.ok(months.has(new Date().toISOString().slice(0, 7)), 'the current month has payments')
    const instants = bundles.map(({ CreatedAt }) => CreatedAt)
    assert.deepEqual(instants, instants.toSorted().reverse(), 'the newest is the last that was written')
    for (const { CreatedAt, transactions } of bundles) {
      assert.ok(CreatedAt <= new Date().toISOString())
      assert.ok(transactions[0].date <= CreatedAt)
    }
  })

  test('record a refund days after its payment', async () => {
    const refunded = bundles.find(({ transactions }) => transactions[0].reimbursed_amount > 0)
    const history = (await ask.get(`/v1/transaction_bundles/${refunded.id}/history`)).body.data
    const [first, last] = [history[0], history.at(-1)]
    assert.ok(Date.parse(last.CreatedAt) - Date.parse(first.CreatedAt) > 86_400_000, 'days later')
  })

  test('have a default for every setting, and one archived status', async () => {
    const settings = (await ask.get('/v1/transaction_settings')).body.data
    const priceOf = async (kind: string) =>
      (await ask.get(`/v1/${kind}_prices/${settings[`default_${kind}_price_id`]}`)).body.data
    for (const kind of ['membership', 'donation']) assert.equal((await priceOf(kind)).hidden, false)
    const statuses = (await ask.get('/v1/transaction_statuses')).body.data as any[]
    assert.equal(statuses.filter(({ archived }) => archived).length, 1)
    assert.equal(statuses.find(({ id }) => id === settings.default_status_id)?.archived, false)
  })

  test('are in French in a French space, and verify', async () => {
    const names = (await ask.get('/v1/code_campaigns')).body.data.map(({ name }: any) => name)
    assert.deepEqual(names, ['Appel de l’été', 'Lettre de rentrée'])
    assert.deepEqual(await verificationFindings(app, 1), [])
  })
})
