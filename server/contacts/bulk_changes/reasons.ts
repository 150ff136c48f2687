import type { Caller } from '../../access/caller.ts'
import type { Language } from '../../messages/language.ts'
import { msg } from '../../messages/message.ts'
import { translate } from '../../messages/translate.ts'
import { seesRestricted } from '../core/restriction.ts'

/** Why a contact cannot be changed. */
const refusals = {
  not_found: msg`There is no such contact, or you cannot see it.`,
  deleted: msg`The contact is deleted.`,
  merged: msg`The contact was merged into another.`,
  restricted: msg`The processing of the contact is restricted.`,
  do_not_contact: msg`The person does not want to be contacted.`,
  no_address: msg`The contact has no address.`,
} as const

/** Why an undo leaves a contact as it is. */
const kept = {
  changed: msg`The contact was changed in the same place since.`,
  deleted: msg`The contact was deleted since.`,
  merged: msg`The contact was merged into another since.`,
  erased: msg`The data of the person was erased since.`,
  restricted: msg`The processing of the contact is restricted.`,
  visited: msg`A visit was recorded for the contact in the action.`,
  not_found: msg`There is no such contact, or you cannot see it.`,
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

/** The sentence of a stored reason, in the language of the reader. */
export const refusalSentence = (code: RefusalCode, language: Language): string => translate(refusals[code], language)
export const keptSentence = (code: KeptCode, language: Language): string => translate(kept[code], language)
