import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JsonRows, JsonWriter, objectFields } from './json_rows.ts'

// Written as PostgreSQL writes json_agg of arrays: with a line break between rows.
const sent = (rows: (string | null)[][]) => Buffer.from(`[${rows.map(row => JSON.stringify(row)).join(', \n ')}]`)

function written(rows: (string | null)[][], fields: Parameters<typeof objectFields>[0]) {
  const found = new JsonRows(sent(rows), rows[0]?.length ?? 1)
  const out = new JsonWriter(1)
  for (let row = 0; row < found.length; row++) {
    out.text(row === 0 ? '{' : ',{')
    out.fields(found, row, objectFields(fields))
    out.text('}')
  }
  return JSON.parse(`[${out.result}]`)
}

test('any texts arrive as they are', () => {
  const text = fc.option(fc.string({ unit: 'binary' }).filter(text => text.isWellFormed()))
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, text), { minLength: 1 }), rows => {
      const expected = rows.map(([a, b, c]) => ({ c, 'a "key"': a, b, again: a }))
      const fields = written(rows, [
        ['c', 2, 'text'],
        ['a "key"', 0, 'text'],
        ['b', 1, 'text'],
        ['again', 0, 'text'],
      ])
      assert.deepEqual(fields, expected)
    }),
  )
})

test('numbers and booleans are written without quotes, and null stays null', () => {
  const rows = [
    ['7', 'true', '0.25', null],
    ['9007199254740991', 'false', '1e-07', null],
  ]
  assert.deepEqual(
    written(
      rows,
      ['id', 'flag', 'score', 'none'].map((name, column) => [name, column, 'plain']),
    ),
    [
      { id: 7, flag: true, score: 0.25, none: null },
      { id: 9007199254740991, flag: false, score: 1e-7, none: null },
    ],
  )
  const found = new JsonRows(sent(rows), 4)
  assert.deepEqual(
    [found.length, found.id(1, 0), found.isTrue(0, 1), found.isTrue(1, 1)],
    [2, 9007199254740991, true, false],
  )
  assert.deepEqual([found.text(1, 2), found.text(0, 3)], ['1e-07', ''])
  assert.deepEqual([found.isNull(0, 3), found.isNull(0, 2)], [true, false])
})

test('times are written in milliseconds', () => {
  const times = {
    '2026-01-31 12:00:00+00': '2026-01-31T12:00:00.000Z',
    '0999-12-31 23:59:59.5+00': '0999-12-31T23:59:59.500Z',
    '2026-01-31 12:00:00.12+00': '2026-01-31T12:00:00.120Z',
    '2026-01-31 12:00:00.123456+00': '2026-01-31T12:00:00.123Z',
    '12026-01-31 12:00:00.007+00': '12026-01-31T12:00:00.007Z',
  }
  const rows = Object.keys(times).map(time => [time, null])
  const found = written(rows, [
    ['at', 0, 'time'],
    ['never', 1, 'time'],
  ])
  assert.deepEqual(
    found,
    Object.values(times).map(at => ({ at, never: null })),
  )
})

test('nothing sent is no row', () => {
  assert.equal(new JsonRows(null, 3).length, 0)
})
