import { createContact } from '../people/contact_writing.ts'
import type { Stage } from './demo.ts'
import { draw } from './draw.ts'

const firstnames = [
  'Adèle',
  'Bruno',
  'Claire',
  'Denis',
  'Elsa',
  'Farid',
  'Gisèle',
  'Henri',
  'Irène',
  'Jean',
  'Katia',
  'Loïc',
  'Mona',
  'Noé',
  'Oscar',
  'Paula',
  'Quentin',
  'Rachid',
  'Sylvie',
  'Tom',
  'Ugo',
  'Viviane',
  'William',
  'Xavier',
  'Yann',
  'Zineb',
  'Alice',
  'Ben',
  'Charlotte',
  'Oliver',
]
const surnames = [
  'Arnaud',
  'Blanc',
  'Colin',
  'Durand',
  'Evans',
  'Fabre',
  'Gauthier',
  'Henry',
  'Imbert',
  'Joly',
  'Klein',
  'Lopez',
  'Martin',
  'Noel',
  'Ollier',
  'Petit',
  'Quemener',
  'Robert',
  'Schmitt',
  'Thomas',
  'Ursini',
  'Vidal',
  'Walker',
  'Young',
  'Zidi',
]
const streets = [
  'rue de Belfort',
  'cours Gambetta',
  'rue Mercière',
  'avenue Jean Jaurès',
  'quai Perrache',
  'rue Garibaldi',
  'montée de la Grande Côte',
]
const towns = [
  ['Lyon', '69001'],
  ['Lyon', '69003'],
  ['Lyon', '69004'],
  ['Lyon', '69007'],
  ['Villeurbanne', '69100'],
  ['Vénissieux', '69200'],
  ['Caluire-et-Cuire', '69300'],
] as const
const tags = ['sympathisant', 'bénévole', 'adhérent', 'presse', 'étudiant', 'élu']

export const contacts_count = 90

/** People to raise funds from, drawn from the same lots each time. */
export async function fillContacts({ sql, caller }: Stage) {
  for (let index = 0; index < contacts_count; index++) {
    const pick = draw(index + 1)
    const [firstname, surname] = [pick(firstnames), surnames[index % surnames.length]!]
    const [city, postal_code] = pick(towns)
    const plain = `${firstname}.${surname}`
      .normalize('NFD')
      .replace(/\P{ASCII}/gu, '')
      .toLowerCase()
    await createContact(
      sql,
      { caller, request_id: 'demo' },
      {
        firstname,
        surname,
        gender: pick(['F', 'M', 'F', 'M', 'O', ''] as const),
        mail: pick.below(10) < 8 ? `${plain}${index}@example.com` : '',
        mobile: `+33 6 39 98 ${pair(index)} ${pair((index * 37) % 100)}`,
        birthdate: new Date(Date.UTC(1940 + pick.below(65), pick.below(12), 1 + pick.below(28))).toISOString(),
        birth_country: 'FR',
        nationality: 'FR',
        black_list: pick.below(25) === 0,
        address: { house_number: String(1 + pick.below(120)), street: pick(streets), postal_code, city, country: 'FR' },
        tags: pick.below(3) > 0 ? [{ name: pick(tags) }] : [],
      },
    )
  }
}

const pair = (number: number) => String(number % 100).padStart(2, '0')
