import { looksLikeOptOut } from './headers.ts'
import { type RefusalReason, refusalReason } from './refusal_reasons.ts'
import type { ImportColumn, ImportOutcome, ImportSample, ImportWarning } from './schema.ts'
import { importWarning } from './warnings.ts'

/** The counts of a dry run or a run so far, stored with the job. */
export interface ImportCounts {
  rows: number
  created: number
  updated: number
  unchanged: number
  repeated: number
  skipped: number
  refused: number
  /** How many rows were refused, by the sentence of the reason. */
  reasons: Record<string, number>
  /** The code of each sentence. Imports of earlier versions have none. */
  reason_codes: Record<string, Pick<RefusalReason, 'code' | 'params'>>
  /** The same for cells that are wrong in rows that are imported. */
  cells_left_out: number
  cells_kept: number
  cell_reasons: Record<string, number>
  cell_reason_codes: Record<string, Pick<RefusalReason, 'code' | 'params'>>
  /** How many cells are listed one by one. */
  cells_listed: number
  /** By the index of the column: the cells that are not empty, and those that are left out. */
  filled: Record<string, number>
  left_out_by_column: Record<string, number>
  /** Matched contacts, and how many of them get another value in a field that was not empty. */
  matched: number
  replaced: Record<string, number>
  /** Rows without a value to match a contact by. */
  keyless: number
  samples: ImportSample[]
}

export const emptyImportCounts = (): ImportCounts => ({
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  skipped: 0,
  refused: 0,
  reasons: {},
  reason_codes: {},
  cells_left_out: 0,
  cells_kept: 0,
  cell_reasons: {},
  cell_reason_codes: {},
  cells_listed: 0,
  filled: {},
  left_out_by_column: {},
  matched: 0,
  replaced: {},
  keyless: 0,
  samples: [],
})

export const samples_max = 20
const reasons_max = 100

/** Counts the reason, or `other` once the outcome lists too many. */
export function countReason(
  reasons: Record<string, number>,
  reason_codes: ImportCounts['reason_codes'],
  reason: RefusalReason,
) {
  const listed = reason.sentence in reasons || Object.keys(reasons).length < reasons_max
  const { sentence, code, params } = listed ? reason : refusalReason('other')
  reasons[sentence] = (reasons[sentence] ?? 0) + 1
  reason_codes[sentence] = { code, params }
}

const suspicious_share = 0.3
const suspicious_min = 10

/** What the user should check before the import runs. */
function warningsOf(
  { matched, replaced, keyless, refused, rows, filled, left_out_by_column }: ImportCounts,
  columns: ImportColumn[],
): ImportWarning[] {
  const optOuts = columns.filter(({ field, header }) => field === null && looksLikeOptOut(header))
  const changed = Object.entries(replaced).filter(
    ([, count]) => count >= suspicious_min && count > matched * suspicious_share,
  )
  const unfit = Object.entries(left_out_by_column).filter(
    ([index, count]) => count >= suspicious_min && count > (filled[index] ?? 0) * suspicious_share,
  )
  return [
    ...optOuts.map(({ header }) => importWarning('opt_out_ignored', { column: header })),
    ...changed.map(([field, count]) => importWarning('many_replaced', { field, replaced: count, matched })),
    ...(keyless > 0 ? [importWarning('no_match_key', { rows: keyless })] : []),
    ...(refused > rows * suspicious_share && refused >= suspicious_min
      ? [importWarning('many_refused', { refused, rows })]
      : []),
    ...unfit.map(([index, count]) =>
      importWarning('many_left_out', {
        column: columns[Number(index)]?.header ?? '',
        cells: count,
        filled: filled[index] ?? count,
      }),
    ),
  ]
}

export const outcomeOf = (counts: ImportCounts, columns: ImportColumn[], showSamples: boolean): ImportOutcome => {
  const { rows, created, updated, unchanged, repeated, skipped, refused, reasons, reason_codes, samples } = counts
  const { cells_left_out, cells_kept, cell_reasons, cell_reason_codes } = counts
  return {
    rows,
    created,
    updated,
    unchanged,
    repeated,
    skipped,
    refused,
    reasons: Object.entries(reasons)
      .map(([reason, count]) => ({ reason, code: null, params: {}, ...reason_codes[reason], count }))
      .sort((a, b) => b.count - a.count),
    cells_left_out,
    cells_kept,
    cell_reasons: Object.entries(cell_reasons)
      .map(([reason, count]) => ({ reason, ...(cell_reason_codes[reason] ?? refusalReason('other')), count }))
      .map(({ reason, code, params, count }) => ({ reason, code, params, count }))
      .sort((a, b) => b.count - a.count),
    warnings: warningsOf(counts, columns),
    samples: showSamples ? samples : [],
  }
}
