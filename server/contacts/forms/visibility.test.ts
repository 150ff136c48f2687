import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { anImport, runImport } from '../../test/imports.ts'
import { aSpace, aTeam, aUser, invalidAt, type Person, refusal } from '../../test/people.ts'
import { queryOf } from '../../test/search.ts'

const app = await startTestApp()
const space = await aSpace(app)
const admin = await aUser(app, space, { role: 'admin' })
const superadmin = await aUser(app, space, { role: 'superadmin' })
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

// Sees answers, and does not manage forms.
const permissions = [
  ...['contacts:read', 'contacts:write', 'contacts:sensitive', 'contacts:export', 'forms:read', 'actions:read'],
  ...['actions:write', 'teams:read'],
]
const made = async (name: string, rank: number) => {
  const { status, body, text } = await app.as(superadmin).post('/roles', { name, rank, permissions })
  assert.equal(status, 200, text)
  return (body.data.role ?? body.data).id as number
}
const listed_role = await made('care', 31)
await made('desk', 32)
const carer = await aUser(app, space, { role: 'care' })
const clerk = await aUser(app, space, { role: 'desk' })
const member = await aUser(app, space, { role: 'desk' })
const team = await aTeam(app, admin, { users: [member] })

const limit = (id: number, visible_to: unknown) => app.as(admin).patch(`/forms/${id}`, { form: { visible_to } })
async function aLimitedForm(wish: Parameters<typeof aForm>[2] = {}) {
  const form = await aForm(app, admin, wish)
  const { status, text } = await limit(form.id, { role_ids: [listed_role], team_ids: [team.id] })
  assert.equal(status, 200, text)
  return form
}

const answersSeenBy = async (who: Person, contact_id: number, form_id: number) =>
  (await app.as(who).get(`/v1/contacts/${contact_id}`)).body.formdatas.filter(
    (answer: any) => answer.form_id === form_id,
  ).length

describe('a form that is visible to a role and a team', () => {
  test('and its answers are seen by them and by users who manage forms, and do not exist for others', async () => {
    const form = await aLimitedForm()
    const contact = await aContact(app, admin, { formdatas: [answerTo(form)] })
    const seen = { [admin.id]: 1, [carer.id]: 1, [member.id]: 1, [clerk.id]: 0 }
    for (const who of [admin, carer, member, clerk]) {
      const count = seen[who.id]
      assert.equal(await answersSeenBy(who, contact.id, form.id), count)
      assert.equal((await app.as(who).get(`/forms/${form.id}`)).status, count ? 200 : 404)
      assert.equal((await app.as(who).get(`/v1/forms/${form.id}/versions`)).status, count ? 200 : 404)
      const { forms } = (await app.as(who).get('/v1/forms/type/survey')).body.data
      assert.equal(forms.filter(({ id }: any) => id === form.id).length, count)
      const { contacts } = (await app.as(who).get('/contacts?limit=1000')).body.data
      const listed = contacts.find(({ id }: any) => id === contact.id)
      assert.equal(listed.formdatas.length, count)
    }
    assert.equal((await limit(form.id, null)).status, 200)
    assert.equal(await answersSeenBy(clerk, contact.id, form.id), 1)
  })

  test('tells everyone who sees the contact which channel was refused, and others nothing else', async () => {
    const form = await aLimitedForm({ kind: 'consent', label: 'E-mails?' })
    const { id } = await aContact(app, admin, { formdatas: [answerTo(form, 'no')] })
    for (const who of [carer, clerk]) {
      const { consents, refused_channels } = (await app.as(who).get(`/v1/contacts/${id}/summary`)).body.data
      assert.deepEqual(refused_channels, ['mail'])
      assert.equal(consents.filter(({ form_id }: any) => form_id === form.id).length, who === carer ? 1 : 0)
    }
  })

  test('cannot be searched by others: it is as a form without answers', async () => {
    const form = await aLimitedForm()
    await aContact(app, admin, { formdatas: [answerTo(form)] })
    const ref = form.refvalues[0]!.id
    const total = async (who: Person, condition: object) => {
      const query = queryOf({ attr: 'form', form_id: form.id, ...condition })
      const { body } = await app.as(who).post('/search', { advanced_search: { query, page: 0, per_page: 10 } })
      const seen = (await app.as(who).post('/kpi', { advanced_search: { query } })).body.data.total
      assert.deepEqual(seen, body.data.total)
      return body.data.total
    }
    const everyone = (await app.as(clerk).post('/kpi', { advanced_search: {} })).body.data.total
    for (const condition of [
      { ope: 'ext' },
      { ope: 'any_of', form_ref_ids: [ref] },
      { ope: 'ext', before_version: 2 },
    ]) {
      assert.equal(await total(carer, condition), 1)
      assert.equal(await total(clerk, condition), 0)
    }
    assert.equal(await total(clerk, { ope: 'not_ext' }), everyone)
    const query = queryOf({ attr: 'form', ope: 'ext', form_id: form.id })
    const tagged = await app.as(clerk).post('/v1/tags/changes', { query, add: ['found'] })
    assert.ok(tagged.status >= 400 || tagged.body.data.matched !== 1, 'tagging by it finds no one')
  })

  test('is not exported by others, neither as a column nor as a condition', async () => {
    const form = await aLimitedForm()
    await aContact(app, admin, { surname: 'Hidden answer', formdatas: [answerTo(form)] })
    const query = queryOf({ attr: 'form', ope: 'ext', form_id: form.id })
    const lines = async (who: Person, options: object) => {
      const { text } = await app.as(who).post('/v1/exports/contacts.csv', { reason: 'test', ...options })
      return text.trim().split('\n').length - 1
    }
    assert.equal(await lines(carer, { query }), 1)
    assert.equal(await lines(clerk, { query }), 0)
    const column = { reason: 'test', forms: [form.id] }
    assert.equal((await app.as(carer).post('/v1/exports/contacts.csv', column)).status, 200)
    const refused = await app.as(clerk).post('/v1/exports/contacts.csv', column)
    assert.deepEqual(refusal(refused), invalidAt('body.data.forms.0'))
  })

  test('is in no timeline, list of consents and change feed of others', async () => {
    const form = await aLimitedForm({ kind: 'consent', label: 'Secret consent' })
    const survey = await aLimitedForm({ label: 'Secret survey' })
    const contact = await aContact(app, admin, { formdatas: [answerTo(form), answerTo(survey)] })
    const texts = async (who: Person) =>
      Promise.all(
        [`/contacts/${contact.id}/timeline`, `/contacts/${contact.id}/consents`, '/v1/changes?wait=0'].map(
          async path => (await app.as(who).get(path)).text,
        ),
      )
    const [timeline = '', consents = ''] = await texts(carer)
    assert.match(timeline, /Secret consent.*Secret survey|Secret survey.*Secret consent/)
    assert.match(consents, /Secret consent/)
    for (const text of await texts(clerk)) assert.doesNotMatch(text, /Secret/)
  })

  test('keeps its answers when others write the contact, and takes none from them', async () => {
    const [form, open] = [await aLimitedForm(), await aForm(app, admin)]
    const contact = await aContact(app, admin, { formdatas: [answerTo(form)] })
    const seen = (await app.as(clerk).get(`/v1/contacts/${contact.id}`)).body
    assert.equal((await app.as(clerk).patch(`/contacts/${contact.id}`, { contact: seen })).status, 200)
    assert.equal((await patchContact(app, clerk, contact.id, { formdatas: [answerTo(open)] })).status, 200)
    assert.equal((await patchContact(app, clerk, contact.id, { formdatas: null })).status, 200)
    assert.equal(await answersSeenBy(carer, contact.id, form.id), 1)
    const hidden = { formdatas: [answerTo(form)] }
    const at = invalidAt('body.data.contact.formdatas.0.form_id')
    assert.deepEqual(refusal(await patchContact(app, clerk, contact.id, hidden)), at)
    assert.deepEqual(refusal(await app.as(clerk).post('/contacts', { contact: hidden })), at)
    const upsert = { id: contact.id, forms: [{ id: form.id, value: 'no' }] }
    const { body } = await app.as(clerk).send('POST', '/contacts/upsert', {
      body: JSON.stringify({ kind: 'contact', data: upsert }),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal((await app.as(clerk).get(`/contacts/upsert/${body.data.receipt}`)).body.data.state, 'refused')
  })

  test('is in no import of others, and they do not read one that answers it', async () => {
    const form = await aLimitedForm({ label: 'Allergies', type: 'text' })
    const { id } = await runImport(app, admin, 'mail,Allergies\nzoe@example.org,nuts\n')
    const mapped = (await app.as(admin).get(`/v1/imports/${id}`)).body.data.columns[1]
    assert.equal(mapped.form_id, form.id)
    assert.deepEqual((await app.as(clerk).get(`/v1/imports/${id}`)).body.data.columns[1].samples, [])
    const { id: own } = await anImport(app, clerk, 'mail,Allergies\nmax@example.org,milk\n')
    assert.equal((await app.as(clerk).get(`/v1/imports/${own}`)).body.data.columns[1].form_id, null)
    const columns = [{ index: 1, field: 'form', form_id: form.id }]
    assert.equal((await app.as(clerk).patch(`/v1/imports/${own}`, { columns })).status, 422)
  })

  test('is not asked at doors by others, and stays in an action that they change', async () => {
    const form = await aLimitedForm()
    const action = await anAction(app, admin, { public: true, Forms: [{ id: form.id }] })
    const formsSeenBy = async (who: Person) =>
      (await app.as(who).get(`/actions/${action.id}`)).body.data.Action.Forms.map(({ id }: any) => id)
    assert.deepEqual(await formsSeenBy(carer), [form.id])
    assert.deepEqual(await formsSeenBy(clerk), [])
    assert.equal((await app.as(clerk).patch(`/actions/${action.id}`, { action: { Forms: [] } })).status, 200)
    assert.deepEqual(await formsSeenBy(carer), [form.id])
    const contact = await aContact(app, admin)
    const said = { result: 'talked', contact_id: contact.id, formdatas: [answerTo(form)] }
    const refused = await app.as(clerk).post(`/actions/${action.id}/visits`, { visit: { key: 'hidden', ...said } })
    assert.equal(refusal(refused)[0], 422)
    const recorded = await aVisit(app, carer, action.id, said)
    const path = `/actions/${action.id}/visits/${recorded.id}`
    assert.equal((await app.as(carer).get(path)).body.data.visit.formdatas.length, 1)
    assert.deepEqual((await app.as(clerk).get(path)).body.data.visit.formdatas, [])
    const correction = { visit: { comment: 'Nice talk', formdatas: [] } }
    assert.equal((await app.as(clerk).patch(path, correction)).status, 200)
    assert.equal((await app.as(carer).get(path)).body.data.visit.formdatas.length, 1, 'the answer stays')
    assert.equal(await answersSeenBy(carer, contact.id, form.id), 1)
    const { history } = (await app.as(clerk).get(`${path}/history`)).body.data
    assert.deepEqual(history[0].old.formdatas, [])
    assert.equal((await app.as(clerk).delete(path)).status, 200)
    assert.equal(await answersSeenBy(carer, contact.id, form.id), 0, 'a withdrawn visit takes its answers with it')
  })

  test('does not show through the condition of another form', async () => {
    const [form, next] = [await aLimitedForm(), await aForm(app, admin)]
    const condition = { form_id: form.id, form_ref_ids: [] }
    await app.as(admin).patch(`/forms/${next.id}`, { form: { condition } })
    const seen = async (who: Person) => (await app.as(who).get(`/forms/${next.id}`)).body.data.form.condition
    assert.deepEqual(await seen(carer), condition)
    assert.equal(await seen(clerk), null)
  })

  test('does not count in merges that others read', async () => {
    const form = await aLimitedForm()
    const [survivor, gone] = [await aContact(app, admin), await aContact(app, admin, { formdatas: [answerTo(form)] })]
    const merged = await app.as(admin).post(`/contacts/${survivor.id}/merge`, { contact_id: gone.id })
    assert.equal(merged.status, 200, merged.text)
    const seen = async (who: Person) =>
      (await app.as(who).get(`/v1/merges?contact_id=${survivor.id}`)).body.data[0].answers
    assert.deepEqual([await seen(carer), await seen(clerk)], [1, 0])
    assert.equal(await answersSeenBy(carer, survivor.id, form.id), 1)
  })

  test('needs roles and teams of the space', async () => {
    const form = await aForm(app, admin)
    const foreign = await aTeam(app, other_space_user)
    for (const [visible_to, place] of [
      [{ role_ids: [9_999_999], team_ids: [] }, 'role_ids.0'],
      [{ role_ids: [], team_ids: [team.id, foreign.id] }, 'team_ids.1'],
      [{ role_ids: [] }, 'team_ids'],
    ])
      assert.deepEqual(refusal(await limit(form.id, visible_to)), invalidAt(`body.data.form.visible_to.${place}`))
  })
})
