import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { storeMonth } from '../../../../test/bank_proposals.ts'
import { defined } from '../../../../test/defined.ts'
import { startTestApp } from '../../../../test/harness.ts'
import { aSpace, withAppPool } from '../../../../test/people.ts'
import { longTest } from '../../../../test/runs.ts'
import { reindexContacts } from '../../../../test/search_index.ts'
import type { Proposal } from '../../../bank_lines/schema.ts'
import { propose } from './engine.ts'
import { isRight, measureYear, monthsOf, type SyntheticMonth, yearTable } from './measure_year.ts'
import { proposalsOf } from './read.ts'
import { syntheticYear } from './synthetic_year.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Space', 'fr')
const read = (ids: number[], group_id = space) =>
  withAppPool(app, pool => pool.snapshot({ group_id }, sql => proposalsOf(sql, group_id, ids)))

const months = monthsOf(syntheticYear(2026))
for (let month = 0; month < 3; month++) months.next()
const month: SyntheticMonth = defined(months.next().value ?? undefined, 'the fourth month')
await storeMonth(app.owner, space, month)
await reindexContacts(app.owner)
await app.owner.unsafe('analyze')
const ids = month.lines.map(({ id }) => id)
const proposals = await read(ids)

/** What matters of a proposal. */
const shown = (proposal: Proposal | undefined) =>
  proposal && [
    proposal.kind,
    proposal.certain,
    proposal.matches.map(({ transaction_id, amount }) => `${transaction_id} ${amount}`).toSorted(),
  ]

// The table of the decision is that of this seed.
const published_seed = 2026

const year = syntheticYear(published_seed)
const result = await measureYear(year)

describe('proposals from the database', () => {
  test('are those that the engine makes when it knows everything', async () => {
    const expected = await propose(month.input)
    const different = month.lines.filter(
      ({ id }) => JSON.stringify(shown(proposals.get(id)?.[0])) !== JSON.stringify(shown(expected.get(id)?.[0])),
    )
    assert.deepEqual(
      different.map(({ id, text }) => [text, proposals.get(id)?.[0], expected.get(id)?.[0]]),
      [],
    )
  })

  test('are right, and certain only where they are', () => {
    const right = month.lines.filter(line => isRight(line, proposals.get(line.id)?.[0]))
    assert.ok(right.length / month.lines.length > 0.94, `${right.length} of ${month.lines.length}`)
    const certain = month.lines.filter(({ id }) => proposals.get(id)?.[0]?.certain)
    assert.ok(certain.length > 0 && certain.every(line => isRight(line, proposals.get(line.id)?.[0])))
  })

  test('a page of lines has the same certain proposals as all of them', async () => {
    for (const at of [0, 20, 40]) {
      const part = ids.slice(at, at + 20)
      const paged = await read(part)
      for (const id of part)
        assert.equal(paged.get(id)?.[0]?.certain ?? false, proposals.get(id)?.[0]?.certain ?? false, `line ${id}`)
    }
  })

  test('another space has none', async () => {
    assert.equal((await read(ids, await aSpace(app))).size, 0)
    assert.equal((await read([])).size, 0)
  })
})

describe('proposals in a year of 5 000 payments', () => {
  test('the year is of the size that was asked for', () => {
    assert.ok(Math.abs(year.payments.length - 5000) < 250, `${year.payments.length} payments`)
    assert.ok(year.lines.length > 2000, `${year.lines.length} lines`)
  })

  test('at least 95 % of the lines get the right first proposal', () => {
    const { right, lines } = result.total
    assert.ok(right / lines >= 0.95, yearTable(result))
  })

  test('no certain proposal is wrong', () => {
    const wrong = result.wrong.filter(({ proposal }) => proposal?.certain)
    const told = wrong.map(({ line, proposal }) => [line.sort, line.text, line.counterparty, proposal?.message])
    assert.deepEqual(told, [])
    assert.ok(result.total.certain / result.total.lines > 0.4, 'and many are certain')
  })

  longTest('nor in other years', async () => {
    for (const seed of [1, 2, 3]) {
      const { total, wrong } = await measureYear(syntheticYear(seed))
      const certain = wrong
        .filter(({ proposal }) => proposal?.certain)
        .map(({ line, proposal }) => [line.text, proposal?.message])
      assert.deepEqual(certain, [], `seed ${seed}`)
      assert.ok(total.right / total.lines >= 0.95, `seed ${seed}: ${total.right} of ${total.lines}`)
    }
  })

  test('the published table is that of this year', () => {
    const text = readFileSync(new URL('../../../../../docs/decisions/0036-bank-matching.md', import.meta.url), 'utf8')
    const table = (markdown: string) => markdown.replace(/ +/g, ' ').replace(/-+/g, '-')
    assert.ok(table(text).includes(table(yearTable(result))), `the table is now:\n${yearTable(result)}`)
  })
})
