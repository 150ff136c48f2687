import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { patchContact } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole } from '../../test/people.ts'
import { thorough } from '../../test/runs.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const contact = await aContactId(app, cast.admin, { tags: [{ name: 'secret' }] })
const log = async (query = '') => (await app.as(cast.admin).get(`/v1/audit${query}`)).body
const entriesOf = async (query: string) => (await log(query)).data as any[]

const reads = thorough ? 500 : 30

describe('reading sensitive data', () => {
  test('adds an audit entry each time, also for reads at once', async () => {
    const reader = await aUser(app, space, { role: 'admin' })
    const paths = [`/contacts/${contact}`, `/v1/contacts/${contact}`]
    const look = (index: number) => app.as(reader).get(paths[index % 2]!)
    // Few at a time: a request that waits long for a session, as on a busy machine, is refused.
    for (let done = 0; done < reads; done += 10)
      await Promise.all(Array.from({ length: 10 }, async (_, index) => assert.equal((await look(index)).status, 200)))
    const [row] = await app.owner<[{ n: number }]>`
      select count(*) as n from audit_log where user_id = ${reader.id} and kind = 'contact.read' and subject_id = ${contact}`
    assert.equal(row.n, reads)
  })

  test('is recorded with user, method and time, before the response arrives', async () => {
    const reader = await aUser(app, space, { role: 'admin' })
    const { headers } = await app.as(reader).get(`/contacts/${contact}`)
    const [entry] = await entriesOf(`?user_id=${reader.id}`)
    assert.partialDeepStrictEqual(entry, {
      user: { id: reader.id, firstname: reader.firstname },
      request: headers.get('x-request-id'),
      kind: 'contact.read',
      subject: 'contact',
      subject_id: contact,
      details: {},
    })
  })

  test('adds one entry for a list, with the number of contacts', async () => {
    const reader = await aUser(app, space, { role: 'admin' })
    const { contacts } = (await app.as(reader).get('/contacts?limit=2')).body.data
    const entries = await entriesOf(`?user_id=${reader.id}`)
    assert.equal(entries.length, 1)
    assert.deepEqual([entries[0].kind, entries[0].details.count], ['contacts.listed', contacts.length])
  })

  test('is also recorded for an empty change, for consents and for the timeline', async () => {
    const reader = await aUser(app, space, { role: 'admin' })
    assert.equal((await patchContact(app, reader, contact, {})).body.data.contact.tags.length, 1)
    await app.as(reader).get(`/contacts/${contact}/consents`)
    await app.as(reader).get(`/contacts/${contact}/timeline`)
    const kinds = (await entriesOf(`?user_id=${reader.id}`)).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['contact.timeline_read', 'contact.consents_read', 'contact.read'])
  })

  test('is not recorded when no sensitive data was shown', async () => {
    await app.as(cast.manager).get(`/contacts/${contact}`)
    await app.as(cast.manager).get('/contacts')
    await app.as(cast.admin).get('/contacts/9999999')
    await app.as(other_space_user).get(`/contacts/${contact}`)
    assert.deepEqual(await entriesOf(`?user_id=${cast.manager.id}`), [])
    assert.deepEqual(await entriesOf('?subject_id=9999999'), [])
    assert.deepEqual((await app.as(other_space_user).get('/v1/audit')).body.data, [])
  })

  test('fails when it cannot be recorded', async () => {
    await app.owner`alter table audit_log add constraint full_up check (kind <> 'contact.read') not valid`
    const { status, text } = await app.as(cast.admin).get(`/contacts/${contact}`)
    await app.owner`alter table audit_log drop constraint full_up`
    assert.equal(status, 500)
    assert.ok(!text.includes('secret'))
    assert.equal((await app.as(cast.admin).get(`/contacts/${contact}`)).status, 200)
  })
})

describe('the audit log', () => {
  test('is newest first, paged, and filtered by user, kind, subject and time', async () => {
    const reader = await aUser(app, space, { role: 'admin' })
    const others = [await aContactId(app, reader), await aContactId(app, reader), await aContactId(app, reader)]
    for (const id of others) await app.as(reader).get(`/contacts/${id}`)
    const all = await entriesOf(`?user_id=${reader.id}`)
    const ids = all.map(({ subject_id }) => subject_id)
    assert.deepEqual(ids, others.toReversed())
    for (const [sort, expected] of [
      ['-created_at', all],
      ['created_at', all.toReversed()],
    ] as const) {
      const walked: any[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: any = await log(`?user_id=${reader.id}&sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
        walked.push(...page.data)
        cursor = page.next_cursor
      }
      assert.deepEqual(walked, expected)
    }
    const only = async (query: string) => (await entriesOf(`?user_id=${reader.id}&${query}`)).length
    assert.equal(await only(`subject=contact&subject_id=${others[1]}`), 1)
    assert.equal(await only('kind=contact.read'), 3)
    assert.equal(await only('kind=contact.merged'), 0)
    assert.equal(await only(`from=${all[1].created_at}&to=${all[1].created_at}`), 1)
    assert.equal(await only('from=2000-01-01&to=2000-01-02'), 0)
    assert.equal(await only(`to=${new Date().toISOString().slice(0, 10)}`), 3)
  })

  test('leaves out what changed nothing, if asked for changes only', async () => {
    const reader = await aUser(app, space, { role: 'superadmin' })
    const person = app.as(reader)
    const id = await aContactId(app, reader)
    await person.get(`/v1/contacts/${id}`)
    await person.get('/contacts')
    await person.get('/v1/audit.csv')
    await person.post('/roles', { name: 'Door team', rank: 36, permissions: ['contacts:read'] })
    const kinds = async (query: string) => (await entriesOf(`?user_id=${reader.id}${query}`)).map(({ kind }) => kind)
    assert.deepEqual(await kinds(''), ['role.made', 'audit.exported', 'contacts.listed', 'contact.read'])
    assert.deepEqual(await kinds('&changes_only=true'), ['role.made'])
  })

  test('cannot be changed or deleted by any role of the application', async () => {
    const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    for (const statement of ['update audit_log set kind = kind', 'delete from audit_log', 'truncate audit_log'])
      await assert.rejects(
        pool.write({ group_id: space }, sql => sql.unsafe(statement)),
        /permission denied/,
      )
    await pool.end()
  })
})

test('reading answers of a visit, or the contacts of an action, adds an entry', async () => {
  const reader = await aUser(app, space, { role: 'admin' })
  const volunteer = await aUser(app, space)
  const { id } = await anAction(app, cast.manager, { Users: [{ id: volunteer.id }] })
  const visit = await aVisit(app, cast.manager, id, { contact_id: contact, result: 'talked' })
  const path = `/actions/${id}/visits`
  for (const address of [path, `${path}/${visit.id}`, `${path}/${visit.id}/history`, `/actions/${id}/contacts`])
    for (const who of [reader, volunteer]) assert.equal((await app.as(who).get(address)).status, 200)
  const kindsOf = async ({ id: user_id }: { id: number }) =>
    (await entriesOf(`?user_id=${user_id}`)).map(({ kind, subject_id }) => [kind, subject_id])
  const people = ['action.contacts_listed', id]
  assert.deepEqual(await kindsOf(reader), [
    people,
    ['visit.history_read', visit.id],
    ['visit.read', visit.id],
    ['action.visits_listed', id],
  ])
  assert.deepEqual(await kindsOf(volunteer), [people])
})

test('an entry has the name of the contact or user it is about, unless the contact is restricted', async () => {
  const reader = await aUser(app, space, { role: 'admin' })
  const rosa = await aContactId(app, cast.admin, { firstname: 'Rosa', surname: 'Quintero' })
  await app.as(reader).get(`/v1/contacts/${rosa}`)
  const nameIn = async (person: typeof reader) =>
    (await app.as(person).get(`/v1/audit?user_id=${reader.id}&subject_id=${rosa}`)).body.data[0].subject_name
  assert.equal(await nameIn(cast.admin), 'Rosa Quintero')
  const officer = app.as(cast.superadmin)
  const { body } = await officer.post('/v1/privacy_requests', { contact_id: rosa, kind: 'restriction' })
  await officer.post(`/v1/privacy_requests/${body.data.id}/complete`, {})
  assert.equal(await nameIn(cast.admin), '')
  assert.equal(await nameIn(cast.superadmin), 'Rosa Quintero')
})

test('an entry about the settings has the name of the role or webhook, also after the role was deleted', async () => {
  const officer = app.as(cast.superadmin)
  const { id } = (await officer.post('/roles', { name: 'Phone team', rank: 35, permissions: ['contacts:read'] })).body
    .data
  const types = ['contact.created']
  await officer.post('/v1/webhooks', { name: 'Newsletter', url: 'https://example.org/hook', types })
  const names = async () =>
    (await entriesOf(`?user_id=${cast.superadmin.id}`)).map(({ kind, subject_name }) => [kind, subject_name])
  const made = [
    ['webhook.made', 'Newsletter'],
    ['role.made', 'Phone team'],
  ]
  assert.deepEqual((await names()).slice(0, 2), made)
  await officer.delete(`/roles/${id}`)
  assert.deepEqual((await names())[0], ['role.deleted', 'Phone team'])
})

test('the downloaded log has the entries of the list, and is recorded itself', async () => {
  const reader = await aUser(app, space, { role: 'admin' })
  for (const _ of [1, 2]) await app.as(reader).get(`/v1/contacts/${contact}`)
  const { text } = await app.as(cast.admin).get(`/v1/audit.csv?user_id=${reader.id}&separator=;`)
  const [head, ...lines] = text.trim().split('\r\n')
  assert.equal(head, 'created_at;user;kind;subject;subject_id;subject_name;request;details')
  assert.equal(lines.length, 2)
  assert.match(lines[0]!, new RegExp(`;contact\\.read;contact;${contact};`))
  const [entry] = await entriesOf('?kind=audit.exported')
  assert.deepEqual([entry.user.id, entry.details], [cast.admin.id, { user_id: reader.id }])
})
