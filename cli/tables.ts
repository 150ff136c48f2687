import { isRawNumber } from '../server/json.ts'

const cell_max = 40
const gap = '  '

type Row = Record<string, unknown>

/** Rows as columns that fit side by side; those that say most come first, and empty ones are left out. */
export function formatTable(rows: Row[], width: number, wanted?: string[]): string {
  const names =
    wanted ?? [...new Set(rows.flatMap(row => Object.keys(row)))].filter(name => hasScalarValues(name, rows))
  const ordered =
    wanted ??
    names
      .map((name, i) => ({ name, rank: rankOf(name, rows) * 1000 + i }))
      .sort(byRank)
      .map(byName)
  const columns = ordered.map(name => {
    const cells = rows.map(row => cellOf(row[name]))
    return { name, cells, size: Math.max(widthOf(name), ...cells.map(widthOf)) }
  })
  const shown = wanted ? columns : columnsThatFit(columns, width)
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => padded(cell, shown[i]!.size))
      .join(gap)
      .trimEnd()
  return [line(shown.map(byName)), ...rows.map((_, i) => line(shown.map(({ cells }) => cells[i]!)))].join('\n')
}

/** One record, a line for each field; what is inside of others is written as JSON. */
export function formatRecord(record: Row): string {
  const size = Math.max(...Object.keys(record).map(widthOf))
  const shown = (value: unknown) =>
    value && typeof value === 'object' ? maskControlCharacters(JSON.stringify(value)) : textOf(value)
  return Object.entries(record)
    .map(([name, value]) => `${padded(name, size)}${gap}${shown(value)}`.trimEnd())
    .join('\n')
}

const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank
const byName = ({ name }: { name: string }) => name

const isScalar = (value: unknown) => value === null || typeof value !== 'object' || isRawNumber(value)

const hasScalarValues = (name: string, rows: Row[]) =>
  rows.every(row => isScalar(row[name])) &&
  rows.some(row => row[name] !== null && row[name] !== '' && row[name] !== undefined)

function rankOf(name: string, rows: Row[]) {
  if (name === 'id') return 0
  const value = rows.find(row => row[name] !== null)?.[name]
  if (name === 'group_id' || /(_at|At|lastchange)$/.test(name)) return 3
  return typeof value === 'boolean' ? 2 : 1
}

function columnsThatFit<Column extends { size: number }>(columns: Column[], width: number) {
  let used = 0
  return columns.filter(({ size }, i) => {
    if (i > 0 && used + size + gap.length > width) return false
    used += size + gap.length
    return true
  })
}

function cellOf(value: unknown) {
  const text = textOf(value)
  return widthOf(text) > cell_max ? `${[...text].slice(0, cell_max - 1).join('')}…` : text
}

function textOf(value: unknown) {
  if (value === null || value === undefined) return ''
  return maskControlCharacters(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** What somebody wrote in a name must not move the cursor or colour the screen of whoever reads it. */
export const maskControlCharacters = (text: string) =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '·')

const widthOf = (text: string) => [...text].length

const padded = (text: string, size: number) => text + ' '.repeat(Math.max(0, size - widthOf(text)))
