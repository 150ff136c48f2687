import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attributeNames, attributeOf } from '../contacts/search/engine/attributes.ts'
import { withDemo } from '../test/demo.ts'
import { startTestApp } from '../test/harness.ts'
import { mailsTo } from '../test/people.ts'
import { condition, queryOf, searchAs } from '../test/search.ts'

const app = await startTestApp({ own: true })
const demo = await withDemo(app)
const admin = app.as(demo.accounts.find(({ role }) => role === 'admin')!)

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

  test('has between 100 and 250 payments', async () => {
    const { total } = (await admin.get('/v1/transaction_bundles?limit=1')).body
    assert.ok(total >= 100 && total <= 250, String(total))
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

  test('has notes, tasks, relationships and households in both spaces, and mails nobody about them', async () => {
    for (const { id } of demo.spaces) {
      const boss = app.as(demo.accounts.find(({ role, space_id }) => role === 'superadmin' && space_id === id)!)
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
