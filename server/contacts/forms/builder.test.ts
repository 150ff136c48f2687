import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const { admin } = cast
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const change = (id: number, form: unknown) => app.as(admin).patch(`/forms/${id}`, { form })
const changed = async (id: number, form: unknown) => {
  const { status, body, text } = await change(id, form)
  assert.equal(status, 200, text)
  return body.data.form
}
const at = (place: string) => invalidAt(`body.data.form${place}`)
const versionsOf = async (id: number, who = admin) =>
  (await app.as(who).get(`/v1/forms/${id}/versions`)).body.data.versions
const order = (kind: string, form_ids: number[], who = admin) =>
  app.as(who).post(`/v1/forms/type/${kind}/order`, { form_ids })

describe('the order of forms', () => {
  test('is that of the last request; forms left out come last, and so does a new form', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    const [a, b, c] = [await aForm(app, own), await aForm(app, own), await aForm(app, own)]
    const listed = async () => (await app.as(own).get('/v1/forms/type/survey')).body.data.forms.map(({ id }: any) => id)
    const { status, body } = await order('survey', [c.id, a.id], own)
    assert.equal(status, 200)
    assert.deepEqual(valuesOf(body.data.forms, 'id', 'position'), [
      [c.id, 0],
      [a.id, 1],
      [b.id, 2],
    ])
    const d = await aForm(app, own)
    assert.deepEqual(await listed(), [c.id, a.id, b.id, d.id])
    const all = (await app.as(own).get('/forms')).body.data.forms
    assert.deepEqual(valuesOf(all, 'id'), [a.id, b.id, c.id, d.id], 'all forms stay in order of creation')
    const both = await sendConcurrently(
      app,
      sql => sql`select from forms where group_id = ${own.space} order by id for update`,
      [() => order('survey', [a.id, b.id, c.id, d.id], own), () => order('survey', [d.id, c.id, b.id, a.id], own)],
    )
    assert.deepEqual(valuesOf(both, 'status'), [200, 200])
    assert.ok([a.id, d.id].includes((await listed())[0]), 'one of the two orders holds')
  })

  test('takes only forms of the kind and the space', async () => {
    const [consent, foreign] = [await aForm(app, admin, { kind: 'consent' }), await aForm(app, other_space_user)]
    for (const id of [consent.id, foreign.id, 9_999_999])
      assert.deepEqual(refusal(await order('survey', [id])), invalidAt('body.data.form_ids.0'))
    assert.deepEqual(refusal(await order('survey', [])), invalidAt('body.data.form_ids'))
  })
})

describe('a condition', () => {
  test('names another form and its values, can be removed, and stays when it is not sent', async () => {
    const [housing, rent] = [await aForm(app, admin), await aForm(app, admin, { type: 'numeric' })]
    const condition = { form_id: housing.id, form_ref_ids: [housing.refvalues[0]!.id] }
    assert.deepEqual((await changed(rent.id, { condition })).condition, condition)
    assert.deepEqual((await changed(rent.id, { help: 'In euros' })).condition, condition)
    const { body } = await app.as(admin).post('/forms', {
      form: { label: 'Why', type: 'text', kind: 'survey', condition: { form_id: rent.id, form_ref_ids: [] } },
    })
    assert.deepEqual(body.data.form.condition, { form_id: rent.id, form_ref_ids: [] })
    assert.equal((await changed(rent.id, { condition: null })).condition, null)
  })

  test('cannot name the form itself, an archived, unknown or foreign form, or values of another form', async () => {
    const [form, other, gone] = [await aForm(app, admin), await aForm(app, admin), await aForm(app, admin)]
    const foreign = await aForm(app, other_space_user)
    const free = await aForm(app, admin, { type: 'text' })
    await app.as(admin).delete(`/forms/${gone.id}`)
    const refs = [other.refvalues[0]!.id]
    for (const id of [form.id, gone.id, foreign.id, 9_999_999])
      assert.deepEqual(
        refusal(await change(form.id, { condition: { form_id: id, form_ref_ids: [] } })),
        at('.condition.form_id'),
      )
    for (const [form_id, form_ref_ids, place] of [
      [other.id, [form.refvalues[0]!.id], '.condition.form_ref_ids.0'],
      [free.id, refs, '.condition.form_ref_ids'],
    ])
      assert.deepEqual(refusal(await change(form.id, { condition: { form_id, form_ref_ids } })), at(place as string))
  })

  test('makes no circle, also if two requests come at once, and no chain of more than five', async () => {
    const [a, b] = [await aForm(app, admin), await aForm(app, admin)]
    const on = (form_id: number) => ({ condition: { form_id, form_ref_ids: [] } })
    const answers = await sendConcurrently(
      app,
      sql => sql`select from forms where group_id = ${space} and id in (${a.id}, ${b.id}) order by id for update`,
      [() => change(a.id, on(b.id)), () => change(b.id, on(a.id))],
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
    const chain = [await aForm(app, admin)]
    for (let length = 1; length < 6; length++) {
      const next = await aForm(app, admin)
      await changed(next.id, on(chain.at(-1)!.id))
      chain.push(next)
    }
    const end = await aForm(app, admin)
    assert.deepEqual(refusal(await change(end.id, on(chain.at(-1)!.id))), at('.condition.form_id'))
    assert.deepEqual(refusal(await change(chain[0]!.id, on(end.id))), at('.condition.form_id'), 'at its head too')
  })

  test('on a form that was archived since is kept for users who manage forms, and no condition for others', async () => {
    const [first, second] = [await aForm(app, admin), await aForm(app, admin)]
    const condition = { form_id: first.id, form_ref_ids: [] }
    await changed(second.id, { condition })
    await app.as(admin).delete(`/forms/${first.id}`)
    const readBy = async (who: typeof admin) => (await app.as(who).get(`/forms/${second.id}`)).body.data.form.condition
    assert.deepEqual(await readBy(admin), condition)
    assert.equal(await readBy(cast.manager), null)
    assert.equal((await change(second.id, { condition })).status, 200, 'it can be sent back')
    await changed(first.id, { archived: false })
    assert.deepEqual(await readBy(cast.manager), condition)
  })
})

describe('the text of a consent', () => {
  const given = (contact: any, form_id: number) => contact.formdatas.find((answer: any) => answer.form_id === form_id)
  const read = async (id: number) => (await app.as(admin).get(`/v1/contacts/${id}`)).body

  test('has a version for each wording, and consents keep the one they were given to', async () => {
    const form = await aForm(app, admin, { kind: 'consent', label: 'Newsletter' })
    const early = await aContact(app, admin, { formdatas: [answerTo(form)] })
    assert.equal(given(early, form.id).form_version, 1)
    const second = await changed(form.id, { text: 'We write to you once a month.' })
    assert.equal(second.version, 2)
    const renamed = await changed(form.id, { label: 'Monthly letter', help: 'By mail' })
    assert.equal(renamed.version, 2, 'the text is the same')
    assert.equal((await changed(form.id, { text: 'We write to you once a month.' })).version, 2)
    const late = await aContact(app, admin, { formdatas: [answerTo(form)] })
    assert.equal(given(late, form.id).form_version, 2)
    const versions = await versionsOf(form.id)
    assert.deepEqual(valuesOf(versions, 'version', 'label', 'text', 'answers'), [
      [2, 'Newsletter', 'We write to you once a month.', 1],
      [1, 'Newsletter', '', 1],
    ])
    for (const { user } of versions) assert.equal(user.id, admin.id)
    const uncounted = await versionsOf(form.id, cast.manager)
    assert.deepEqual(valuesOf(uncounted, 'answers'), [null, null], 'counts need contacts:sensitive')
    assert.equal((await patchContact(app, admin, early.id, { formdatas: early.formdatas })).status, 200)
    assert.equal(given(await read(early.id), form.id).form_version, 1, 'sent back is not agreed again')
    const consents = async (id: number) => (await app.as(admin).get(`/contacts/${id}/consents`)).body.data.consents
    const entry = ({ state, form_version, form_text }: any) => [state, form_version, form_text]
    assert.deepEqual((await consents(late.id)).map(entry), [['given', 2, 'We write to you once a month.']])
    await patchContact(app, admin, early.id, { formdatas: [{ ...answerTo(form), form_version: 2 }] })
    assert.equal(given(await read(early.id), form.id).form_version, 2)
    assert.deepEqual((await consents(early.id)).map(entry), [
      ['given', 2, 'We write to you once a month.'],
      ['given', 1, ''],
    ])
  })

  test('of an earlier version finds those who agreed to it, and a version that does not exist is refused', async () => {
    const form = await aForm(app, admin, { kind: 'consent' })
    const [yes, no] = form.refvalues
    const early = await aContact(app, admin, { formdatas: [answerTo(form, 'yes')] })
    await aContact(app, admin, { formdatas: [answerTo(form, 'no')] })
    await changed(form.id, { text: 'Other words' })
    await aContact(app, admin, { formdatas: [answerTo(form, 'yes')] })
    const count = async (condition: object) => {
      const query = { $all: [{ $all: [{ $condition: { attr: 'form', form_id: form.id, ...condition } }] }] }
      const { body } = await app.as(admin).post('/search', { advanced_search: { query, page: 0, per_page: 10 } })
      return [body.data.total, body.data.contacts.map(({ id }: any) => id).includes(early.id)]
    }
    assert.deepEqual(await count({ ope: 'ext', before_version: 2 }), [2, true])
    assert.deepEqual(await count({ ope: 'any_of', form_ref_ids: [yes!.id], before_version: 2 }), [1, true])
    assert.deepEqual(await count({ ope: 'all_of', form_ref_ids: [yes!.id, no!.id], before_version: 2 }), [0, false])
    assert.deepEqual(await count({ ope: 'ext', before_version: 1 }), [0, false])
    const query = {
      $all: [{ $all: [{ $condition: { attr: 'form', ope: 'ext', form_id: form.id, before_version: 'x' } }] }],
    }
    const refused = await app.as(admin).post('/search', { advanced_search: { query } })
    assert.match(refusal(refused)[2] as string, /before_version$/)
    const future = { ...answerTo(form), form_version: 3 }
    const wrong = await patchContact(app, admin, early.id, { formdatas: [future] })
    assert.deepEqual(refusal(wrong), invalidAt('body.data.contact.formdatas.0.form_version'))
  })

  test('stays with its answer in a merge and its undo', async () => {
    const form = await aForm(app, admin, { kind: 'consent' })
    const gone = await aContact(app, admin, { surname: 'Old', formdatas: [answerTo(form)] })
    await changed(form.id, { text: 'Newer words' })
    const survivor = await aContact(app, admin, { surname: 'New' })
    const merged = await app.as(admin).post(`/contacts/${survivor.id}/merge`, { contact_id: gone.id })
    assert.equal(merged.status, 200, merged.text)
    assert.equal(given(await read(survivor.id), form.id).form_version, 1)
    const merge_id = (merged.body.data.merge ?? merged.body.data).id
    assert.equal((await app.as(admin).post(`/v1/merges/${merge_id}/undo`, {})).status, 200)
    assert.equal(given(await read(survivor.id), form.id), undefined)
    assert.equal(given(await read(gone.id), form.id).form_version, 1)
  })

  test('is only for consents, and help has a limit', async () => {
    const form = await aForm(app, admin)
    assert.deepEqual(refusal(await change(form.id, { text: 'Words' })), at('.text'))
    assert.deepEqual(refusal(await change(form.id, { help: 'x'.repeat(2001) })), at('.help'))
    assert.equal((await changed(form.id, { label: 'Another', required_at_door: true })).version, 1)
    assert.equal((await versionsOf(form.id)).length, 1)
  })
})
