import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
import { queryOf } from '../../test/search.ts'
import { valuesOf } from '../../test/values.ts'
import { form_kinds } from './schema.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const create = (form: unknown, headers?: Record<string, string>) => app.as(cast.admin).post('/forms', { form }, headers)
const change = (id: number | string, form: unknown, headers?: Record<string, string>) =>
  app.as(cast.admin).patch(`/forms/${id}`, { form }, headers)
const read = async (id: number) => (await app.as(cast.user).get(`/forms/${id}`)).body.data.form
const defaults = {
  ...{ position: 0, help: '', text: '', version: 1, required_at_door: false, condition: null, visible_to: null },
}
const labels = (form: any) => form.refvalues.map(({ label }: any) => label)
const at = (place: string) => invalidAt(`body.data.form${place}`)

describe('reading forms', () => {
  test('a form is returned with its values, to every member', async () => {
    const { status, body } = await create({
      ...{ label: 'Level', type: 'select', kind: 'level_of_support' },
      refvalues: [{ label: 'Strong', value: '5' }, { label: 'Weak' }],
    })
    assert.equal(status, 200)
    const { form } = body.data
    const told = { label: 'Level', type: 'select', kind: 'level_of_support', archived: false }
    assert.partialDeepStrictEqual(form, { ...defaults, ...told })
    assert.deepEqual(form.refvalues, [
      { id: form.refvalues[0].id, form_id: form.id, label: 'Strong', value: '5', archived: false },
      { id: form.refvalues[1].id, form_id: form.id, label: 'Weak', value: 'Weak', archived: false },
    ])
    assert.deepEqual(await read(form.id), form)
  })

  test('an unknown or foreign form is a 404; an invalid ID or kind is a 422', async () => {
    const foreign = await aForm(app, other_space_user)
    for (const id of [9_999_999, foreign.id])
      assert.deepEqual(refusal(await app.as(cast.admin).get(`/forms/${id}`)), [404, 'not_found'])
    assert.deepEqual(refusal(await app.as(cast.admin).get('/forms/gossip')), invalidAt('path.id'))
    assert.deepEqual(refusal(await app.as(cast.admin).get('/v1/forms/type/gossip')), invalidAt('path.type'))
  })

  test('forms of a kind are in order of creation, without archived forms and those of other spaces', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    const first = await aForm(app, own, { kind: 'tasks' })
    const second = await aForm(app, own, { kind: 'tasks', type: 'text' })
    const gone = await aForm(app, own, { kind: 'tasks' })
    await aForm(app, own, { kind: 'consent' })
    await app.as(own).delete(`/forms/${gone.id}`)
    const asked = await app.as(own).get('/v1/forms/type/tasks')
    assert.deepEqual(asked.body, { status: 'success', data: { forms: [first, second] } })
    assert.deepEqual((await app.as(own).get('/v1/forms/type/tasks?limit=1&offset=1')).body.data.forms, [second])
    assert.equal((await app.as(own).get('/forms')).body.data.forms.length, 3)
    assert.equal((await app.as(own).get('/forms?archived=true')).body.data.forms.length, 4)
    assert.equal((await app.as(own).get(`/forms/${gone.id}`)).body.data.form.archived, true)
  })

  test('the former addresses of each kind still answer, and name their replacement', async () => {
    for (const kind of form_kinds) {
      const form = await aForm(app, cast.admin, { kind })
      const old = await app.as(cast.user).get(`/forms/${kind}`)
      const now = await app.as(cast.user).get(`/v1/forms/type/${kind}`)
      assert.deepEqual(old.body, now.body)
      assert.ok(old.body.data.forms.some(({ id }: any) => id === form.id))
      assert.match(old.headers.get('deprecation') ?? '', /^@\d+$/)
      assert.equal(old.headers.get('link'), `</v1/forms/type/${kind}>; rel="successor-version"`)
      assert.equal(now.headers.get('deprecation'), null)
    }
  })
})

describe('creating forms', () => {
  for (const type of ['text', 'numeric', 'date'])
    test(`a form of type ${type} has exactly one value, sent or not`, async () => {
      const bare = (await create({ label: 'Free', type, kind: 'survey' })).body.data.form
      assert.deepEqual(labels(bare), ['Free'])
      const named = (await create({ label: 'Free', type, kind: 'survey', refvalues: [{ label: 'Own' }] })).body.data
        .form
      assert.deepEqual(labels(named), ['Own'])
      const two = [{ label: 'a' }, { label: 'b' }]
      assert.deepEqual(refusal(await create({ label: 'Free', type, kind: 'survey', refvalues: two })), at('.refvalues'))
      const [{ id }] = bare.refvalues
      assert.deepEqual(refusal(await change(bare.id, { refvalues: [{ id }, { label: 'b' }] })), at('.refvalues'))
      const refused = await change(bare.id, { refvalues: [{ id, archived: true }] })
      assert.deepEqual(refusal(refused), at('.refvalues.0.archived'))
      for (const refvalues of [[], [{ id, label: 'Renamed' }], [{ label: 'Again' }]]) {
        const { form } = (await change(bare.id, { refvalues })).body.data
        assert.deepEqual(valuesOf(form.refvalues, 'id'), [id])
      }
    })

  for (const type of ['radio', 'select', 'checkbox'])
    test(`a form of type ${type} has at least one value that can be chosen`, async () => {
      assert.deepEqual(refusal(await create({ label: 'Choice', type, kind: 'survey' })), at('.refvalues'))
      const form = await aForm(app, cast.admin, { type, values: ['only'] })
      assert.deepEqual(refusal(await change(form.id, { refvalues: [] })), at('.refvalues'))
      const [{ id } = { id: 0 }] = form.refvalues
      assert.deepEqual(refusal(await change(form.id, { refvalues: [{ id, archived: true }] })), at('.refvalues'))
    })

  const fine = { label: 'Fine', type: 'radio', kind: 'survey', refvalues: [{ label: 'yes' }] }
  test('that are not valid is refused at the place, and nothing is created', async () => {
    const count = async () => (await app.owner`select from forms where group_id = ${space}`).length
    const before = await count()
    for (const [form, place] of [
      [undefined, ''],
      [{ ...fine, label: ' ' }, '.label'],
      [{ ...fine, label: undefined }, '.label'],
      [{ ...fine, label: 'x'.repeat(501) }, '.label'],
      [{ ...fine, type: 'essay' }, '.type'],
      [{ ...fine, kind: 'gossip' }, '.kind'],
      [{ ...fine, refvalues: 'yes' }, '.refvalues'],
      [{ ...fine, refvalues: [{ label: ' ' }] }, '.refvalues.0.label'],
      [{ ...fine, refvalues: [{ label: 'yes' }, { label: 'YES ' }] }, '.refvalues.1.label'],
      [{ ...fine, refvalues: [{ label: 'yes', value: 1 }] }, '.refvalues.0.value'],
    ] as const)
      assert.deepEqual(refusal(await create(form)), at(place))
    assert.equal(await count(), before)
  })
})

describe('changing forms', () => {
  test('changes only what is sent; a form that was read can be sent back', async () => {
    const form = await aForm(app, cast.admin)
    const back = (await change(form.id, form)).body.data.form
    assert.deepEqual({ ...back, updated_at: '', UpdatedAt: '' }, { ...form, updated_at: '', UpdatedAt: '' })
    const renamed = (await change(form.id, { label: 'Renamed' })).body.data.form
    assert.deepEqual([renamed.label, renamed.refvalues], ['Renamed', form.refvalues])
  })

  test('values change by id, are added without one, move by their order, and are archived when left out', async () => {
    const form = await aForm(app, cast.admin, { values: ['a', 'b', 'c'] })
    const [a, b, c] = form.refvalues.map(({ id }) => id)
    const { refvalues } = (await change(form.id, { refvalues: [{ label: 'new' }, { id: c }, { id: a, label: 'A' }] }))
      .body.data.form
    assert.deepEqual(valuesOf(refvalues, 'id', 'label', 'archived'), [
      [refvalues[0].id, 'new', false],
      [c, 'c', false],
      [a, 'A', false],
      [b, 'b', true],
    ])
    const again = (await change(form.id, { refvalues: [{ id: b, archived: false }] })).body.data.form
    assert.deepEqual(
      valuesOf(
        again.refvalues.filter(({ archived }: any) => !archived),
        'id',
      ),
      [b],
    )
  })

  test('its type and kind cannot change, and it cannot take values of another form', async () => {
    const [form, other] = [await aForm(app, cast.admin), await aForm(app, cast.admin)]
    assert.deepEqual(refusal(await change(form.id, { type: 'text' })), at('.type'))
    assert.deepEqual(refusal(await change(form.id, { kind: 'consent' })), at('.kind'))
    const [{ id } = { id: 0 }] = other.refvalues
    assert.deepEqual(refusal(await change(form.id, { refvalues: [{ id }] })), at('.refvalues.0.id'))
    const own = form.refvalues[0]!.id
    const refused = await change(form.id, { refvalues: [{ id: own }, { id: own, label: 'x' }] })
    assert.deepEqual(refusal(refused), at('.refvalues.1.id'))
    assert.deepEqual(await read(form.id), form)
  })

  test('archiving keeps the answers, and can be undone', async () => {
    const form = await aForm(app, cast.admin)
    const contact = await aContact(app, cast.admin, { formdatas: [answerTo(form)] })
    const { body } = await app.as(cast.admin).delete(`/forms/${form.id}`)
    assert.deepEqual(body.data, { message: 'The form was archived.', form_id: form.id })
    assert.equal((await read(form.id)).archived, true)
    assert.deepEqual((await app.as(cast.admin).get(`/v1/contacts/${contact.id}`)).body, contact)
    assert.equal((await app.as(cast.admin).delete(`/forms/${form.id}`)).status, 200, 'once more does no harm')
    assert.equal((await change(form.id, { archived: false })).body.data.form.archived, false)
  })

  test('If-Match refuses a change of an outdated version', async () => {
    const form = await aForm(app, cast.admin)
    const etag = (await app.as(cast.admin).get(`/forms/${form.id}`)).headers.get('etag')!
    assert.equal((await change(form.id, { label: 'One' }, { 'if-match': etag })).status, 200)
    const refused = await change(form.id, { label: 'Two' }, { 'if-match': etag })
    assert.deepEqual(refusal(refused), [412, 'precondition_failed'])
    const answers = await sendConcurrently(
      app,
      sql => sql`select from forms where group_id = ${space} and id = ${form.id} for update`,
      ['x', 'y', 'z'].map(label => () => change(form.id, { refvalues: [...form.refvalues, { label }] })),
    )
    assert.deepEqual(valuesOf(answers, 'status'), [200, 200, 200])
    const open = (await read(form.id)).refvalues.filter(({ archived }: any) => !archived)
    assert.equal(open.length, 3, 'the last list holds, whole')
  })
})

const { admin } = cast

const changed = async (id: number, form: unknown) => {
  const { status, body, text } = await change(id, form)
  assert.equal(status, 200, text)
  return body.data.form
}
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
      const query = queryOf({ attr: 'form', form_id: form.id, ...condition })
      const { body } = await app.as(admin).post('/search', { advanced_search: { query, page: 0, per_page: 10 } })
      return [body.data.total, body.data.contacts.map(({ id }: any) => id).includes(early.id)]
    }
    assert.deepEqual(await count({ ope: 'ext', before_version: 2 }), [2, true])
    assert.deepEqual(await count({ ope: 'any_of', form_ref_ids: [yes!.id], before_version: 2 }), [1, true])
    assert.deepEqual(await count({ ope: 'all_of', form_ref_ids: [yes!.id, no!.id], before_version: 2 }), [0, false])
    assert.deepEqual(await count({ ope: 'ext', before_version: 1 }), [0, false])
    const query = queryOf({ attr: 'form', ope: 'ext', form_id: form.id, before_version: 'x' })
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
