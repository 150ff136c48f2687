import { normalizeText } from '../../components/text_match.ts'

export interface Street {
  street: string
  city: string
}

const abbreviations: Record<string, string> = {
  all: 'allee',
  av: 'avenue',
  ave: 'avenue',
  bd: 'boulevard',
  bld: 'boulevard',
  boul: 'boulevard',
  ch: 'chemin',
  chem: 'chemin',
  fg: 'faubourg',
  imp: 'impasse',
  pl: 'place',
  rte: 'route',
  sq: 'square',
}

/** The words of a street or city in full, without case, accents and punctuation. */
export const fullWords = (name: string) =>
  normalizeText(name)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)
    .map(word => abbreviations[word] ?? word)
    .join(' ')

const keyOf = ({ street, city }: Street) => `${fullWords(street)}\n${fullWords(city)}`

const spellingOf = ({ street, city }: Street) => `${street}\n${city}`

/** The streets of these doors, each as most of its doors spell it. */
export function knownStreets(doors: readonly Street[]): Map<string, Street> {
  const streets = Map.groupBy(
    doors.filter(({ street }) => street !== ''),
    keyOf,
  )
  return new Map(
    [...streets].flatMap(([key, doors]) => {
      const spellings = [...Map.groupBy(doors, spellingOf).values()]
      const [most] = spellings.toSorted((one, other) => other.length - one.length)
      return most?.[0] ? [[key, { street: most[0].street, city: most[0].city }]] : []
    }),
  )
}

/** The door with the known spelling of its street and city, if the street is known. */
export const withKnownStreet = <Door extends Street>(door: Door, known: Map<string, Street>): Door => ({
  ...door,
  ...known.get(keyOf(door)),
})
