import { type Caller, may } from '../../access/caller.ts'
import { notFound } from '../../errors.ts'

/** A note or a file of a contact that the caller sees. */
export interface AttachedRecord {
  contact_id: number
  /** Its author. */
  user_id: number
  readable: boolean
}

/** The record, if the caller may delete it: as its author, or with `privacy:manage` also without reading it. */
export function checkMayDelete(
  caller: Caller,
  record: AttachedRecord | undefined,
  { name, refuse }: { name: 'note' | 'file'; refuse: () => Error },
): AttachedRecord {
  const any = may(caller, 'privacy:manage')
  if (!record || !(record.readable || any)) throw notFound(name)
  const own = record.user_id === caller.id && may(caller, 'contacts:write')
  if (!own && !any) throw refuse()
  return record
}
