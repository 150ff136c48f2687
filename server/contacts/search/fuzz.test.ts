import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { fillActivity } from '../../../bench/fill_activity.ts'
import { Pool } from '../../db/pool/pool.ts'
import { startTestApp } from '../../test/harness.ts'
import { insertContacts } from '../../test/insert_contacts.ts'
import { aSpace, aUser, type Person } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'
import { part, query, text, whole } from '../../test/search_arbitraries.ts'
import { reindexContacts } from '../../test/search_index.ts'
import { attributeNames } from './engine/attributes.ts'
import { compileQuery } from './engine/compile.ts'
import { parseQuery } from './engine/parse.ts'
import { normalizePhones } from './engine/phone_numbers.ts'

// Two spaces of the same shape: any query has the same result in both, each with its own contacts.

const app = await startTestApp()
const size = 400
const spaces = [await aSpace(app), await aSpace(app)]
const crowds = [await insertContacts(app.owner, spaces[0]!, size), await insertContacts(app.owner, spaces[1]!, size)]
const people = [
  await aUser(app, spaces[0]!, { role: 'superadmin' }),
  await aUser(app, spaces[1]!, { role: 'superadmin' }),
]
for (const [index, space] of spaces.entries())
  await fillActivity(app.owner, space, { first: crowds[index]!.first, size })
for (const space of spaces) await reindexContacts(app.owner, space)
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1, statement_timeout_ms: 60_000 })
after(() => pool.end())
// Placeholders for ids of the space that is searched.
const ownForm = (space: number, which: 'chosen' | 'written') => crowds[space]![which]

/** The query with the forms of this space. */
const inSpace = (value: any, space: number): any => {
  if (Array.isArray(value)) return value.map(one => inSpace(one, space))
  if (value === null || typeof value !== 'object') return value
  if (value.which === undefined)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inSpace(one, space)]))
  const { which, refs, ...one } = value
  const { id, refs: own } = ownForm(space, which)
  return { ...one, form_id: id, form_ref_ids: [own[0], ...refs.map((ref: number) => own[ref] ?? own[0])] }
}

/** The parsed query; one that finds nothing where a range runs from now to long ago, which is refused. */
function parsedQuery(asked: unknown) {
  try {
    return parseQuery(asked, 'query')
  } catch {
    return { every: false, parts: [] }
  }
}

function isValid(one: unknown) {
  try {
    return Boolean(parseQuery({ $all: [{ $all: [one] }] }, 'query'))
  } catch {
    return false
  }
}

async function answer(who: Person, advanced_search: object) {
  const { status, body, text } = await app.as(who).post('/search', { advanced_search })
  assert.ok(status === 200 || status === 422, `${status} to ${JSON.stringify(advanced_search)}: ${text}`)
  return { status, ...body.data } as { status: number; contacts?: any[]; total?: number }
}

describe('any query', () => {
  test('has the same result in two equal spaces, each with its own contacts', async () => {
    const sorts = fc.constantFrom('id', 'surname', 'county', 'birthdate', 'UpdatedAt', 'postalcode')
    await fc.assert(
      fc.asyncProperty(query, sorts, fc.boolean(), async (asked, sort_attr, sort_asc) => {
        const [mine, theirs] = await Promise.all(
          [0, 1].map(space =>
            answer(people[space]!, { query: inSpace(asked, space), sort_attr, sort_asc, per_page: 25 }),
          ),
        )
        assert.deepEqual([mine!.status, mine!.total], [theirs!.status, theirs!.total])
        const names = (list: any[] = []) => list.map(({ external_id }) => external_id)
        assert.deepEqual(names(mine!.contacts), names(theirs!.contacts))
        for (const [space, { contacts = [] }] of [mine!, theirs!].entries())
          for (const contact of contacts) assert.equal(contact.group_id, spaces[space])
        assert.ok((mine!.total ?? 0) <= size)
      }),
      { numRuns: runs(120) },
    )
  })

  test('selects the same contacts whether all are collected or each is tested', async () => {
    await fc.assert(
      fc.asyncProperty(query, async asked => {
        await pool.read({ group_id: spaces[0]! }, async sql => {
          const parsed = await normalizePhones(sql, spaces[0]!, parsedQuery(inSpace(asked, 0)))
          const selected = async (mode: 'all' | 'many' | 'each') =>
            (
              await sql<{ id: number }[]>`
                select c.id from searched_contacts c
                where c.group_id = ${spaces[0]!} and ${compileQuery(sql, spaces[0]!, parsed, mode)} order by c.id`
            ).map(({ id }) => id)
          const all = await selected('all')
          assert.deepEqual([await selected('each'), await selected('many')], [all, all])
        })
      }),
      { numRuns: runs(120) },
    )
  })

  test('of groups finds what the sets of its conditions give', async () => {
    await fc.assert(
      fc.asyncProperty(part, async asked => {
        const one = inSpace(asked, 0)
        await pool.read({ group_id: spaces[0]! }, async sql => {
          const found = async (sent: unknown) => {
            const parsed = await normalizePhones(sql, spaces[0]!, parsedQuery({ $all: [{ $all: [sent] }] }))
            const rows = await sql<{ id: number }[]>`
              select c.id from searched_contacts c
              where c.group_id = ${spaces[0]!} and ${compileQuery(sql, spaces[0]!, parsed)} order by c.id`
            return new Set(rows.map(({ id }) => id))
          }
          const all = await found({ $condition: { attr: 'id', ope: 'gte', value: 1 } })
          const expected = async (node: any): Promise<Set<number>> => {
            if (node.not) return all.difference(await expected(node.not))
            if (!node.any && !node.all) return found(node)
            const sets: Set<number>[] = await Promise.all((node.any ?? node.all).map(expected))
            return sets.reduce((whole, set) => (node.any ? whole.union(set) : whole.intersection(set)))
          }
          if (!isValid(one)) return
          const ids = (set: Set<number>) => [...set].sort((a, b) => a - b)
          assert.deepEqual(ids(await found(one)), ids(await expected(one)))
        })
      }),
      { numRuns: runs(120) },
    )
  })

  test('that is invalid is refused, and never a server error', async () => {
    const words = fc.constantFrom(
      ...['$all', '$at_least_one', '$condition', 'any', 'all', 'not', 'attr', 'ope', 'value', 'from', 'to'],
      ...['form_id', 'form_ref_ids', 'currency'],
    )
    const leaf = fc.oneof(
      fc.constantFrom(...attributeNames, 'eql', 'contains', 'range', 'any_of', 'gte', '$all'),
      fc.jsonValue(),
      whole,
      text,
    )
    const { tree } = fc.letrec(tie => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(words, tie('tree'), { maxKeys: 5 }),
      ),
    }))
    const garbled = fc.tuple(fc.constantFrom(...attributeNames), leaf, tree, tree).map(([attr, ope, value, more]) => ({
      $all: [{ $all: [{ $condition: { attr, ope, value, ...(more as object) } }] }],
    }))
    await fc.assert(
      fc.asyncProperty(fc.oneof(tree, garbled), async asked => {
        await answer(people[0]!, { query: asked })
      }),
      { numRuns: runs(200) },
    )
  })
})
