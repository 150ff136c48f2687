import { formatTable } from './tables.ts'
import type { Terminal } from './terminal.ts'

/** What a command prints. */
export interface Output {
  /** For programs: what --json prints. */
  data: unknown
  /** For people, and for programs that read lines. */
  text: string
  /** Printed instead of the text on a terminal. */
  table?: Record<string, unknown>[]
  /** Printed instead of an empty text on a terminal. */
  none?: string
  /** A check found a problem: the command prints its output and exits with 1. */
  failed?: boolean
}

export const message = (text: string, data: Record<string, unknown>): Output => ({ text, data })

/** A list: a line with tabs for each row, and a table with headings on a terminal. */
export const list = <Row extends Record<string, unknown>>(
  rows: readonly Row[],
  cellsOf: (row: Row) => Record<string, unknown>,
  { line, none }: { line: (row: Row) => (string | number)[]; none: string },
): Output => ({
  data: rows,
  text: rows.map(row => line(row).join('\t')).join('\n'),
  ...(rows.length > 0 && { table: rows.map(cellsOf) }),
  none,
})

export function render({ data, text, table, none }: Output, json: boolean, { columns, style }: Terminal): string {
  if (json) return JSON.stringify(data, null, 2)
  if (columns === undefined) return text
  if (table?.[0]) {
    const [head = '', ...rows] = formatTable(table, columns, Object.keys(table[0])).split('\n')
    return [style('bold', head), ...rows].join('\n')
  }
  return text === '' && none ? none : text
}
