import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { thorough } from '../../../../test/runs.ts'
import { measureYear, yearTable } from './measure_year.ts'
import { syntheticYear } from './synthetic_year.ts'

// The table of the decision is that of this seed.
const published_seed = 2026

const year = syntheticYear(published_seed)
const result = await measureYear(year)

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

  test('nor in other years', async () => {
    for (const seed of thorough ? [1, 2, 3] : [1]) {
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
