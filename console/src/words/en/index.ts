import { actions } from './actions.ts'
import { field } from './field.ts'
import { home } from './home.ts'
import { payments } from './payments.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { teams } from './teams.ts'

export default { shell, home, payments, teams, actions, field, settings }
