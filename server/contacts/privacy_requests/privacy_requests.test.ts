import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aForm, answerTo, readContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, payment } from '../../test/money.ts'
import { aSpace, aUser, invalidAt, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const officer = await aUser(app, space, { role: 'superadmin' })
const admin = await aUser(app, space, { role: 'admin' })
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const ask = app.as(officer)
const path = '/v1/privacy_requests'
const create = (data: object, as = officer) => app.as(as).post(path, data)
async function aRequest(kind: string, contact_id: number, more = {}): Promise<any> {
  const { status, body, text } = await create({ kind, contact_id, ...more })
  assert.equal(status, 200, text)
  return body.data
}
const act = (id: number, what: string, data: object = {}) => ask.post(`${path}/${id}/${what}`, data)

describe('a request', () => {
  test('is due a month after it was received, and reports when it is late', async () => {
    const contact_id = await aContactId(app, officer)
    const fresh = await aRequest('access', contact_id, { received_at: '2999-01-31', notes: 'By letter' })
    assert.partialDeepStrictEqual(fresh, {
      ...{ contact_id, kind: 'access', state: 'open', due_at: '2999-02-28T00:00:00.000Z', overdue: false },
      ...{ answered_at: null, created_by: officer.id, notes: 'By letter' },
    })
    assert.equal((await aRequest('access', contact_id, { received_at: '2020-01-01' })).overdue, true)
  })

  test('can be extended to three months at most, and its notes changed, while it is open', async () => {
    const { id } = await aRequest('rectification', await aContactId(app, officer), { received_at: '2026-01-15' })
    const { body } = await ask.patch(`${path}/${id}`, { due_at: '2026-04-15', notes: 'Many such requests' })
    assert.partialDeepStrictEqual(body.data, { due_at: '2026-04-15T00:00:00.000Z', notes: 'Many such requests' })
    for (const due_at of ['2026-04-16', '2026-01-01'])
      assert.deepEqual(refusal(await ask.patch(`${path}/${id}`, { due_at })), invalidAt('body.data.due_at'))
    const done = (await act(id, 'complete')).body.data
    assert.deepEqual([done.state, done.answered_by], ['done', officer.id])
    assert.equal((await ask.patch(`${path}/${id}`, { notes: 'x' })).status, 409)
    assert.equal((await act(id, 'complete')).status, 409)
  })

  test('can be refused with a reason and not without', async () => {
    const { id } = await aRequest('erasure', await aContactId(app, officer))
    assert.equal((await act(id, 'refuse', {})).status, 422)
    assert.equal((await act(id, 'refuse', { notes: '  ' })).status, 422)
    const { data } = (await act(id, 'refuse', { notes: 'Still owes us a key' })).body
    assert.deepEqual([data.state, data.notes], ['refused', 'Still owes us a key'])
    assert.equal((await act(id, 'refuse', { notes: 'again' })).status, 409)
  })

  test('is listed by urgency, with filters and pages', async () => {
    const contact_id = await aContactId(app, officer)
    const late = await aRequest('access', contact_id, { received_at: '2026-03-01' })
    const soon = await aRequest('erasure', contact_id, { received_at: '2026-02-01' })
    const list = async (query: string) => (await ask.get(`${path}?contact_id=${contact_id}&${query}`)).body
    assert.deepEqual((await list('')).data, [soon, late])
    assert.deepEqual((await list('kind=access')).data, [late])
    assert.deepEqual((await list('state=done')).data, [])
    const first = await list('limit=1')
    assert.deepEqual((await list(`limit=1&cursor=${first.next_cursor}`)).data, [late])
    assert.deepEqual((await ask.get(`${path}/${soon.id}`)).body.data, soon)
  })

  test('is visible to privacy officers of its space only', async () => {
    const contact_id = await aContactId(app, officer)
    const { id } = await aRequest('access', contact_id)
    assert.equal((await create({ kind: 'access', contact_id }, admin)).status, 403)
    const foreign = await create({ kind: 'access', contact_id }, other_space_user)
    assert.deepEqual(refusal(foreign), invalidAt('body.data.contact_id'))
    assert.equal((await app.as(other_space_user).get(`${path}/${id}/export`)).status, 404)
    assert.deepEqual((await app.as(other_space_user).get(path)).body.data, [])
    for (const wrong of [{ kind: 'revenge' }, { received_at: 'soon' }, { contact_id: 'me' }])
      assert.equal((await create({ kind: 'access', contact_id, ...wrong })).status, 422)
  })

  test('about a merged contact is about the survivor', async () => {
    const [survivor, gone] = [await aContactId(app, officer), await aContactId(app, officer)]
    const { id } = await aRequest('access', gone)
    const merged = (await ask.post(`/contacts/${survivor}/merge`, { contact_id: gone })).body.data
    assert.equal((await ask.get(`${path}/${id}`)).body.data.contact_id, survivor)
    assert.match((await create({ kind: 'access', contact_id: gone })).body.detail, /was merged into contact/)
    await ask.post(`/v1/merges/${merged.id}/undo`)
    assert.equal((await ask.get(`${path}/${id}`)).body.data.contact_id, gone)
  })

  test('is in the audit log with its answer', async () => {
    const contact_id = await aContactId(app, officer)
    const { id } = await aRequest('rectification', contact_id)
    await act(id, 'complete')
    const { data } = (await ask.get(`/v1/audit?subject=contact&subject_id=${contact_id}`)).body
    assert.deepEqual(valuesOf(data, 'kind'), ['privacy.rectification_done', 'privacy.rectification_asked'])
    for (const { details } of data) assert.equal(details.privacy_request_id, id)
  })
})

describe('a restriction', () => {
  test('shows on the contact, prevents merges, and ends when the last request is lifted', async () => {
    const [contact_id, other] = [await aContactId(app, officer), await aContactId(app, officer)]
    const [one, two] = [await aRequest('restriction', contact_id), await aRequest('restriction', contact_id)]
    const restricted = async () => (await readContact(app, officer, contact_id)).restricted
    assert.equal(await restricted(), false)
    await act(one.id, 'complete')
    await act(two.id, 'complete')
    assert.equal(await restricted(), true)
    const refused = await ask.post(`/contacts/${other}/merge`, { contact_id })
    assert.deepEqual(refusal(refused), [409, 'conflict'])
    assert.equal((await act(one.id, 'lift')).body.data.state, 'lifted')
    assert.equal(await restricted(), true)
    await act(two.id, 'lift')
    assert.equal(await restricted(), false)
    assert.equal((await act(two.id, 'lift')).status, 409)
  })
})

describe('the answer to an access request', () => {
  test('is a file with all data, also of contacts merged into this one', async () => {
    const form = await aForm(app, officer, { kind: 'consent' })
    const ida = { surname: 'Curie', firstname: 'Ida', tags: [{ name: 'vip' }], formdatas: [answerTo(form)] }
    const contact_id = await aContactId(app, officer, ida)
    const gone = await aContactId(app, officer, { surname: 'Earlier', mail: 'earlier@example.org' })
    await aBundle(app, officer, {
      transactions: [payment(contact_id, { comment: 'By cheque', payment_method: { bank: 'Nef' } })],
      memberships: [payment(gone)],
      donations: [payment(gone)],
    })
    await ask.post(`/contacts/${contact_id}/merge`, { contact_id: gone })
    await app.as(admin).get(`/contacts/${contact_id}`)
    const { id } = await aRequest('access', contact_id)
    const { body, headers } = await ask.get(`${path}/${id}/export`)
    assert.equal(headers.get('content-disposition'), 'attachment; filename="personal-data.json"')
    assert.deepEqual(valuesOf(body.contacts, 'id'), [contact_id, gone])
    assert.deepEqual(valuesOf(body.contacts, 'surname'), ['Curie', 'Earlier'])
    assert.equal(body.contacts[0].tags[0].name, 'vip')
    assert.equal(body.forms[0].label, form.label)
    const { transactions, privacy_requests, ...records } = body.records
    assert.equal(transactions.length, 1)
    for (const name of ['memberships', 'donations', 'consent_history', 'contact_answers', 'merges'])
      assert.equal(records[name].length, 1, name)
    assert.deepEqual([transactions[0].comment, transactions[0].payment_method], ['By cheque', { bank: 'Nef' }])
    assert.equal(privacy_requests[0].id, id)
    assert.ok(body.audit.some((entry: any) => entry.kind === 'contact.read' && entry.user_id === admin.id))
    assert.ok(body.changes.some((entry: any) => entry.kind === 'contact.merged'))
    const [entry] = (await ask.get(`/v1/audit?subject_id=${contact_id}&kind=contact.exported`)).body.data
    assert.equal(entry.details.privacy_request_id, id)
  })

  test('is not given for a request of another kind', async () => {
    const { id } = await aRequest('erasure', await aContactId(app, officer))
    assert.equal((await ask.get(`${path}/${id}/export`)).status, 409)
  })
})
