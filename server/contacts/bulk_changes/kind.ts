import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import type { ContactColumns } from '../core/columns.ts'
import type { KeptCode, RefusalCode } from './reasons.ts'
import type { BulkChangeContent } from './schema.ts'

/** A contact that a step has locked. */
export interface LockedContact extends ContactColumns {
  id: number
  group_id: number
  version: number
  membership_code: string
  membership_number: number
  deleted: boolean
  erased: boolean
  restricted: boolean
  merged: boolean
}

/** What a kind of change does in a step. */
export interface StepContext {
  sql: Sql
  writer: WriteContext
  id: number
  change: BulkChangeContent
}

/** A contact that changed, with what an undo needs, or one that was refused. Contacts that are in neither list were already so. */
export interface StepOutcome<Undo> {
  changed: { contact_id: number; undo: Undo }[]
  refused: { contact_id: number; reason: RefusalCode }[]
}

export interface KeptContact {
  contact_id: number
  kept_because: KeptCode
}

/** How one kind of change is made and undone, for contacts that are locked, exist, and are not restricted. */
export interface KindOfChange<Undo> {
  /** Whether contacts that are deleted can be restored by its undo. */
  undoesDeletion?: boolean
  apply: (context: StepContext, contacts: LockedContact[]) => Promise<StepOutcome<Undo>>
  /** Restores those that are still as the change left them, and returns the others. */
  undo: (context: StepContext, contacts: { contact: LockedContact; undo: Undo }[]) => Promise<KeptContact[]>
  /** After the last contact of an undo. */
  endUndo?: (context: StepContext) => Promise<void>
}

/** Splits changes into those that are still as they were left, and the others. */
export function splitKept<Change extends { contact: LockedContact }>(
  changes: Change[],
  isAsLeft: (change: Change) => boolean,
) {
  const undoable = changes.filter(isAsLeft)
  const kept: KeptContact[] = changes
    .filter(change => !undoable.includes(change))
    .map(({ contact }) => ({ contact_id: contact.id, kept_because: 'changed' }))
  return { undoable, kept }
}
