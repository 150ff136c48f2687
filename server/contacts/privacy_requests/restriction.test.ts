import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { aSpace, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { queryOf } from '../../test/search.ts'
import { reindexContacts } from '../../test/search_index.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { superadmin: officer, admin, manager } = await aUserPerRole(app, space)

/** A contact whose data is restricted, and one with the same data who is not. */
async function aPair() {
  const name = { firstname: 'Rosa', surname: `Quiet${++pairs}`, mobile: '+33 6 39 98 12 34' }
  const open = await aContact(app, admin, { ...name, mail: `open${pairs}@example.org` })
  const restricted = await aContact(app, admin, { ...name, mail: `quiet${pairs}@example.org` })
  return { open, restricted, surname: name.surname, request_id: await restrict(restricted.id) }
}
let pairs = 0

const by = (attr: string, ope: string, value: unknown) => queryOf({ attr, ope, value })
const searched = async (who: Person, query: object, options: object = {}) =>
  (await app.as(who).post('/search', { advanced_search: { query, ...options } })).body.data
const idsOf = (contacts: { id: number }[]) => contacts.map(({ id }) => id)

const year = new Date().getUTCFullYear()

async function restrict(contact_id: number): Promise<number> {
  const { body } = await app.as(officer).post('/v1/privacy_requests', { contact_id, kind: 'restriction' })
  await app.as(officer).post(`/v1/privacy_requests/${body.data.id}/complete`, {})
  return body.data.id
}

let people = 0

/** A contact with a payment, a membership and a donation, whose data is then restricted. */
async function aRestrictedPayer() {
  const surname = `Hush${++people}`
  const id = await aContactId(app, admin, { firstname: 'Iris', surname, mail: `hush${people}@example.org` })
  const bundle = await aBundle(app, admin, {
    transactions: [
      payment(id, { date: `${year}-01-02`, payment_method: { note: `"memberships":["contact": {"id":${id}}` } }),
    ],
    memberships: [payment(id, { comment: '"contact": {"id":1}' })],
    donations: [payment(id)],
  })
  return { id, surname, bundle, request_id: await restrict(id) }
}

const unknown = 99_999_999
const read = async (who: Person, id: number) => (await app.as(who).get(bundleAt(id))).body.data

describe('a restricted contact', () => {
  test('is found, listed and counted by privacy officers only, until the restriction is lifted', async () => {
    const { open, restricted, surname, request_id } = await aPair()
    const both = [open.id, restricted.id]
    const query = by('surname', 'eql', surname)
    const finds = async (who: Person, ids: number[]) => {
      const { contacts, total } = await searched(who, query)
      const kpi = (await app.as(who).post('/kpi', { advanced_search: { query } })).body.data.total
      assert.deepEqual([idsOf(contacts), total, kpi], [ids, ids.length, ids.length])
      const hits = (await app.as(who).get(`/v1/find?q=${surname}`)).body.data.contacts
      assert.deepEqual(idsOf(hits).sort(), ids)
      for (const hit of hits) assert.equal(hit.restricted, who === officer && hit.id === restricted.id)
      const list = (await app.as(who).get('/contacts?limit=1000')).body
      assert.equal(idsOf(list.data.contacts).includes(restricted.id), ids.includes(restricted.id))
      assert.equal(list.total, list.data.contacts.length)
    }
    await finds(officer, both)
    for (const who of [admin, manager]) await finds(who, [open.id])
    // Nor is it implied by negated conditions, also if others were deleted before.
    for (const _ of [1, 2, 3]) {
      const { id } = await aContact(app, admin, { surname: 'Deleted' })
      await app.as(admin).delete(`/contacts/${id}`)
      await app.owner`update contacts set restricted_at = now() where id = ${id}`
    }
    await reindexContacts(app.owner, space)
    for (const query of [{ $all: [] }, by('surname', 'not_eql', surname), by('black_list', 'eql', false)]) {
      const { contacts, total } = await searched(admin, query, { per_page: 1000 })
      const kpi = (await app.as(admin).post('/kpi', { advanced_search: { query } })).body.data.total
      assert.deepEqual([total, kpi], [contacts.length, contacts.length])
      assert.ok(!idsOf(contacts).includes(restricted.id))
    }
    await app.as(officer).post(`/v1/privacy_requests/${request_id}/lift`, {})
    assert.equal((await searched(manager, query)).total, 2)
    assert.equal((await app.as(manager).get(`/v1/contacts/${restricted.id}`)).status, 200)
  })

  test('is a 404 to all other users, and neither changed nor revealed by an upsert', async () => {
    const { open, restricted } = await aPair()
    const ask = app.as(admin)
    const path = `/contacts/${restricted.id}`
    const reads = [`/v1${path}`, ...['', '/timeline', '/consents', '/duplicates'].map(part => `${path}${part}`)]
    for (const answer of [
      ...(await Promise.all(reads.map(read => ask.get(read)))),
      await ask.patch(path, { contact: {} }),
      await patchContact(app, admin, restricted.id, { firstname: 'Used' }),
      await ask.delete(path),
      await ask.post(`${path}/merge`, { contact_id: open.id }),
    ])
      assert.deepEqual(refusal(answer), [404, 'not_found'])
    const merged = await ask.post(`/contacts/${open.id}/merge`, { contact_id: restricted.id })
    assert.deepEqual(refusal(merged), invalidAt('body.data.contact_id'))
    for (const [key, reason] of [
      [{ mail: restricted.mail }, 'This person asked that their data be kept and not used.'],
      [{ id: restricted.id }, `There is no contact ${restricted.id} in your space.`],
    ] as const) {
      const sent = { kind: 'contact', data: { ...key, firstname: 'Used' } }
      const { body } = await ask.send('POST', '/contacts/upsert', { body: JSON.stringify(sent) })
      assert.deepEqual((await ask.get(`/contacts/upsert/${body.data.receipt}`)).body.data.reasons, [reason])
    }
    const { body } = await app.as(officer).get(`/v1/contacts/${restricted.id}`)
    assert.deepEqual([body.firstname, body.restricted], ['Rosa', true])
  })

  test('can be corrected, but not deleted, by privacy officers', async () => {
    const { restricted } = await aPair()
    assert.equal((await patchContact(app, officer, restricted.id, { firstname: 'Rosalie' })).status, 200)
    const refused = await app.as(officer).delete(`/contacts/${restricted.id}`)
    assert.deepEqual(refusal(refused), [409, 'conflict'])
  })
})

// What other operations reveal of a restricted contact to users who get a 404 on it.
describe('elsewhere, a restricted contact', () => {
  test('gets no payment, membership or donation: others get a 404, privacy officers the reason', async () => {
    const { id, bundle } = await aRestrictedPayer()
    const other = await aContactId(app, admin)
    const attempts = (contact_id: number) => [
      { transactions: [payment(contact_id)] },
      { transactions: [payment(other)], memberships: [payment(contact_id)] },
      { transactions: [payment(other)], donations: [payment(contact_id)] },
    ]
    for (const [index, sent] of attempts(id).entries()) {
      const refused = await app.as(admin).post('/v1/transaction_bundles', sent)
      const like = await app.as(admin).post('/v1/transaction_bundles', attempts(unknown)[index])
      assert.deepEqual([refused.status, refused.body.detail], [422, like.body.detail])
      assert.ok(!refused.text.includes('Hush'))
      const told = await app.as(officer).post('/v1/transaction_bundles', sent)
      assert.equal(told.status, 422)
      assert.match(told.body.detail, /whose data is restricted/)
    }
    const added = await app.as(admin).patch(bundleAt(bundle.id), { donations: [payment(id)] })
    assert.equal(added.status, 422)
    const mine = await aBundle(app, admin)
    const moved = { transactions: [{ id: mine.transactions[0].id, contact_id: id }] }
    assert.equal((await app.as(admin).patch(bundleAt(mine.id), moved)).status, 422)
  })

  test('stays in the books with its payments, and without its name', async () => {
    const { id, surname, bundle } = await aRestrictedPayer()
    const nameless = { id, firstname: '', surname: '', group_id: space, membership_code: '', membership_number: 0 }
    const seen = await read(admin, bundle.id)
    assert.equal(seen.transactions[0].amount, 1000)
    assert.deepEqual([seen.memberships[0].contact, seen.donations[0].contact], [nameless, nameless])
    assert.deepEqual(seen.transactions, bundle.transactions)
    assert.equal(seen.memberships[0].comment, '"contact": {"id":1}')
    assert.equal((await read(officer, bundle.id)).donations[0].contact.surname, surname)
    const changed = await app
      .as(admin)
      .patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[0].id, reimbursed_amount: 100 }] })
    assert.deepEqual([changed.status, changed.body.data.donations[0].contact], [200, nameless])
    for (const path of [
      '/v1/transaction_bundles?limit=1000',
      '/v1/transaction_bundles?limit=1000&state=pending',
      '/v1/transaction_bundles.csv',
      `/v1/ledger.csv?from=${year}-01-01&to=${year}-12-31`,
      `/v1/find?q=%23${bundle.id}`,
      `/v1/find?q=${surname}`,
    ]) {
      const { status, text } = await app.as(admin).get(path)
      assert.equal(status, 200, `${path} ${text}`)
      assert.ok(!text.includes(surname), `${path} shows the name`)
    }
    assert.ok((await app.as(officer).get('/v1/transaction_bundles.csv')).text.includes(surname))
    // Nor are the payments found by the contact.
    const of = async (who: Person) => (await app.as(who).get(`/v1/transaction_bundles?contact_id=${id}`)).body
    assert.deepEqual([(await of(admin)).data, (await of(admin)).total, (await of(officer)).total], [[], 0, 1])
    const csv = await app.as(admin).get(`/v1/transaction_bundles.csv?contact_id=${id}`)
    assert.equal(csv.text.trim().split('\n').length, 1)
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('has no name in a document that is not as the application writes it', async () => {
    const { bundle, surname } = await aRestrictedPayer()
    const [stored] = await app.owner<[{ document: string }]>`
      select document from transaction_bundles where group_id = ${space} and id = ${bundle.id}`
    const { document } = stored
    const formats = [
      JSON.stringify(JSON.parse(document)),
      JSON.stringify(JSON.parse(document), null, 1),
      document.replaceAll('"contact": ', '"contact" : '),
      document.replace('"donations":[', '"donations" : [').replace(/(.*)"contact": /s, '$1"contact":'),
    ]
    for (const format of formats) {
      await app.owner`update transaction_bundles set document = ${format} where group_id = ${space} and id = ${bundle.id}`
      for (const path of [bundleAt(bundle.id), '/v1/transaction_bundles']) {
        const { status, text } = await app.as(admin).get(path)
        assert.equal(status, 200)
        assert.ok(!text.includes(surname), `${path} shows the name in ${format}`)
      }
      assert.deepEqual((await read(admin, bundle.id)).transactions, bundle.transactions)
    }
    await app.owner`update transaction_bundles set document = ${document} where group_id = ${space} and id = ${bundle.id}`
  })

  test('loses and regains its name in the first page at once, also with If-None-Match', async () => {
    const { bundle, surname, request_id } = await aRestrictedPayer()
    const first = (headers = {}) => app.as(admin).get('/v1/transaction_bundles', headers)
    const before = await first()
    assert.ok(!before.text.includes(surname))
    const tag = { 'if-none-match': before.headers.get('etag')! }
    assert.equal((await first(tag)).status, 304)
    await app.as(officer).get('/v1/transaction_bundles')
    assert.ok(!(await first()).text.includes(surname), 'what an officer read is not kept for others')
    await app.as(officer).post(`/v1/privacy_requests/${request_id}/lift`, {})
    const after = await first(tag)
    assert.equal(after.status, 200)
    assert.ok(after.text.includes(surname))
    assert.equal((await read(admin, bundle.id)).donations[0].contact.surname, surname)
  })

  test('is neither marked as not a duplicate nor proposed again by those who cannot see it', async () => {
    const { id } = await aRestrictedPayer()
    const other = await aContactId(app, admin)
    const tell = (who: Person, ...contact_ids: number[]) =>
      app.as(who).post('/v1/duplicates/not_duplicates', { contact_ids })
    const refused = await tell(admin, other, id)
    assert.deepEqual(refusal(refused), invalidAt('body.data.contact_ids'))
    const seen = refused.body.detail.replace(String(id), '#')
    assert.equal(seen, (await tell(admin, other, unknown)).body.detail.replace(String(unknown), '#'))
    assert.equal((await tell(officer, other, id)).status, 200)
    const forget = (who: Person) => app.as(who).delete(`/v1/duplicates/not_duplicates/${other}/${id}`)
    assert.deepEqual(refusal(await forget(admin)), [404, 'not_found'])
    assert.equal((await forget(officer)).status, 200)
  })

  test('is not counted among duplicates', async () => {
    const mail = `alike${++people}@example.org`
    const ids = [
      await aContactId(app, admin, { mail }),
      await aContactId(app, admin, { mail }),
      await aContactId(app, admin, { mail }),
    ]
    await restrict(ids[2]!)
    const { body } = await app.as(admin).get('/v1/duplicates?reason=mail&limit=100')
    const group = body.data.find(({ contacts }: any) => contacts.some((one: any) => one.id === ids[0]))
    assert.deepEqual([group.count, group.contacts.length], [2, 2])
  })

  test('is not revealed by a merge into it', async () => {
    const [survivor, gone] = [await aContactId(app, admin), await aContactId(app, admin)]
    const merged = (await app.as(admin).post(`/contacts/${survivor}/merge`, { contact_id: gone })).body.data
    await restrict(survivor)
    assert.deepEqual(refusal(await app.as(admin).get(`/v1/merges/${merged.id}`)), [404, 'not_found'])
    assert.deepEqual(refusal(await app.as(admin).post(`/v1/merges/${merged.id}/undo`, {})), [404, 'not_found'])
    for (const one of [survivor, gone])
      assert.deepEqual((await app.as(admin).get(`/v1/merges?contact_id=${one}`)).body.data, [])
    const [absent, nobody] = [
      await app.as(admin).get(`/v1/contacts/${gone}`),
      await app.as(admin).get(`/v1/contacts/${unknown}`),
    ]
    assert.deepEqual([absent.status, nobody.status, absent.headers.get('link')], [404, 404, null])
    assert.deepEqual({ ...absent.body, instance: '' }, { ...nobody.body, instance: '' })
    assert.equal((await app.as(officer).get(`/v1/merges/${merged.id}`)).status, 200)
  })
})
