import type { Caller } from '../../access/caller.ts'
import { seesRestricted } from '../core/restriction.ts'

/** Why a contact cannot be changed. */
const refusals = {
  not_found: 'There is no such contact, or you cannot see it.',
  deleted: 'The contact is deleted.',
  merged: 'The contact was merged into another.',
  restricted: 'The processing of the contact is restricted.',
  do_not_contact: 'The person does not want to be contacted.',
  no_address: 'The contact has no address.',
} as const

/** Why an undo leaves a contact as it is. */
const kept = {
  changed: 'The contact was changed in the same place since.',
  deleted: 'The contact was deleted since.',
  merged: 'The contact was merged into another since.',
  erased: 'The data of the person was erased since.',
  restricted: 'The processing of the contact is restricted.',
  visited: 'A visit was recorded for the contact in the action.',
  not_found: 'There is no such contact, or you cannot see it.',
} as const

export type RefusalCode = keyof typeof refusals
export type KeptCode = keyof typeof kept

export const refusalCodes = Object.keys(refusals) as RefusalCode[]
export const keptCodes = Object.keys(kept) as KeptCode[]

// A caller who does not see restricted contacts does not learn that there are some. To them, such a contact has the same reason as one that does not exist.

export const shownRefusal = (caller: Caller, code: RefusalCode): RefusalCode =>
  code === 'restricted' && !seesRestricted(caller) ? 'not_found' : code

export const shownKept = (caller: Caller, code: KeptCode): KeptCode =>
  (code === 'restricted' || code === 'erased') && !seesRestricted(caller) ? 'not_found' : code

/** The sentence of a stored reason. */
export const refusalSentence = (code: RefusalCode): string => refusals[code]
export const keptSentence = (code: KeptCode): string => kept[code]
