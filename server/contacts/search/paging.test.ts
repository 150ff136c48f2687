import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'
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

const form = await aForm(app, cast.admin)

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

  test('by any field is total, descending is its reverse, and cursors follow it', async () => {
    for (const sort_attr of attributes) {
      const up = idsOf(await searched(undefined, { sort_attr }))
      assert.equal(new Set(up).size, surnames.length)
      const query = sort_attr === 'city' ? queryOf({ attr: 'county', ope: 'start_with', value: 'county' }) : undefined
      for (const [sort_asc, whole] of [
        [true, up],
        [false, up.toReversed()],
      ] as const) {
        assert.deepEqual(idsOf(await searched(undefined, { sort_attr, sort_asc })), whole, sort_attr)
        assert.deepEqual(await walkByCursor(query, { sort_attr, sort_asc }), whole, sort_attr)
      }
    }
  })

  test('names sort without case and accents, then by first name', async () => {
    const { contacts } = await searched(undefined, { sort_attr: 'surname' })
    const first = contacts.slice(0, 5).map(({ surname }: any) => surname)
    assert.deepEqual(first.sort(), ['', 'ea', 'ea', 'eb', 'Éa'].sort())
  })

  test('a cursor is valid for one order, and a forged one causes no server error', async () => {
    const { next_cursor } = await searched(undefined, { per_page: 2, sort_attr: 'birthdate' })
    const forged = (after: unknown, sort = 'birthdate') =>
      Buffer.from(JSON.stringify({ sort, asc: true, after, total: 3 })).toString('base64url')
    const times = [['2026-01-01 00:00:00+00', 'x'], ['2026-13-01 00:00:00+00', '1'], ['infinity', '-1'], ['infinity']]
    const texts = [
      ['1', '2'],
      ['a\0b', 'b', '1'],
      ['\ud800', 'b', '1'],
      ['a', 'b', '99999999999999999999'],
    ]
    const cursors = {
      birthdate: [null, [], ['x', '1'], [{}, []], ...times].map(after => forged(after)),
      surname: [next_cursor, '', 'bnVsbA', 'W10', ...texts.map(after => forged(after, 'surname'))],
    }
    for (const [sort_attr, list] of Object.entries(cursors))
      for (const cursor of list) assert.equal((await ask({ sort_attr, cursor })).status, 422, cursor)
  })
})

// Totals are cached until something changes, and then counted by shortcuts: they must equal the length of the whole list.

const client = app.as(cast.admin)
const queries = [
  queryOf({ attr: 'tags', ope: 'eql', value: 'one' }),
  queryOf({ attr: 'tags', ope: 'any_of', value: ['One', 'two'] }),
  queryOf({ attr: 'tags', ope: 'not_eql', value: 'one' }),
  queryOf({ attr: 'tags', ope: 'ext' }),
  queryOf({ attr: 'form', ope: 'ext', form_id: form.id, form_ref_ids: [form.refvalues[0]!.id] }),
  queryOf({ attr: 'surname', ope: 'contains', value: 'upo' }),
  queryOf({ attr: 'surname', ope: 'contains', value: 'up' }),
  queryOf({ attr: 'city', ope: 'not_eql', value: 'lyon' }),
]

async function pagesOf(who: Person, query: object) {
  const ids: number[] = []
  for (let cursor: string | undefined; ; ) {
    const page = { query, per_page: 5, with_total: false, ...(cursor && { cursor }) }
    const { body, text } = await app.as(who).post('/search', { advanced_search: page })
    assert.ok(body.data, text)
    ids.push(...body.data.contacts.map(({ id }: { id: number }) => id))
    cursor = body.data.next_cursor
    if (!cursor) return ids.length
  }
}

/** For users who see restricted contacts, and users who do not. Reads the total first, since reading pages would cache it. */
async function agree() {
  const tags = (await client.get('/v1/tags')).body.data as { name: string; contacts: number }[]
  for (const who of [cast.superadmin, cast.admin])
    for (const query of queries) {
      const totalAt = async (path: string) =>
        (await app.as(who).post(path, { advanced_search: { query } })).body.data.total
      const totals = [await totalAt('/kpi'), await totalAt('/search')]
      const listed = await pagesOf(who, query)
      assert.deepEqual(totals, [listed, listed], JSON.stringify(query))
    }
  for (const { name, contacts } of tags)
    assert.equal(contacts, await pagesOf(cast.admin, queryOf({ attr: 'tags', ope: 'eql', value: name })), name)
}

const contact = fc.record({
  surname: fc.constantFrom('Dupont', 'Dupond', 'Martin'),
  tags: fc.uniqueArray(fc.constantFrom('one', 'two', 'three')).map(names => names.map(name => ({ name }))),
  formdatas: fc.constantFrom([], [answerTo(form)]),
  address: fc.constantFrom({ city: 'Lyon' }, { city: 'Paris' }),
})
const kinds = ['change', 'delete', 'restore', 'restrict', 'merge', 'tag', 'erase'] as const
const write = fc.record({ kind: fc.constantFrom('make' as const, 'make' as const, ...kinds), which: fc.nat(), contact })

const made: number[] = []
async function carryOut({ kind, which, contact }: any) {
  if (kind === 'make' || made.length < 3) return made.push((await aContact(app, cast.admin, contact)).id)
  const [id, other] = [made[which % made.length], made[(which + 1) % made.length]]
  const requests: Record<(typeof kinds)[number], () => Promise<{ status: number; text: string }>> = {
    change: () => client.patch(`/contacts/${id}`, { contact }),
    delete: () => client.delete(`/contacts/${id}`),
    restore: () => client.post(`/contacts/${id}/restore`),
    restrict: () => client.post('/v1/privacy_requests', { contact_id: id, kind: 'restriction' }),
    merge: () => client.post(`/contacts/${id}/merge`, { contact_id: other }),
    tag: () => client.post('/v1/tag_changes', { add: ['three'], remove: ['one'], contact_ids: [id, other] }),
    erase: () => client.post('/v1/privacy_requests', { contact_id: id, kind: 'erasure' }),
  }
  // Some writes are refused: of deleted or merged contacts.
  const { status, text } = await requests[kind as (typeof kinds)[number]]()
  assert.ok(status < 500, text)
}

test('after any write, a total equals the contacts of all pages, and the count of a tag equals a search', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 8 }), async writes => {
      for (const one of writes) await carryOut(one)
      await agree()
    }),
    { numRuns: runs(6) },
  )
})

test('with concurrent writes and reads, a total is never older than the last response', async () => {
  const query = queryOf({ attr: 'tags', ope: 'eql', value: 'crowd' })
  let [begun, done] = [0, 0]
  const writer = async () => {
    for (let n = 0; n < 6; n++) {
      begun++
      await aContact(app, cast.admin, { surname: 'Crowd', tags: [{ name: 'crowd' }] })
      done++
    }
  }
  const reader = async () => {
    while (done < 18) {
      const least = done
      const { total } = (await client.post('/search', { advanced_search: { query, per_page: 1 } })).body.data
      assert.ok(total >= least && total <= begun, `${total} is not between ${least} and ${begun}`)
    }
  }
  await Promise.all([writer(), writer(), writer(), reader(), reader()])
})
