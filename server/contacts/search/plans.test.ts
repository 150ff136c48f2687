import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { fillActivity } from '../../../bench/fill_activity.ts'
import { migrate, readMigrations } from '../../db/migrate.ts'
import { Pool } from '../../db/pool/pool.ts'
import { startTestApp } from '../../test/harness.ts'
import { insertContacts } from '../../test/insert_contacts.ts'
import { multiplyRows } from '../../test/multiply_rows.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { thorough } from '../../test/runs.ts'
import { condition } from '../../test/search.ts'
import { countReads, searchWithCost } from '../../test/search_cost.ts'
import { outdatedIndexRows, reindexContacts } from '../../test/search_index.ts'
import { countOutOfScope } from '../core/restriction.ts'
import { indexContacts } from '../core/search_index.ts'
import { attributeNames, attributeOf } from './engine/attributes.ts'
import { compileCondition } from './engine/compile.ts'
import type { SearchCondition } from './engine/query_tree.ts'

// Which rows a search reads in a table that is too large to be read as a whole: the indexes serve it, also under row-level security.

const size = thorough ? 50_000 : 2000
/** The contact at this fraction of all. */
const at = (part: number) => first + Math.round(size * part)
const app = await startTestApp({ own: true })
const space = await aSpace(app)
const { first, chosen, written } = await insertContacts(app.owner, space, size)
await aUser(app, space, { role: 'superadmin' })
const dated = await fillActivity(app.owner, space, { first, size })
// Most rows belong to another space, so that PostgreSQL has no reason to read a whole table.
const other = await aSpace(app)
await aUser(app, other, { role: 'superadmin' })
const { first: other_first } = await insertContacts(app.owner, other, 2 * size)
await fillActivity(app.owner, other, { first: other_first, size: 2 * size })
// More than the cap of a total.
await app.owner`update contacts set age_category = 3 where group_id = ${other} and id = ${other_first}`
await multiplyRows(app.owner, 'contacts', other, 8000)
await app.owner`insert into counters (group_id, name, delta) values (${other}, 'contacts', 8000)`
await reindexContacts(app.owner)
await app.owner.unsafe('vacuum analyze')
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1, statement_timeout_ms: 60_000 })
after(() => pool.end())

await countReads(app)
const search = searchWithCost(pool, space)

/** How many contacts a search may read, with its sample of 200, where fewer than so many match. */
const [few, seldom] = thorough ? [1500, 1000] : [600, 400]

/** Values that few contacts have, by attribute. */
const [row] = await app.owner<
  Record<string, any>[]
>`select * from contacts where group_id = ${space} and id = ${at(0.66682)}`
const columns = new Set<string>()
const texts = attributeNames.flatMap(name => {
  const attribute = attributeOf(name)!
  // Another name for the same column makes the same statements.
  if (attribute.kind !== 'text' || columns.has(attribute.field)) return []
  columns.add(attribute.field)
  return [{ name, value: (row![attribute.field] as string) || 'zzzz' }]
})

/** Columns differ only by their index, so npm test tries every operator with some of them and the usual ones with each. */
const tried_in_full = ['surname', 'mobile', 'mail', 'external_id', 'city']
const usual = ['eql', 'contains', 'start_with', 'not_ext']

describe('texts', () => {
  for (const { name, value } of texts) {
    const whole_set = thorough || tried_in_full.includes(name)
    test(`${name}, by ${whole_set ? 'every' : 'each usual'} operator`, async () => {
      const values: Record<string, object> = {
        ...{ eql: { value }, 'eql:strictdata': { value }, not_eql: { value }, contains: { value } },
        ...{ 'contains:strictdata': { value }, not_contains: { value }, start_with: { value } },
        ...{ not_start_with: { value }, any_of: { value: [value, 'zzzz'] }, none_of: { value: [value, 'zzzz'] } },
        ...{ gte: { value }, lte: { value } },
        range: { from: value, to: `${value}z` },
        ext: {},
        not_ext: {},
      }
      const totals: Record<string, number | null> = {}
      for (const [ope, given] of Object.entries(values)) {
        if (!whole_set && !usual.includes(ope)) continue
        const { total, whole } = await search({ attr: name, ope, ...given })
        assert.deepEqual(whole, [], ope)
        totals[ope] = total
      }
      assert.ok(value === 'zzzz' || totals.eql! > 0)
      if (!whole_set) return
      for (const [ope, opposite] of [
        ...['eql', 'contains', 'start_with', 'ext'].map(ope => [ope, `not_${ope}`] as const),
        ['any_of', 'none_of'] as const,
      ])
        assert.equal(totals[ope]! + totals[opposite]!, size, `${ope} and its opposite are not everybody`)
    })
  }

  test('a text that few contacts have is found by reading few rows, and so is a part of it', async () => {
    const searches = texts
      .filter(({ value }) => value.length >= 4)
      .flatMap(({ name: attr, value }) => ['eql', 'start_with', 'contains'].map(ope => ({ attr, ope, value })))
    for (const condition of searches) {
      const { contacts, total } = await search(condition)
      // Every contact has the trigrams of a word such as Pays.
      const is_common = condition.ope !== 'eql' && / /.test(condition.value)
      if (total! >= seldom || is_common) continue
      assert.ok(contacts < few, `${condition.attr} ${condition.ope}: ${total} found by reading ${contacts}`)
    }
  })

  test('a polling station, a house and a position are found by reading matching rows', async () => {
    for (const [attr, ope] of [
      ['polling_station', 'eql'],
      ['house_number', 'eql'],
      ['latitude', 'eql'],
      ['longitude', 'start_with'],
    ] as const) {
      const { contacts, total, whole } = await search({ attr, ope, value: row![attr] }, 'id')
      assert.deepEqual(whole, [], attr)
      assert.ok(total! > 0 && contacts <= 2 * total! + 300, `${attr}: ${total} found by reading ${contacts}`)
    }
  })
})

test('a telephone number is found by its index, in any spelling', async () => {
  const spelled = row!['mobile_key'].replace(/^(\+33)(.)(..)(..)(..)(..)$/, '$1 $2 $3.$4-$5 $6')
  for (const [ope, value, total] of [
    ['eql', spelled, 1],
    ['any_of', [spelled, '+33 6 00 00 00 01', 'no number'], 2],
    ['not_eql', spelled, size - 1],
    ['none_of', [spelled], size - 1],
  ] as const) {
    assert.equal((await search({ attr: 'mobile', ope, value }, 'surname')).total, total, ope)
    // A negated condition fills its page from the first few in order.
    const page = await search({ attr: 'mobile', ope, value }, 'surname', 'none')
    assert.deepEqual(page.whole, [], ope)
    assert.ok(page.contacts <= 500, `${ope} read ${page.contacts}`)
  }
})

test('a list of mails or external IDs is found by reading as many rows as it has entries', async () => {
  const listed = await app.owner<{ mail: string; external_id: string }[]>`
    select mail, external_id from contacts where group_id = ${space} and id >= ${at(0.4)} order by id limit 300`
  for (const attr of ['mail', 'external_id'] as const) {
    const value = [...listed.map(contact => contact[attr].toUpperCase()), 'nobody@nowhere.example']
    const { whole, total, contacts } = await search({ attr, ope: 'any_of', value })
    assert.deepEqual([whole, total], [[], 300], attr)
    assert.ok(contacts <= 600, `${attr}: ${contacts} read`)
  }
})

describe('other conditions', () => {
  const [tag] = ['Tag 7']
  const form = { attr: 'form', form_id: chosen.id }
  const free = { attr: 'custom_fields', form_id: written.id }
  const cases: object[] = [
    ...['eql', 'not_eql', 'gte', 'lte'].map(ope => ({ attr: 'id', ope, value: first + 400 })),
    { attr: 'id', ope: 'any_of', value: [first, first + 1] },
    ...['age_category', 'membership_number'].flatMap(attr =>
      ['eql', 'not_eql', 'gte', 'lte'].map(ope => ({ attr, ope, value: 3 })),
    ),
    ...['birthdate', 'created_at', 'UpdatedAt'].flatMap(attr => [
      ...['eql', 'not_eql', 'gte', 'lte'].map(ope => ({ attr, ope, value: '1980-05-01' })),
      { attr, ope: 'gte', value: 'now-30d' },
      { attr, ope: 'range', from: '2025-01-02', to: '2025-01-03' },
      { attr, ope: 'ext' },
      { attr, ope: 'not_ext' },
    ]),
    ...['black_list', 'mobile_invalid', 'phone_invalid'].flatMap(attr =>
      [true, false].map(value => ({ attr, ope: 'eql', value })),
    ),
    { attr: 'address', ope: 'ext' },
    ...['eql', 'not_eql', 'contains', 'not_contains', 'start_with'].map(ope => ({ attr: 'tags', ope, value: tag })),
    ...['any_of', 'none_of', 'all_of'].map(ope => ({ attr: 'tags', ope, value: [tag, 'Tag 8'] })),
    { attr: 'tags', ope: 'ext' },
    { attr: 'tags', ope: 'not_ext' },
    ...['any_of', 'none_of', 'all_of', 'eql', 'ext', 'not_ext'].map(ope => ({
      ...form,
      ope,
      form_ref_ids: [chosen.refs[3]],
    })),
    ...['eql', 'not_eql', 'contains', 'start_with', 'not_contains'].map(ope => ({
      ...free,
      ope,
      value: 'réponse 333',
    })),
    { ...free, ope: 'gte', value: 3 },
    { ...free, ope: 'lte', value: '2026-01-01' },
    { ...free, form_id: dated.id, ope: 'gte', value: '2026-10-01' },
    ...['member', 'lapsed', 'never'].map(value => ({ attr: 'membership', ope: 'eql', value })),
    { attr: 'membership_end_date', ope: 'gte', value: 'now' },
    { attr: 'donation_sum', ope: 'gte', value: 100 },
    { attr: 'donation_count', ope: 'eql', value: 0 },
    { attr: 'last_donation', ope: 'lte', value: 'now-1y' },
  ]
  for (const condition of cases) {
    test(JSON.stringify(condition), async () => {
      for (const sort of ['id', 'surname', 'county', 'birthdate']) {
        const { whole } = await search(condition, sort, 'none')
        assert.deepEqual(whole, [], `sorted by ${sort}`)
      }
    })
  }

  test('a first page of a condition that most contacts match reads little more than that page', async () => {
    for (const condition of [
      { attr: 'surname', ope: 'not_eql', value: 'nobody' },
      { attr: 'mail', ope: 'contains', value: 'example' },
      { attr: 'country', ope: 'eql', value: 'FR' },
      { attr: 'black_list', ope: 'eql', value: false },
    ]) {
      const { ids, contacts } = await search(condition, 'surname', 'none')
      assert.equal(ids.length, 100)
      assert.ok(contacts <= 500, `${JSON.stringify(condition)} read ${contacts}`)
    }
  })
})

describe('where more than ten thousand match', () => {
  const searchOther = searchWithCost(pool, other)
  for (const [name, condition] of Object.entries({
    most: { attr: 'country', ope: 'eql', value: 'FR' },
    'an age': { attr: 'age_category', ope: 'gte', value: 1 },
    'all but one': { attr: 'id', ope: 'not_eql', value: other_first },
  }))
    test(`of a space, the total is exact, capped or left out, as requested: ${name}`, async () => {
      const exact = await searchOther(condition)
      const capped = await searchOther(condition, 'surname', 'capped')
      const none = await searchOther(condition, 'surname', 'none')
      assert.ok(exact.total! > 10_000)
      assert.deepEqual([exact.total_is_capped, capped.total_is_capped], [false, true])
      assert.deepEqual([capped.total, none.total], [10_000, null])
      assert.deepEqual([capped.ids, none.ids], [exact.ids, exact.ids])
      const unindexed = await searchOther(condition, 'county', 'capped')
      assert.deepEqual([unindexed.total, unindexed.total_is_capped], [exact.total, false])
    })
})

const is = (attr: string, value: unknown, ope = 'eql', more: object = {}) => condition({ attr, ope, value, ...more })
const [mail, city] = [is('mail', row!['mail']), is('city', row!['city'])]
const numbers = Array.from({ length: 200 }, (_, n) => is('external_id', `X${n * 7 + 1}`))

describe('alternatives that indexes find', () => {
  const cases: [string, object][] = [
    ['two values', { any: [mail, city] }],
    ['200 values', { any: numbers }],
    ['pairs of values', { any: numbers.slice(0, 50).map(one => ({ all: [one, city] })) }],
    [
      'of all kinds',
      { any: [mail, is('street', row!['street'].slice(5), 'contains'), is('surname', row!['surname'], 'start_with')] },
    ],
    ['any telephone', is('any_phone', row!['mobile_key'])],
    ['a part of any telephone', is('any_phone', '1333', 'contains')],
    ['a part of a written answer', { any: [mail, is('form', '1333', 'contains', { form_id: written.id })] }],
    ['payments', { any: [mail, is('donation_sum', 19_900, 'gte')] }],
    ['a negation next to a value', { any: [mail, { all: [city, { not: is('tags', 'Tag 7') }] }] }],
    ['none of the opposites', { not: { all: [{ not: mail }, { not: city }] } }],
  ]
  for (const [name, part] of cases)
    test(`are found by reading few contacts: ${name}`, async () => {
      const { total, contacts, whole } = await search(part)
      assert.ok(!whole.includes('contact_index'))
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

test('leaving out many restricted contacts costs little more than their number', async () => {
  const conditions = [
    { attr: 'surname', ope: 'eql', value: row!['surname'] },
    { attr: 'mail', ope: 'contains', value: row!['mail'].split('@')[0] },
    { attr: 'city', ope: 'not_eql', value: row!['city'] },
  ]
  const restricted = size / 5
  await app.owner`
    update contacts set restricted_at = now() where group_id = ${space} and id < ${first + restricted} and id >= ${first}`
  await indexContacts(
    app.owner,
    space,
    Array.from({ length: restricted }, (_, n) => first + n),
  )
  await app.owner.unsafe('vacuum analyze contact_index')
  const others = await pool.read({ group_id: space }, sql => countOutOfScope(sql, space, 'unrestricted'))
  assert.equal(others, restricted)
  for (const condition of conditions) {
    const all = await search(condition)
    const without = await search(condition, 'surname', 'exact', 'unrestricted')
    assert.deepEqual(without.whole, [])
    assert.ok(without.ids.every(id => id >= first + restricted))
    assert.ok(without.contacts <= all.contacts + 2 * restricted + 200, `${without.contacts} and ${all.contacts} rows`)
  }
})

describe('conditions on other tables', () => {
  test('a first page of a condition that many match reads only payments of the contacts passed', async () => {
    for (const condition of [
      { attr: 'membership', ope: 'any_of', value: ['member', 'lapsed'] },
      { attr: 'membership', ope: 'eql', value: 'never' },
      { attr: 'donation_count', ope: 'eql', value: 2 },
      { attr: 'donation_sum', ope: 'eql', value: 0 },
      { attr: 'donation_sum', ope: 'gte', value: 2000 },
      { attr: 'last_donation', ope: 'gte', value: '2025-01-01' },
      { attr: 'tags', ope: 'not_ext' },
      { attr: 'form', ope: 'not_ext', form_id: chosen.id },
    ]) {
      const { ids, contacts, payments, whole } = await search(condition, 'surname', 'none')
      assert.equal(ids.length, 100)
      assert.deepEqual(whole, [])
      assert.ok(contacts <= 5000 && payments <= 2500, `${JSON.stringify(condition)} read ${contacts} and ${payments}`)
    }
  })

  test('a membership number and a missing name are found by an index', async () => {
    await app.owner`update contacts set membership_number = 7 where group_id = ${space} and id = ${at(0.8)}`
    await indexContacts(app.owner, space, [at(0.8)])
    const numbered = await search({ attr: 'membership_number', ope: 'eql', value: 7 }, 'id')
    assert.deepEqual([numbered.ids, numbered.whole], [[at(0.8)], []])
    assert.ok(numbered.contacts <= 300, `read ${numbered.contacts}`)
    const nameless = await search({ attr: 'firstname', ope: 'not_ext' })
    assert.deepEqual([nameless.ids, nameless.whole], [[], []])
    assert.ok(nameless.contacts <= 300, `read ${nameless.contacts}`)
  })
})

// The last test: it changes the schema.
test('a field that add_contact_field adds is searched like the others, and stored rows stay valid', async () => {
  const space = await aSpace(app)
  const { first } = await insertContacts(app.owner, space, 4)
  await reindexContacts(app.owner, space)
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
