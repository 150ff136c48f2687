import { commands, groups, isGroup } from './catalogue.ts'
import { type Command, type Context, parse, UsageError } from './command.ts'
import { muster } from './environment.ts'
import { describeCommand, describeGroup, helpOn, overview } from './help.ts'
import { render } from './output.ts'
import { didYouMean } from './suggestions.ts'
import { piped } from './terminal.ts'

interface Printed {
  text: string | undefined
  /** A check found a problem. */
  failed: boolean
}

/** Runs the command and returns the text to print. */
export async function runCommand(
  args: string[],
  settings: Context['settings'],
  terminal = piped,
): Promise<string | undefined> {
  return (await execute(args, { settings, terminal })).text
}

export async function execute(args: string[], context: Context): Promise<Printed> {
  const [first = '', second] = args
  const { terminal } = context
  const said = (text: string | undefined) => ({ text, failed: false })
  const one = commands[first]
  if (one && 'runRaw' in one) return said(await one.runRaw(args.slice(1), context))
  const words = args.filter(word => word !== '--help' && word !== '-h')
  if (words.length < args.length) {
    // "help import" describes the group, "import --help" the command.
    const isCommand = words.length === 1 && one !== undefined
    return said(isCommand ? describeCommand(first, one, terminal) : helpOn(words, terminal))
  }
  if (first === '') return said(overview(terminal))
  if (first === '--version' || first === '-v') return execute(['version', ...args.slice(1)], context)
  if (isGroup(first) && second === undefined) return said(describeGroup(first, terminal))
  const name = commandName(first, second)
  const command = commands[name] as Command
  const values = parse(name, command, args.slice(name.split(' ').length))
  const output = await command.run(values, context)
  return { text: render(output, values.flags.has('json'), terminal), failed: output.failed ?? false }
}

/** The longer name first: "import undo" before "import". */
export function commandName(first: string, second = '') {
  const typed = `${first} ${second}`.trimEnd()
  const name = [typed, first].find(name => Object.hasOwn(commands, name))
  if (name !== undefined) return name
  const hint = isGroup(first)
    ? `"${muster} ${first}" lists the commands of ${first}.`
    : `"${muster} help" lists the commands.`
  throw new UsageError(
    `Unknown command "${typed}".${didYouMean(typed, [...Object.keys(commands), ...Object.keys(groups)])} ${hint}`,
  )
}
