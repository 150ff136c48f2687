import type { JobStep, StepResult } from '../../jobs/queue.ts'
import { resetCells } from './cell_queries.ts'
import { analyzeContacts, analyzeContactsAfter, deleteSeenKeys } from './change_queries.ts'
import { deleteRefusals, rowsFrom } from './file_queries.ts'
import { emptyImportCounts, type ImportCounts } from './outcome.ts'
import { checkMayImport, loadImport } from './queries.ts'
import { importRows } from './step.ts'
import { undoStep } from './undo.ts'

const rows_at_once = 2000
// Statistics of contacts are refreshed at the start, and whenever the number of created contacts has grown fourfold.
const first_count = 500

/** The progress of a dry run or a run: an offset in the file, and the number of the row there. */
interface Position {
  at: number
  row: number
  /** How many contacts it had created when statistics were last refreshed. */
  counted: number
}

const importStep =
  (dry: boolean): JobStep =>
  async ({ sql, caller, job }): Promise<StepResult> => {
    const file = await loadImport(sql, caller.group_id, job.subject_id)
    const { id: import_id, settings, bytes } = file
    checkMayImport(caller, settings)
    const begun = job.position.at !== undefined
    if (!begun)
      await Promise.all([
        deleteRefusals(sql, caller.group_id, import_id),
        resetCells(sql, caller.group_id, import_id),
        deleteSeenKeys(sql, caller.group_id, import_id),
        analyzeContactsAfter(sql, first_count),
      ])
    const start: Position = { at: file.data_start, row: file.first_row, counted: first_count }
    const { at, row, counted }: Position = begun ? job.position : start
    const counts: ImportCounts = { ...emptyImportCounts(), ...job.result }
    const { rows, count, next } = await rowsFrom(sql, file, at, rows_at_once)
    await importRows({ sql, caller, import_id, request_id: job.request, settings, dry }, rows, row, counts)
    const over = next >= bytes
    if (over && dry) await deleteSeenKeys(sql, caller.group_id, import_id)
    const many = counts.created >= 4 * counted && !dry
    if (many) await analyzeContacts(sql)
    const position: Position = { at: next, row: row + count, counted: many ? counts.created : counted }
    return { position, result: counts, done: next, total: bytes, over }
  }

export const importJobSteps: Record<string, JobStep> = {
  import_check: importStep(true),
  import_run: importStep(false),
  import_undo: undoStep,
}
