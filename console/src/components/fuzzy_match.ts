import { normalizeText } from './text_match.ts'

// Finds commands and pages by what is typed: in any order, without accents, and with a wrong letter.

export interface Match {
  /** Lower is better. */
  rank: number
  /** Whether a letter had to be forgiven. */
  typo: boolean
}

/** How well the texts match; undefined if a typed word is in none of them. The first text counts most. */
export function matchTexts(typed: string, texts: string[]): Match | undefined {
  const wanted = wordsOf(typed)
  const counts = wanted.filter(word => !small_words.has(word)).length > 0
  const known = texts.map(wordsOf)
  let rank = 0
  let typo = false
  for (const word of wanted) {
    const found = bestMatch(word, known)
    if (!found && counts && small_words.has(word)) continue
    if (!found) return undefined
    rank += found.rank
    typo ||= found.typo
  }
  // Of two names that begin alike, the shorter one is meant.
  return { rank: rank + (known[0]?.join(' ').length ?? 0) / 1000, typo }
}

/** "invite a member" means "Invite members". */
const small_words = new Set(['a', 'an', 'the', 'of', 'un', 'une', 'le', 'la', 'les', 'l', 'des', 'de', 'du', 'd'])

function bestMatch(word: string, texts: string[][]): Match | undefined {
  for (const typo of [false, true]) {
    for (const [place, words] of texts.entries()) {
      const at = words.findIndex(one => (typo ? isNearly(word, one) : one.startsWith(word)))
      if (at >= 0) return { rank: (typo ? 20 : 0) + place * 2 + Math.min(at, 1), typo }
    }
  }
  return undefined
}

/** The words of a text, without case and accents. */
export const wordsOf = (text: string) =>
  normalizeText(text)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)

const short = 4
const long = 8

/** Whether a word is the beginning of another one, but for one wrong letter, or two in a long word. */
function isNearly(typed: string, word: string) {
  if (typed.length < short) return false
  const allowed = typed.length >= long ? 2 : 1
  for (let length = typed.length - allowed; length <= typed.length + allowed; length++)
    if (length <= word.length && editsBetween(typed, word.slice(0, length)) <= allowed) return true
  return false
}

/** The number of letters to add, remove, replace or swap with their neighbour. */
function editsBetween(one: string, other: string) {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row++) {
    const edits = [row]
    rows.push(edits)
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      edits.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(one.length, other.length)
}
