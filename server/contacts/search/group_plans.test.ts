import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { fillActivity } from '../../../bench/fill_activity.ts'
import { Pool } from '../../db/pool/pool.ts'
import { defined } from '../../test/defined.ts'
import { startTestApp } from '../../test/harness.ts'
import { insertContacts } from '../../test/insert_contacts.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { condition } from '../../test/search.ts'
import { countReads, searchWithCost } from '../../test/search_cost.ts'
import { reindexContacts } from '../../test/search_index.ts'

// Which rows a search with groups reads in a table that is too large to be read as a whole.

const size = 5000
const app = await startTestApp({ own: true })
const space = await aSpace(app)
await aUser(app, space, { role: 'superadmin' })
const { first, written } = await insertContacts(app.owner, space, size)
await fillActivity(app.owner, space, { first, size })
const other = await aSpace(app)
await insertContacts(app.owner, other, 3 * size)
await reindexContacts(app.owner)
await app.owner.unsafe('vacuum analyze')
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1, statement_timeout_ms: 60_000 })
after(() => pool.end())
await countReads(app)
const search = searchWithCost(pool, space)

const [row] = await app.owner<{ mail: string; city: string; street: string; surname: string; mobile_key: string }[]>`
  select mail, city, street, surname, mobile_key from contacts where group_id = ${space} and id = ${first + 3333}`
const who = defined(row, 'a contact')
const is = (attr: string, value: unknown, ope = 'eql', more: object = {}) => condition({ attr, ope, value, ...more })
const [mail, city] = [is('mail', who.mail), is('city', who.city)]
const numbers = Array.from({ length: 200 }, (_, n) => is('external_id', `X${n * 7}`))

describe('alternatives that indexes find', () => {
  const cases: [string, object][] = [
    ['two values', { any: [mail, city] }],
    ['200 values', { any: numbers }],
    ['pairs of values', { any: numbers.slice(0, 50).map(one => ({ all: [one, city] })) }],
    [
      'of all kinds',
      { any: [mail, is('street', who.street.slice(5), 'contains'), is('surname', who.surname, 'start_with')] },
    ],
    ['any telephone', is('any_phone', who.mobile_key)],
    ['a part of any telephone', is('any_phone', '3333', 'contains')],
    ['a part of a written answer', { any: [mail, is('form', '3333', 'contains', { form_id: written.id })] }],
    ['payments', { any: [mail, is('donation_sum', 19_900, 'gte')] }],
    ['a negation next to a value', { any: [mail, { all: [city, { not: is('tags', 'Tag 7') }] }] }],
    ['none of the opposites', { not: { all: [{ not: mail }, { not: city }] } }],
  ]
  for (const [name, part] of cases)
    test(`are found by reading few contacts: ${name}`, async () => {
      const { total, contacts, whole } = await search(part)
      assert.deepEqual(
        whole.filter(table => table === 'contact_index'),
        [],
      )
      // The sample has 200.
      assert.ok(contacts <= 1000 && (total ?? 0) > 0, `read ${contacts} for ${total}`)
    })
})

test('a first page of what most contacts match reads little more than that page', async () => {
  for (const part of [
    { not: { any: [mail, city] } },
    { any: [mail, { not: city }] },
    { any: [is('any_phone', '0', 'contains'), mail] },
  ]) {
    const { ids, contacts } = await search(part, 'surname', 'none')
    assert.equal(ids.length, 100)
    assert.ok(contacts <= 500, `${JSON.stringify(part)} read ${contacts}`)
  }
})
