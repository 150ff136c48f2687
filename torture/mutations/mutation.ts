/** The part of the program that a fault is in. */
type MutationArea =
  | 'money'
  | 'ledger'
  | 'bank'
  | 'payment_imports'
  | 'access'
  | 'visibility'
  | 'sign_in'
  | 'imports'
  | 'search'
  | 'events'
  | 'console'

/** A fault that a programmer could make. The tests are expected to fail with it. */
export interface Mutation {
  area: MutationArea
  /** The path of the changed file, from the root of the repository. */
  file: string
  /** A text that the file contains exactly once. */
  was: string
  /** The text with the fault, which replaces it. */
  now: string
  /** What users would notice, in a sentence. */
  breaks: string
}
