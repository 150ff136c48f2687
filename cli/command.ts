import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Config } from '../server/config.ts'
import { ExpectedError } from '../server/expected_error.ts'

/** A command that cannot be carried out. The message is printed for the user. */
export class CommandError extends ExpectedError {}

/** Invalid arguments: nothing has been attempted. */
export class UsageError extends CommandError {}

export interface Option {
  about: string
  required?: boolean
  flag?: boolean
  /** What the help shows for the value; the name of the option unless given. */
  value?: string
}

export interface ParsedArgs {
  options: Record<string, string | undefined>
  flags: ReadonlySet<string>
  argument: string | undefined
}

/** One command. Help, parsing and completion are derived from this object. */
export interface Command {
  about: string
  options?: Record<string, Option>
  /** Name of the positional argument, such as the token to revoke. */
  argument?: string
  run: (values: ParsedArgs, config: Config) => Promise<string | undefined>
}

/** A command that parses its own arguments and needs no server settings. */
export interface RawCommand {
  about: string
  /** Its arguments, as the help shows them. */
  usage: string
  runRaw: (args: string[]) => Promise<string | undefined>
}

export function parse(name: string, { options = {}, argument }: Command, args: string[]): ParsedArgs {
  const wanted = Object.fromEntries(
    Object.entries(options).map(([key, { flag }]) => [
      key,
      { type: flag ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const { values, positionals } = parseStrictly(
    { args, options: wanted, allowPositionals: argument !== undefined, strict: true },
    name,
  )
  const missing = Object.entries(options).find(([key, { required }]) => required && values[key] === undefined)
  if (missing) throw new UsageError(`muster ${name} needs --${missing[0]}: ${missing[1].about}.`)
  if (positionals.length > 1) throw new UsageError(`muster ${name} takes one ${argument}.`)
  const flags = new Set(Object.keys(values).filter(key => values[key] === true))
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
  return { options: given, flags, argument: positionals[0] }
}

function parseStrictly(wanted: ParseArgsConfig, name: string) {
  try {
    return parseArgs(wanted) as { values: Record<string, string | boolean | undefined>; positionals: string[] }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('.')[0]}. "muster ${name} --help" shows its options.`)
  }
}

const line_length_max = 500

/** The rules of the HTTP interface for one-line texts. */
export function checkLine(name: string, text: string, length_max = line_length_max) {
  if (text.length > length_max || /\p{Cc}/u.test(text))
    throw new CommandError(`--${name} must be one line of at most ${length_max} characters.`)
}

export function parseWholeNumber(
  text: string | undefined,
  name: string,
  { from, to }: { from: number; to: number },
): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < from || number > to)
    throw new CommandError(`--${name} must be a whole number from ${from} to ${to}.`)
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
