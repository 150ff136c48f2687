import { nearest } from '../server/http/validation/nearest_name.ts'

/** ` Did you mean "contacts"?`, or nothing. */
export function didYouMean(typed: string, words: Iterable<string>) {
  const word = nearest(typed, words)
  return word === undefined ? '' : ` Did you mean "${word}"?`
}
