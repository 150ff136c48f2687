import { nearestName } from '../server/nearest_name.ts'

/** ` Did you mean "contacts"?`, or nothing. */
export function didYouMean(typed: string, words: Iterable<string>) {
  const word = nearestName(typed, words)
  return word === undefined ? '' : ` Did you mean "${word}"?`
}

/** `Unknown option --lmit. Did you mean --limit? …` */
export function unknownOption(typed: string, options: Iterable<string>, hint: string) {
  const option = nearestName(typed, options)
  return `Unknown option --${typed}.${option === undefined ? '' : ` Did you mean --${option}?`} ${hint}`
}
