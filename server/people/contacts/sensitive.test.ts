import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aCast, aSpace, aUser, type Person } from '../../test/people.ts'
import { keysOf } from '../../test/treasury.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aCast(app, space)
const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })

const answer_keys = ['id', 'contact_id', 'group_id', 'CreatedAt', 'UpdatedAt', 'data', 'form_id', 'form_ref_id']
const create = (contact: unknown, as: Person = cast.admin) => app.as(as).post('/contacts', { contact })
async function aContact(contact: object = {}) {
  const { body, text } = await create(contact)
  assert.ok(body.data?.contact.id, text)
  return body.data.contact
}
const read = (id: number, as: Person = cast.admin) => app.as(as).get(`/v1/contacts/${id}`)

describe('what is sensitive', () => {
  const names = (contact: any) => contact.tags.map(({ name }: { name: string }) => name)

  test('tags, form answers and custom fields come back whole to whoever may see them', async () => {
    const contact = await aContact({
      tags: [{ name: 'vip' }],
      custom_fields: [{ data: 'blue', form_id: 1, form_ref_id: 2 }],
      formdatas: [
        { data: 'yes', form_id: 3, form_ref_id: 4, date: '2026-05-01T12:00:00+02:00', survey_id: 5 },
        { data: '', form_id: 6, form_ref_id: 7 },
      ],
    })
    assert.deepEqual(keysOf(contact.custom_fields[0]), answer_keys.toSorted())
    assert.partialDeepStrictEqual(contact.custom_fields[0], { data: 'blue', form_id: 1, form_ref_id: 2 })
    for (const answer of contact.formdatas) {
      assert.deepEqual(keysOf(answer), [...answer_keys, 'date', 'survey_id'].sort())
      assert.deepEqual([answer.contact_id, answer.group_id], [contact.id, space])
    }
    const [dated, plain] = contact.formdatas
    assert.deepEqual([dated.date, dated.survey_id], ['2026-05-01T10:00:00.000Z', 5])
    assert.deepEqual([plain.date, plain.survey_id], [null, null])
    const seen = (await read(contact.id, cast.manager)).body
    assert.deepEqual(seen, { ...contact, tags: [], custom_fields: [], formdatas: [] })
  })

  test('a manager may write tags without seeing them', async () => {
    const { contact } = (await create({ tags: [{ name: 'secret' }] }, cast.manager)).body.data
    assert.deepEqual(contact.tags, [])
    assert.deepEqual(names((await read(contact.id)).body), ['secret'])
  })

  test('a tag is one tag whatever its case and the blanks around it, in a contact and in the space', async () => {
    const first = await aContact({ tags: [{ name: 'Élu' }, { name: ' élu ' }, { name: 'ÉLU' }] })
    assert.equal(first.tags.length, 1)
    const second = await aContact({ tags: [{ name: 'éLU' }] })
    assert.deepEqual(second.tags, first.tags)
    const { contact } = (await create({ tags: [{ name: 'élu' }] }, stranger)).body.data
    assert.notEqual(contact.tags[0].id, first.tags[0].id)
  })

  for (const name of ['İstanbul', 'ΣΊΣΥΦΟΣ', 'ẞtraße', 'Ǆ', '日本', '🗳']) {
    test(`the tag ${name} is not lost`, async () => {
      assert.deepEqual(names(await aContact({ tags: [{ name }] })), [name])
    })
  }

  test('contacts made at the same time with the same new tags share them, in whatever order they come', async () => {
    const tags = Array.from({ length: 20 }, (_, index) => ({ name: `together ${index}` }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create({ tags: index % 2 ? tags : tags.toReversed() })),
    )
    const [first, ...others] = answers.map(({ body }) => body.data?.contact.tags)
    assert.equal(first.length, 20)
    for (const other of others) assert.deepEqual(other, first)
  })
})
