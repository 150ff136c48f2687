import assert from 'node:assert/strict'
import { cents, type FecRow, parseFec } from './ledger.ts'

const required = [
  ...(['JournalCode', 'JournalLib', 'EcritureNum', 'EcritureDate', 'CompteNum', 'CompteLib', 'PieceRef'] as const),
  ...(['PieceDate', 'EcritureLib', 'Debit', 'Credit', 'ValidDate'] as const),
]

/** Every rule of the format: columns and their forms, balanced entries, continuous numbers, the order of validation, opening balances first. */
export function checkFec(text: string, separator = '\t'): FecRow[] {
  assert.ok(!text.startsWith('\ufeff'), 'no byte order mark')
  assert.ok(text.endsWith('\r\n'))
  assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\r\n"]/)
  const rows = parseFec(text, separator)
  const sums = new Map<string, number>()
  const last = new Map<string, number>()
  for (const row of rows) {
    for (const name of required) assert.notEqual(row[name], '', name)
    assert.match(row.CompteNum, /^\d{3}/)
    for (const date of [row.EcritureDate, row.PieceDate, row.ValidDate])
      assert.match(date, /^\d{4}(0\d|1[0-2])[0-3]\d$/)
    assert.ok(row.EcritureDate <= row.ValidDate, 'validated after its day')
    assert.ok((cents(row.Debit) === 0) !== (cents(row.Credit) === 0), 'a line is a debit or a credit')
    assert.equal(row.CompAuxNum === '', row.CompAuxLib === '')
    assert.deepEqual([row.EcritureLet, row.DateLet, row.Montantdevise, row.Idevise], ['', '', '', ''])
    const number = Number(row.EcritureNum)
    const before = last.get(row.JournalCode) ?? 0
    assert.ok(number === before || number === before + 1, 'numbers continue in each journal')
    last.set(row.JournalCode, number)
    const entry = `${row.JournalCode} ${number}`
    sums.set(entry, (sums.get(entry) ?? 0) + cents(row.Debit) - cents(row.Credit))
  }
  for (const [entry, sum] of sums) assert.equal(sum, 0, `entry ${entry} is balanced`)
  const others = rows.filter(({ JournalCode }) => JournalCode !== 'AN')
  assert.deepEqual(rows.slice(rows.length - others.length), others, 'opening balances come first')
  const validated = others.map(({ ValidDate }) => ValidDate)
  assert.deepEqual(validated, validated.toSorted(), 'in the order of validation')
  return rows
}
