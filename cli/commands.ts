import type { Config } from '../server/config.ts'
import { type Command, type Option, parse, type RawCommand, UsageError } from './command.ts'
import { didYouMean } from './suggestions.ts'

type AnyCommand = Command | RawCommand

/** Loads each command when it is used: a command starts faster without the code of the others. */
const commands: Record<string, () => Promise<AnyCommand>> = {
  api: async () => ({
    about:
      'Call the API of a running server. "muster api" lists the resources, "muster api contacts" the operations on contacts.',
    usage: '<resource> <operation> [options]',
    runRaw: (await import('./api.ts')).api,
  }),
  import: async () => (await import('./import.ts')).importFile,
  'import payments': async () => (await import('./import_payments.ts')).importPayments,
  'import undo': async () => (await import('./import.ts')).importUndo,
  login: async () => (await import('./profiles.ts')).login,
  logout: async () => (await import('./profiles.ts')).logout,
  completion: async () => ({
    about: 'Print the completion script for bash, zsh or fish.',
    usage: '<shell>',
    runRaw: async args => (await import('./completion.ts')).completion(args, await optionsByCommand()),
  }),
  'space create': async () => (await import('./spaces.ts')).spaceCreate,
  'space update': async () => (await import('./spaces.ts')).spaceUpdate,
  'space allow-passwords': async () => (await import('./identity_providers.ts')).spaceAllowPasswords,
  'space list': async () => (await import('./spaces.ts')).spaceList,
  'user create': async () => (await import('./users.ts')).userCreate,
  'user suspend': async () => (await import('./suspensions.ts')).userSuspend,
  'user unsuspend': async () => (await import('./suspensions.ts')).userUnsuspend,
  'user reset-second-factor': async () => (await import('./second_factors.ts')).userResetSecondFactor,
  'token create': async () => (await import('./tokens.ts')).tokenCreate,
  'token list': async () => (await import('./tokens.ts')).tokenList,
  'token revoke': async () => (await import('./tokens.ts')).tokenRevoke,
  'session list': async () => (await import('./sessions.ts')).sessionList,
  'session end': async () => (await import('./sessions.ts')).sessionEnd,
  'grant list': async () => (await import('./grants.ts')).grantList,
  'grant revoke': async () => (await import('./grants.ts')).grantRevoke,
  'integration create': async () => (await import('./integrations.ts')).integrationCreate,
  'integration list': async () => (await import('./integrations.ts')).integrationList,
  'integration add-secret': async () => (await import('./integrations.ts')).integrationAddSecret,
  'integration revoke-secret': async () => (await import('./integrations.ts')).integrationRevokeSecret,
  'integration delete': async () => (await import('./integrations.ts')).integrationDelete,
  config: async () => ({
    about: 'Print every setting with its purpose, default and current value.',
    run: async (_, config) => (await import('../server/config.ts')).describeSettings(config),
  }),
  migrate: async () => (await import('./spaces.ts')).migrateCommand,
  distribute: async () => (await import('./distribute.ts')).distribute,
  verify: async () => (await import('./verify.ts')).verify,
  reindex: async () => (await import('./reindex.ts')).reindex,
  doctor: async () => (await import('./doctor.ts')).doctor,
  backup: async () => (await import('./backups.ts')).backup,
  restore: async () => (await import('./backups.ts')).restore,
  help: async () => ({
    about: 'List all commands, or show the options of one: "muster help token create".',
    usage: '[command]',
    runRaw: helpOn,
  }),
}

/** Runs the command and returns the text to print. */
export async function runCommand(
  args: string[],
  settings: () => Config | Promise<Config>,
): Promise<string | undefined> {
  const [first = '', second = ''] = args
  const raw = Object.hasOwn(commands, first) && (await load(first))
  if (raw && 'runRaw' in raw) return raw.runRaw(args.slice(1))
  const words = args.filter(word => word !== '--help' && word !== '-h')
  if (words.length < args.length) return helpOn(words)
  if (first === '') return overview()
  const name = await commandName(first, second)
  const command = (await load(name)) as Command
  return command.run(parse(name, command, args.slice(name.split(' ').length)), await settings())
}

function load(name: string): Promise<AnyCommand> {
  const loader = commands[name]
  if (!loader) throw new Error(`there is no command ${name}`)
  return loader()
}

/** The longer name first: "import undo" before "import". */
async function commandName(first: string, second = '') {
  const typed = `${first} ${second}`.trimEnd()
  const name = [typed, first].find(name => Object.hasOwn(commands, name))
  if (name !== undefined) return name
  const related = Object.keys(commands).filter(name => name.startsWith(`${first} `))
  const list = await (related.length > 0 ? listOf(related) : overview())
  throw new UsageError(`Unknown command "${typed}".${didYouMean(typed, Object.keys(commands))}\n\n${list}`)
}

async function optionsByCommand() {
  const loaded = await Promise.all(Object.keys(commands).map(async name => [name, await load(name)] as const))
  return Object.fromEntries(
    loaded.map(([name, command]) => [
      name,
      'runRaw' in command ? [] : Object.keys(command.options ?? {}).map(option => `--${option}`),
    ]),
  )
}

async function helpOn([first, second]: string[]) {
  return first === undefined ? overview() : describeCommand(await commandName(first, second))
}

async function overview() {
  return [
    'Administer Muster, whether or not the server is running.',
    'Usage: muster <command> [options]',
    await listOf(Object.keys(commands)),
    '"muster <command> --help" shows the options of a command.',
    'Exit codes: 0 success, 1 refused or failed, 2 invalid arguments, 3 server not reachable.',
  ].join('\n\n')
}

/** The commands, each with the first sentence of its description. */
async function listOf(names: string[]) {
  const width = Math.max(...names.map(name => name.length))
  const lines = names.map(async name => {
    const summary = (await load(name)).about.replace(/\. .*/, '.')
    return `  muster ${name.padEnd(width)}  ${summary}`
  })
  return (await Promise.all(lines)).join('\n')
}

async function describeCommand(name: string) {
  const command = await load(name)
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
