import { type DemoContacts, words } from '../data.ts'
import { canvassed } from './canvassed_streets.ts'
import { duplicates } from './duplicates.ts'
import { neighbours } from './neighbours.ts'
import { bristolian, irish, streets } from './people.ts'

const endingOf = (index: number) => String(index).padStart(3, '0')

export const contacts: DemoContacts = {
  count: 400,
  tags: ['tenant', 'volunteer', 'supporter', 'press', 'student', 'councillor', 'parent', 'block rep', 'former member'],
  sources: ['web form', 'door', 'street stall', 'phone'],
  jobs: words(
    'nurse teacher student retired bus_driver software_developer care_worker chef electrician cleaner librarian warehouse_worker',
  ),
  ideas: [
    'The lift in our block has been out since May.',
    'Could meetings start after seven? I work until half past six.',
    'We need bins that are collected every week.',
    'Black mould in the back bedroom, the agent says to open a window.',
    'A list of tradespeople who actually turn up.',
    'Please post letters as well, my mother has no email.',
  ],
  names: bristolian,
  newcomers: { names: irish, one_in: 14 },
  streets,
  canvassed,
  house_suffix: 'A',
  former_prefix: 'old-',
  mobileOf: index => `07700 900${endingOf(index)}`,
  phoneOf: index => `0117 496 0${endingOf(index)}`,
  incomplete_mobile: '07700',
  neighbours,
  duplicates,
}
