import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { outcomesOf, readBulkChange, runBulkChange, undoBulkChange } from '../../test/bulk_changes.ts'
import { aContact, aForm, answerTo, readContact } from '../../test/contacts.ts'
import { anAction } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { queryOf } from '../../test/search.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { admin, manager, superadmin } = await aUserPerRole(app, space)
const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })

const start = (data: object, who: Person = admin) => app.as(who).post('/v1/bulk_changes', data)
const run = (contacts: object, change: object, who: Person = admin) => runBulkChange(app, who, contacts, change)
const undo = (id: number, who: Person = admin) => undoBulkChange(app, who, id)
const outcomes = (id: number, who: Person = admin) => outcomesOf(app, who, id)
const read = (id: number) => readContact(app, superadmin, id)
const tagsOf = async (id: number) => (await read(id)).tags.map(({ name }: { name: string }) => name)
const contactsWith = async (...list: object[]) =>
  Promise.all(list.map(async contact => (await aContact(app, admin, contact)).id as number))
const tagged = (...names: string[]) => ({ tags: names.map(name => ({ name })) })

const restrict = (id: number) => carryOut(app, superadmin, 'restriction', id)

describe('a bulk change', () => {
  test('adds and removes tags, says what became of each contact, and is undone', async () => {
    const [one, two, both] = (await contactsWith(tagged('old'), {}, tagged('old', 'new'))) as [number, number, number]
    const tags = { add: ['New', ' new'], remove: ['OLD', 'absent'] }
    const done = await run({ ids: [one, two, both, one] }, { tags })
    assert.partialDeepStrictEqual(done, {
      kind: 'tags',
      change: { tags: { add: ['New'], remove: ['absent', 'OLD'] } },
      state: 'done',
      user: { id: admin.id },
      ...{ done: 3, total: 3, changed: 3, unchanged: 0, refused: 0, error: '' },
    })
    for (const id of [one, two, both]) assert.deepEqual(await tagsOf(id), ['new'])
    const passing = await run({ ids: [one] }, { tags: { add: ['only for a moment'] } })
    const created = async () => (await app.as(admin).get('/v1/tags?prefix=only for')).body.data.length
    assert.equal(await created(), 1)
    await undo(passing.id)
    assert.equal(await created(), 0, 'a tag that a change created goes with it')
    const undone = await undo(done.id)
    assert.partialDeepStrictEqual(undone, {
      state: 'undone',
      undo: { restored: 3, kept: 0, done: 3, total: 3 },
      undo_until: null,
    })
    assert.deepEqual([await tagsOf(one), await tagsOf(two), await tagsOf(both)], [['old'], [], ['new', 'old']])
    assert.deepEqual(Object.values(await outcomes(done.id)), ['restored', 'restored', 'restored'])
  })

  test('sets fields and parts of the address to one value', async () => {
    const [one, two] = (await contactsWith(
      { nationality: 'BE', address: { city: 'Lyon' } },
      { nationality: 'FR' },
    )) as [number, number]
    const french = { nationality: 'FR', address: { country: 'FR' }, mail: null }
    const done = await run({ ids: [one, two] }, { fields: french }, manager)
    assert.deepEqual([done.changed, done.unchanged], [2, 0])
    assert.partialDeepStrictEqual(await read(one), { nationality: 'FR', address: { city: 'Lyon', country: 'FR' } })
    const again = await run({ ids: [one, two] }, { fields: { nationality: 'FR' } })
    assert.deepEqual([again.changed, again.unchanged, again.undo_until], [0, 2, null])
    await undo(done.id, manager)
    assert.partialDeepStrictEqual(await read(one), { nationality: 'BE', address: { city: 'Lyon', country: '' } })
    assert.equal((await read(two)).address, null)
    const emptied = await run({ ids: [two] }, { fields: { address: { city: null } } })
    assert.deepEqual([emptied.unchanged, (await read(two)).address], [1, null], 'nobody gets an empty address')
  })

  test('records a consent with its proof, and withdraws it', async () => {
    const form = await aForm(app, admin, { kind: 'consent', values: ['yes', 'no'] })
    const [one, two] = (await contactsWith({}, { formdatas: [answerTo(form, 'no')] })) as [number, number]
    const answered = async (id: number) => (await read(id)).formdatas.map((a: any) => a.form_ref_id)
    const done = await run({ ids: [one, two] }, { answer: { ...answerTo(form, 'yes'), source: 'Paper list' } })
    assert.equal(done.changed, 2)
    const history = async (id: number) =>
      valuesOf((await app.as(admin).get(`/contacts/${id}/consents`)).body.data.consents, 'label', 'state', 'source')
    assert.deepEqual((await history(two))[0], ['yes', 'given', 'Paper list'])
    await undo(done.id)
    assert.deepEqual([await answered(one), await answered(two)], [[], [answerTo(form, 'no').form_ref_id]])
    assert.deepEqual((await history(one))[0].slice(0, 2), ['yes', 'withdrawn'])
    const withdrawn = await run({ ids: [one, two] }, { remove_answer: { form_id: form.id } })
    assert.deepEqual([withdrawn.changed, withdrawn.unchanged, await answered(two)], [1, 1, []])
    await undo(withdrawn.id)
    assert.deepEqual(await answered(two), [answerTo(form, 'no').form_ref_id])
  })

  test('archives contacts, with the events of a single deletion, and restores them', async () => {
    const [one, two] = (await contactsWith({}, {})) as [number, number]
    const total = async () => (await app.as(admin).post('/kpi', { advanced_search: {} })).body.data.total
    const before = await total()
    const done = await run({ ids: [one, two] }, { archive: true }, manager)
    assert.deepEqual([done.changed, await total(), await read(one)], [2, before - 2, undefined])
    await undo(done.id, manager)
    assert.equal(await total(), before)
    const kinds = await app.owner`
      select kind from events where group_id = ${space} and subject_id = ${one} and kind like 'contact.%' order by id`
    assert.deepEqual(valuesOf(kinds, 'kind'), ['contact.created', 'contact.deleted', 'contact.restored'])
  })

  test('adds contacts and their addresses to an action, except those who opted out or have no address', async () => {
    const action = await anAction(app, admin)
    const home = { address: { house_number: '3', street: 'rue Bulk', city: 'Lyon' } }
    const [one, mate, nowhere, out] = await contactsWith(home, home, {}, { ...home, black_list: true })
    const done = await run({ ids: [one, mate, nowhere, out] }, { action: { id: action.id } }, manager)
    assert.deepEqual(await outcomes(done.id, manager), {
      [one!]: 'changed',
      [mate!]: 'changed',
      [nowhere!]: 'refused no_address',
      [out!]: 'refused do_not_contact',
    })
    const there = async () => {
      const [people, doors] = await Promise.all([
        app.as(admin).get(`/actions/${action.id}/contacts`),
        app.as(admin).get(`/actions/${action.id}/addresses`),
      ])
      return [people.body.data.contacts.length, doors.body.data.addresses.length]
    }
    assert.deepEqual(await there(), [2, 1])
    await undo(done.id, manager)
    assert.deepEqual(await there(), [0, 0])
  })

  test('of a query changes those who matched at the start, also if the change makes them match no longer', async () => {
    const ids = await contactsWith(...Array.from({ length: 4 }, () => ({ surname: 'Moving', ...tagged('moving') })))
    const query = queryOf({ attr: 'tags', ope: 'eql', value: 'moving' })
    const done = await run({ query }, { tags: { remove: ['moving'] } })
    assert.deepEqual([done.total, done.changed], [4, 4])
    for (const id of ids) assert.deepEqual(await tagsOf(id), [])
  })

  test('leaves the same trace as a single change: version, event and audit entry for each contact', async () => {
    const [one, two] = (await contactsWith({}, tagged('traced'))) as [number, number]
    await run({ ids: [one, two] }, { tags: { add: ['traced'] } })
    const trace = async (id: number) => [
      (await app.as(admin).get(`/v1/audit?subject=contact&subject_id=${id}&kind=contact.tagged`)).body.data.length,
      (
        await app.owner`select from events where group_id = ${space} and subject_id = ${id} and kind = 'contact.updated'`
      ).length,
      (await app.owner`select version from contacts where id = ${id}`)[0]!.version,
    ]
    assert.deepEqual(await trace(one), [1, 1, 2])
    assert.deepEqual(await trace(two), [0, 0, 1])
  })

  test('leaves out restricted, merged, deleted and unknown contacts, with the reason', async () => {
    const [ok, restricted, gone, deleted] = (await contactsWith({}, {}, {}, {})) as [number, number, number, number]
    await restrict(restricted)
    await app.as(superadmin).post(`/contacts/${ok}/merge`, { contact_id: gone })
    await app.as(admin).delete(`/contacts/${deleted}`)
    const foreign = (await aContact(app, stranger)).id
    const ids = [ok, restricted, gone, deleted, foreign, 999_999_999]
    const done = await run({ ids }, { fields: { nationality: 'IT' } }, superadmin)
    assert.deepEqual(await outcomes(done.id, superadmin), {
      [ok]: 'changed',
      [restricted]: 'refused restricted',
      [gone]: 'refused merged',
      [deleted]: 'refused deleted',
      [foreign]: 'refused not_found',
      999999999: 'refused not_found',
    })
    assert.deepEqual(done.refusals.find(({ code }: any) => code === 'restricted').contacts, 1)
    const seen_by_admin = await outcomes(done.id, admin)
    assert.equal(seen_by_admin[restricted], 'refused not_found', 'admins do not see restricted contacts')
    assert.equal((await readContact(app, stranger, foreign)).nationality, '')
    const french = { 'accept-language': 'fr' }
    const { data: list } = (await app.as(superadmin).get(`/v1/bulk_changes/${done.id}/contacts`, french)).body
    const reasonFor = (id: number) => list.find(({ contact_id }: any) => contact_id === id).reason
    assert.equal(reasonFor(restricted), 'Le traitement des données de ce contact est limité.')
    const { refusals } = (await app.as(superadmin).get(`/v1/bulk_changes/${done.id}`, french)).body.data
    assert.equal(refusals.find(({ code }: any) => code === 'deleted').reason, 'Le contact est supprimé.')
  })

  test('is charged to the rate limit', async () => {
    const big = await start({ contacts: { query: null }, change: { fields: { nationality: 'ES' } } }, stranger)
    assert.ok(Number(big.headers.get('x-ratelimit-cost')) >= 8, 'a query costs more than a request')
  })
})

describe('a bulk change is refused', () => {
  test('unless it names contacts in one way, and one change that can be made', async () => {
    const [id] = await contactsWith({})
    const form = await aForm(app, admin)
    const ids = { ids: [id] }
    const bad: [object, object, string][] = [
      [{}, { archive: true }, 'body.data.contacts'],
      [{ ids: [id], query: null }, { archive: true }, 'body.data.contacts'],
      [{ ids: [] }, { archive: true }, 'body.data.contacts.ids'],
      [{ ids: Array.from({ length: 5001 }, (_, n) => n + 1) }, { archive: true }, 'body.data.contacts.ids'],
      [{ query: { $all: [{}] } }, { archive: true }, 'body.data.contacts.query.$all.0'],
      [
        { query: queryOf({ attr: 'surname', ope: 'eql', value: 'nobody at all' }) },
        { archive: true },
        'body.data.contacts.query',
      ],
      [ids, {}, 'body.data.change'],
      [ids, { archive: true, action: { id: 1 } }, 'body.data.change'],
      [ids, { archive: false }, 'body.data.change.archive'],
      [ids, { tags: {} }, 'body.data.change.tags.add'],
      [ids, { tags: { add: ['a'], remove: ['A'] } }, 'body.data.change.tags.remove'],
      [ids, { tags: { add: [''] } }, 'body.data.change.tags.add.0'],
      [ids, { fields: {} }, 'body.data.change.fields'],
      [ids, { fields: { mail: 'all@example.org' } }, 'body.data.change.fields.mail'],
      [ids, { fields: { birth_country: 'Atlantis' } }, 'body.data.change.fields.birth_country'],
      [ids, { answer: { form_id: form.id, form_ref_id: 1, data: '' } }, 'body.data.change.answer.form_ref_id'],
      [ids, { remove_answer: { form_id: 999_999 } }, 'body.data.change.remove_answer.form_id'],
    ]
    for (const [contacts, change, location] of bad) {
      const { status, body } = await start({ contacts, change })
      assert.deepEqual([status, body.errors?.[0]?.location], [422, location], JSON.stringify({ contacts, change }))
    }
    assert.equal((await start({ contacts: ids, change: { action: { id: 999_999 } } })).status, 404)
  })

  test('without the permissions of the single change, and in another space', async () => {
    const [id] = await contactsWith({})
    const tags = { contacts: { ids: [id] }, change: { tags: { add: ['x'] } } }
    assert.deepEqual(refusal(await start(tags, manager)).slice(0, 2), [403, 'forbidden'])
    const by_tag = { query: queryOf({ attr: 'tags', ope: 'eql', value: 'x' }) }
    assert.equal((await start({ contacts: by_tag, change: { archive: true } }, manager)).status, 403)
    const done = await run({ ids: [id] }, { tags: { add: ['x'] } })
    for (const who of [manager, stranger]) {
      const { body } = await app.as(who).get('/v1/bulk_changes')
      assert.ok(!body.data.some((one: any) => one.id === done.id))
      for (const path of ['', '/contacts'])
        assert.equal((await app.as(who).get(`/v1/bulk_changes/${done.id}${path}`)).status, 404)
      for (const path of ['cancel', 'undo'])
        assert.equal((await app.as(who).post(`/v1/bulk_changes/${done.id}/${path}`)).status, 404)
    }
  })

  test('at its next step after the permission was taken away', async () => {
    const [id] = await contactsWith({})
    const who = await aUser(app, space, { role: 'admin' })
    await app.owner`insert into jobs (group_id, user_id, token_id, request, kind, subject_id, unit, state, heartbeat_at, claimed_by)
      values (${space}, ${who.id}, 0, '', 'none', 0, '', 'running', now() + interval '1 day', 'test')`
    const { body } = await start({ contacts: { ids: [id] }, change: { tags: { add: ['late'] } } }, who)
    await app.owner`
      update users set role_id = (select role_id from users where id = ${manager.id} and group_id = ${space})
      where id = ${who.id} and group_id = ${space}`
    await app.owner`update jobs set state = 'done', claimed_by = null where group_id = ${space} and kind = 'none'`
    await app.owner`select pg_notify('jobs', '')`
    const done = await run({ ids: [id] }, { fields: { nationality: 'PT' } })
    assert.equal(done.state, 'done')
    const late = await readBulkChange(app, admin, body.data.id)
    assert.deepEqual([late.state, late.error.includes('contacts:sensitive'), await tagsOf(id!)], ['failed', true, []])
    const french = { 'accept-language': 'fr' }
    const translation = /^Il vous manque la permission contacts:sensitive/
    assert.match((await app.as(admin).get(`/v1/bulk_changes/${late.id}`, french)).body.data.error, translation)
    assert.match((await app.as(admin).get(`/v1/jobs/${late.job_id}`, french)).body.data.error, translation)
    const [stored] = await app.owner`select error from jobs where group_id = ${space} and id = ${late.job_id}`
    assert.deepEqual(JSON.parse(stored!.error).values, ['contacts:sensitive'])
  })
})
