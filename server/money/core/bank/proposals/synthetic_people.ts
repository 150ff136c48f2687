import type { Payer } from './proposal_input.ts'

// The people of the synthetic year: households with one surname and one IBAN, namesakes, and how banks write their names.

export interface Chance {
  /** A whole number from 0 to just below this one. */
  below: (bound: number) => number
  /** One of these. */
  pick: <T>(from: readonly T[]) => T
  /** Whether it happens, of 100 times. */
  percent: (share: number) => boolean
}

/** Pseudo-random numbers with a fixed seed (mulberry32). */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const below = (bound: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
  return { below, pick: <T>(from: readonly T[]) => from[below(from.length)] as T, percent: share => below(100) < share }
}

export interface SyntheticPerson extends Payer {
  iban: string
  /** The name of the account, as the bank writes it. */
  holder: string
  mandate: string
  household: number
}

const surnames =
  `Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefèvre Leroy Roux David Bertrand Morel Fournier Girard
Bonnet Dupont Lambert Fontaine Rousseau Vincent Muller Faure André Mercier Blanc Guérin Boyer Garnier Chevalier François Legrand Gauthier Garcia
Perrin Robin Clément Morin Nicolas Henry Roussel Mathieu Gautier Masson Marchand Duval Denis Dumont Marie Lemaire Noël Meyer Dufour Meunier Brun
Blanchard Giraud Joly Rivière Lucas Brunet Gaillard Barbier Arnaud Martinez Gérard Roche Renard Schmitt Roy Leroux Colin Vidal Caron Picard Roger
Fabre Aubert Lemoine Renaud Dumas Lacroix Olivier Philippe Bourgeois Pierre Benoît Rey Leclerc Payet Rolland Leclercq Guillaume Lecomte López Jean
Dupuy Guillot Hubert Berger Carpentier Sánchez Dupuis Moulin Louis Deschamps Huet Vasseur Pérez Boucher Fleury Royer Klein Jacquet Adam Paris
Poirier Marty Aubry Guyot Carré Charles Renault Charpentier Ménard Maillard Baron Bertin Bailly Hervé Schneider Fernández Le~Gall Collet Léger
Bouvier Julien Prévost Millet Perrot Daniel Le~Roux Cousin Germain Breton Besson Langlois Rémy Le~Goff Pelletier Lévêque Perrier Leblanc Barre
Lebrun Marchal Weber Mallet Hamon Boulanger Jacob Monnier Michaud Rodríguez Guichard Gillet Étienne Grondin Poulain Tessier Chevallier Collin
Chauvin Da~Silva Bouchet Gay Lemaître Bénard Maréchal Humbert Reynaud Antoine Hoarau Perret Barthélemy Cordier Pichon Lejeune Gilbert Lamy Delaunay
Pasquier Carlier Laporte Martin-Dupuis Saint-Martin De~La~Tour Vandenbroucke Papadopoulos Charbonnier-Delacroix`
    .split(/\s+/)
    .map(name => name.replaceAll('~', ' '))
const firstnames =
  `Jean Marie Pierre Michel Jeanne André Philippe Louis René Alain Jacques Bernard Marcel Daniel Roger Robert Paul Claude Christian Nathalie Isabelle
Sylvie Catherine Françoise Martine Monique Nicole Jacqueline Anne Christine Valérie Sandrine Stéphanie Véronique Sophie Céline Chantal Patricia Annie
Julie Camille Léa Manon Emma Chloé Thomas Nicolas Julien Maxime Antoine Alexandre Hugo Lucas Théo Léo Jean-Pierre Marie-Claude Anne-Sophie
Jean-Baptiste Jean-François Marie-Hélène Éric Frédéric Pascal Thierry Laurent Olivier Sébastien Guillaume Mathieu Karim Fatima Mohamed Aïcha
Inès Yasmine Mehdi Ibrahim Aminata Fatou Moussa Linh Minh`.split(/\s+/)
const cities = ['Lyon', 'Villeurbanne', 'Bron', 'Oullins', 'Vénissieux', 'Caluire']

const capitals = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')

/** Cuts as banks do. */
const cutName = (text: string, chance: Chance) => text.slice(0, chance.percent(30) ? 27 : 35)

export function syntheticPeople(chance: Chance, count: number): SyntheticPerson[] {
  const people: SyntheticPerson[] = []
  for (let household = 0; people.length < count; household++) {
    const size = chance.pick([1, 1, 1, 2, 2, 2, 3, 4])
    const surname = chance.pick(surnames)
    const iban = `FR76${String(10_000_000_000 + household * 7919)}${String(chance.below(1_000_000)).padStart(12, '0')}`
    const joint = size > 1 && chance.percent(45)
    const city = chance.pick(cities)
    const names = new Set<string>()
    while (names.size < size) names.add(chance.pick(firstnames))
    const [head = ''] = names
    for (const firstname of names) {
      // Some grown-up members of a household have their own account.
      const own = firstname !== head && chance.percent(35)
      const person = {
        id: people.length + 1,
        firstname,
        surname,
        married_name: '',
        city,
        household,
      }
      people.push({
        ...person,
        iban: own ? `${iban.slice(0, -2)}${String(people.length % 97).padStart(2, '0')}` : iban,
        holder: holderOf(chance, own ? firstname : head, surname, joint && !own),
        mandate: `RUM${String(500_000 + people.length)}`,
      })
    }
  }
  return withNamesakes(chance, people)
}

function holderOf(chance: Chance, firstname: string, surname: string, joint: boolean): string {
  const [first, last] = [capitals(firstname), capitals(surname)]
  if (joint)
    return cutName(chance.pick([`M OU MME ${last} ${first}`, `M ET MME ${first} ${last}`, `MR OU MME ${last}`]), chance)
  const plain = chance.pick([`${last} ${first}`, `${first} ${last}`, `M ${last} ${first}`, `MME ${first} ${last}`])
  return cutName(chance.percent(6) ? `${first[0]} ${last}` : chance.percent(4) ? last : plain, chance)
}

/** Gives some people the name of another. */
function withNamesakes(chance: Chance, people: SyntheticPerson[]): SyntheticPerson[] {
  return people.map(person => {
    if (!chance.percent(2)) return person
    const { firstname, surname, holder } = chance.pick(people)
    return { ...person, firstname, surname, holder }
  })
}

/** The name of a person as the text of a transfer has it. */
export const writtenBy = (chance: Chance, { firstname, surname }: Payer) =>
  chance.pick([capitals(`${firstname} ${surname}`), `${firstname} ${surname}`, capitals(`${surname} ${firstname}`)])

export const strangerName = (chance: Chance) => capitals(`${chance.pick(surnames)} ${chance.pick(firstnames)}`)
