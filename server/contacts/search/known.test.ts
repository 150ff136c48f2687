import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { startTestApp } from '../../test/harness.ts'
import { insertContacts } from '../../test/insert_contacts.ts'
import { aSpace } from '../../test/people.ts'
import { searchWithCost } from '../../test/search_cost.ts'

// Filled and empty fields of contacts, in a space large enough to be searched by patterns of filled fields.

const app = await startTestApp({ own: true })
const space = await aSpace(app)
const { first } = await insertContacts(app.owner, space, 12_000)
await app.owner.unsafe('vacuum analyze')
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1, statement_timeout_ms: 60_000 })
after(() => pool.end())

const search = searchWithCost(pool, space)

test('a missing field, or one that few contacts have, is found by reading few rows', async () => {
  const [lacking, having] = [first + 11_000, first + 11_100]
  await app.owner`update contacts set phone = '', county = '' where group_id = ${space} and id between ${lacking} and ${lacking + 4}`
  await app.owner`update contacts set membership_code = 'M' || id where group_id = ${space} and id between ${having} and ${having + 6}`
  for (const [attr, ope, fitting, total] of [
    ['phone', 'not_ext', lacking, 5],
    ['county', 'not_ext', lacking, 5],
    ['membership_code', 'ext', having, 7],
    ['mail', 'not_ext', 0, 0],
    ['latitude', 'not_ext', 0, 0],
  ] as const) {
    for (const sort of ['id', 'surname', 'state']) {
      const found = await search({ attr, ope }, sort)
      assert.deepEqual([found.whole, found.total, found.ids.length], [[], total, total], `${attr} by ${sort}`)
      assert.ok(found.ids.every(id => id >= fitting && id < fitting + total))
      assert.ok(found.contacts <= 2300, `${attr} ${ope} by ${sort} read ${found.contacts}`)
    }
  }
})

test('whether a field is filled is found also when contacts have no pattern in common', async () => {
  const many = 400
  await app.owner`
    update contacts set addition = case when id & 1 = 0 then '' else 'x' end, building = case when id & 2 = 0 then '' else 'x' end,
      floor = case when id & 4 = 0 then '' else 'x' end, door = case when id & 8 = 0 then '' else 'x' end,
      state = case when id & 16 = 0 then '' else 'x' end, nationality = case when id & 32 = 0 then '' else 'x' end,
      birth_city = case when id & 64 = 0 then '' else 'x' end, birth_country = case when id & 128 = 0 then '' else 'x' end,
      infos = case when id & 256 = 0 then '' else 'x' end
    where group_id = ${space} and id between ${first + 10_000} and ${first + 10_000 + 2 * many}`
  const [{ patterns }] = await pool.read(
    { group_id: space },
    sql => sql<[{ patterns: number }]>`
      select count(distinct known)::int as patterns from searched_contacts where group_id = ${space}`,
  )
  assert.ok(patterns > many, `${patterns} patterns`)
  const { total, whole } = await search({ attr: 'membership_code', ope: 'ext' })
  assert.deepEqual([total, whole], [7, []])
})
