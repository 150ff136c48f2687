import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact, withoutUpdateTimes } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
await aContact(app, other_space_user, { surname: 'Elsewhere' })

const people: [string, string][] = [
  ['Zoé', 'Zimmer'],
  ['Émile', 'Éluard'],
  ['Anna', 'Eluard'],
  ['Bob', 'arnold'],
  ['Zoé', 'Zimmer'],
  ['', ''],
  ['Œdipe', 'Œuvre'],
]
const made: number[] = []
for (const [firstname, surname] of people) {
  const listed = { firstname, surname, tags: [{ name: 'listed' }], black_list: surname === 'arnold' }
  made.push((await aContact(app, cast.admin, listed)).id)
}

const list = async (query = '', who = cast.admin) => (await app.as(who).get(`/contacts${query}`)).body
const idsOf = ({ data }: any) => data.contacts.map(({ id }: any) => id)

describe('the list of contacts', () => {
  test('is newest first, with the total and without other spaces', async () => {
    const body = await list()
    assert.deepEqual([idsOf(body), body.total, body.next_cursor], [made.toReversed(), made.length, null])
  })

  test('shows each contact as a single read does', async () => {
    for (const who of [cast.admin, cast.manager]) {
      const { data } = await list('', who)
      for (const contact of data.contacts)
        assert.deepEqual(contact, (await app.as(who).get(`/v1/contacts/${contact.id}`)).body)
    }
    assert.equal((await list()).data.contacts[0].tags[0].name, 'listed')
    assert.equal((await list('', cast.manager)).data.contacts[0].tags.length, 0)
    assert.equal((await list('', cast.manager)).data.contacts.filter(({ black_list }: any) => black_list).length, 1)
  })

  test('sorts by name without case and accents', async () => {
    const { data } = await list('?sort=name')
    const seen = data.contacts.map(({ firstname, surname }: any) => `${firstname} ${surname}`)
    assert.deepEqual(seen, [
      ...[' ', 'Bob arnold', 'Anna Eluard', 'Émile Éluard', 'Œdipe Œuvre', 'Zoé Zimmer', 'Zoé Zimmer'],
    ])
  })

  test('in either order, pages by offset and by cursor contain each contact once', async () => {
    for (const sort of ['newest', 'name']) {
      const whole = idsOf(await list(`?sort=${sort}`))
      for (const size of [2, 7]) {
        const [byOffset, byCursor]: [number[], number[]] = [[], []]
        for (let offset = 0; offset < whole.length; offset += size)
          byOffset.push(...idsOf(await list(`?sort=${sort}&limit=${size}&offset=${offset}`)))
        for (let cursor: string | null = ''; cursor !== null; ) {
          const body = await list(`?sort=${sort}&limit=${size}${cursor && `&cursor=${cursor}`}`)
          byCursor.push(...idsOf(body))
          cursor = body.next_cursor
        }
        assert.deepEqual([byOffset, byCursor], [whole, whole], `${sort}, ${size}`)
      }
    }
  })

  test('limits the page size, and names an invalid page parameter', async () => {
    assert.equal((await app.as(cast.admin).get('/contacts?limit=100000')).status, 200)
    for (const [query, place] of [
      ['limit=0', 'limit'],
      ['limit=x', 'limit'],
      ['offset=-1', 'offset'],
      ['sort=age', 'sort'],
      ['cursor=nonsense', 'cursor'],
      [`cursor=${Buffer.from('["1","2"]').toString('base64url')}`, 'cursor'],
      [`sort=name&cursor=${Buffer.from('[1]').toString('base64url')}`, 'cursor'],
      [`sort=name&cursor=${Buffer.from('[1,2,3]').toString('base64url')}`, 'cursor'],
      [`sort=name&cursor=${Buffer.from('[1,"\\u0000","x"]').toString('base64url')}`, 'cursor'],
    ] as const)
      assert.deepEqual(refusal(await app.as(cast.admin).get(`/contacts?${query}`)), invalidAt(`query.${place}`), query)
  })

  test('the total follows created and deleted contacts', async () => {
    const { total } = await list('?limit=1')
    const { id } = await aContact(app, cast.admin)
    assert.equal((await list('?limit=1')).total, total + 1)
    await app.as(cast.admin).delete(`/contacts/${id}`)
    assert.equal((await list('?limit=1')).total, total)
    assert.equal((await list('', other_space_user)).total, 1)
  })
})

describe('a deleted contact', () => {
  const deleted = async (contact: object = {}) => {
    const made = await aContact(app, cast.admin, { surname: 'Lost', mail: 'lost@example.org', ...contact })
    await app.as(cast.manager).delete(`/contacts/${made.id}`)
    return made
  }
  const restore = (id: number | string, who = cast.admin) => app.as(who).post(`/contacts/${id}/restore`)

  test('is restored with all its data, and the audit log has an entry', async () => {
    const { total } = await list()
    const before = await deleted({ tags: [{ name: 'kept' }], address: { city: 'Lyon' } })
    const { status, body, headers } = await restore(before.id)
    assert.equal(status, 200)
    const { contact } = body.data
    assert.deepEqual(withoutUpdateTimes(contact), withoutUpdateTimes(before))
    const read = await app.as(cast.admin).get(`/contacts/${before.id}`)
    assert.deepEqual([read.body, read.headers.get('etag')], [body, headers.get('etag')])
    assert.equal((await list()).total, total + 1)
    const found = await app.as(cast.admin).get('/v1/find?q=lost@example.org')
    assert.ok(found.body.data.contacts.some(({ id }: any) => id === before.id))
    const { body: audit } = await app.as(cast.admin).get(`/v1/audit?subject=contact&subject_id=${before.id}`)
    const entry = audit.data.find(({ kind }: any) => kind === 'contact.restored')
    assert.equal(entry.user.id, cast.admin.id)
    const events = await app.owner`
      select kind from events where group_id = ${cast.admin.space} and subject_id = ${before.id} order by id`
    assert.deepEqual(valuesOf(events, 'kind'), ['contact.created', 'contact.deleted', 'contact.restored'])
  })

  test('is listed until it is restored, the latest first, with the user who deleted it', async () => {
    const [one, two] = [await deleted({ firstname: 'One' }), await deleted({ firstname: 'Two', black_list: true })]
    const lost = async (query = '', who = cast.manager) => (await app.as(who).get(`/v1/deleted_contacts${query}`)).body
    const { data } = await lost()
    assert.partialDeepStrictEqual(data.slice(0, 2), [
      {
        ...{ id: two.id, firstname: 'Two', surname: 'Lost', mail: 'lost@example.org', black_list: true },
        ...{ user: { id: cast.manager.id } },
      },
      { id: one.id },
    ])
    const first = await lost('?limit=1')
    const second = await lost(`?limit=1&cursor=${first.next_cursor}`)
    assert.deepEqual([first.data[0].id, second.data[0].id], [two.id, one.id])
    assert.deepEqual((await lost('', other_space_user)).data, [])
    const wrong = await app.as(cast.manager).get('/v1/deleted_contacts?cursor=WyJ4IiwxXQ')
    assert.deepEqual(refusal(wrong), invalidAt('query.cursor'))
    await restore(two.id)
    assert.equal((await lost()).data[0].id, one.id)
  })

  test('is restored once', async () => {
    const { id } = await deleted()
    const holding = (sql: Sql) => sql`select from contacts where group_id = ${space} and id = ${id} for update`
    const answers = await sendConcurrently(app, holding, [() => restore(id), () => restore(id)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assert.deepEqual(refusal(await restore(id)), [409, 'conflict'])
  })

  test('is not restored when it was merged, erased or never existed, nor for users of other spaces', async () => {
    const [kept, gone] = [await aContact(app, cast.admin), await aContact(app, cast.admin)]
    await app.as(cast.admin).post(`/contacts/${kept.id}/merge`, { contact_id: gone.id })
    const merged = await restore(gone.id)
    assert.deepEqual(refusal(merged), [409, 'conflict'])
    assert.match(merged.body.detail, new RegExp(`merged into contact ${kept.id}`))
    const { id } = await deleted()
    assert.deepEqual(refusal(await restore(id, other_space_user)), [404, 'not_found'])
    assert.deepEqual(refusal(await restore(id, cast.user)), [403, 'forbidden'])
    assert.deepEqual(refusal(await restore('x')), invalidAt('path.id'))
    assert.deepEqual(refusal(await restore(999_999_999)), [404, 'not_found'])
    await carryOut(app, cast.superadmin, 'erasure', id)
    const erased = await restore(id)
    assert.deepEqual(refusal(erased), [409, 'conflict'])
    assert.match(erased.body.detail, /was erased/)
    assert.ok(!(await app.as(cast.admin).get('/v1/deleted_contacts')).body.data.some((row: any) => row.id === id))
  })
})

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

  test('finds no deleted contact, none of another space, and two when a key is ambiguous', async () => {
    const gone = await aContact(app, cast.admin, { external_id: 'gone 1', mail: 'gone.known@example.org' })
    await app.as(cast.admin).delete(`/contacts/${gone.id}`)
    await aContact(app, other_space_user, { external_id: 'there 1' })
    const keys = { external_ids: ['gone 1', 'there 1'], mails: ['gone.known@example.org'] }
    assert.deepEqual(await known(cast.admin, keys), [])
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

  test('refuses a request without keys, as with a misspelled field, and more than a hundred', async () => {
    const external_ids = Array.from({ length: 101 }, (_, index) => String(index))
    for (const [keys, place] of [
      [{}, 'body.data'],
      [{ mail: ['ada@example.org'] }, 'body.data'],
      [{ external_ids }, 'body.data.external_ids'],
    ] as const)
      assert.deepEqual(refusal(await app.as(cast.admin).post('/v1/known_contacts', keys)), invalidAt(place))
  })
})
