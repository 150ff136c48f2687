import { type Config, describeSettings } from '../server/config.ts'
import { backup, restore } from './backups.ts'
import { type Command, CommandError, parse } from './command.ts'
import { doctor } from './doctor.ts'
import { grantEnd, grantList } from './grants.ts'
import { integrationEnd, integrationList, integrationMake, integrationSecret } from './integrations.ts'
import { userFactorOff } from './second_factors.ts'
import { sessionEnd, sessionList } from './sessions.ts'
import { migrateCommand, spaceCreate, spaceList } from './spaces.ts'
import { userRestore, userSuspend } from './suspensions.ts'
import { tokenEnd, tokenList, tokenMake } from './tokens.ts'
import { userCreate } from './users.ts'
import { verify } from './verify.ts'

const commands: Record<string, Command> = {
  'space create': spaceCreate,
  'space list': spaceList,
  'user create': userCreate,
  'user suspend': userSuspend,
  'user restore': userRestore,
  'user factor-off': userFactorOff,
  'token make': tokenMake,
  'token list': tokenList,
  'token end': tokenEnd,
  'session list': sessionList,
  'session end': sessionEnd,
  'grant list': grantList,
  'grant end': grantEnd,
  'integration make': integrationMake,
  'integration list': integrationList,
  'integration secret': integrationSecret,
  'integration end': integrationEnd,
  config: {
    about: 'Prints every setting: what it is for, its default and what it is now.',
    run: async (_, config) => describeSettings(config),
  },
  migrate: migrateCommand,
  verify,
  doctor,
  backup,
  restore,
  help: { about: 'Prints this.', run: async () => help() },
}

/** What scripts of others may still say. */
const formerly: Record<string, string> = { 'token create': 'token make', 'token revoke': 'token end' }

/** Does what was typed and returns what to print. */
export async function perform(args: string[], settings: () => Config): Promise<string | undefined> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return help()
  // The longest name that fits, so that "space create" is found before "space".
  const typed = args.slice(0, 2).join(' ')
  const name = [formerly[typed] ?? typed, args[0]!].find(name => Object.hasOwn(commands, name))
  if (!name) throw new CommandError(`There is no command "${typed}".\n\n${help()}`)
  const command = commands[name]!
  return command.run(parse(name, command, args.slice(name.split(' ').length)), settings())
}

function help() {
  const lines = Object.entries(commands).map(([name, { about, options = {}, argument }]) =>
    [
      `  muster ${name}${argument ? ` [${argument}]` : ''}`,
      `      ${about}`,
      ...Object.entries(options).map(
        ([key, { about, required, flag }]) =>
          `      --${key}${flag ? '' : ` …`}${required ? '' : '  (optional)'}  ${about}`,
      ),
    ].join('\n'),
  )
  return `Administration of Muster, beside a running server or without one.\n\n${lines.join('\n\n')}`
}
