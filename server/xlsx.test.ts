import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { childOf, dayIn, type ReadSheet, readWorkbook } from './test/workbooks.ts'
import { type Cell, type Sheet, xlsxOf } from './xlsx.ts'

const sheet = (width: number): Sheet => ({
  name: 'A & "B"',
  columns: Array.from({ length: width }, (_, index) => ({ heading: `<Column> ${index}`, width: 12 })),
  day_format: 'dd/mm/yyyy',
})

async function* inPages(...pages: Cell[][][]) {
  yield* pages
}

async function bytesOf(width: number, pages: AsyncIterable<Cell[][]>, own?: Parameters<typeof xlsxOf>[2]) {
  const chunks: Buffer[] = []
  for await (const chunk of xlsxOf(sheet(width), pages, own)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const valuesIn = (rows: ReadSheet['rows']) => rows.map(row => row.map(cell => cell?.value))

describe('a workbook', () => {
  test('has numbers, amounts with their decimals, days and texts', async () => {
    const rows: Cell[][] = [
      [7, { amount: '1234.50', decimals: 2 }, { amount: '1234', decimals: 0 }, { day: '2026-12-31' }, undefined, 'a'],
      [8, { amount: '0.007', decimals: 3 }, { amount: '12.3456', decimals: 4 }, { day: '1900-02-28' }, '', '=1+1'],
    ]
    const [{ name, rows: read }] = readWorkbook(await bytesOf(6, inPages(rows))) as [ReadSheet]
    assert.equal(name, 'A & "B"')
    assert.deepEqual(valuesIn(read.slice(1)), [
      [7, 1234.5, 1234, 46387, undefined, 'a'],
      [8, 0.007, 12.3456, '1900-02-28', undefined, '=1+1'],
    ])
    assert.equal(dayIn(read[1]?.[3]), '2026-12-31')
    assert.deepEqual(
      read[1]?.map(cell => cell?.format),
      ['', '#,##0.00', '#,##0', 'dd/mm/yyyy', undefined, ''],
    )
    assert.deepEqual([read[2]?.[1]?.format, read[2]?.[2]?.format], ['#,##0.000', '#,##0.0000'])
  })

  test('has a bold header that stays visible, and filters over all rows', async () => {
    const [{ rows, root }] = readWorkbook(await bytesOf(3, inPages([['a'], ['b']], [['c']]))) as [ReadSheet]
    assert.ok(rows[0]?.every(cell => cell?.bold))
    assert.equal(rows[0]?.[2]?.value, '<Column> 2')
    assert.ok(!rows[1]?.[0]?.bold)
    const { attributes } = childOf(childOf(childOf(root, 'sheetViews'), 'sheetView'), 'pane')
    assert.deepEqual([attributes.ySplit, attributes.state], ['1', 'frozen'])
    assert.equal(childOf(root, 'autoFilter').attributes.ref, 'A1:C4')
  })

  test('returns any text as it was, and never as a formula', async () => {
    const sign = fc.constantFrom(...'aé=+-@<>&"\'_x0041\t\r\n\b\u{1f600}\ufffe ')
    const text = fc.oneof(fc.string({ unit: sign, maxLength: 16 }), fc.string({ unit: 'grapheme' }))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { maxLength: 5 }), async rows => {
        const [read] = readWorkbook(await bytesOf(2, inPages(rows)))
        const filled = rows.map(row => row.map(value => (value === '' ? undefined : value)))
        assert.deepEqual(
          valuesIn(read?.rows.slice(1) ?? []).map(([a, b]) => [a, b]),
          filled,
        )
      }),
    )
  })

  test('continues on further sheets after the last row that a sheet can have', async () => {
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => [from + index])
    const sheetsOf = async (count: number) => {
      const pages = inPages(numbers(1, Math.min(count, 7)), [], count > 7 ? numbers(8, count) : [])
      const sheets = readWorkbook(await bytesOf(1, pages, { rows_max: 4 }))
      return sheets.map(({ name, rows }) => [name, ...rows.slice(1).map(row => row[0]?.value)])
    }
    assert.deepEqual(await sheetsOf(0), [['A & "B"']])
    assert.deepEqual(await sheetsOf(3), [['A & "B"', 1, 2, 3]])
    assert.deepEqual(await sheetsOf(8), [
      ['A & "B"', 1, 2, 3],
      ['A & "B" 2', 4, 5, 6],
      ['A & "B" 3', 7, 8],
    ])
    const long = readWorkbook(await bytesOf(1, inPages([['x']], [['y']], [['z']]), { characters_max: 1 }))
    assert.equal(long.length, 3)
  })

  test('is sent while it is read: no page is read before the one before it is written', async () => {
    let read = 0
    async function* pages() {
      for (; read < 50; ) {
        read++
        yield [[`${read} ${Math.random()}`]]
      }
    }
    let sent = 0
    for await (const _ of xlsxOf(sheet(1), pages())) {
      sent++
      assert.ok(read <= sent, `${read} pages read, ${sent} chunks sent`)
    }
    assert.equal(read, 50)
  })
})
