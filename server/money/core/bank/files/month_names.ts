/** The names of the months in English and French, without accents. A name stands for one month in both. */
const names = [
  ['january', 'jan', 'janvier', 'janv'],
  ['february', 'feb', 'fevrier', 'fevr', 'fev'],
  ['march', 'mar', 'mars'],
  ['april', 'apr', 'avril', 'avr'],
  ['may', 'mai'],
  ['june', 'jun', 'juin'],
  ['july', 'jul', 'juillet', 'juil'],
  ['august', 'aug', 'aout'],
  ['september', 'sep', 'sept', 'septembre'],
  ['october', 'oct', 'octobre'],
  ['november', 'nov', 'novembre'],
  ['december', 'dec', 'decembre'],
]

const numbers = new Map(names.flatMap((written, index) => written.map(name => [name, index + 1])))

/** The number of a month; undefined if the word names none. */
export const monthOf = (word: string) => numbers.get(word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
