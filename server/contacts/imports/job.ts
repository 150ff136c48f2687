import type { Reached, Work } from '../../jobs/queue.ts'
import { countAnew, countAnewAfter, forgetMarks } from './change_queries.ts'
import { forgetRefusals, rowsFrom } from './file_queries.ts'
import { nothingYet, type Tally } from './outcome.ts'
import { checkMayImport, importAtWork } from './queries.ts'
import { importRows } from './step.ts'
import { undoStep } from './undo.ts'

const rows_at_once = 2000
// PostgreSQL counts anew before we begin, and whenever the file has brought four times as many contacts as the last time.
const first_count = 500

/** Where a dry run or a run has got to: a place in the file, and the number of the row there. */
interface Position {
  at: number
  row: number
  /** How many contacts it had made when PostgreSQL last counted. */
  counted: number
}

const importStep =
  (dry: boolean): Work =>
  async ({ sql, caller, job }): Promise<Reached> => {
    const file = await importAtWork(sql, caller.group_id, job.subject_id)
    const { id: import_id, settings, bytes } = file
    checkMayImport(caller, settings)
    const begun = job.position.at !== undefined
    if (!begun)
      await Promise.all([
        forgetRefusals(sql, caller.group_id, import_id),
        forgetMarks(sql, caller.group_id, import_id),
        countAnewAfter(sql, first_count),
      ])
    const start: Position = { at: file.data_start, row: file.first_row, counted: first_count }
    const { at, row, counted }: Position = begun ? job.position : start
    const tally: Tally = { ...nothingYet(), ...job.result }
    const { rows, count, next } = await rowsFrom(sql, file, at, rows_at_once)
    await importRows({ sql, caller, import_id, request_id: job.request, settings, dry }, rows, row, tally)
    const over = next >= bytes
    if (over && dry) await forgetMarks(sql, caller.group_id, import_id)
    const many = tally.created >= 4 * counted && !dry
    if (many) await countAnew(sql)
    const position: Position = { at: next, row: row + count, counted: many ? tally.created : counted }
    return { position, result: tally, done: next, total: bytes, over }
  }

export const importWorks: Record<string, Work> = {
  import_check: importStep(true),
  import_run: importStep(false),
  import_undo: undoStep,
}
