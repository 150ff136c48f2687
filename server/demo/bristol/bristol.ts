import type { DemoData } from '../data.ts'
import { actions } from './actions.ts'
import { bank } from './bank.ts'
import { contacts } from './contacts.ts'
import { forms } from './forms.ts'
import { money } from './money.ts'
import { notes } from './notes.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'
import { views } from './views.ts'

/** A tenants' union in Bristol. */
export const bristol: DemoData = {
  name: 'Harbour Tenants Union',
  locale: 'en',
  time_zone: 'Europe/London',
  country: 'GB',
  currency: 'GBP',
  accounts: [
    { type: 'superadmin', firstname: 'Maeve', surname: 'Sullivan', mail: 'maeve.sullivan@example.net' },
    { type: 'user', firstname: 'Owen', surname: 'Price', mail: 'owen.price@example.net' },
  ],
  ...{ users, teams, forms, contacts, money, bank, actions, notes, views },
}
