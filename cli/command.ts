import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Config } from '../server/config.ts'
import { ExpectedError } from '../server/expected_error.ts'
import { muster } from './environment.ts'
import type { Output } from './output.ts'
import { didYouMean, unknownOption } from './suggestions.ts'
import type { Terminal } from './terminal.ts'

/** A command that cannot be carried out. The message is printed for the user, or the data if they asked for JSON. */
export class CommandError extends ExpectedError {
  readonly data: unknown

  constructor(message: string, data?: unknown) {
    super(message)
    this.data = data
  }
}

/** Invalid arguments: nothing has been attempted. */
export class UsageError extends CommandError {}

export interface Option {
  about: string
  required?: boolean
  flag?: boolean
  /** What the help shows for the value; the name of the option unless given. */
  value?: string
  /** The only values that it takes. The help and the completion list them. */
  choices?: readonly string[]
}

export interface ParsedArgs {
  options: Record<string, string | undefined>
  flags: ReadonlySet<string>
  argument: string | undefined
}

export interface Context {
  /** The settings of the server, read only by commands that need them. */
  settings: () => Config | Promise<Config>
  terminal: Terminal
}

/** One command. Help, parsing and completion are derived from this object, which loads the code of the command only to run it. */
export interface Command {
  /** One short line. */
  summary: string
  /** What the help says beyond the summary. */
  about?: string
  options?: Record<string, Option>
  /** Its positional argument, such as the token to revoke. `needs` says what is missing without it. */
  argument?: { name: string; needs?: string }
  run: (values: ParsedArgs, context: Context) => Promise<Output>
}

/** A command that parses its own arguments. */
export interface RawCommand {
  summary: string
  about?: string
  /** Its arguments, as the help shows them. */
  usage: string
  runRaw: (args: string[], context: Context) => Promise<string | undefined>
}

export type AnyCommand = Command | RawCommand

export type LocalRun = (values: ParsedArgs, config: Config, terminal: Terminal) => Promise<Output>

/** The code of a command that works on the database and the files of this machine. */
export const local =
  (load: () => Promise<LocalRun>): Command['run'] =>
  async (values, { settings, terminal }) => {
    // Settings first: a wrong one is reported before the code of the server is loaded.
    const config = await settings()
    terminal.progress('Opening the database')
    return (await load())(values, config, terminal)
  }

export const jsonOption: Option = { about: 'Print JSON', flag: true }

export function parse(name: string, { options = {}, argument }: Command, args: string[]): ParsedArgs {
  const known = { ...options, json: jsonOption }
  const wanted = Object.fromEntries(
    Object.entries(known).map(([key, { flag }]) => [key, { type: flag ? ('boolean' as const) : ('string' as const) }]),
  )
  const { values, positionals } = parseStrictly(
    { args, options: wanted, allowPositionals: argument !== undefined, strict: true },
    name,
  )
  const missing = Object.entries(options).find(([key, { required }]) => required && values[key] === undefined)
  if (missing) throw new UsageError(`${muster} ${name} needs --${missing[0]}: ${missing[1].about}.`)
  if (argument?.needs && positionals.length === 0) throw new UsageError(`${muster} ${name} needs ${argument.needs}.`)
  if (positionals.length > 1) throw new UsageError(`${muster} ${name} takes one ${argument?.name}.`)
  const flags = new Set(Object.keys(values).filter(key => values[key] === true))
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
  for (const [key, { choices }] of Object.entries(options)) if (choices) checkChoice(key, given[key], choices)
  return { options: given, flags, argument: positionals[0] }
}

function parseStrictly(wanted: ParseArgsConfig, name: string) {
  try {
    return parseArgs(wanted) as { values: Record<string, string | boolean | undefined>; positionals: string[] }
  } catch (error) {
    throw new UsageError(parseMessage(error as Error & { code?: string }, Object.keys(wanted.options ?? {}), name))
  }
}

function parseMessage({ code, message }: Error & { code?: string }, known: string[], name: string) {
  const hint = `"${muster} ${name} --help" shows its options.`
  const [, option] = /'--?([^'=]+)'/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && option) return unknownOption(option, known, hint)
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const [, name] = /--([\w-]+)/.exec(message) ?? []
    return `--${name} ${message.includes('does not take') ? 'takes no value' : 'needs a value'}. ${hint}`
  }
  return `${message.split(/[.\n]/)[0]}. ${hint}`
}

export function checkChoice(name: string, value: string | undefined, choices: readonly string[]) {
  if (value === undefined || choices.includes(value)) return
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}.${didYouMean(value, choices)}`)
}

const line_length_max = 500

/** The rules of the HTTP interface for one-line texts. */
export function checkLine(name: string, text: string, length_max = line_length_max) {
  if (text.length > length_max || /\p{Cc}/u.test(text))
    throw new UsageError(`--${name} must be one line of at most ${length_max} characters.`)
}

export function parseWholeNumber(
  text: string | undefined,
  name: string,
  { from, to }: { from: number; to: number },
): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < from || number > to)
    throw new UsageError(`--${name} must be a whole number from ${from} to ${to}.`)
  return number
}

export const parseId = (text: string | undefined, name: string) =>
  parseWholeNumber(text, name, { from: 1, to: Number.MAX_SAFE_INTEGER })

/** An option that `parse` has required. */
export function requiredOption(options: ParsedArgs['options'], name: string): string {
  const value = options[name]
  if (value === undefined) throw new UsageError(`--${name} is missing.`)
  return value
}

export function requiredId(options: ParsedArgs['options'], name: string): number {
  const id = parseId(requiredOption(options, name), name)
  if (id === undefined) throw new UsageError(`--${name} is missing.`)
  return id
}
