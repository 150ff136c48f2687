import { contacts } from './contacts.ts'
import { home } from './home.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { teams } from './teams.ts'

export default { shell, home, teams, contacts, settings }
