import type { WriteContext } from '../../access/write_context.ts'
import { ApiError } from '../../errors.ts'
import type { JobStep, StepResult } from '../../jobs/queue.ts'
import { actionChange } from './action_queries.ts'
import { answerChange, answerRemoval } from './answer_changes.ts'
import { archiving } from './archive.ts'
import { fieldChange } from './field_changes.ts'
import type { KindOfChange, LockedContact, StepContext } from './kind.ts'
import { checkMayChange } from './permissions.ts'
import { loadBulkChange } from './queries.ts'
import type { KeptCode, RefusalCode } from './reasons.ts'
import type { Kind } from './schema.ts'
import {
  contactsToUndo,
  countToUndo,
  deleteUndoValues,
  lockContacts,
  type RecordedOutcome,
  recordOutcomes,
  recordUndone,
  waitingContacts,
} from './step_queries.ts'
import { tagChange } from './tag_queries.ts'

const contacts_at_once = 500

// biome-ignore lint/suspicious/noExplicitAny: each kind reads back what it stored for its undo
const kinds: Record<Kind, KindOfChange<any>> = {
  tags: tagChange,
  fields: fieldChange,
  answer: answerChange,
  remove_answer: answerRemoval,
  archive: archiving,
  action: actionChange,
}

type Counts = Record<string, number>

/** Changes the next contacts. Permissions are checked again, because they may have changed since the last step. */
const changeStep: JobStep = async ({ sql, caller, job }): Promise<StepResult> => {
  const { group_id } = caller
  const { id, kind, change, total } = await loadBulkChange(sql, group_id, job.subject_id)
  if (Object.keys(change).length === 0) throw erasedContent()
  checkMayChange(caller, change)
  const ids = await waitingContacts(sql, group_id, id, job.position.after ?? 0, contacts_at_once)
  const locked = await lockContacts(sql, group_id, ids)
  const refusals = new Map<number, RefusalCode>()
  const ready = ids.flatMap(contact_id => {
    const contact = locked.get(contact_id)
    const reason = refusalOf(contact)
    if (reason) refusals.set(contact_id, reason)
    return contact && !reason ? [contact] : []
  })
  const writer: WriteContext = { caller, request_id: job.request, source: `bulk change ${id}` }
  const context: StepContext = { sql, writer, id, change }
  const { changed, refused } = await kinds[kind].apply(context, ready)
  for (const { contact_id, reason } of refused) refusals.set(contact_id, reason)
  const undoOf = new Map(changed.map(({ contact_id, undo }) => [contact_id, undo]))
  const outcomes = ids.map((contact_id): RecordedOutcome => {
    const reason = refusals.get(contact_id)
    const undo = undoOf.get(contact_id) ?? null
    return { contact_id, outcome: reason ? 'refused' : undo ? 'changed' : 'unchanged', reason: reason ?? '', undo }
  })
  await recordOutcomes(sql, group_id, id, outcomes)
  const result = { changed: 0, unchanged: 0, refused: 0, reasons: {} as Counts, ...job.result }
  for (const { outcome, reason } of outcomes) {
    result[outcome]++
    if (reason) count(result.reasons, reason)
  }
  const over = ids.length < contacts_at_once
  return { position: { after: ids.at(-1) ?? 0 }, result, done: job.done + ids.length, total, over }
}

function refusalOf(contact: LockedContact | undefined): RefusalCode | undefined {
  if (!contact || contact.erased) return 'not_found'
  if (contact.merged) return 'merged'
  if (contact.deleted) return 'deleted'
  return contact.restricted ? 'restricted' : undefined
}

/** Restores the next contacts, if they are still as the change left them. */
const undoStep: JobStep = async ({ sql, caller, job }): Promise<StepResult> => {
  const { group_id } = caller
  const { id, kind, change } = await loadBulkChange(sql, group_id, job.subject_id)
  if (Object.keys(change).length === 0) throw erasedContent()
  checkMayChange(caller, change)
  const total = job.total || (await countToUndo(sql, group_id, id))
  const rows = await contactsToUndo(sql, group_id, id, job.position.after ?? 0, contacts_at_once)
  const ids = rows.map(({ contact_id }) => contact_id)
  const locked = await lockContacts(sql, group_id, ids)
  const reasons = new Map<number, KeptCode>()
  const ready = rows.flatMap(({ contact_id, undo }) => {
    const contact = locked.get(contact_id)
    const reason = undo ? reasonToKeep(contact, kinds[kind].undoesDeletion === true) : 'erased'
    if (reason) reasons.set(contact_id, reason)
    return contact && !reason ? [{ contact, undo }] : []
  })
  const writer: WriteContext = { caller, request_id: job.request, source: `bulk change ${id} undone` }
  const context: StepContext = { sql, writer, id, change }
  for (const { contact_id, kept_because } of await kinds[kind].undo(context, ready))
    reasons.set(contact_id, kept_because)
  await recordUndone(
    sql,
    group_id,
    id,
    ids.map(contact_id => {
      const kept_because = reasons.get(contact_id) ?? ''
      return { contact_id, undone: kept_because ? 'kept' : 'restored', kept_because }
    }),
  )
  const result = { restored: 0, kept: 0, reasons: {} as Counts, ...job.result }
  for (const reason of reasons.values()) count(result.reasons, reason)
  result.kept += reasons.size
  result.restored += ids.length - reasons.size
  const over = ids.length < contacts_at_once
  if (over) {
    await kinds[kind].endUndo?.(context)
    await deleteUndoValues(sql, group_id, id)
  }
  return { position: { after: ids.at(-1) ?? 0 }, result, done: job.done + ids.length, total, over }
}

function reasonToKeep(contact: LockedContact | undefined, undoesDeletion: boolean): KeptCode | undefined {
  if (!contact || contact.erased) return 'erased'
  if (contact.merged) return 'merged'
  if (contact.restricted) return 'restricted'
  return contact.deleted && !undoesDeletion ? 'deleted' : undefined
}

const count = (counts: Counts, reason: string) => {
  counts[reason] = (counts[reason] ?? 0) + 1
}

const erasedContent = () =>
  new ApiError('conflict', 'This bulk change named a person whose data was erased. Start it again without the name.')

export const bulkChangeJobSteps: Record<string, JobStep> = { bulk_change: changeStep, bulk_change_undo: undoStep }
