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

/** A French association in and around Lyon. */
export const lyon: DemoData = {
  name: 'Collectif des Deux Rives',
  locale: 'fr',
  time_zone: 'Europe/Paris',
  country: 'FR',
  currency: 'EUR',
  accounts: [
    { type: 'superadmin', firstname: 'Hélène', surname: 'Marchand', mail: 'helene.marchand@example.org' },
    { type: 'admin', firstname: 'Samir', surname: 'Benali', mail: 'samir.benali@example.org' },
    { type: 'manager', firstname: 'Grace', surname: 'Okafor', mail: 'grace.okafor@example.org' },
    { type: 'user', firstname: 'Lucas', surname: 'Perrin', mail: 'lucas.perrin@example.org' },
  ],
  ...{ users, teams, forms, contacts, money, bank, actions, notes, views },
}
