import { type Config, describeSettings } from '../server/config.ts'
import { api } from './api.ts'
import { backup, restore } from './backups.ts'
import { type Command, parse, type RawCommand, UsageError } from './command.ts'
import { completion } from './completion.ts'
import { distribute } from './distribute.ts'
import { doctor } from './doctor.ts'
import { grantList, grantRevoke } from './grants.ts'
import { importFile, importUndo } from './import.ts'
import { importPayments } from './import_payments.ts'
import { integrationCreate, integrationEnd, integrationList, integrationSecret } from './integrations.ts'
import { login, logout } from './profiles.ts'
import { userResetSecondFactor } from './second_factors.ts'
import { sessionEnd, sessionList } from './sessions.ts'
import { migrateCommand, spaceCreate, spaceList } from './spaces.ts'
import { didYouMean } from './suggestions.ts'
import { userSuspend, userUnsuspend } from './suspensions.ts'
import { tokenCreate, tokenList, tokenRevoke } from './tokens.ts'
import { userCreate } from './users.ts'
import { verify } from './verify.ts'

const commands: Record<string, Command | RawCommand> = {
  api: {
    about:
      'Asks a running server: "muster api" lists what about, "muster api contacts" what can be asked about contacts.',
    usage: 'resource verb …',
    runRaw: api,
  },
  import: importFile,
  'import payments': importPayments,
  'import undo': importUndo,
  login,
  logout,
  completion: {
    about: 'Prints what makes your shell complete these commands: bash, zsh or fish.',
    usage: 'shell',
    runRaw: args => completion(args, optionsByCommand()),
  },
  'space create': spaceCreate,
  'space list': spaceList,
  'user create': userCreate,
  'user suspend': userSuspend,
  'user restore': userUnsuspend,
  'user factor-off': userResetSecondFactor,
  'token make': tokenCreate,
  'token list': tokenList,
  'token end': tokenRevoke,
  'session list': sessionList,
  'session end': sessionEnd,
  'grant list': grantList,
  'grant end': grantRevoke,
  'integration make': integrationCreate,
  'integration list': integrationList,
  'integration secret': integrationSecret,
  'integration end': integrationEnd,
  config: {
    about: 'Prints every setting: what it is for, its default and what it is now.',
    run: async (_, config) => describeSettings(config),
  },
  migrate: migrateCommand,
  distribute,
  verify,
  doctor,
  backup,
  restore,
  help: { about: 'Prints this.', run: async () => help() },
}

/** What scripts of others may still say. */
const formerly: Record<string, string> = { 'token create': 'token make', 'token revoke': 'token end' }

/** Does what was typed and returns what to print. */
export async function runCommand(args: string[], settings: () => Config): Promise<string | undefined> {
  const free = Object.hasOwn(commands, args[0] ?? '') && commands[args[0]!]
  if (free && 'runRaw' in free) return free.runRaw(args.slice(1))
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return help()
  // The longest name that fits, so that "space create" is found before "space".
  const typed = args.slice(0, 2).join(' ')
  const name = [formerly[typed] ?? typed, args[0]!].find(name => Object.hasOwn(commands, name))
  if (!name)
    throw new UsageError(`There is no command "${typed}".${didYouMean(typed, Object.keys(commands))}\n\n${help()}`)
  const command = commands[name] as Command
  return command.run(parse(name, command, args.slice(name.split(' ').length)), settings())
}

const optionsByCommand = () =>
  Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [
      name,
      'runRaw' in command ? [] : Object.keys(command.options ?? {}).map(option => `--${option}`),
    ]),
  )

function help() {
  const lines = Object.entries(commands).map(([name, command]) =>
    'runRaw' in command
      ? `  muster ${name} ${command.usage}\n      ${command.about}`
      : [
          `  muster ${name}${command.argument ? ` [${command.argument}]` : ''}`,
          `      ${command.about}`,
          ...Object.entries(command.options ?? {}).map(
            ([key, { about, required, flag }]) =>
              `      --${key}${flag ? '' : ` …`}${required ? '' : '  (optional)'}  ${about}`,
          ),
        ].join('\n'),
  )
  const endings =
    'It ends with 0 when all is well, 1 when it was refused or failed, 2 when it was typed wrongly, 3 when no server answered.'
  return `Administration of Muster, beside a running server or without one.\n\n${lines.join('\n\n')}\n\n${endings}`
}
