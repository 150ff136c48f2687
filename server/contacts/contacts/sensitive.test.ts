import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const answer_keys = ['id', 'contact_id', 'group_id', 'CreatedAt', 'UpdatedAt', 'data', 'form_id', 'form_ref_id']
const create = (contact: unknown, as: Person = cast.admin) => app.as(as).post('/contacts', { contact })
async function aContact(contact: object = {}) {
  const { body, text } = await create(contact)
  assert.ok(body.data?.contact.id, text)
  return body.data.contact
}
const read = (id: number, as: Person = cast.admin) => app.as(as).get(`/v1/contacts/${id}`)

describe('sensitive data', () => {
  const pickLists = ({ tags, custom_fields, formdatas }: any) => ({ tags, custom_fields, formdatas })
  const names = (contact: any) => contact.tags.map(({ name }: { name: string }) => name)

  test('tags, form answers and custom fields are returned to users with the permission', async () => {
    const custom = await aForm(app, cast.admin, { kind: 'custom_fields', type: 'text' })
    const survey = await aForm(app, cast.admin)
    const other = await aForm(app, cast.admin)
    const contact = await aContact({
      tags: [{ name: 'vip' }],
      custom_fields: [answerTo(custom, undefined, 'blue')],
      formdatas: [
        {
          ...answerTo(survey, 'no', 'words'),
          date: '2026-05-01T12:00:00+02:00',
          survey_id: 5,
          source: 'at the market',
        },
        answerTo(other),
      ],
    })
    assert.deepEqual(keysOf(contact.custom_fields[0]), answer_keys.toSorted())
    assert.partialDeepStrictEqual(contact.custom_fields[0], answerTo(custom, undefined, 'blue'))
    for (const answer of contact.formdatas) {
      assert.deepEqual(keysOf(answer), [...answer_keys, 'date', 'survey_id', 'source', 'form_version'].sort())
      assert.deepEqual([answer.contact_id, answer.group_id], [contact.id, space])
    }
    const [dated, plain] = contact.formdatas
    assert.deepEqual([dated.date, dated.survey_id, dated.source], ['2026-05-01T10:00:00.000Z', 5, 'at the market'])
    assert.deepEqual([plain.date, plain.survey_id, plain.source], [null, null, 'api'])
    const seen = (await read(contact.id, cast.manager)).body
    assert.deepEqual(seen, { ...contact, tags: [], custom_fields: [], formdatas: [] })
  })

  test('a user without the permission may not write tags and answers, and nothing is written', async () => {
    const form = await aForm(app, cast.admin)
    const { id, ...before } = await aContact({ surname: 'Kept', tags: [{ name: 'kept' }] })
    for (const lists of [
      { tags: [{ name: 'secret' }] },
      { formdatas: [answerTo(form)] },
      { custom_fields: [answerTo(form)] },
    ]) {
      const contact = { surname: 'Changed', ...lists }
      assert.deepEqual(refusal(await create(contact, cast.manager)), [403, 'forbidden'])
      assert.deepEqual(refusal(await app.as(cast.manager).patch(`/contacts/${id}`, { contact })), [403, 'forbidden'])
      assert.deepEqual(refusal(await patchContact(app, cast.manager, id, contact)), [403, 'forbidden'])
    }
    assert.deepEqual(refusal(await patchContact(app, cast.manager, id, { tags: null })), [403, 'forbidden'])
    assert.deepEqual((await read(id)).body, { id, ...before })
  })

  test('a user who sends back a contact read without its tags and answers erases none of them', async () => {
    const custom = await aForm(app, cast.admin, { kind: 'custom_fields', type: 'text' })
    const survey = await aForm(app, cast.admin)
    const lists = {
      tags: [{ name: 'member' }],
      custom_fields: [answerTo(custom, undefined, 'red')],
      formdatas: [answerTo(survey, 'yes')],
    }
    const contact = await aContact({ surname: 'Before', ...lists })
    const seen = (await app.as(cast.manager).get(`/contacts/${contact.id}`)).body.data.contact
    for (const sent of [{ ...seen, surname: 'Back' }, { surname: 'Short' }]) {
      const { status, body } = await app.as(cast.manager).patch(`/contacts/${contact.id}`, { contact: sent })
      assert.equal(status, 200)
      assert.deepEqual([body.data.contact.surname, body.data.contact.tags], [sent.surname, []])
      const { tags, custom_fields, formdatas, surname } = (await read(contact.id)).body
      assert.equal(surname, sent.surname)
      assert.deepEqual({ tags, custom_fields, formdatas }, pickLists(contact))
    }
    assert.equal((await patchContact(app, cast.manager, contact.id, { surname: 'Merged', tags: [] })).status, 200)
    assert.deepEqual(pickLists((await read(contact.id)).body), pickLists(contact))
  })

  test('tags that differ only in case and surrounding blanks are one tag, in a contact and in the space', async () => {
    const first = await aContact({ tags: [{ name: 'Élu' }, { name: ' élu ' }, { name: 'ÉLU' }] })
    assert.equal(first.tags.length, 1)
    const second = await aContact({ tags: [{ name: 'éLU' }] })
    assert.deepEqual(second.tags, first.tags)
    const { contact } = (await create({ tags: [{ name: 'élu' }] }, other_space_user)).body.data
    assert.notEqual(contact.tags[0].id, first.tags[0].id)
  })

  for (const name of ['İstanbul', 'ΣΊΣΥΦΟΣ', 'ẞtraße', 'Ǆ', '日本', '🗳']) {
    test(`the tag ${name} is not lost`, async () => {
      assert.deepEqual(names(await aContact({ tags: [{ name }] })), [name])
    })
  }

  test('contacts created at the same time with the same new tags share them, in any order', async () => {
    const tags = Array.from({ length: 20 }, (_, index) => ({ name: `together ${index}` }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create({ tags: index % 2 ? tags : tags.toReversed() })),
    )
    const [first, ...others] = answers.map(({ body }) => body.data?.contact.tags)
    assert.equal(first.length, 20)
    for (const other of others) assert.deepEqual(other, first)
  })
})
