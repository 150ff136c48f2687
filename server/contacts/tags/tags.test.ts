import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact } from '../../test/contacts.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { waitForJob } from '../../test/imports.ts'
import { insertContacts } from '../../test/insert_contacts.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { queryOf } from '../../test/search.ts'
import { reindexContacts } from '../../test/search_index.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { admin, superadmin } = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const list = async (query = '', who: Person = admin) => (await app.as(who).get(`/v1/tags${query}`)).body
const change = (data: object, who: Person = admin) => app.as(who).post('/v1/tag_changes', data)
const tagged = (name: string) => queryOf({ attr: 'tags', ope: 'eql', value: name })
const read = async (id: number, who: Person = admin) => (await app.as(who).get(`/v1/contacts/${id}`)).body
const tagsOf = async (id: number) => (await read(id)).tags.map(({ name }: { name: string }) => name)
const versionOf = async (id: number) => (await app.owner`select version from contacts where id = ${id}`)[0]!.version

describe('the tags of a space', () => {
  const names = ({ data }: any) => data.map(({ name }: { name: string }) => name)

  test('are sorted by name, each with the number of contacts that a search finds', async () => {
    const who = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const make = (...tags: string[]) => aContact(app, who, { tags: tags.map(name => ({ name })) })
    const [kept, gone, deleted, quiet] = [await make('b', 'É'), await make('b'), await make('b', 'z'), await make('b')]
    await app.as(who).post(`/contacts/${kept.id}/merge`, { contact_id: gone.id })
    await app.as(who).delete(`/contacts/${deleted.id}`)
    await carryOut(app, who, 'restriction', quiet.id)
    const counted = async (person: Person) => {
      const { data } = await list('', person)
      for (const { name, contacts } of data) {
        const found = await app.as(person).post('/kpi', { advanced_search: { query: tagged(name) } })
        assert.equal(found.body.data.total, contacts, name)
      }
      return data.map(({ name, contacts }: any) => [name, contacts])
    }
    assert.deepEqual(await counted(who), [
      ['b', 2],
      ['É', 1],
      ['z', 0],
    ])
    const other = await aUser(app, who.space, { role: 'admin' })
    assert.deepEqual((await counted(other))[0], ['b', 1])
    assert.deepEqual(names(await list('', other_space_user)), [])
  })

  test('are searched by prefix, without case and accents, in pages', async () => {
    const { id } = await aContact(app, admin)
    await change({ add: ['Élu', 'elue', 'ELUS', 'autre', 'e_', 'e%'], contact_ids: [id] })
    assert.deepEqual(names(await list('?prefix=%C3%A9lu')), ['Élu', 'elue', 'ELUS'])
    assert.deepEqual(names(await list('?prefix=E_')), ['e_'])
    assert.deepEqual(names(await list('?prefix=e%25')), ['e%'])
    const first = await list('?prefix=elu&limit=2')
    const second = await list(`?prefix=elu&limit=2&cursor=${first.next_cursor}`)
    assert.deepEqual([names(first), names(second), second.next_cursor], [['Élu', 'elue'], ['ELUS'], null])
    for (const query of ['?limit=0', '?cursor=x', `?prefix=${'x'.repeat(501)}`])
      assert.equal((await app.as(admin).get(`/v1/tags${query}`)).status, 422, query)
  })
})

describe('changing the tags of many contacts', () => {
  test('adds and removes tags, creates new ones, and counts the contacts changed', async () => {
    const ids: number[] = []
    for (const tags of [['old'], ['OLD', 'new'], ['new'], []])
      ids.push((await aContact(app, admin, { tags: tags.map(name => ({ name })) })).id)
    const versions = await Promise.all(ids.map(versionOf))
    const { status, body } = await change({
      add: ['New', ' fresh ', 'FRESH'],
      remove: ['Old'],
      contact_ids: [...ids, ids[0]],
    })
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(body.data, {
      ...{ add: ['fresh', 'New'], remove: ['Old'], state: 'done', job_id: null, matched: 4, changed: 4 },
      ...{ user: { id: admin.id } },
    })
    for (const id of ids) assert.deepEqual(await tagsOf(id), ['fresh', 'new'])
    const seen = await Promise.all(ids.map(versionOf))
    assert.deepEqual(
      seen,
      versions.map(version => version + 1),
    )
    const again = await change({ add: ['fresh'], remove: ['old'], contact_ids: ids })
    assert.deepEqual([again.body.data.matched, again.body.data.changed], [4, 0])
    assert.equal(await versionOf(ids[0]!), versions[0] + 1, 'what changes nothing leaves no trace')
    const { body: later } = await app.as(admin).get(`/v1/tag_changes/${body.data.id}`)
    assert.deepEqual(later.data, body.data)
  })

  test('leaves the same trace as a single change: timestamp, event and audit entry for each contact', async () => {
    const [one, two] = [await aContact(app, admin), await aContact(app, admin, { tags: [{ name: 'listed' }] })]
    await change({ add: ['listed'], contact_ids: [one.id, two.id] })
    const entries = async (id: number) =>
      (await app.as(admin).get(`/v1/audit?subject=contact&subject_id=${id}&kind=contact.tagged`)).body.data
    const [entry, ...others] = await entries(one.id)
    assert.partialDeepStrictEqual(entry, { user: { id: admin.id }, details: { added: ['listed'], removed: [] } })
    assert.deepEqual([others, await entries(two.id)], [[], []])
    const kinds = async (id: number) =>
      (
        await app.owner`select kind from events
          where group_id = (select group_id from contacts where id = ${id}) and subject_id = ${id} order by id`
      ).map(({ kind }) => kind)
    assert.deepEqual(
      [await kinds(one.id), await kinds(two.id)],
      [['contact.created', 'contact.updated'], ['contact.created']],
    )
    const { updated_at } = await read(one.id)
    const [event] = await app.owner`
      select created_at::text from events
        where group_id = (select group_id from contacts where id = ${one.id}) and subject_id = ${one.id}
          and kind = 'contact.updated' and created_at >= ${updated_at}`
    assert.ok(event)
  })

  test('applies to all contacts that match a query, at once when they are few', async () => {
    for (const firstname of ['A', 'B', 'C'])
      await aContact(app, admin, { surname: 'Queried', firstname, black_list: firstname === 'C' })
    const query = queryOf({ attr: 'surname', ope: 'eql', value: 'queried' })
    const { body } = await change({ add: ['by query'], query })
    assert.deepEqual([body.data.matched, body.data.changed, body.data.job_id], [3, 3, null])
    assert.equal((await list('?prefix=by query')).data[0].contacts, 3)
    const called = (value: string) => ({ $condition: { attr: 'firstname', ope: 'eql', value } })
    const tagged_now = { $condition: { attr: 'tags', ope: 'eql', value: 'by query' } }
    const grouped = {
      $all: [{ $all: [tagged_now, { any: [called('A'), { not: { any: [called('A'), called('B')] } }] }] }],
    }
    assert.equal((await change({ add: ['by group'], query: grouped })).body.data.matched, 2)
  })

  test('succeeds or fails as a whole', async () => {
    const { id } = await aContact(app, admin)
    const theirs = await aContact(app, other_space_user)
    for (const foreign of [theirs.id, 999_999_999]) {
      const refused = await change({ add: ['never'], contact_ids: [id, foreign] })
      assert.deepEqual(refusal(refused), invalidAt('body.data.contact_ids.1'))
      assert.match(refused.body.detail, /is not a contact of your space/)
    }
    assert.deepEqual([await tagsOf(id), (await list('?prefix=never')).data], [[], []])
  })

  test('is refused with an explanation', async () => {
    const { id } = await aContact(app, admin)
    for (const [data, place] of [
      [{ contact_ids: [id] }, 'add'],
      [{ add: ['x'] }, 'contact_ids'],
      [{ add: ['x'], contact_ids: [id], query: { $all: [] } }, 'contact_ids'],
      [{ add: ['x'], contact_ids: [] }, 'contact_ids'],
      [{ add: ['x'], contact_ids: Array.from({ length: 1001 }, (_, n) => n + 1) }, 'contact_ids'],
      [{ add: [' '], contact_ids: [id] }, 'add.0'],
      [{ add: ['É'], remove: ['é'], contact_ids: [id] }, 'remove'],
      [
        { add: ['x'], query: { $all: [{ $all: [{ $condition: { attr: 'nope' } }] }] } },
        'query.$all.0.$all.0.$condition.attr',
      ],
    ] as const)
      assert.deepEqual(refusal(await change(data)), invalidAt(`body.data.${place}`))
    const lacking = await aUser(app, space, { role: 'superadmin', scopes: ['contacts:read', 'contacts:sensitive'] })
    assert.deepEqual(refusal(await change({ add: ['x'], contact_ids: [id] }, lacking)), [403, 'forbidden'])
  })

  test('skips restricted contacts, and reports them to users who may see them', async () => {
    const { id, surname } = await aContact(app, admin, { surname: 'Restricted' })
    await carryOut(app, superadmin, 'restriction', id)
    const query = queryOf({ attr: 'surname', ope: 'eql', value: surname })
    assert.equal((await change({ add: ['quiet'], query }, superadmin)).body.data.matched, 0)
    const named = await change({ add: ['quiet'], contact_ids: [id] }, superadmin)
    const hidden = await change({ add: ['quiet'], contact_ids: [id] })
    assert.match(named.body.detail, /restricted contact/)
    assert.match(hidden.body.detail, /not a contact of your space/)
  })

  test('both happen if there are two at once', async () => {
    const { id } = await aContact(app, admin, { tags: [{ name: 'once' }] })
    const answers = await sendConcurrently(
      app,
      sql => sql`select from contacts where group_id = ${space} and id = ${id} for update`,
      [
        () => change({ add: ['left'], contact_ids: [id] }),
        () => change({ add: ['right'], remove: ['once'], contact_ids: [id] }),
      ],
    )
    assert.deepEqual(
      answers.map(({ body }) => body.data.changed),
      [1, 1],
    )
    assert.deepEqual(await tagsOf(id), ['left', 'right'])
  })
})

describe('when more than a thousand contacts match', async () => {
  const who = await aUser(app, await aSpace(app), { role: 'superadmin' })
  const size = 1001
  await insertContacts(app.owner, who.space, size)
  await reindexContacts(app.owner, who.space)

  test('is a job that handles each contact once, also when its query is about the changed tag', async () => {
    const added = await change({ add: ['Crowd'], query: { $all: [] } }, who)
    assert.partialDeepStrictEqual(added.body.data, { matched: 0, changed: 0 })
    const job = await waitForJob(app, who, added.body.data.job_id)
    assert.deepEqual([job.state, job.kind, job.done, job.total], ['done', 'tag_contacts', size, size])
    const told = (await app.as(who).get(`/v1/tag_changes/${added.body.data.id}`)).body.data
    assert.deepEqual([told.state, told.matched, told.changed], ['done', size, size])
    assert.equal((await list('?prefix=crowd', who)).data[0].contacts, size)
    const removed = await change({ remove: ['crowd'], add: ['Other'], query: tagged('crowd') }, who)
    await waitForJob(app, who, removed.body.data.job_id)
    assert.equal((await list('?prefix=crowd', who)).data[0].contacts, 0)
    assert.equal((await list('?prefix=other', who)).data[0].contacts, size)
    const [row] =
      await app.owner`select count(*) as n from tag_changes where group_id = ${who.space} and query is not null`
    assert.equal(row!.n, 0, 'whom it was for is forgotten when it is done')
  })

  test('fails when its user has lost the permission', async () => {
    const clerk = await aUser(app, who.space, { role: 'admin' })
    const role = (await app.as(who).get('/roles')).body.data.roles.find(({ name }: any) => name === 'user')
    const { asked } = await app.owner.begin(async sql => {
      // The job cannot start until the role has changed.
      await sql`lock table jobs in exclusive mode`
      const asked = change({ add: ['late'], query: { $all: [] } }, clerk)
      await eventually(async () => {
        const waiting = await sql`
          select from pg_locks made
          join pg_locks wanted on wanted.pid = made.pid and wanted.relation = 'jobs'::regclass and not wanted.granted
          where made.relation = 'tag_changes'::regclass and made.granted`
        return waiting.length > 0
      })
      assert.equal((await app.as(who).patch('/users/role', { user_id: clerk.id, role_id: role.id })).status, 200)
      return { asked }
    })
    const job = await waitForJob(app, who, (await asked).body.data.job_id)
    assert.deepEqual([job.state, (await list('?prefix=late', who)).data], ['failed', []])
    assert.match(job.error, /lacks the permission/)
  })
})
