import { actions } from './actions.ts'
import { audit } from './audit.ts'
import { bank } from './bank.ts'
import { contacts } from './contacts.ts'
import { contributions } from './contributions.ts'
import { field } from './field.ts'
import { finance } from './finance.ts'
import { home } from './home.ts'
import { ledger } from './ledger.ts'
import { map } from './map.ts'
import { payments } from './payments.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { teams } from './teams.ts'
import { webhooks } from './webhooks.ts'

export default {
  actions,
  contacts,
  contributions,
  audit,
  bank,
  field,
  finance,
  home,
  ledger,
  map,
  payments,
  settings,
  shell,
  teams,
  webhooks,
}
