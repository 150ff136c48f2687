import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate, readMigrations } from '../../db/migrate.ts'
import { startTestApp } from '../../test/harness.ts'
import { insertContacts } from '../../test/insert_contacts.ts'
import { aSpace } from '../../test/people.ts'
import { outdatedIndexRows, reindexContacts } from '../../test/search_index.ts'
import { compileCondition } from './engine/compile.ts'
import type { SearchCondition } from './engine/query_tree.ts'

const app = await startTestApp({ own: true })

test('a field that add_contact_field adds is searched like the others, and stored rows stay valid', async () => {
  const space = await aSpace(app)
  const { first } = await insertContacts(app.owner, space, 4)
  await reindexContacts(app.owner)
  const text = `
    select add_contact_field('nickname', 'text');
    select add_contact_field('badge', 'count');
    select add_contact_field('joined_on', 'date');
    select add_contact_field('volunteer', 'flag');`
  await migrate(app.database_url, [...readMigrations(), { name: '9000_fields.sql', text }])
  assert.deepEqual(await outdatedIndexRows(app.owner), [])
  await app.owner`
    update contacts set nickname = ' Zoé', badge = 7, joined_on = '2026-05-01T00:00:00Z', volunteer = true
    where group_id = ${space} and id = ${first + 1}`
  await app.owner`select index_contacts(${space}, ${[first + 1]}::bigint[])`
  const found = async (attribute: object, test: object, negated = false) => {
    const condition = { attribute, test, negated, strict: false } as unknown as SearchCondition
    const rows = await app.owner<{ id: number }[]>`
      select c.id from contact_index c
      where c.group_id = ${space} and ${compileCondition(app.owner, space, condition, 'all')}
      order by c.id`
    return rows.map(({ id }) => id - first)
  }
  const nickname = { name: 'nickname', kind: 'text', field: 'nickname' }
  const badge = { name: 'badge', kind: 'integer', field: 'badge' }
  const joined_on = { name: 'joined_on', kind: 'time', field: 'joined_on' }
  assert.deepEqual(await found(nickname, { is: 'any_of', values: ['zoe'], spans: [] }), [1])
  assert.deepEqual(await found(nickname, { is: 'contains', text: 'OE' }), [1])
  assert.deepEqual(await found(nickname, { is: 'ext' }, true), [0, 2, 3])
  assert.deepEqual(await found(badge, { is: 'any_of', values: [7], spans: [] }), [1])
  assert.deepEqual(await found(badge, { is: 'ext' }), [1])
  assert.deepEqual(await found(joined_on, { is: 'range', span: { from: '2026-04-30T00:00:00Z' } }), [1])
  assert.deepEqual(await found({ name: 'volunteer', kind: 'boolean', field: 'volunteer' }, { is: 'ext' }), [1])
})
