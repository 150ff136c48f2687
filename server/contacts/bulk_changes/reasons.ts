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
} as const

export type RefusalCode = keyof typeof refusals
export type KeptCode = keyof typeof kept

export const refusalCodes = Object.keys(refusals) as RefusalCode[]
export const keptCodes = Object.keys(kept) as KeptCode[]

/** The sentence of a stored reason. */
export const refusalSentence = (code: RefusalCode): string => refusals[code]
export const keptSentence = (code: KeptCode): string => kept[code]
