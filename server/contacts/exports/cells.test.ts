import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Separator, separators, withoutFormulas } from '../../csv.ts'
import { readRows } from '../../csv_reader.ts'
import { valuesOf } from '../../test/values.ts'
import { csvLines } from './cells.ts'

const controls: Record<string, string> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v' }
/** As PostgreSQL writes it in the text format of COPY. */
const copied = (rows: string[][], separator: string) =>
  rows
    .map(cells =>
      cells.map(cell => cell.replace(/[\\\b\f\n\r\t\v,;]/g, sign => written(sign, separator))).join(separator),
    )
    .map(line => `${line}\n`)
    .join('')
const written = (sign: string, separator: string) =>
  sign === '\\' || sign === separator ? `\\${controls[sign] ?? sign}` : controls[sign] ? `\\${controls[sign]}` : sign

const csv = async (rows: string[][], separator: Separator, numbers: boolean[] = []) =>
  (await csvLines(Buffer.from(copied(rows, separator)), separator, numbers)).toString()

const sign = fc.constantFrom(...'aZé0 =+-@＝＋－＠\'"\\,;|\t\r\n\b\v\u200b\u00a0\ufeffж中x')
const text = fc.oneof(
  fc.string({ unit: sign, maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map(made => made.replaceAll('\0', '')),
)
const table = fc
  .integer({ min: 1, max: 5 })
  .chain(width => fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 12 }))

describe('rows of an export', () => {
  test('contain the values of PostgreSQL, with an apostrophe before every formula', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(...separators), async (rows, separator) => {
        // The reader skips a row of blanks.
        const whole = rows.map(cells => ['x', ...cells])
        const bytes = Buffer.from(await csv(whole, separator))
        const read = readRows(bytes, 1, true, { encoding: 'utf-8', separator }, 1000).rows
        const seen = valuesOf(read, 'cells')
        assert.deepEqual(
          seen,
          whole.map(cells => cells.map(cell => withoutFormulas(cell, separator))),
        )
      }),
    )
  })

  test('contain telephone numbers as they are, and an apostrophe before any other plus sign', async () => {
    const sign = fc.constantFrom(...'0123456789 aA=+-*/@|!(.,;"\'\t\n\u00a0\u0661＋')
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789 '), maxLength: 20 }).map(rest => `3${rest}`)
    const rests = fc.oneof(digits, fc.string({ unit: sign, maxLength: 12 }))
    await fc.assert(
      fc.asyncProperty(rests, fc.constantFrom(...separators), async (rest, separator) => {
        const line = await csv([[`+${rest}`, 'x']], separator)
        if (/^[0-9][0-9 ]*$/.test(rest)) assert.equal(line, `+${rest}${separator}x\n`)
        else assert.match(line, /^"?'\+/)
      }),
    )
    for (const text of ['+', '+ 33', '+33+1', '+33\n', "+1+cmd|' /C calc'!A0", '+SUM(1)'])
      assert.match(await csv([[text]], ','), /^"?'\+/, text)
  })

  test('are quoted only where necessary, and numbers are unquoted', async () => {
    assert.equal(await csv([['a;b', '-1', 'c"d', 'e,f', '-1']], ',', [false, true]), `a;b,-1,"c""d","e,f",'-1\n`)
    assert.equal(await csv([['a;b', 'c,d', 'e\tf']], ';'), `"a;b";c,d;e\tf\n`)
    assert.equal(await csv([['a'], ['=b'], ['c\nd']], '\t'), `a\n'=b\n"c\nd"\n`)
  })

  test('are the same in batches of any size', async () => {
    const rows = Array.from({ length: 9000 }, (_, n) => [`Ada ${n}`, n % 7 === 0 ? `=${n}` : 'plain', 'é"'])
    const lines = (await csv(rows, ',')).split('\n')
    assert.equal(lines.length, 9001)
    for (const [n, line] of lines.slice(0, 9000).entries())
      assert.equal(line, `Ada ${n},${n % 7 === 0 ? `'=${n}` : 'plain'},"é"""`)
  })
})
