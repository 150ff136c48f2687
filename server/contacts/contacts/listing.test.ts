import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact, withoutUpdateTimes } from '../../test/contacts.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
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
    assert.deepEqual(keysOf(body), ['data', 'next_cursor', 'status', 'total'])
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

  for (const sort of ['newest', 'name'])
    for (const size of [1, 2, 3, 7])
      test(`sort=${sort}: pages of ${size}, by offset and by cursor, contain each contact once`, async () => {
        const whole = idsOf(await list(`?sort=${sort}`))
        const [byOffset, byCursor]: [number[], number[]] = [[], []]
        for (let offset = 0; offset < whole.length; offset += size)
          byOffset.push(...idsOf(await list(`?sort=${sort}&limit=${size}&offset=${offset}`)))
        for (let cursor: string | null = ''; cursor !== null; ) {
          const body = await list(`?sort=${sort}&limit=${size}${cursor && `&cursor=${cursor}`}`)
          byCursor.push(...idsOf(body))
          cursor = body.next_cursor
        }
        assert.deepEqual([byOffset, byCursor], [whole, whole])
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
  const restore = (id: number | string, who = cast.admin, headers?: Record<string, string>) =>
    app.as(who).post(`/contacts/${id}/restore`, undefined, headers)

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
    const events = await app.owner`select kind from events
        where group_id = (select group_id from contacts where id = ${before.id}) and subject_id = ${before.id} order by id`
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

  test('is restored once: the same key repeats the answer, a second request is refused', async () => {
    const { id } = await deleted()
    const key = { 'idempotency-key': 'back' }
    const [first, again] = [await restore(id, cast.admin, key), await restore(id, cast.admin, key)]
    assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
    assert.deepEqual(refusal(await restore(id)), [409, 'conflict'])
    const other = await deleted()
    const answers = await sendConcurrently(
      app,
      sql => sql`select from contacts where group_id = ${space} and id = ${other.id} for update`,
      [() => restore(other.id), () => restore(other.id)],
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
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
