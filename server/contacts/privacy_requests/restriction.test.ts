import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { aSpace, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'

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

const by = (attr: string, ope: string, value: unknown) => ({ $all: [{ $all: [{ $condition: { attr, ope, value } }] }] })
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
  test('is found by privacy officers only', async () => {
    const { open, restricted, surname } = await aPair()
    const both = [open.id, restricted.id]
    for (const [who, ids] of [
      [officer, both],
      [admin, [open.id]],
      [manager, [open.id]],
    ] as const) {
      const { contacts, total } = await searched(who, by('surname', 'eql', surname))
      assert.deepEqual([idsOf(contacts), total], [ids, ids.length])
      const kpi = await app.as(who).post('/kpi', { advanced_search: { query: by('surname', 'eql', surname) } })
      assert.equal(kpi.body.data.total, ids.length)
      const { body } = await app.as(who).get(`/v1/find?q=${surname}`)
      assert.deepEqual(idsOf(body.data.contacts).sort(), ids)
    }
    const hits = (await app.as(officer).get(`/v1/find?q=${surname}`)).body.data.contacts
    assert.equal(hits.find(({ id }: any) => id === restricted.id).restricted, true)
  })

  test('is neither listed nor counted, nor implied by negated conditions', async () => {
    const { restricted, surname } = await aPair()
    const list = async (who: Person) => (await app.as(who).get('/contacts?limit=1000')).body
    const [all, most] = [await list(officer), await list(admin)]
    assert.ok(idsOf(all.data.contacts).includes(restricted.id))
    assert.ok(!idsOf(most.data.contacts).includes(restricted.id))
    for (const { data, total } of [all, most]) assert.equal(total, data.contacts.length)
    for (const query of [{ $all: [] }, by('surname', 'not_eql', surname), by('black_list', 'eql', false)]) {
      const { contacts, total } = await searched(admin, query, { per_page: 1000 })
      assert.equal(total, contacts.length)
      assert.ok(!idsOf(contacts).includes(restricted.id))
    }
  })

  test('is a 404 to all other users', async () => {
    const { open, restricted } = await aPair()
    const ask = app.as(admin)
    for (const answer of [
      await ask.get(`/v1/contacts/${restricted.id}`),
      await ask.get(`/contacts/${restricted.id}`),
      await ask.get(`/contacts/${restricted.id}/timeline`),
      await ask.get(`/contacts/${restricted.id}/consents`),
      await ask.get(`/contacts/${restricted.id}/duplicates`),
      await ask.patch(`/contacts/${restricted.id}`, { contact: {} }),
      await patchContact(app, admin, restricted.id, { firstname: 'Used' }),
      await ask.delete(`/contacts/${restricted.id}`),
      await ask.post(`/contacts/${restricted.id}/merge`, { contact_id: open.id }),
    ])
      assert.deepEqual(refusal(answer), [404, 'not_found'])
    const merged = await ask.post(`/contacts/${open.id}/merge`, { contact_id: restricted.id })
    assert.deepEqual(refusal(merged), invalidAt('body.data.contact_id'))
    const { body } = await app.as(officer).get(`/v1/contacts/${restricted.id}`)
    assert.deepEqual([body.firstname, body.restricted], ['Rosa', true])
  })

  test('can be corrected, but not deleted, by privacy officers', async () => {
    const { restricted } = await aPair()
    assert.equal((await patchContact(app, officer, restricted.id, { firstname: 'Rosalie' })).status, 200)
    const refused = await app.as(officer).delete(`/contacts/${restricted.id}`)
    assert.deepEqual(refusal(refused), [409, 'conflict'])
  })

  test('is not changed by an upsert, which reports the reason', async () => {
    const { restricted } = await aPair()
    const sent = { kind: 'contact', data: { mail: restricted.mail, firstname: 'Used' } }
    const { body } = await app.as(admin).send('POST', '/contacts/upsert', { body: JSON.stringify(sent) })
    const receipt = (await app.as(admin).get(`/contacts/upsert/${body.data.receipt}`)).body.data
    assert.deepEqual(receipt.reasons, ['This person asked that their data be kept and not used.'])
    assert.equal((await app.as(officer).get(`/v1/contacts/${restricted.id}`)).body.firstname, 'Rosa')
  })

  test('is visible again when the restriction is lifted', async () => {
    const { restricted, surname, request_id } = await aPair()
    await app.as(officer).post(`/v1/privacy_requests/${request_id}/lift`, {})
    assert.equal((await app.as(manager).get(`/v1/contacts/${restricted.id}`)).status, 200)
    assert.equal((await searched(manager, by('surname', 'eql', surname))).total, 2)
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

  test('is not found by its payments', async () => {
    const { id } = await aRestrictedPayer()
    const of = async (who: Person) => (await app.as(who).get(`/v1/transaction_bundles?contact_id=${id}`)).body
    assert.deepEqual([(await of(admin)).data, (await of(admin)).total], [[], 0])
    assert.equal((await of(officer)).total, 1)
    const csv = await app.as(admin).get(`/v1/transaction_bundles.csv?contact_id=${id}`)
    assert.equal(csv.text.trim().split('\n').length, 1)
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

  test('is not revealed by its ID in an upsert, nor by a merge into it', async () => {
    const { id } = await aRestrictedPayer()
    const sent = { kind: 'contact', data: { id, firstname: 'Used' } }
    const { body } = await app.as(admin).send('POST', '/contacts/upsert', { body: JSON.stringify(sent) })
    const receipt = (await app.as(admin).get(`/contacts/upsert/${body.data.receipt}`)).body.data
    assert.deepEqual(receipt.reasons, [`There is no contact ${id} in your space.`])

    const [survivor, gone] = [await aContactId(app, admin), await aContactId(app, admin)]
    const merged = (await app.as(admin).post(`/contacts/${survivor}/merge`, { contact_id: gone })).body.data
    await restrict(survivor)
    assert.deepEqual(refusal(await app.as(admin).get(`/v1/merges/${merged.id}`)), [404, 'not_found'])
    assert.deepEqual(refusal(await app.as(admin).post(`/v1/merges/${merged.id}/undo`, {})), [404, 'not_found'])
    for (const one of [survivor, gone])
      assert.deepEqual((await app.as(admin).get(`/v1/merges?contact_id=${one}`)).body.data, [])
    const absent = await app.as(admin).get(`/v1/contacts/${gone}`)
    assert.deepEqual([absent.status, absent.headers.get('link')], [404, null])
    const unknown = await app.as(admin).get('/v1/contacts/999999999')
    assert.equal(unknown.status, 404)
    assert.deepEqual({ ...absent.body, instance: '' }, { ...unknown.body, instance: '' })
    assert.equal((await app.as(officer).get(`/v1/merges/${merged.id}`)).status, 200)
  })
})
