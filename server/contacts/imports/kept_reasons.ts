/** Why an undo keeps a contact. The code is stored; earlier versions stored a sentence instead. */
const sentences = {
  deleted: 'The contact was deleted after the import.',
  changed: 'The contact was changed after the import.',
  restricted: 'The processing of the contact is restricted.',
  referenced: 'Another record, such as a payment, refers to the contact.',
} as const

export type KeptCode = keyof typeof sentences

export const keptCodes = Object.keys(sentences) as KeptCode[]

const isKeptCode = (stored: string): stored is KeptCode => Object.hasOwn(sentences, stored)

/** The code and the sentence of a stored reason. */
export const keptReason = (stored: string): { code: KeptCode | null; reason: string } =>
  isKeptCode(stored) ? { code: stored, reason: sentences[stored] } : { code: null, reason: stored }
