import { type Config, describeSettings } from '../server/config.ts'
import { api } from './api.ts'
import { backup, restore } from './backups.ts'
import { type Command, type Option, parse, type RawCommand, UsageError } from './command.ts'
import { completion } from './completion.ts'
import { distribute } from './distribute.ts'
import { doctor } from './doctor.ts'
import { grantList, grantRevoke } from './grants.ts'
import { importFile, importUndo } from './import.ts'
import { importPayments } from './import_payments.ts'
import {
  integrationAddSecret,
  integrationCreate,
  integrationDelete,
  integrationList,
  integrationRevokeSecret,
} from './integrations.ts'
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
      'Call the API of a running server. "muster api" lists the resources, "muster api contacts" the operations on contacts.',
    usage: '<resource> <operation> [options]',
    runRaw: api,
  },
  import: importFile,
  'import payments': importPayments,
  'import undo': importUndo,
  login,
  logout,
  completion: {
    about: 'Print the completion script for bash, zsh or fish.',
    usage: '<shell>',
    runRaw: args => completion(args, optionsByCommand()),
  },
  'space create': spaceCreate,
  'space list': spaceList,
  'user create': userCreate,
  'user suspend': userSuspend,
  'user unsuspend': userUnsuspend,
  'user reset-second-factor': userResetSecondFactor,
  'token create': tokenCreate,
  'token list': tokenList,
  'token revoke': tokenRevoke,
  'session list': sessionList,
  'session end': sessionEnd,
  'grant list': grantList,
  'grant revoke': grantRevoke,
  'integration create': integrationCreate,
  'integration list': integrationList,
  'integration add-secret': integrationAddSecret,
  'integration revoke-secret': integrationRevokeSecret,
  'integration delete': integrationDelete,
  config: {
    about: 'Print every setting with its purpose, default and current value.',
    run: async (_, config) => describeSettings(config),
  },
  migrate: migrateCommand,
  distribute,
  verify,
  doctor,
  backup,
  restore,
  help: {
    about: 'List all commands, or show the options of one: "muster help token create".',
    usage: '[command]',
    runRaw: async args => helpOn(args),
  },
}

/** Runs the command and returns the text to print. */
export async function runCommand(args: string[], settings: () => Config): Promise<string | undefined> {
  const [first = '', second = ''] = args
  const raw = Object.hasOwn(commands, first) && commands[first]
  if (raw && 'runRaw' in raw) return raw.runRaw(args.slice(1))
  const words = args.filter(word => word !== '--help' && word !== '-h')
  if (words.length < args.length || first === 'help') return helpOn(first === 'help' ? words.slice(1) : words)
  if (first === '') return overview()
  const name = commandName(first, second)
  const command = commands[name] as Command
  return command.run(parse(name, command, args.slice(name.split(' ').length)), settings())
}

/** The longer name first: "import undo" before "import". */
function commandName(first: string, second = '') {
  const typed = `${first} ${second}`.trimEnd()
  const name = [typed, first].find(name => Object.hasOwn(commands, name))
  if (name !== undefined) return name
  const related = Object.keys(commands).filter(name => name.startsWith(`${first} `))
  const list = related.length > 0 ? listOf(related) : overview()
  throw new UsageError(`Unknown command "${typed}".${didYouMean(typed, Object.keys(commands))}\n\n${list}`)
}

const optionsByCommand = () =>
  Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [
      name,
      'runRaw' in command ? [] : Object.keys(command.options ?? {}).map(option => `--${option}`),
    ]),
  )

const helpOn = ([first, second]: string[]) =>
  first === undefined ? overview() : describeCommand(commandName(first, second))

function overview() {
  return [
    'Administer Muster, whether or not the server is running.',
    'Usage: muster <command> [options]',
    listOf(Object.keys(commands)),
    '"muster <command> --help" shows the options of a command.',
    'Exit codes: 0 success, 1 refused or failed, 2 invalid arguments, 3 server not reachable.',
  ].join('\n\n')
}

/** The commands, each with the first sentence of its description. */
function listOf(names: string[]) {
  const width = Math.max(...names.map(name => name.length))
  const summary = (name: string) => commands[name]?.about.replace(/\. .*/, '.')
  return names.map(name => `  muster ${name.padEnd(width)}  ${summary(name)}`).join('\n')
}

function describeCommand(name: string) {
  const command = commands[name] as Command | RawCommand
  if ('runRaw' in command) return `Usage: muster ${name} ${command.usage}\n\n${command.about}`
  const { about, options = {} } = command
  const usage = `Usage: ${usageOf(name, command)}\n\n${about}`
  return Object.keys(options).length === 0 ? usage : `${usage}\n\n${optionLines(options).join('\n')}`
}

function usageOf(name: string, { argument, options = {} }: Command) {
  const required = Object.entries(options).filter(([, option]) => option.required)
  const isMore = required.length < Object.keys(options).length
  return [
    `muster ${name}`,
    ...(argument ? [`[${argument}]`] : []),
    ...required.map(([key, option]) => placeholder(key, option)),
    ...(isMore ? ['[options]'] : []),
  ].join(' ')
}

function optionLines(options: Record<string, Option>) {
  const lines = Object.entries(options).map(([key, option]) => [placeholder(key, option), option.about] as const)
  const width = Math.max(...lines.map(([option]) => option.length))
  return lines.map(([option, about]) => `  ${option.padEnd(width)}  ${about}`)
}

const placeholder = (key: string, { flag, value = key }: Option) => (flag ? `--${key}` : `--${key} <${value}>`)
