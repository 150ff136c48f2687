import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const create = (contact: object) => app.as(cast.admin).post('/contacts', { contact })
const archive = (id: number) => app.as(cast.admin).delete(`/forms/${id}`)
const at = (place: string) => invalidAt(`body.data.contact.${place}`)

const letter = await aForm(app, cast.admin, { label: 'Newsletter', kind: 'consent' })
const survey = await aForm(app, cast.admin, { label: 'Favourite colour', type: 'text' })

describe('answers to forms', () => {
  test('an answer names a form of the space and a value of that form', async () => {
    const [form, other] = [await aForm(app, cast.admin), await aForm(app, cast.admin)]
    const foreign = await aForm(app, other_space_user)
    for (const [answer, place] of [
      [{ ...answerTo(form), form_id: 9_999_999 }, 'form_id'],
      [answerTo(foreign), 'form_id'],
      [{ ...answerTo(form), form_ref_id: other.refvalues[0]!.id }, 'form_ref_id'],
      [{ ...answerTo(form), form_ref_id: 9_999_999 }, 'form_ref_id'],
      [{ ...answerTo(form), form_ref_id: foreign.refvalues[0]!.id }, 'form_ref_id'],
    ] as const)
      assert.deepEqual(refusal(await create({ formdatas: [answerTo(other), answer] })), at(`formdatas.1.${place}`))
    // A form of another space is refused with the same text as an unknown one.
    const asked = await create({ formdatas: [answerTo(foreign)] })
    const absent = await create({ formdatas: [{ ...answerTo(foreign), form_id: 9_999_999 }] })
    assert.equal(asked.body.detail.replace(String(foreign.id), 'N'), absent.body.detail.replace('9999999', 'N'))
  })

  test('custom fields are answered under custom_fields, all other forms under formdatas', async () => {
    const [survey, custom] = [await aForm(app, cast.admin), await aForm(app, cast.admin, { kind: 'custom_fields' })]
    assert.deepEqual(refusal(await create({ custom_fields: [answerTo(survey)] })), at('custom_fields.0.form_id'))
    const wrong = await create({ formdatas: [answerTo(custom)] })
    assert.deepEqual(refusal(wrong), at('formdatas.0.form_id'))
    assert.match(wrong.body.detail, /belong in custom_fields/)
    assert.equal((await create({ formdatas: [answerTo(survey)], custom_fields: [answerTo(custom)] })).status, 200)
  })

  for (const [type, good, bad] of [
    ['numeric', ['0', '12', '-3', '3.5', '3,5'], ['', 'x', '1e5', '1.', '0x1', ' 1', '1 000']],
    ['date', ['2026-05-01', '2026-05-01T10:00:00Z'], ['', '01/05/2026', '2026-02-30', 'soon']],
    ['text', ['', 'anything', '12'], []],
  ] as const)
    test(`the answer to a form of type ${type} is checked`, async () => {
      const form = await aForm(app, cast.admin, { type })
      for (const data of good)
        assert.equal((await create({ formdatas: [answerTo(form, undefined, data)] })).status, 200, data)
      for (const data of bad)
        assert.deepEqual(
          refusal(await create({ formdatas: [answerTo(form, undefined, data)] })),
          at('formdatas.0.data'),
          data,
        )
    })

  test('one answer to most forms, several to checkboxes, and one for each survey', async () => {
    const [radio, boxes] = [await aForm(app, cast.admin), await aForm(app, cast.admin, { type: 'checkbox' })]
    const both = (form: typeof radio) => [answerTo(form, 'yes'), answerTo(form, 'no')]
    const refused = await create({ formdatas: both(radio) })
    assert.deepEqual(refusal(refused), [...at('formdatas.0.form_id'), 'body.data.contact.formdatas.1.form_id'])
    assert.equal((await create({ formdatas: both(boxes) })).status, 200)
    const rounds = both(radio).map((answer, index) => ({ ...answer, survey_id: index + 1 }))
    assert.equal((await create({ formdatas: rounds })).status, 200)
  })

  test('all errors are reported at once', async () => {
    const form = await aForm(app, cast.admin, { type: 'numeric' })
    const { body } = await create({
      birth_country: 'XX',
      formdatas: [answerTo(form, undefined, 'x'), { form_id: 9_999_999, form_ref_id: 1, data: '' }],
    })
    assert.equal(body.errors.length, 3)
  })
})

describe('archiving', () => {
  test('an archived form takes no new answers; its answers stay, also when the contact is replaced', async () => {
    const form = await aForm(app, cast.admin)
    const contact = await aContact(app, cast.admin, { formdatas: [answerTo(form, 'yes')] })
    await archive(form.id)
    assert.deepEqual(refusal(await create({ formdatas: [answerTo(form)] })), at('formdatas.0.form_id'))
    const back = await app
      .as(cast.admin)
      .patch(`/contacts/${contact.id}`, { contact: { ...contact, surname: 'Changed' } })
    assert.deepEqual(back.body.data.contact.formdatas, contact.formdatas)
    const refused = await patchContact(app, cast.admin, contact.id, { formdatas: [answerTo(form, 'no')] })
    assert.deepEqual(refusal(refused), at('formdatas.0.form_id'))
    const seen = (await patchContact(app, cast.admin, contact.id, { formdatas: [] })).body.data.contact.formdatas
    assert.deepEqual(seen, [])
  })

  test('an archived value cannot be chosen, while the others can', async () => {
    const form = await aForm(app, cast.admin, { values: ['yes', 'no', 'perhaps'] })
    const contact = await aContact(app, cast.admin, { formdatas: [answerTo(form, 'no')] })
    const refvalues = form.refvalues.map(({ id, label }) => ({ id, archived: label === 'no' }))
    await app.as(cast.admin).patch(`/forms/${form.id}`, { form: { refvalues } })
    assert.deepEqual(refusal(await create({ formdatas: [answerTo(form, 'no')] })), at('formdatas.0.form_ref_id'))
    assert.equal((await create({ formdatas: [answerTo(form, 'perhaps')] })).status, 200)
    const back = await app.as(cast.admin).patch(`/contacts/${contact.id}`, { contact })
    assert.deepEqual(back.body.data.contact, contact)
    const changed = await patchContact(app, cast.admin, contact.id, { formdatas: [answerTo(form, 'yes')] })
    assert.equal(changed.body.data.contact.formdatas[0].form_ref_id, answerTo(form, 'yes').form_ref_id)
  })
})

describe('the database enforces the same rules', () => {
  const insert = async (fields: object) => {
    const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    try {
      const row = { group_id: space, data: '', custom: false, ...fields }
      await pool.write({ group_id: space }, sql => sql`insert into contact_answers ${sql(row)}`)
      await reindexContacts(app.owner, space)
    } finally {
      await pool.end()
    }
  }

  test('an answer needs its form, a value of that form, and the right list', async () => {
    const form = await aForm(app, cast.admin)
    const other = await aForm(app, cast.admin)
    const custom = await aForm(app, cast.admin, { kind: 'custom_fields' })
    const contact_id = (await aContact(app, cast.admin)).id
    const fits = { contact_id, form_id: form.id, form_ref_id: form.refvalues[0]!.id }
    await insert(fits)
    for (const [fields, constraint] of [
      [{ ...fits, form_id: 9_999_999 }, /contact_answers_(form|refvalue)/],
      [{ ...fits, form_ref_id: other.refvalues[0]!.id }, /contact_answers_refvalue/],
      [{ ...fits, custom: true }, /contact_answers_form/],
      [{ contact_id, form_id: custom.id, form_ref_id: custom.refvalues[0]!.id }, /contact_answers_form/],
    ] as const)
      await assert.rejects(insert(fields), constraint)
  })

  test('answers older than the forms stay unchanged', async () => {
    const contact = await aContact(app, cast.admin, { surname: 'Old' })
    const row = {
      ...{ group_id: space, contact_id: contact.id, custom: false, form_id: 88_888, form_ref_id: 99_999, data: 'old' },
    }
    await app.owner.begin(async sql => {
      await sql`set local session_replication_role = replica`
      await sql`insert into contact_answers ${sql(row)}`
    })
    const read = (await app.as(cast.admin).get(`/contacts/${contact.id}`)).body.data.contact
    assert.equal(read.formdatas[0].data, 'old')
    const back = await app.as(cast.admin).patch(`/contacts/${contact.id}`, { contact: { ...read, surname: 'New' } })
    assert.deepEqual(back.body.data.contact.formdatas, read.formdatas)
  })
})

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
    assert.deepEqual(await consentsOf(id, '?limit=1&offset=1'), entries.slice(1, 2))
    assert.deepEqual(valuesOf(valuesOf(entries, 'user'), 'id'), [cast.admin.id, cast.superadmin.id, cast.admin.id])
    for (const entry of entries) {
      assert.deepEqual([entry.contact_id, entry.form_id, entry.form_label], [id, letter.id, 'Newsletter'])
      assert.match(entry.request, /^[0-9a-f-]{36}$/)
    }
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
