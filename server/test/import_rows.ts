import { Buffer } from 'node:buffer'
import type { KnownForm } from '../contacts/core/answers.ts'
import { rowParser, type StagedRow } from '../contacts/imports/rows.ts'
import type { ImportSettings } from '../contacts/imports/schema.ts'
import { guessSettings } from '../contacts/imports/upload.ts'
import { readRows, separatorOf } from '../csv_reader.ts'

// Reads files of contacts without a database.

interface Reading {
  settings?: Partial<ImportSettings>
  locale?: string
  today?: string
  sensitive?: boolean
  forms?: KnownForm[]
}

/** The settings that a file gets, with these on top, and what its rows say. */
export function readImportFile(
  csv: string,
  { settings: chosen = {}, locale = 'en', today = '2026-06-15', sensitive = true, forms = [] }: Reading = {},
) {
  const bytes = Buffer.from(csv)
  const separator = separatorOf(bytes, true, 'utf-8')
  const [head, ...lines] = readRows(bytes, 0, true, { encoding: 'utf-8', separator }, 10_000).rows
  const names = head?.cells ?? []
  const values = names.map((_, index) => lines.map(({ cells }) => cells[index] ?? ''))
  const settings = { ...guessSettings(names, values, { forms, sensitive, today, locale }), ...chosen }
  const parse = rowParser(settings, new Map(forms.map(form => [form.id, form])), { today, locale })
  return { settings, rows: lines.map((line): StagedRow => parse(line, 1)) }
}

/** What each row says about its contact. */
export const patchesIn = (csv: string, reading?: Reading) => readImportFile(csv, reading).rows.map(({ patch }) => patch)

/** The cells that do not fit: the row, the value, the code of the reason and what becomes of the cell. */
export const wrongCellsIn = (csv: string, reading?: Reading) =>
  readImportFile(csv, reading).rows.flatMap(({ row, cells }) =>
    cells.map(({ value, reason, effect }) => [row, value, reason.code, effect]),
  )
