import type { StatementLine } from '../core/bank/statement.ts'

// Formats write references and texts of a line differently. Between formats lines of a day and amount are compared by whom they name.

/** What a line of a file or a stored one says about who paid. */
export type Said = Pick<StatementLine, 'text' | 'counterparty' | 'counterparty_iban' | 'end_to_end_id'>

/** How well the balances prove that two lines of a day and amount are the same. */
export type Proof = 'none' | 'some' | 'full'

export interface Pair<New, Stored> {
  line: New
  stored: Stored
  /** Whether both say the same; otherwise only the balances tell that they are one line. */
  agreed: boolean
}

/**
 * Pairs lines of one day and amount: first those that agree, then in their order those that the balances prove to be the same. A line that is added
 * twice can be seen and ignored, one that is lost cannot: lines without proof are not paired.
 */
export function pairLines<New extends Said, Stored extends Said>(
  lines: New[],
  stored: Stored[],
  proofOf: (stored: Stored) => Proof,
): Pair<New, Stored>[] {
  const index = new StoredIndex(stored.map(line => ({ line, names: namesOf(line), proof: proofOf(line) })))
  let left = lines.map(line => ({ line, names: namesOf(line) }))
  const pairs: Pair<New, Stored>[] = []
  const take = (
    agreed: boolean,
    keysOf: (names: Names) => string[],
    isSame: (one: Names, other: Entry<Stored>) => boolean,
  ) => {
    left = left.filter(({ line, names }) => {
      const found = index.find(keysOf(names), other => !contradict(names, other.names) && isSame(names, other))
      if (!found) return true
      pairs.push({ line, stored: found.line, agreed })
      index.remove(found)
      return false
    })
  }
  take(true, idKeys, () => true)
  take(true, nameKeys, (one, { names: other }) => namesIn(one, other) || namesIn(other, one) || sameText(one, other))
  take(
    false,
    () => ['all'],
    (one, { names: other, proof }) => {
      if (proof === 'some') return one.words.isSubsetOf(other.words) || other.words.isSubsetOf(one.words)
      return proof === 'full'
    },
  )
  return pairs
}

interface Entry<Line> {
  line: Line
  names: Names
  proof: Proof
}

/** So many lines with a word in common are looked at. */
const looked_at_max = 100

/** Finds stored lines by what they say. */
class StoredIndex<Line> {
  #entries = new Map<string, Set<Entry<Line>>>()

  constructor(entries: Entry<Line>[]) {
    for (const entry of entries)
      for (const key of this.#keysOf(entry)) {
        const found = this.#entries.get(key) ?? new Set()
        this.#entries.set(key, found.add(entry))
      }
  }

  #keysOf = ({ names }: Entry<Line>) => ['all', ...idKeys(names), ...nameKeys(names)]

  find(keys: string[], isSame: (entry: Entry<Line>) => boolean) {
    for (const key of keys) {
      const found = this.#entries.get(key)?.values().take(looked_at_max).find(isSame)
      if (found) return found
    }
    return undefined
  }

  remove(entry: Entry<Line>) {
    for (const key of this.#keysOf(entry)) this.#entries.get(key)?.delete(entry)
  }
}

const idKeys = ({ end_to_end_id, iban }: Names) => [
  ...(end_to_end_id ? [`end_to_end_id ${end_to_end_id}`] : []),
  ...(iban ? [`iban ${iban}`] : []),
]
/** Long words first, which fewer lines have. */
const nameKeys = ({ letters, words }: Names) => [
  ...(letters ? [`text ${letters}`] : []),
  ...[...words].sort((one, other) => other.length - one.length).map(word => `word ${word}`),
]

interface Names {
  iban: string
  end_to_end_id: string
  letters: string
  counterparty: Set<string>
  /** Of text and counterparty, without those that say what kind of payment it is. */
  words: Set<string>
}

function namesOf({ text, counterparty, counterparty_iban, end_to_end_id }: Said): Names {
  const name = wordsOf(counterparty)
  return {
    iban: counterparty_iban,
    end_to_end_id,
    letters: wordsOf(text).join(''),
    counterparty: new Set(name.filter(isName)),
    words: new Set([...wordsOf(text), ...name].filter(isName)),
  }
}

const kinds_of_payment = new Set(
  `vir virt virement virements inst instantane sepa recu emis faveur credit debit prlv prelevement prelevements remise lot cheque cheques chq carte
  don gutschrift lastschrift ueberweisung uberweisung transfer payment direct deposit mme mlle mrs mr dr herr frau the des les de du la le et ou
  par pour von`.split(/\s+/),
)
const isName = (word: string) => word.length > 1 && !kinds_of_payment.has(word)

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

const within = (some: Set<string>, all: Set<string>) => some.isSubsetOf(all)
const namesIn = (one: Names, other: Names) => one.counterparty.size > 0 && within(one.counterparty, other.words)
const sameText = (one: Names, other: Names) => one.letters !== '' && one.letters === other.letters

/** Whether they name two people, accounts or payments. */
const contradict = (one: Names, other: Names) =>
  differ(one.iban, other.iban) ||
  differ(one.end_to_end_id, other.end_to_end_id) ||
  (one.counterparty.size > 0 && other.counterparty.size > 0 && one.counterparty.isDisjointFrom(other.counterparty))

const differ = (one: string, other: string) => one !== '' && other !== '' && one !== other
