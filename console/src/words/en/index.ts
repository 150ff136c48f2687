import { actions } from './actions.ts'
import { field } from './field.ts'
import { home } from './home.ts'
import { shell } from './shell.ts'
import { teams } from './teams.ts'

export default { shell, home, teams, actions, field }
