import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
import { queryOf, searchAs } from '../../test/search.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))
const { searched } = searchAs(app, cast.admin)

const surnames = ['Éa', 'eb', 'Ec', 'ea', 'Zd', 'ea', '']
for (const [index, surname] of surnames.entries())
  await aContact(app, cast.admin, {
    surname,
    firstname: `First ${index % 2}`,
    ...(index % 3 === 0 ? {} : { birthdate: `19${80 - index}-01-01` }),
    black_list: index % 2 === 0,
    address: { city: `City ${index % 2}`, county: `County ${index % 3}` },
  })
const everybody = (await searched(undefined)).contacts as { id: number }[]
const idsOf = ({ contacts }: { contacts: { id: number }[] }) => contacts.map(({ id }) => id)
const ask = (advanced_search: unknown) => app.as(cast.admin).post('/search', { advanced_search })

describe('pages', () => {
  test('start at 0 and have the requested size; the total is always of the whole result', async () => {
    for (const page of [0, 1, 2, 3, 4]) {
      const answer = await searched(undefined, { page, per_page: 2 })
      assert.deepEqual(idsOf(answer), valuesOf(everybody.slice(page * 2, page * 2 + 2), 'id'))
      assert.equal(answer.total, surnames.length)
    }
  })

  test('more than 1000 per page is read as 1000, less than one is refused', async () => {
    assert.equal((await searched(undefined, { per_page: 1_000_000 })).contacts.length, surnames.length)
    for (const [field, value] of [
      ['per_page', 0],
      ['per_page', -1],
      ['per_page', 1.5],
      ['per_page', '10'],
      ['page', -1],
      ['page', 1e10],
      ['page', null],
      ['sort_asc', 'true'],
      ['sort_attr', 7],
      ['sort_attr', 'tags'],
      ['sort_attr', 'constructor'],
      ['sort_attr', 'nothing'],
      ['cursor', 'nonsense'],
      ['cursor', 3],
    ]) {
      const place = `body.data.advanced_search.${field}`
      assert.deepEqual(refusal(await ask({ [field as string]: value })), invalidAt(place))
    }
  })

  test('the total can be left out, which saves counting', async () => {
    const answer = await searched(undefined, { per_page: 2, with_total: false })
    assert.equal(answer.total, null)
    const next = await searched(undefined, { per_page: 2, cursor: answer.next_cursor, with_total: false })
    assert.equal(next.total, null)
    const few = await searched(queryOf({ attr: 'surname', ope: 'eql', value: 'zd' }), { with_total: false })
    assert.equal(few.total, 1)
  })
})

describe('order', () => {
  const attributes = [
    ...['id', 'surname', 'firstname', 'city', 'county', 'birthdate', 'created_at'],
    ...['UpdatedAt', 'mail', 'black_list', 'age_category', 'membership_number'],
  ]

  async function walkByCursor(query: object | undefined, sorting: object) {
    const ids: number[] = []
    for (let cursor: string | undefined; ; ) {
      const answer = await searched(query, { ...sorting, per_page: 2, ...(cursor && { cursor }) })
      assert.equal(answer.total, surnames.length)
      ids.push(...idsOf(answer))
      if (answer.next_cursor === null) return ids
      cursor = answer.next_cursor
    }
  }

  for (const sort_attr of attributes) {
    test(`by ${sort_attr} is total, descending is its reverse, and cursors follow it`, async () => {
      const up = idsOf(await searched(undefined, { sort_attr }))
      const down = idsOf(await searched(undefined, { sort_attr, sort_asc: false }))
      assert.deepEqual(up, down.toReversed())
      assert.equal(new Set(up).size, surnames.length)
      for (const [sort_asc, whole] of [
        [true, up],
        [false, down],
      ] as const) {
        for (const query of [undefined, queryOf({ attr: 'county', ope: 'start_with', value: 'county' })])
          assert.deepEqual(await walkByCursor(query, { sort_attr, sort_asc }), whole)
      }
    })
  }

  test('names sort without case and accents, then by first name', async () => {
    const { contacts } = await searched(undefined, { sort_attr: 'surname' })
    const first = contacts.slice(0, 5).map(({ surname }: any) => surname)
    assert.deepEqual(first.sort(), ['', 'ea', 'ea', 'eb', 'Éa'].sort())
  })

  test('a cursor is valid for one order, and a forged one causes no server error', async () => {
    const { next_cursor } = await searched(undefined, { per_page: 2, sort_attr: 'birthdate' })
    const forged = (after: unknown, sort = 'birthdate') =>
      Buffer.from(JSON.stringify({ sort, asc: true, after, total: 3 })).toString('base64url')
    for (const cursor of [next_cursor, forged(['1', '2'], 'surname'), '', 'bnVsbA', 'W10'])
      assert.equal((await ask({ sort_attr: 'surname', cursor })).status, 422, cursor)
    for (const after of [
      null,
      [],
      ['x', '1'],
      ['2026-01-01 00:00:00+00', 'x'],
      ['2026-13-01 00:00:00+00', '1'],
      ['infinity', '-1'],
      [{}, []],
      ['infinity'],
    ])
      assert.equal((await ask({ sort_attr: 'birthdate', cursor: forged(after) })).status, 422, JSON.stringify(after))
    for (const after of [
      ['a\0b', 'b', '1'],
      ['\ud800', 'b', '1'],
      ['a', 'b', '99999999999999999999'],
    ])
      assert.equal(
        (await ask({ sort_attr: 'surname', cursor: forged(after, 'surname') })).status,
        422,
        JSON.stringify(after),
      )
  })
})
