import { type DemoContacts, pair, words } from '../data.ts'
import { canvassed } from './canvassed_streets.ts'
import { duplicates } from './duplicates.ts'
import { neighbours } from './neighbours.ts'
import { british, lyonnais, streets } from './people.ts'

const endingOf = (index: number) => `${pair(Math.floor(index / 100))} ${pair(index % 100)}`

export const contacts: DemoContacts = {
  count: 1200,
  tags: ['sympathisant', 'bénévole', 'presse', 'étudiant', 'élu', 'locataire', 'parent d’élève', 'ancien adhérent'],
  sources: ['formulaire en ligne', 'porte-à-porte', 'stand du marché', 'téléphone'],
  jobs: words(
    'infirmier enseignante étudiant retraitée caissier développeuse conducteur assistante_sociale cuisinier comptable maçon libraire',
  ),
  ideas: [
    'Un marché du soir sur la place.',
    'Plus de bancs à l’ombre.',
    'Une navette le dimanche.',
    'Rouvrir la bibliothèque le samedi.',
    'Un atelier de réparation de vélos une fois par mois.',
    'Des jardins partagés derrière l’école.',
    'Éteindre les enseignes après 22 h.',
    'Un passage piéton devant la crèche, c’est dangereux le matin.',
  ],
  names: lyonnais,
  newcomers: { names: british, one_in: 30 },
  streets,
  canvassed,
  house_suffix: ' bis',
  former_prefix: 'ancien-',
  mobileOf: index => `06 39 98 ${endingOf(index)}`.replaceAll(' ', index % 9 === 0 ? '.' : ' '),
  phoneOf: index => `04 65 71 ${endingOf(index)}`,
  incomplete_mobile: '06 39 98',
  neighbours,
  duplicates,
}
