import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import type { JobStep, StepResult } from '../../jobs/queue.ts'
import { type AnswerPlan, loadForms, type StoredAnswer } from '../core/answers.ts'
import { changeContacts, eraseContacts, findReferenced } from '../core/bulk.ts'
import type { ContactColumns } from '../core/columns.ts'
import { answersOf } from '../core/stored_answers.ts'
import { reserveIds } from './change_queries.ts'
import type { KeptCode } from './kept_reasons.ts'
import { loadContacts, type StoredContact } from './match_queries.ts'
import { checkMayImport, loadImport } from './queries.ts'
import { formsIn, type UndoOutcome } from './schema.ts'
import {
  changesToUndo,
  countToUndo,
  deleteUnusedTags,
  recordUndone,
  removeTags,
  restoreEarlierVersions,
  type UndoableChange,
} from './undo_queries.ts'

const contacts_at_once = 2000

type LockedChange = UndoableChange & { contact: StoredContact }

/**
 * One step of an undo: restores contacts that are still as the import left them, and deletes those it created. A contact that was changed since, or
 * that something refers to, is kept and listed.
 */
export const undoStep: JobStep = async ({ sql, caller, job }): Promise<StepResult> => {
  const { group_id } = caller
  const { id: import_id, settings } = await loadImport(sql, group_id, job.subject_id)
  checkMayImport(caller, settings)
  const total = job.total || (await countToUndo(sql, group_id, import_id))
  const outcome: UndoOutcome = { restored: 0, deleted: 0, kept: 0, ...job.result }
  const changes = await changesToUndo(sql, group_id, import_id, job.position.after ?? 0, contacts_at_once)
  const last = changes.at(-1)
  if (!last) {
    await deleteUnusedTags(sql, group_id, import_id)
    return { position: {}, result: outcome, done: total, total, over: true }
  }
  const { undoable, reasons } = await splitUndoable(sql, group_id, changes)
  const writer = { caller, request_id: job.request, source: `import ${import_id} undone` }
  const restored = undoable.filter(({ created }) => !created)
  await restore(sql, writer, restored, formsIn(settings))
  const deleted = undoable.filter(({ created }) => created).map(({ contact_id }) => contact_id)
  await eraseContacts(sql, writer, deleted)
  const versions = restored.map(({ contact_id, version_before, version }) => ({
    contact_id,
    was: version_before,
    now: version + 1,
  }))
  await restoreEarlierVersions(sql, group_id, import_id, versions)
  const fates = changes.map(({ contact_id, created }) => {
    const kept_because = reasons.get(contact_id) ?? ''
    return { contact_id, undone: kept_because ? 'kept' : created ? 'deleted' : 'restored', kept_because }
  })
  await recordUndone(sql, group_id, import_id, fates)
  outcome.restored += restored.length
  outcome.deleted += deleted.length
  outcome.kept += changes.length - undoable.length
  return { position: { after: last.contact_id }, result: outcome, done: job.done + changes.length, total, over: false }
}

/** The changes that can be undone, with their locked contacts, and the reasons why the others are kept. */
async function splitUndoable(sql: Sql, group_id: number, changes: UndoableChange[]) {
  const ids = changes.map(({ contact_id }) => contact_id)
  const contacts = await loadContacts(sql, group_id, ids, true)
  const created = changes.filter(change => change.created).map(({ contact_id }) => contact_id)
  const own_tables = ['contact_tags', 'contact_answers', 'consent_history', 'contact_changes']
  const inUse = await findReferenced(sql, group_id, 'contacts', created, own_tables)
  const reasons = new Map<number, KeptCode>()
  const undoable: LockedChange[] = []
  for (const change of changes) {
    const contact = contacts.get(change.contact_id)
    const reason = reasonToKeep(change, contact, inUse)
    if (reason) reasons.set(change.contact_id, reason)
    else if (contact) undoable.push({ ...change, contact })
  }
  return { undoable, reasons }
}

function reasonToKeep(
  { contact_id, version }: UndoableChange,
  contact: StoredContact | undefined,
  inUse: Set<number>,
): KeptCode | undefined {
  if (!contact) return 'deleted'
  if (contact.version !== version) return 'changed'
  if (contact.restricted) return 'restricted'
  if (inUse.has(contact_id)) return 'referenced'
  return undefined
}

async function restore(sql: Sql, writer: WriteContext, changes: LockedChange[], form_ids: number[]) {
  const { group_id } = writer.caller
  const answered = changes.filter(({ answers }) => answers).map(({ contact_id }) => contact_id)
  const now = await answersOf(sql, group_id, answered, form_ids)
  const forms = await loadForms(sql, group_id, form_ids)
  const { now: moment } = await reserveIds(sql, group_id, 0)
  const removed = await removeTags(sql, group_id, changes)
  const plans = changes.map(({ contact, before, answers }) => ({
    before: contact,
    after: { ...(contact as ContactColumns), ...before },
    plan: answers ? planBack(now.get(contact.id) ?? [], answers) : { added: [], changed: [], removed: [] },
    tags: [],
    removed_tags: removed.get(contact.id) ?? [],
  }))
  await changeContacts(sql, writer, plans, forms, moment)
}

/** The plan from the current answers back to the old ones. An import removes none, so each old answer still exists under its id. */
function planBack(now: StoredAnswer[], before: StoredAnswer[]): AnswerPlan {
  const old = new Map(before.map(answer => [answer.id, answer]))
  const changed = now.flatMap(answer => {
    const was = old.get(answer.id)
    return was && !isSame(was, answer) ? [was] : []
  })
  return { added: [], changed, removed: now.filter(({ id }) => !old.has(id)) }
}

const isSame = (a: StoredAnswer, b: StoredAnswer) =>
  a.form_ref_id === b.form_ref_id &&
  a.data === b.data &&
  a.date === b.date &&
  a.survey_id === b.survey_id &&
  a.source === b.source &&
  (a.form_version ?? 1) === b.form_version
