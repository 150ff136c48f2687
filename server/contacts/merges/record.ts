import type { ItemIds } from '../../money/core/rewrite.ts'
import type { StoredAnswer } from '../core/answers.ts'
import type { ColumnChanges } from './columns.ts'

/** A number and the code made of it, as a contact has it; null before a contact has one. */
export interface MembershipIdentity {
  membership_number: number | null
  membership_code: string
}

/** What a merge did, in such detail that it can be undone. */
export interface MergeRecord {
  fields: ColumnChanges
  /** Before the merge. The lower number went to the survivor, the other one stays with the contact that is gone and is never given again. */
  membership: { survivor: MembershipIdentity; gone: MembershipIdentity }
  answers: { added: StoredAnswer[]; changed: { before: StoredAnswer; after: StoredAnswer }[] }
  /** By table, the keys of what the survivor did not have. */
  links: Record<string, number[]>
  /** By table, the rows that refer to the survivor since. */
  moved: Record<string, number[]>
  items: ItemIds
}

/** What had changed since, and stayed with the survivor. */
export type StayedWithSurvivor = { fields: string[]; answers: number[] } & ItemIds
