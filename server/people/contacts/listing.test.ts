import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aCast, aSpace, aUser, refusal } from '../../test/people.ts'
import { aSupporter } from '../../test/supporters.ts'
import { keysOf } from '../../test/treasury.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aCast(app, space)
const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })
await aSupporter(app, stranger, { surname: 'Elsewhere' })

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
for (const [firstname, surname] of people)
  made.push(
    (
      await aSupporter(app, cast.admin, {
        firstname,
        surname,
        tags: [{ name: 'listed' }],
        black_list: surname === 'arnold',
      })
    ).id,
  )

const list = async (query = '', who = cast.admin) => (await app.as(who).get(`/contacts${query}`)).body
const idsOf = ({ data }: any) => data.contacts.map(({ id }: any) => id)

describe('the list of contacts', () => {
  test('newest first, with the total and nothing of other spaces', async () => {
    const body = await list()
    assert.deepEqual(keysOf(body), ['data', 'next_cursor', 'status', 'total'])
    assert.deepEqual([idsOf(body), body.total, body.next_cursor], [made.toReversed(), made.length, null])
  })

  test('a contact in the list is the contact as it is read', async () => {
    for (const who of [cast.admin, cast.manager]) {
      const { data } = await list('', who)
      for (const contact of data.contacts)
        assert.deepEqual(contact, (await app.as(who).get(`/v1/contacts/${contact.id}`)).body)
    }
    assert.equal((await list()).data.contacts[0].tags[0].name, 'listed')
    assert.equal((await list('', cast.manager)).data.contacts[0].tags.length, 0)
    assert.equal((await list('', cast.manager)).data.contacts.filter(({ black_list }: any) => black_list).length, 1)
  })

  test('by name as a dictionary would: case and accents ignored', async () => {
    const { data } = await list('?sort=name')
    assert.deepEqual(
      data.contacts.map(({ firstname, surname }: any) => `${firstname} ${surname}`),
      [' ', 'Bob arnold', 'Anna Eluard', 'Émile Éluard', 'Œdipe Œuvre', 'Zoé Zimmer', 'Zoé Zimmer'],
    )
  })

  for (const sort of ['newest', 'name'])
    for (const size of [1, 2, 3, 7])
      test(`sort=${sort}: pages of ${size}, by offset and by cursor, together are the list, each contact once`, async () => {
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

  test('is bounded, and a bad page is named', async () => {
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
      assert.deepEqual(
        refusal(await app.as(cast.admin).get(`/contacts?${query}`)),
        [422, 'invalid_request', `query.${place}`],
        query,
      )
  })

  test('the total follows what is made and deleted', async () => {
    const { total } = await list('?limit=1')
    const { id } = await aSupporter(app, cast.admin)
    assert.equal((await list('?limit=1')).total, total + 1)
    await app.as(cast.admin).delete(`/contacts/${id}`)
    assert.equal((await list('?limit=1')).total, total)
    assert.equal((await list('', stranger)).total, 1)
  })

  test('is for those who see contacts', async () => {
    assert.deepEqual(refusal(await app.as().get('/contacts')), [401, 'unauthenticated'])
    assert.deepEqual(refusal(await app.as(cast.user).get('/contacts')), [403, 'forbidden'])
  })
})
