import { home } from './home.ts'
import { shell } from './shell.ts'

export default { shell, home }
