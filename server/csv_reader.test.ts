import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Encoding, readRows, separatorOf } from './csv_reader.ts'

const read = (text: string | Buffer, separator = ',', encoding: Encoding = 'utf-8') =>
  readRows(Buffer.from(text as string), 0, true, { separator, encoding }, 1_000_000).rows
const cells = (text: string | Buffer, separator?: string, encoding?: Encoding) =>
  read(text, separator, encoding).map(row => row.cells)

describe('CSV is read as a spreadsheet reads it', () => {
  const cases: [string, string, string[][]][] = [
    ['quotes around a separator', 'a,"b,c"\n', [['a', 'b,c']]],
    ['a quote in quotes', '"say ""yes""",x', [['say "yes"', 'x']]],
    [
      'a line end in quotes',
      '"1 rue\nde la Paix",x\r\ny,z',
      [
        ['1 rue\nde la Paix', 'x'],
        ['y', 'z'],
      ],
    ],
    ['a quote in the middle of a cell', '5" disk,x\n', [['5" disk', 'x']]],
    ['text after a closing quote', '"a"b,c\n', [['ab', 'c']]],
    ['rows of different length', 'a,b,c\nd\ne,f\n', [['a', 'b', 'c'], ['d'], ['e', 'f']]],
    [
      'empty lines, also with only separators',
      'a,b\n\n \n,,\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'Windows line ends',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'old Mac line ends',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['no line end at the end', 'a,b', [['a', 'b']]],
    ['an empty last cell', 'a,\n', [['a', '']]],
    ['a byte order mark', '\uFEFFa,b\n', [['a', 'b']]],
  ]
  for (const [what, text, expected] of cases) test(what, () => assert.deepEqual(cells(text), expected))

  test('Windows-1252 has its special characters', () => {
    const bytes = Buffer.from([0x4e, 0x6f, 0xeb, 0x6c, 0x2c, 0x80, 0x9c, 0x75, 0x66]) // Noël,€œuf
    assert.deepEqual(cells(bytes, ',', 'windows-1252'), [['Noël', '€œuf']])
  })

  test('an unclosed quote affects only its own line', () => {
    const rows = read(`a,"b\n${'c,d\n'.repeat(40_000)}`)
    assert.equal(rows[0]!.broken, true)
    assert.equal(rows.length, 40_001)
    assert.equal(rows[1]!.broken, undefined)
  })

  test('a line without an end is refused in pieces and reading goes on', () => {
    const bytes = Buffer.from(`${'x'.repeat(600_000)}\na,b\n`)
    const rows = []
    for (let at = 0; at < bytes.length; ) {
      const slab = bytes.subarray(at, at + 300_000)
      const { rows: some, next } = readRows(
        slab,
        at,
        at + slab.length >= bytes.length,
        { separator: ',', encoding: 'utf-8' },
        10,
      )
      assert.ok(next > at, 'it must get on')
      rows.push(...some)
      at = next
    }
    assert.deepEqual(rows.at(-1)!.cells, ['a', 'b'])
    assert.ok(rows[0]!.broken)
  })

  test('row numbers count blank lines, as a spreadsheet does', () => {
    assert.deepEqual(
      read('a\n\nb\n').map(({ index }) => index),
      [0, 2],
    )
  })
})

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', '"', 'a,b', 'é"è', '\n', '\r\n', ' x ', "'=1+1", '€', ';', '\t'),
)
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 12 })
const written = (rows: string[][], separator: string, end: string) =>
  rows.map(row => row.map(text => `"${text.replaceAll('"', '""')}"`).join(separator) + end).join('')
const meant = (rows: string[][]) => rows.filter(row => row.some(text => text.trim() !== ''))

test('any written CSV is read back, whole or from any row', () => {
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 5 }),
      (rows, separator, end, step) => {
        const bytes = Buffer.from(written(rows, separator, end))
        assert.deepEqual(cells(bytes, separator), meant(rows))
        const found: string[][] = []
        for (let at = 0; at < bytes.length; ) {
          const { rows: some, next } = readRows(bytes.subarray(at), at, true, { separator, encoding: 'utf-8' }, step)
          for (const { start, length, cells } of some) {
            found.push(cells)
            const alone = readRows(bytes.subarray(start, start + length), 1, true, { separator, encoding: 'utf-8' }, 1)
            assert.deepEqual(alone.rows[0]?.cells, cells, 'a row can be read again by its place')
          }
          at = next
        }
        assert.deepEqual(found, meant(rows))
      },
    ),
    { numRuns: 300 },
  )
})

test('no input makes the reader fail or hang', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('utf-8' as const, 'windows-1252' as const),
      (bytes, encoding) => {
        const { next } = readRows(Buffer.from(bytes), 0, true, { separator: ',', encoding }, 1_000_000)
        assert.equal(next, bytes.length)
      },
    ),
    { numRuns: 500 },
  )
})

test('the separator is detected', () => {
  const found = (text: string) => separatorOf(Buffer.from(text), true, 'utf-8')
  assert.equal(found('a;b;c\n1,5;2,5;3\n'), ';')
  assert.equal(found('a,b,c\n1,"2;3",4\n'), ',')
  assert.equal(found('a\tb\n1\t2\n'), '\t')
  assert.equal(found('only\none\n'), ',')
})
