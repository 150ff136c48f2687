import { commands, commandsOf, groups, isGroup, type Section, sections } from './catalogue.ts'
import { type AnyCommand, type Command, jsonOption, type Option, UsageError } from './command.ts'
import { muster } from './environment.ts'
import { exitCodeTexts } from './exit_codes.ts'
import { didYouMean } from './suggestions.ts'
import { type Terminal, twoColumns, width_max, wrap } from './terminal.ts'

/** `help`, `help user`, `help user create`, `help money`, `help exit-codes`. */
export function helpOn([first, second, ...rest]: string[], terminal: Terminal): string {
  if (first === undefined) return overview(terminal)
  const typed = [first, second].filter(Boolean).join(' ')
  const name = [typed, first].find(name => Object.hasOwn(commands, name))
  if (isGroup(first) && second === undefined) return describeGroup(first, terminal)
  const command = name === undefined ? undefined : commands[name]
  if (name !== undefined && command) return describeCommand(name, command, terminal)
  if (typed === 'exit-codes') return exitCodes(terminal)
  const section = sections.find(({ key }) => key === typed)
  if (section) return describeSection(section, terminal)
  const known = [...Object.keys(commands), ...Object.keys(groups), ...sections.map(({ key }) => key), 'exit-codes']
  const asked = [typed, ...rest].join(' ')
  throw new UsageError(
    `There is no help on "${asked}".${didYouMean(typed, known)} "${muster} help" lists the commands.`,
  )
}

export function overview({ style, columns }: Terminal): string {
  return [
    `Administer Muster on this machine, and call the API of a server.\n\n${style('bold', 'Usage')}\n  ${muster} <command> [options]`,
    ...sections.map(section => {
      const rows = topicsOf(section).map(name => [name.padEnd(topic_width), summaryOf(name)] as const)
      return [style('bold', section.title), ...twoColumns(rows, columns)].join('\n')
    }),
    [`"${muster} help <command>" shows the options of a command,`, `"${muster} help exit-codes" the exit codes.`].join(
      '\n',
    ),
  ].join('\n\n')
}

const topic_width = 15

/** The commands of a section, a group as one. A command of a group of another section is listed by itself. */
const topicsOf = (section: Section) => [
  ...new Set(
    Object.keys(section.commands).map(name => {
      const [group = name] = name.split(' ')
      const [first = ''] = commandsOf(group)
      return Object.hasOwn(section.commands, first) ? group : name
    }),
  ),
]

const summaryOf = (name: string) => groups[name] ?? commands[name]?.summary ?? ''

/** The commands that begin with a word, such as `user`. */
export function describeGroup(group: string, { style, columns }: Terminal): string {
  const names = commandsOf(group)
  const rows = names.map(name => [usageOf(name), commands[name]?.summary ?? ''] as const)
  return [
    `${groups[group]}.`,
    [style('bold', 'Commands'), ...twoColumns(rows, columns)].join('\n'),
    `"${muster} ${names.find(name => name.includes(' '))} --help" shows the options of a command.`,
  ].join('\n\n')
}

function describeSection({ title, commands }: Section, { style, columns }: Terminal): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [`${muster} ${name}`, summary] as const)
  return [style('bold', title), ...twoColumns(rows, columns)].join('\n')
}

export function describeCommand(name: string, command: AnyCommand, terminal: Terminal): string {
  const { style, columns = 80 } = terminal
  const { summary, about } = command
  const usage = 'runRaw' in command ? `${muster} ${name} ${command.usage}` : usageWithOptions(name, command)
  const head = [
    wrap(about ? `${summary}. ${about}` : `${summary}.`, Math.min(columns, width_max)),
    `${style('bold', 'Usage')}\n  ${wrap(usage, Math.min(columns, width_max), 4)}`,
  ]
  if ('runRaw' in command) return head.join('\n\n')
  const rows = Object.entries({ ...command.options, json: jsonOption }).map(optionRow)
  return [...head, [style('bold', 'Options'), ...twoColumns(rows, columns)].join('\n')].join('\n\n')
}

const usageOf = (name: string) => {
  const command = commands[name]
  const argument = command && 'argument' in command && command.argument
  return `${muster} ${name}${argument ? ` ${argumentOf(argument)}` : ''}`
}

const argumentOf = ({ name, needs }: NonNullable<Command['argument']>) => (needs ? `<${name}>` : `[${name}]`)

function usageWithOptions(name: string, { options = {} }: Command) {
  const required = Object.entries(options).filter(([, option]) => option.required)
  return [usageOf(name), ...required.map(([key, option]) => placeholder(key, option)), '[options]'].join(' ')
}

const optionRow = ([key, option]: [string, Option]) =>
  [
    placeholder(key, option),
    `${option.about}${option.choices ? `: ${option.choices.join(', ')}` : ''}${option.required ? ' (required)' : ''}`,
  ] as const

const placeholder = (key: string, { flag, value = key }: Option) => (flag ? `--${key}` : `--${key} <${value}>`)

function exitCodes({ style, columns }: Terminal) {
  const rows = exitCodeTexts.map(([code, meaning]) => [String(code), meaning] as const)
  return [style('bold', 'Exit codes of every command'), ...twoColumns(rows, columns)].join('\n')
}
