import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
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
    assert.deepEqual(keysOf(form), [
      ...[
        ...['CreatedAt', 'UpdatedAt', 'archived', 'condition', 'created_at', 'group_id', 'help', 'id', 'kind'],
        ...['label', 'position', 'refvalues', 'required_at_door', 'text', 'type', 'updated_at', 'version'],
        'visible_to',
      ],
    ])
    assert.deepEqual([form.label, form.type, form.kind, form.archived], ['Level', 'select', 'level_of_support', false])
    assert.partialDeepStrictEqual(form, defaults)
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

  for (const kind of form_kinds)
    test(`GET /forms/${kind} still answers, and names its replacement`, async () => {
      const form = await aForm(app, cast.admin, { kind })
      const old = await app.as(cast.user).get(`/forms/${kind}`)
      const now = await app.as(cast.user).get(`/v1/forms/type/${kind}`)
      assert.deepEqual(old.body, now.body)
      assert.ok(old.body.data.forms.some(({ id }: any) => id === form.id))
      assert.match(old.headers.get('deprecation') ?? '', /^@\d+$/)
      assert.equal(old.headers.get('link'), `</v1/forms/type/${kind}>; rel="successor-version"`)
      assert.equal(now.headers.get('deprecation'), null)
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
    test(`${JSON.stringify(form)?.slice(0, 90)} is a 422 at form${place}, and nothing is created`, async () => {
      const count = async () => (await app.owner`select count(*) from forms`)[0]!.count
      const before = await count()
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
