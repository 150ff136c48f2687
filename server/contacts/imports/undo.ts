import type { WriteContext } from '../../access/writer.ts'
import type { Sql } from '../../db/sql.ts'
import type { JobStep, StepResult } from '../../jobs/queue.ts'
import { type AnswerPlan, loadForms, type StoredAnswer } from '../core/answers.ts'
import { changeContacts, eraseContacts, findReferenced } from '../core/bulk.ts'
import type { Columns } from '../core/columns.ts'
import { reserveIds } from './change_queries.ts'
import { answersOf, loadContacts, type StoredContact } from './match_queries.ts'
import { checkMayImport, loadImport } from './queries.ts'
import { formsIn, type UndoOutcome } from './schema.ts'
import {
  changesToUndo,
  countToUndo,
  deleteUnusedTags,
  recordUndone,
  removeTags,
  restoreEarlierVersions,
  type Undoable,
} from './undo_queries.ts'

const contacts_at_once = 2000

type Held = Undoable & { contact: StoredContact }

/**
 * One step of undoing: contacts that are still as the import left them become what they were, and those it made are gone. Whoever was
 * changed since, or has something hanging on them, is kept and told.
 */
export const undoStep: JobStep = async ({ sql, caller, job }): Promise<StepResult> => {
  const { group_id } = caller
  const { id: import_id, settings } = await loadImport(sql, group_id, job.subject_id)
  checkMayImport(caller, settings)
  const total = job.total || (await countToUndo(sql, group_id, import_id))
  const outcome: UndoOutcome = { restored: 0, deleted: 0, kept: 0, ...job.result }
  const changes = await changesToUndo(sql, group_id, import_id, job.position.after ?? 0, contacts_at_once)
  if (changes.length === 0) {
    await deleteUnusedTags(sql, group_id, import_id)
    return { position: {}, result: outcome, done: total, total, over: true }
  }
  const known = await loadContacts(
    sql,
    group_id,
    changes.map(({ contact_id }) => contact_id),
    true,
  )
  const made = changes.filter(({ created }) => created).map(({ contact_id }) => contact_id)
  const inUse = await findReferenced(sql, group_id, 'contacts', made, [
    'contact_tags',
    'contact_answers',
    'consent_history',
  ])
  const reasons = new Map(changes.map(change => [change.contact_id, reasonToKeep(change, known, inUse)]))
  const held = changes
    .filter(({ contact_id }) => !reasons.get(contact_id))
    .map(change => ({ ...change, contact: known.get(change.contact_id)! }))
  const writer = { caller, request_id: job.request, source: `import ${import_id} undone` }
  const restored = held.filter(({ created }) => !created)
  await restore(sql, writer, restored, formsIn(settings))
  const gone = held.filter(({ created }) => created).map(({ contact_id }) => contact_id)
  await eraseContacts(sql, writer, gone)
  await restoreEarlierVersions(
    sql,
    group_id,
    import_id,
    restored.map(({ contact_id, version_before, version }) => ({ contact_id, was: version_before, now: version + 1 })),
  )
  await recordUndone(
    sql,
    group_id,
    import_id,
    changes.map(({ contact_id, created }) => {
      const kept_because = reasons.get(contact_id) ?? ''
      return { contact_id, undone: kept_because ? 'kept' : created ? 'deleted' : 'restored', kept_because }
    }),
  )
  outcome.restored += restored.length
  outcome.deleted += gone.length
  outcome.kept += changes.length - held.length
  const position = { after: changes.at(-1)!.contact_id }
  return { position, result: outcome, done: job.done + changes.length, total, over: false }
}

function reasonToKeep({ contact_id, version }: Undoable, known: Map<number, StoredContact>, inUse: Set<number>) {
  const contact = known.get(contact_id)
  if (!contact) return 'was deleted since'
  if (contact.version !== version) return 'was changed since'
  if (contact.restricted) return 'may only be stored, not changed'
  if (inUse.has(contact_id)) return 'something refers to it since, such as a payment'
  return undefined
}

async function restore(sql: Sql, writer: WriteContext, changes: Held[], form_ids: number[]) {
  const { group_id } = writer.caller
  const answered = changes.filter(({ answers }) => answers).map(({ contact_id }) => contact_id)
  const now = await answersOf(sql, group_id, answered, form_ids)
  const forms = await loadForms(sql, group_id, form_ids)
  const { now: moment } = await reserveIds(sql, group_id, 0)
  await removeTags(sql, group_id, changes)
  const plans = changes.map(({ contact, before, answers }) => ({
    before: contact,
    after: { ...(contact as Columns), ...before },
    plan: answers ? planBack(now.get(contact.id) ?? [], answers) : { added: [], changed: [], removed: [] },
    tags: [],
  }))
  await changeContacts(sql, writer, plans, forms, moment)
}

/** From the answers there are back to those that were. An import takes none away, so each of these is still there under its id. */
function planBack(now: StoredAnswer[], before: StoredAnswer[]): AnswerPlan {
  const old = new Map(before.map(answer => [answer.id, answer]))
  const changed = now
    .filter(answer => old.has(answer.id) && !isSame(old.get(answer.id)!, answer))
    .map(({ id }) => old.get(id)!)
  return { added: [], changed, removed: now.filter(({ id }) => !old.has(id)) }
}

const isSame = (a: StoredAnswer, b: StoredAnswer) =>
  a.form_ref_id === b.form_ref_id &&
  a.data === b.data &&
  a.date === b.date &&
  a.survey_id === b.survey_id &&
  a.source === b.source
