import type { Payer } from './proposal_input.ts'

// Compares the names that banks write with those of contacts: in capitals, without accents, in any order, cut at 27 or 35 characters.

/** How much of a name was found. `full`: all of it and nothing else. */
export type NameMatch = 'full' | 'strong' | 'initial' | 'surname' | 'firstname' | ''

const letters: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' }

/** A text without accents and punctuation, in lower case. */
export const plainText = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[œæßøłđ]/g, letter => letters[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const wordsOf = (text: string) => plainText(text).split(' ').filter(Boolean)

const titles = new Set([
  'm',
  'mr',
  'mrs',
  'ms',
  'mme',
  'mle',
  'mlle',
  'melle',
  'monsieur',
  'madame',
  'mademoiselle',
  'dr',
])
const joining = new Set(['ou', 'et', 'and', 'or', 'u', 'und'])

/** The name of the other side of a line. */
export interface WrittenName {
  words: Set<string>
  /** The last word, if the bank may have cut it. */
  cut: string
  /** Whether it names two people, as `M OU MME DUPONT`. */
  joint: boolean
}

/** Banks cut names at these lengths. */
const cut_lengths = [24, 27, 32, 35]

export function writtenName(text: string): WrittenName {
  const all = wordsOf(text)
  const isTitle = (word: string, index: number) =>
    titles.has(word) && (word !== 'm' || index === 0 || joining.has(all[index - 1] ?? ''))
  const named = all.filter((word, index) => !isTitle(word, index) && !joining.has(word))
  const joint = all.some(word => joining.has(word)) || all.filter(isTitle).length > 1
  return { words: new Set(named), cut: cut_lengths.includes(text.trim().length) ? (named.at(-1) ?? '') : '', joint }
}

/** The words of the name of a contact. */
export interface ContactWords {
  first: string[]
  /** The surname, and the name by marriage. */
  surnames: string[][]
  /** The same as texts between spaces, to be found in a text. */
  inText: { first: string; surnames: string[]; whole: string[] }
}

const known = new WeakMap<Payer, ContactWords>()

export function contactWords(contact: Payer): ContactWords {
  let words = known.get(contact)
  if (!words) {
    const surnames = [contact.surname, contact.married_name].map(wordsOf).filter(name => name.length > 0)
    const first = wordsOf(contact.firstname)
    const spaced = (parts: string[]) => ` ${parts.join(' ')} `
    const whole = surnames.flatMap(surname => [spaced([...first, ...surname]), spaced([...surname, ...first])])
    words = { first, surnames, inText: { first: spaced(first), surnames: surnames.map(spaced), whole } }
    known.set(contact, words)
  }
  return words
}

/** How much of the name of the contact is the name that the bank wrote. */
export function nameMatch(name: WrittenName, contact: Payer): NameMatch {
  const { first, surnames } = contactWords(contact)
  const matches = surnames.map(surname => matchOf(name, first, surname))
  return order.find(level => matches.includes(level)) ?? ''
}

const order: NameMatch[] = ['full', 'strong', 'initial', 'surname', 'firstname', '']

function matchOf({ words, cut, joint }: WrittenName, first: string[], surname: string[]): NameMatch {
  let shortened = false
  const has = (word: string) => {
    if (words.has(word)) return true
    const isCut = cut.length >= 3 && word.startsWith(cut)
    shortened ||= isCut
    return isCut
  }
  const main = surname.filter(word => word.length > 3)
  const [hasSurname, hasMain] = [surname.every(has), main.length > 0 && main.some(has)]
  if (!hasSurname) return hasMain && first.length > 0 && first.every(has) ? 'strong' : hasMain ? 'surname' : ''
  const own = new Set([...first, ...surname])
  const others = [...words].filter(word => !own.has(word) && word !== cut)
  if (first.every(has)) return others.length === 0 && !joint && !shortened ? 'full' : 'strong'
  if (first.some(word => word.length > 2 && has(word))) return 'strong'
  const initial = first[0]?.[0]
  return initial !== undefined && words.has(initial) ? 'initial' : 'surname'
}

/** How much of the name of the contact stands in a text, given as plain text. */
export function nameInText(text: string, contact: Payer): NameMatch {
  if (text === '') return ''
  const { first, surnames, inText } = contactWords(contact)
  const padded = ` ${text} `
  const hasSurname = (spaced: string, at: number) => (surnames[at] ?? []).join('').length > 3 && padded.includes(spaced)
  const hasFirst = first.length > 0 && padded.includes(inText.first)
  if (hasFirst && inText.whole.some(name => padded.includes(name))) return 'full'
  if (inText.surnames.some(hasSurname)) return hasFirst ? 'strong' : 'surname'
  return hasFirst && first.join('').length > 3 ? 'firstname' : ''
}

/** The first name and surname that a written name may consist of, as contacts have them in the database. */
export function namePairs(text: string): [firstname: string, surname: string][] {
  const { words } = writtenName(text)
  const list = [...words].slice(0, 5)
  const pairs: [string, string][] = []
  for (let split = 1; split < list.length; split++) {
    for (const one of spellings(list.slice(0, split))) {
      for (const other of spellings(list.slice(split))) pairs.push([one, other], [other, one])
    }
  }
  return pairs
}

/** The same of each place in a longer text. */
export function namePairsInText(text: string): [string, string][] {
  const list = wordsOf(text)
    .filter(word => /^[a-z]+$/.test(word) && !titles.has(word))
    .slice(0, 20)
  return list.flatMap((_, at) => [
    ...namePairs(list.slice(at, at + 2).join(' ')),
    ...(at + 3 <= list.length ? namePairs(list.slice(at, at + 3).join(' ')) : []),
  ])
}

function spellings(words: string[]): string[] {
  const [one = '', ...rest] = words
  if (rest.length === 0) return [one]
  return [words.join(' '), words.join('-'), ...(one.length === 1 ? [`${one}'${rest.join(' ')}`] : [])]
}
