import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, type Person } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'
import { queryOf } from '../../test/search.ts'

// Totals are cached until something changes, and then counted by shortcuts: they must equal the length of the whole list.

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))
const ask = app.as(cast.admin)
const form = await aForm(app, cast.admin)
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
  const tags = (await ask.get('/v1/tags')).body.data as { name: string; contacts: number }[]
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
    change: () => ask.patch(`/contacts/${id}`, { contact }),
    delete: () => ask.delete(`/contacts/${id}`),
    restore: () => ask.post(`/contacts/${id}/restore`),
    restrict: () => ask.post('/v1/privacy_requests', { contact_id: id, kind: 'restriction' }),
    merge: () => ask.post(`/contacts/${id}/merge`, { contact_id: other }),
    tag: () => ask.post('/v1/tag_changes', { add: ['three'], remove: ['one'], contact_ids: [id, other] }),
    erase: () => ask.post('/v1/privacy_requests', { contact_id: id, kind: 'erasure' }),
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
      const { total } = (await ask.post('/search', { advanced_search: { query, per_page: 1 } })).body.data
      assert.ok(total >= least && total <= begun, `${total} is not between ${least} and ${begun}`)
    }
  }
  await Promise.all([writer(), writer(), writer(), reader(), reader()])
})
