import { ConfigError, describeSettings, readConfig } from '../server/config.ts'
import { DatabaseError } from '../server/db/connect.ts'
import { EmbeddedError } from '../server/db/embedded.ts'
import { MigrationError } from '../server/db/migrate.ts'
import { ApiError } from '../server/errors.ts'
import { type Command, CommandError, parse } from './command.ts'
import { migrateCommand, spaceCreate, spaceList } from './spaces.ts'
import { tokenCreate, tokenList, tokenRevoke } from './tokens.ts'
import { userCreate } from './users.ts'
import { verify } from './verify.ts'

const commands: Record<string, Command> = {
  'space create': spaceCreate,
  'space list': spaceList,
  'user create': userCreate,
  'token create': tokenCreate,
  'token list': tokenList,
  'token revoke': tokenRevoke,
  config: {
    about: 'Prints every setting: what it is for, its default and what it is now.',
    run: async (_, config) => describeSettings(config),
  },
  migrate: migrateCommand,
  verify,
  help: { about: 'Prints this.', run: async () => help() },
}

try {
  const output = await run(process.argv.slice(2))
  if (output) process.stdout.write(`${output}\n`)
} catch (error) {
  if (
    ![CommandError, ConfigError, DatabaseError, EmbeddedError, MigrationError, ApiError].some(
      kind => error instanceof kind,
    )
  )
    throw error
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

async function run(args: string[]) {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return help()
  // The longest name that fits, so that "space create" is found before "space".
  const name = [args.slice(0, 2).join(' '), args[0]!].find(name => Object.hasOwn(commands, name))
  if (!name) throw new CommandError(`There is no command "${args.slice(0, 2).join(' ')}".\n\n${help()}`)
  const command = commands[name]!
  return command.run(parse(name, command, args.slice(name.split(' ').length)), readConfig())
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
