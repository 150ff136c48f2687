import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { type Catalogue, findInCatalogue, lockCatalogue } from './catalogue.ts'

interface Change {
  sql: Sql
  caller: Caller
  request: { id: string }
}

type Row = Record<string, unknown> & { id: number }

/** Runs a change of an audited catalogue, and records the values before and after in the audit log. */
export async function withAudit<Result>(
  { sql, caller, request }: Change,
  catalogue: Catalogue,
  id: number | null,
  change: () => Promise<Result>,
): Promise<Result> {
  if (!catalogue.audited) return change()
  const before = id === null ? undefined : await lockCatalogue<Row>(sql, caller, catalogue, id)
  const result = await change()
  const subject_id = id ?? (result as { id: number }).id
  const after = await findInCatalogue<Row>(sql, caller, catalogue, subject_id)
  const changed = differencesOf(before, after)
  if (Object.keys(changed).length > 0)
    await recordAudit(sql, {
      caller,
      request_id: request.id,
      kind: `${catalogue.resource}.${verbOf(catalogue, before, after)}`,
      subject: catalogue.resource,
      subject_id,
      details: { name: (after ?? before)?.['name'], changed },
    })
  return result
}

function verbOf({ retired }: Catalogue, before: Row | undefined, after: Row | undefined) {
  if (!before) return 'created'
  if (!after) return 'deleted'
  if (before[retired] === after[retired]) return 'updated'
  return after[retired] ? retired : `un${retired}`
}

/** The fields that differ, with both values; null where there is no record. */
function differencesOf(before: Row | undefined, after: Row | undefined) {
  const fields = Object.keys({ ...before, ...after }).filter(field => !unrecorded.has(field))
  return Object.fromEntries(
    fields
      .map(field => [field, { from: before?.[field] ?? null, to: after?.[field] ?? null }] as const)
      .filter(([, { from, to }]) => from !== to),
  )
}

const unrecorded = new Set(['id', 'CreatedAt', 'UpdatedAt'])
