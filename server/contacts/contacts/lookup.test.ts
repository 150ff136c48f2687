import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, type Person } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

// Looks up contacts by the external IDs and mails of another program.

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const known = async (person: Person, keys: object) => {
  const { body, status, text } = await app.as(person).post('/v1/known_contacts', keys)
  assert.equal(status, 200, text)
  return body.data
}

describe('looking up known contacts', () => {
  test('finds an external ID exactly, a mail without case; each key is returned as it was sent', async () => {
    const { id } = await aContact(app, cast.admin, { external_id: 'É7', mail: 'Élise.known@example.org' })
    const keys = { external_ids: ['É7', 'é7', 'E7', ''], mails: ['éLISE.known@EXAMPLE.org', 'elise.known@example.org'] }
    const about = { contact_id: id, external_id: 'É7', merged: false, restricted: false }
    assert.deepEqual(await known(cast.manager, keys), [
      { by: 'external_id', key: 'É7', ...about },
      { by: 'mail', key: 'éLISE.known@EXAMPLE.org', ...about },
    ])
    assert.deepEqual(await known(cast.manager, { mails: [] }), [])
  })

  test('finds no deleted contact, and none of another space', async () => {
    const gone = await aContact(app, cast.admin, { external_id: 'gone 1', mail: 'gone.known@example.org' })
    await app.as(cast.admin).delete(`/contacts/${gone.id}`)
    await aContact(app, other_space_user, { external_id: 'there 1' })
    const keys = { external_ids: ['gone 1', 'there 1'], mails: ['gone.known@example.org'] }
    assert.deepEqual(await known(cast.admin, keys), [])
  })

  test('returns two contacts when a key is ambiguous', async () => {
    const mail = 'two.known@example.org'
    for (const _ of [1, 2, 3]) await aContact(app, cast.admin, { mail })
    assert.equal((await known(cast.admin, { mails: [mail] })).length, 2)
  })

  test('returns the last survivor of a chain of merges, unless a contact has the key today', async () => {
    const first = await aContact(app, cast.admin, { external_id: 'way 1', mail: 'way1@example.org' })
    const second = await aContact(app, cast.admin, { external_id: 'way 2', mail: 'way2@example.org' })
    const last = await aContact(app, cast.admin, { external_id: 'way 3' })
    await app.as(cast.admin).post(`/contacts/${second.id}/merge`, { contact_id: first.id })
    await app.as(cast.admin).post(`/contacts/${last.id}/merge`, { contact_id: second.id })
    const seen = await known(cast.admin, { external_ids: ['way 1'], mails: ['WAY1@example.org'] })
    assert.deepEqual(valuesOf(seen, 'contact_id', 'external_id', 'merged'), [
      [last.id, 'way 3', true],
      [last.id, 'way 3', true],
    ])
    const { id } = await aContact(app, cast.admin, { external_id: 'way 1' })
    const [now, ...others] = await known(cast.admin, { external_ids: ['way 1'] })
    assert.deepEqual([now.contact_id, now.merged, others], [id, false, []])
  })

  test('shows a restricted contact to privacy officers, anonymously to those who write, and not to readers', async () => {
    const { id } = await aContact(app, cast.admin, { external_id: 'kept 1' })
    await carryOut(app, cast.superadmin, 'restriction', id)
    const keys = { external_ids: ['kept 1'] }
    const reader = await aUser(app, space, { role: 'superadmin', scopes: ['contacts:read'] })
    const told = async (person: Person) =>
      (await known(person, keys)).map((one: any) => [one.contact_id, one.external_id, one.restricted])
    assert.deepEqual(await told(cast.superadmin), [[id, 'kept 1', true]])
    assert.deepEqual(await told(cast.admin), [[null, '', true]])
    assert.deepEqual(await told(reader), [])
  })

  test('refuses a request without keys, as with a misspelled field', async () => {
    for (const keys of [{}, { mail: ['ada@example.org'] }]) {
      const { status, body } = await app.as(cast.admin).post('/v1/known_contacts', keys)
      assert.deepEqual([status, body.errors[0].location], [422, 'body.data'], JSON.stringify(keys))
    }
  })

  test('accepts a hundred keys at a time', async () => {
    const keys = { external_ids: Array.from({ length: 101 }, (_, index) => String(index)) }
    const { status, body } = await app.as(cast.admin).post('/v1/known_contacts', keys)
    assert.deepEqual([status, body.errors[0].location], [422, 'body.data.external_ids'])
  })
})
