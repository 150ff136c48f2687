import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, refusal } from '../../test/people.ts'
import { queryOf, searchAs } from '../../test/search.ts'

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))
const { found, searched } = searchAs(app, cast.admin)

const form = await aForm(app, cast.admin, { values: ['yes', 'no', 'perhaps'] })
const free = await aForm(app, cast.admin, { type: 'text', kind: 'custom_fields' })
const size = await aForm(app, cast.admin, { type: 'numeric', kind: 'custom_fields' })
const since = await aForm(app, cast.admin, { type: 'date', kind: 'custom_fields' })
await aContact(app, cast.admin, {
  surname: 'Tagged',
  tags: [{ name: 'Élu' }, { name: 'Vote 2026' }],
  formdatas: [answerTo(form, 'yes')],
  custom_fields: [
    answerTo(free, undefined, 'Déménage à Nîmes'),
    answerTo(size, undefined, '12,5'),
    answerTo(since, undefined, '2024-03-01'),
  ],
})
await aContact(app, cast.admin, {
  surname: 'Other',
  tags: [{ name: 'vote 2026' }],
  formdatas: [answerTo(form, 'no')],
  custom_fields: [answerTo(free, undefined, `${'x'.repeat(600)}needle`), answerTo(size, undefined, '3')],
})
const [yes, no, perhaps] = form.refvalues.map(({ id }) => id)
const cases: [string, object, string[]][] = [
  ['a tag by its name, without case and accents', { attr: 'tags', ope: 'eql', value: 'elu' }, ['Tagged']],
  ['a tag, exactly', { attr: 'tags', ope: 'eql:strictdata', value: 'elu' }, []],
  ['not having a tag', { attr: 'tags', ope: 'not_eql', value: 'elu' }, ['Other']],
  ['any of several tags', { attr: 'tags', ope: 'any_of', value: ['elu', 'vote 2026'] }, ['Other', 'Tagged']],
  ['none of several tags', { attr: 'tags', ope: 'none_of', value: ['élu', 'nothing'] }, ['Other']],
  ['all of several tags', { attr: 'tags', ope: 'all_of', value: ['elu', 'VOTE 2026'] }, ['Tagged']],
  ['a part of a tag', { attr: 'tags', ope: 'contains', value: '2026' }, ['Other', 'Tagged']],
  ['the beginning of a tag', { attr: 'tags', ope: 'not_start_with', value: 'él' }, ['Other']],
  ['having tags at all', { attr: 'tags', ope: 'ext' }, ['Other', 'Tagged']],
  ['a chosen answer', { attr: 'form', ope: 'any_of', form_id: form.id, form_ref_ids: [yes, perhaps] }, ['Tagged']],
  ['ids inside the value', { attr: 'form', ope: 'eql', value: { form_id: form.id, form_ref_ids: [no] } }, ['Other']],
  ['no such choice', { attr: 'form', ope: 'none_of', form_id: form.id, form_ref_ids: [yes] }, ['Other']],
  ['all of the choices', { attr: 'form', ope: 'all_of', form_id: form.id, form_ref_ids: [yes, no] }, []],
  ['having answered', { attr: 'form', ope: 'ext', form_id: form.id }, ['Other', 'Tagged']],
  ['not having answered', { attr: 'form', ope: 'not_ext', form_id: since.id }, ['Other']],
  ['a text answer', { attr: 'custom_fields', ope: 'eql', form_id: free.id, value: 'demenage a nimes' }, ['Tagged']],
  [
    'a text answer, exactly',
    { attr: 'custom_fields', ope: 'eql:strictdata', form_id: free.id, value: 'demenage a nimes' },
    [],
  ],
  ['a part of a text answer', { attr: 'custom_fields', ope: 'contains', form_id: free.id, value: 'NIMES' }, ['Tagged']],
  [
    'a part of a long text answer',
    { attr: 'custom_fields', ope: 'contains', form_id: free.id, value: 'needle' },
    ['Other'],
  ],
  [
    'the beginning of a text answer',
    { attr: 'custom_fields', ope: 'start_with', form_id: free.id, value: 'dém' },
    ['Tagged'],
  ],
  ['numbers as numbers', { attr: 'custom_fields', ope: 'gte', form_id: size.id, value: 4 }, ['Tagged']],
  [
    'ranges of numbers',
    { attr: 'custom_fields', ope: 'range', form_id: size.id, from: 2.5, to: 12.5 },
    ['Other', 'Tagged'],
  ],
  [
    'dates as dates',
    { attr: 'custom_fields', ope: 'range', form_id: since.id, from: '2024-01-01', to: '2024-12-31' },
    ['Tagged'],
  ],
]
for (const [title, one, expected] of cases)
  test(title, async () => assert.deepEqual((await found(queryOf(one))).toSorted(), expected.toSorted()))

test('a user without the permission cannot search by tags and answers', async () => {
  for (const one of [
    { attr: 'tags', ope: 'eql', value: 'elu' },
    { attr: 'form', ope: 'not_ext', form_id: form.id },
  ]) {
    for (const path of ['/search', '/kpi'])
      assert.deepEqual(refusal(await app.as(cast.manager).post(path, { advanced_search: { query: queryOf(one) } })), [
        403,
        'forbidden',
      ])
  }
  const { body } = await app.as(cast.manager).post('/search', { advanced_search: {} })
  assert.ok(body.data.contacts.every((contact: any) => contact.tags.length === 0 && contact.formdatas.length === 0))
})

test('a search that shows tags and answers is audited, without its values', async () => {
  await searched(queryOf({ attr: 'surname', ope: 'eql', value: 'tagged' }))
  const [entry] = await app.owner`select * from audit_log where kind = 'contacts.searched' order by id desc limit 1`
  assert.equal(entry?.user_id, cast.admin.id)
  const { by, contacts } = entry?.details as { by: string[]; contacts: number[] }
  assert.deepEqual([by, contacts.length], [['surname'], 1])
  assert.doesNotMatch(JSON.stringify(entry), /tagged/i)
})
