import { contacts } from './contacts.ts'
import { finance } from './finance.ts'
import { home } from './home.ts'
import { payments } from './payments.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { teams } from './teams.ts'

export default { contacts, finance, home, payments, settings, shell, teams }
