import type { StatementDetail } from '../statement.ts'
import type { PaymentReference } from './proposal_input.ts'

// References of payments, and where lines contain them.

/** A text as references are compared: in capitals, without punctuation. */
export const compactReference = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The words of a line that may be references, as they are compared. */
export function referenceWords({ text, end_to_end_id }: StatementDetail): Set<string> {
  return new Set([...wordsIn(end_to_end_id), ...wordsIn(text)])
}

/** The words of a line that may be references, as they are written. */
export const rawReferenceWords = ({ text, end_to_end_id }: StatementDetail) =>
  `${end_to_end_id} ${text}`
    .split(/[\s,;()"']+/)
    .filter(word => word.length >= 4 && word.length <= 100 && /\d/.test(word))

function wordsIn(text: string): string[] {
  if (isAbsent(text)) return []
  return text
    .split(/[\s,;:()"']+/)
    .flatMap(word => [compactReference(word), ...(word.match(/\d{3,15}/g) ?? [])])
    .filter(word => word.length >= 3 && /\d/.test(word) && !isYearOrZero(word))
    .slice(0, 60)
}

const isAbsent = (text: string) => text === '' || /^(not ?provided|none|unknown|non renseigne)$/i.test(text)

const isYearOrZero = (word: string) => /^(19|20)\d\d$/.test(word) || /^0+$/.test(word)

/** A reference from what a payment has; undefined for texts that are none. */
export function referenceOf(text: string): PaymentReference | undefined {
  const compact = compactReference(text)
  if (compact.length < 3 || !/\d/.test(compact) || isYearOrZero(compact)) return undefined
  const strong = compact.length >= 10 || (compact.length >= 7 && /[A-Z]/.test(compact))
  return { text: compact, strong }
}

/** The references in the free object about how a payment was made. */
export function referencesIn(payment_method: unknown): PaymentReference[] {
  if (typeof payment_method !== 'object' || payment_method === null) return []
  return Object.values(payment_method)
    .filter(value => typeof value === 'string' || typeof value === 'number')
    .map(value => referenceOf(String(value).slice(0, 100)))
    .filter(found => found !== undefined && found.text.length >= 6)
    .slice(0, 20) as PaymentReference[]
}
