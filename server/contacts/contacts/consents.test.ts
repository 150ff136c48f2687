import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aBundle } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const letter = await aForm(app, cast.admin, { label: 'Newsletter', kind: 'consent' })
const survey = await aForm(app, cast.admin, { label: 'Favourite colour', type: 'text' })

const consentsOf = async (id: number, query = '') =>
  (await app.as(cast.admin).get(`/contacts/${id}/consents${query}`)).body.data.consents
const short = (entries: any[]) => entries.map(({ label, state, source }) => [label, state, source])

describe('consents', () => {
  test('are dated, with or without a date in the request', async () => {
    const sent = await aContact(app, cast.admin, { formdatas: [{ ...answerTo(letter), date: '2024-03-01' }] })
    assert.equal(sent.formdatas[0].date, '2024-03-01T00:00:00.000Z')
    const { formdatas, created_at } = await aContact(app, cast.admin, { formdatas: [answerTo(letter)] })
    assert.equal(formdatas[0].date, created_at)
  })

  test('keep all earlier ones, with who recorded them, when and from which source', async () => {
    const { id } = await aContact(app, cast.admin, { formdatas: [answerTo(letter, 'yes')] })
    await patchContact(app, cast.superadmin, id, { formdatas: [{ ...answerTo(letter, 'no'), source: 'telephone' }] })
    await patchContact(app, cast.admin, id, { formdatas: [] })
    const entries = await consentsOf(id)
    assert.deepEqual(short(entries), [
      ['no', 'withdrawn', 'api'],
      ['no', 'given', 'telephone'],
      ['yes', 'given', 'api'],
    ])
    assert.deepEqual(valuesOf(valuesOf(entries, 'user'), 'id'), [cast.admin.id, cast.superadmin.id, cast.admin.id])
    for (const entry of entries) {
      assert.deepEqual([entry.contact_id, entry.form_id, entry.form_label], [id, letter.id, 'Newsletter'])
      assert.match(entry.request, /^[0-9a-f-]{36}$/)
    }
    assert.deepEqual(keysOf(entries[0]), [
      ...[
        ...['contact_id', 'created_at', 'data', 'date', 'form_id', 'form_label', 'form_ref_id', 'form_text'],
        'form_version',
      ],
      ...['id', 'label', 'request'],
      ...['source', 'state', 'survey_id', 'user'],
    ])
  })

  test('other changes, or the same consent again, add no entry', async () => {
    const contact = await aContact(app, cast.admin, { formdatas: [answerTo(letter, 'yes')] })
    await app.as(cast.admin).patch(`/contacts/${contact.id}`, { contact: { ...contact, surname: 'Changed' } })
    await patchContact(app, cast.admin, contact.id, {
      formdatas: [answerTo(letter, 'yes'), answerTo(survey, undefined, 'red')],
    })
    assert.equal((await consentsOf(contact.id)).length, 1)
  })

  test('keep the text that was agreed to, however the form is reworded', async () => {
    const form = await aForm(app, cast.admin, { label: 'May we write?', kind: 'consent', values: ['Yes', 'No'] })
    const { id } = await aContact(app, cast.admin, { formdatas: [answerTo(form, 'Yes')] })
    const [yes] = form.refvalues
    await app.as(cast.admin).patch(`/forms/${form.id}`, {
      form: { label: 'May we sell your data?', refvalues: [{ id: yes!.id, label: 'Gladly' }, form.refvalues[1]] },
    })
    await patchContact(app, cast.admin, id, { formdatas: [] })
    assert.deepEqual(valuesOf(await consentsOf(id), 'form_label', 'label'), [
      ['May we sell your data?', 'Gladly'],
      ['May we write?', 'Yes'],
    ])
  })

  test('a changed answer in a contact that was read does not keep the old date and source', async () => {
    const old = { ...answerTo(letter, 'yes'), date: '2020-01-01', source: 'paper form' }
    const contact = await aContact(app, cast.admin, { formdatas: [old] })
    const formdatas = contact.formdatas.map((answer: object) => ({ ...answer, ...answerTo(letter, 'no') }))
    const changed = (await app.as(cast.admin).patch(`/contacts/${contact.id}`, { contact: { ...contact, formdatas } }))
      .body.data.contact
    assert.deepEqual([changed.formdatas[0].date, changed.formdatas[0].source], [changed.updated_at, 'api'])
    const dated = { ...answerTo(letter, 'yes'), date: '2021-01-01', source: 'paper form' }
    const [meant] = (await patchContact(app, cast.admin, contact.id, { formdatas: [dated] })).body.data.contact
      .formdatas
    assert.deepEqual([meant.date, meant.source], ['2021-01-01T00:00:00.000Z', 'paper form'])
  })

  test('need the permission to read contacts, too', async () => {
    const { id } = await aContact(app, cast.admin, { formdatas: [answerTo(letter)] })
    const half = await aUser(app, space, { role: 'admin', scopes: ['contacts:sensitive'] })
    assert.deepEqual(refusal(await app.as(half).get(`/contacts/${id}/consents`)), [403, 'forbidden'])
  })

  test('are paged', async () => {
    const { id } = await aContact(app, cast.admin, {})
    for (const label of ['yes', 'no', 'yes'])
      await patchContact(app, cast.admin, id, { formdatas: [answerTo(letter, label)] })
    assert.deepEqual(short(await consentsOf(id, '?limit=1&offset=1')), [['no', 'given', 'api']])
    const wrong = await app.as(cast.admin).get(`/contacts/${id}/consents?limit=0`)
    assert.deepEqual(refusal(wrong), invalidAt('query.limit'))
  })

  test('no user of the database can change or delete an entry', async () => {
    const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    for (const text of [
      'update consent_history set given = false',
      'delete from consent_history',
      'truncate consent_history',
    ])
      await assert.rejects(
        pool.write({ group_id: space }, sql => sql.unsafe(text)),
        /permission denied/,
        text,
      )
    await pool.end()
  })
})

describe('the timeline', () => {
  const timelineOf = async (id: number, who = cast.admin, query = '') =>
    (await app.as(who).get(`/contacts/${id}/timeline${query}`)).body.data.timeline
  const kinds = (entries: any[]) => entries.map(({ kind }) => kind).sort()

  test('shows each caller what they may see, the newest first', async () => {
    const { id } = await aContact(app, cast.admin, {
      formdatas: [answerTo(letter, 'yes'), answerTo(survey, undefined, 'green')],
    })
    const item = { amount: 700, contact_id: id }
    const bundle = await aBundle(app, cast.admin, {
      transactions: [{ ...item, date: '2001-01-01' }],
      donations: [{ ...item, date: '2002-01-01', comment: 'Thanks' }],
    })
    await patchContact(app, cast.admin, id, { surname: 'Seen' })
    const all = await timelineOf(id)
    assert.deepEqual(kinds(all), ['answer', 'consent', 'created', 'donation', 'transaction', 'updated'])
    const times = all.map(({ at }: any) => at)
    assert.deepEqual(times, times.toSorted().reverse())
    assert.deepEqual(valuesOf(all.slice(-2), 'kind', 'amount', 'detail', 'transaction_bundle_id'), [
      ['donation', 700, 'Thanks', bundle.id],
      ['transaction', 700, '', bundle.id],
    ])
    const told = (kind: string) => all.find((entry: any) => entry.kind === kind)
    assert.deepEqual([told('answer').title, told('answer').detail], ['Favourite colour', 'green'])
    assert.deepEqual([told('consent').title, told('consent').detail], ['Newsletter', 'yes'])
    assert.equal(told('updated').user.id, cast.admin.id)
    assert.deepEqual(kinds(await timelineOf(id, cast.manager)), ['created', 'updated'])
    assert.deepEqual(await timelineOf(id, cast.admin, '?limit=2&offset=1'), all.slice(1, 3))
    await app.as(cast.admin).delete(`/v1/transaction_bundles/${bundle.id}`)
    assert.deepEqual(kinds(await timelineOf(id)), ['answer', 'consent', 'created', 'updated'])
  })
})
