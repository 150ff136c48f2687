import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { CsvRow } from '../../../../csv_reader.ts'
import { ApiError } from '../../../../errors.ts'
import { layout_samples } from '../../../../test/bank_layout_samples.ts'
import { runs } from '../../../../test/runs.ts'
import type { CsvMapping } from '../../../bank_accounts/schema.ts'
import { guessMapping, isDated, sampleRows } from './csv_guess.ts'
import { openBankFiles, readStatements } from './read.ts'

const guessOf = (text: string) => guessMapping(sampleRows(text))

async function readWith(text: string, mapping: CsvMapping, currency = 'EUR') {
  const [statement] = await readStatements(await openBankFiles(Buffer.from(text)), { mapping, currency })
  return statement!
}

const refusal = (detail: RegExp) => (error: unknown) => error instanceof ApiError && detail.test(String(error.detail))

describe('a known layout is recognised and read without a mapping by hand', () => {
  for (const [index, { file, layout, currency, lines, ...sample }] of layout_samples.entries())
    test(`${layout}, sample ${index + 1}`, async () => {
      const guess = guessOf(file)
      assert.equal(guess?.layout, layout)
      const statement = await readWith(file, guess!.mapping, currency)
      const said = statement.lines.map(({ date, amount, text, counterparty }) =>
        [date, amount, text, counterparty].join(' | '),
      )
      assert.deepEqual(said, lines)
      assert.equal(statement.left_out_count, sample.left_out_count ?? 0)
      assert.equal(statement.opening_balance, sample.opening_balance ?? null)
    })

  test('a file in another currency than the account is refused', async () => {
    const { file } = layout_samples.find(({ layout }) => layout === 'Wise')!
    const read = readWith(file, guessOf(file)!.mapping, 'GBP')
    await assert.rejects(read, refusal(/The file is in EUR, but the account is in GBP/))
  })
})

describe('days with the name of a month', () => {
  const days = {
    '05 Mar 2025': '2025-03-05',
    '5 mars 2025': '2025-03-05',
    '05-Mar-25': '2025-03-05',
    '1er févr. 2025': '2025-02-01',
    '31 Décembre 2025': '2025-12-31',
    '20 January 2025': '2025-01-20',
    '7 août 2025': '2025-08-07',
    '07/JUIL/25': '2025-07-07',
    '7 Jul 2025': '2025-07-07',
    '6 juin 25': '2025-06-06',
  }
  for (const [written, day] of Object.entries(days))
    test(`${written} is ${day}`, async () => {
      const text = `Date,Description,Amount\n${written},Ada,1.50\n`
      assert.equal((await readWith(text, guessOf(text)!.mapping)).lines[0]?.date, day)
    })

  for (const written of ['05 Jui 2025', '31 Feb 2025', '5 Marx 2025'])
    test(`${written} is none`, async () => {
      const mapping = guessOf('Date,Description,Amount\n05 Mar 2025,Ada,1.50\n')!.mapping
      await assert.rejects(readWith(`Date,Description,Amount\n${written},Ada,1.50\n`, mapping), refusal(/not a day/))
    })
})

test('where day and month may be either, the day comes first; for PayPal the reading that is in order', () => {
  const formatOf = (names: string, ...days: string[]) =>
    guessOf(`${names}\n${days.map(day => `${day},10:00,CET,Ada,Gift,Completed,EUR,1.50,0.00,1.50,1AB\n`).join('')}`)
      ?.mapping.date_format
  const bank = 'Date,Time,Zone,Name,Description,State,Money,Gross,Fee,Amount,ID'
  const paypal = 'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID'
  const [european, american] = [
    ['05/10/2026', '06/10/2026', '07/11/2026'],
    ['09/12/2026', '10/03/2026', '10/11/2026'],
  ]
  assert.equal(formatOf(bank, ...american!), 'DD/MM/YYYY')
  assert.equal(formatOf(paypal, ...american!), 'MM/DD/YYYY')
  for (const names of [bank, paypal]) assert.equal(formatOf(names, ...european!), 'DD/MM/YYYY')
})

describe('a file without column names', () => {
  const amount = fc.integer({ min: -999_999, max: 999_999 }).filter(cents => cents !== 0)
  const line = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    text: fc.constantFrom('Ada', 'B. & C.', 'Zoé 2026', 'é;"à"'),
    amount,
  })
  const style = fc.record({
    lines: fc.array(line, { minLength: 2, maxLength: 30 }),
    separator: fc.constantFrom(',', ';', '\t'),
    decimal: fc.constantFrom(',', '.'),
    newest_first: fc.boolean(),
    balanced: fc.boolean(),
    long_dates: fc.boolean(),
  })
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

  test('gives the same lines as with them, whatever its separators, decimals, days and order', async () => {
    await fc.assert(
      fc.asyncProperty(style, async ({ lines, separator, decimal, newest_first, balanced, long_dates }) => {
        let balance = 5000
        const cents = (units: number) => (units / 100).toFixed(2).replace('.', decimal)
        const rows = lines
          .toSorted((one, other) => one.day - other.day)
          .map(({ day, text, amount }) => {
            balance += amount
            const date = `${day} ${long_dates ? 'octobre' : 'Oct'} 2026`
            return [date, text, cents(amount), ...(balanced ? [cents(balance)] : [])].map(quoted).join(separator)
          })
        const data = (newest_first ? rows.toReversed() : rows).join('\n')
        const names = ['Date', 'Description', 'Amount', ...(balanced ? ['Balance'] : [])].join(separator)
        const [without, within, unknown] = [data, `${names}\n${data}`, `${names.replace('Amount', 'Sum')}\n${data}`]
        const expected = await readWith(within, guessOf(within)!.mapping)
        assert.equal(expected.lines.length, lines.length)
        for (const text of [without, unknown]) {
          const guess = guessOf(text)
          // Which of two columns is the balance cannot always be told; then the columns are asked for.
          if (balanced && !guess) continue
          assert.deepEqual(await readWith(text, guess!.mapping), expected)
        }
        // The saved mapping of a file with column names reads one without them, and the reverse.
        assert.deepEqual(await readWith(without, guessOf(within)!.mapping), expected)
      }),
      { numRuns: runs(500), seed: 20261119 },
    )
  })

  const columns = { encoding: 'auto', separator: ',', skip_rows: 0, date_format: 'DD/MM/YYYY', decimal: '.' } as const
  const mapping: CsvMapping = { ...columns, date: 0, text: [1], amount: 2 }
  const file = '05/10/2026,Total of the day,5.00\n06/10/2026,Ada,1.50\n'
  test('has its first row as a line, unless the mapping says that it is a heading', async () => {
    const amounts = async (text: string, has_headings?: boolean) =>
      (await readWith(text, has_headings === undefined ? mapping : { ...mapping, has_headings })).lines.map(
        ({ amount }) => amount,
      )
    assert.deepEqual(await amounts(file), [500, 150])
    assert.deepEqual(await amounts(file, false), [500, 150])
    assert.deepEqual(await amounts(file, true), [150])
    await assert.rejects(amounts(`Day,Text,Sum\n${file}`, false), refusal(/^Row 1: “Sum” is not an amount/))
  })

  test('with a first day that does not exist is refused, and the row is not taken for a heading', async () => {
    await assert.rejects(
      readWith(file.replace('05/10', '31/02'), mapping),
      refusal(/^Row 1: 31\/02\/2026 is not a day/),
    )
  })

  test('with an amount in its first row and no day is refused, or that row is left out and counted if its day is empty', async () => {
    await assert.rejects(readWith(`Pending,Ben,2.00\n${file}`, mapping), refusal(/^Row 1: “Pending” is not a day/))
    const { lines, left_out_count } = await readWith(`,Ben,2.00\n${file}`, mapping)
    assert.deepEqual([lines.length, left_out_count], [2, 1])
  })

  test('and without the rows above that its mapping skips has the lines that this leaves out counted', async () => {
    const { lines, left_out_count } = await readWith(file, { ...mapping, skip_rows: 1 })
    assert.deepEqual([lines.length, left_out_count], [1, 1])
  })

  test('is left to be mapped by hand where it is not certain which column has the amounts', () => {
    for (const text of ['05/10/2026,Ada,1.50,2.50\n06/10/2026,Ben,3.00,\n', '05/10/2026,Ada,1.50,2.50\n'])
      assert.equal(guessOf(text), undefined)
  })
})

describe('at most 200 cells of a row and 20 values of a column are looked at', () => {
  /** Rows that count how often their cells are read. */
  function countedRows(count: number, cells: string[]) {
    let reads = 0
    const rows = Array.from({ length: count }, (_, index): CsvRow => {
      const counted = new Proxy(cells, {
        get: (target, key, proxy) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads++
          return Reflect.get(target, key, proxy)
        },
      })
      return { index, start: 0, length: 0, cells: counted }
    })
    return { rows, reads: () => reads }
  }

  test('in a row of 30 000 cells', () => {
    const { rows, reads } = countedRows(
      1,
      Array.from({ length: 30_000 }, () => 'x'),
    )
    assert.equal(guessMapping(rows), undefined)
    assert.equal(rows.some(isDated), false)
    assert.ok(reads() <= 200 * 4, `${reads()} cells`)
  })

  test('in a file of many rows', () => {
    const row = ['05/10/2026', 'Ada', '1.50']
    const { rows, reads } = countedRows(10_000, row)
    assert.deepEqual(guessMapping(rows)?.mapping.amount, 2)
    assert.ok(reads() < 1000, `${reads()} cells`)
  })
})
