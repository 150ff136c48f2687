import { nearestName } from '../server/nearest_name.ts'

/** ` Did you mean "contacts"?`, or nothing. */
export function didYouMean(typed: string, words: Iterable<string>) {
  const word = nearestName(typed, words)
  return word === undefined ? '' : ` Did you mean "${word}"?`
}
