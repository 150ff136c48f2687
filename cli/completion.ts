import { sharedOptions, sharedOptionsOf } from './api_options.ts'
import { commands, sections } from './catalogue.ts'
import { UsageError } from './command.ts'
import { kebabCase, type OperationInfo, readOperations, resourcesOf, verbsOf } from './operations.ts'
import { didYouMean } from './suggestions.ts'

/** The words that can be completed. */
interface Words {
  /** Options by command. */
  commands: Record<string, string[]>
  resources: string[]
  verbs: Map<string, string[]>
  options: Map<string, string[]>
}

/** Generates a script that contains all words, so that completion starts no process. */
export async function completion([shell = '', ...rest]: string[], known = allCommands()): Promise<string> {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (!script || rest.length > 0)
    throw new UsageError(`Unknown shell "${shell}".${didYouMean(shell, Object.keys(scripts))} Use bash, zsh or fish.`)
  return script(wordsOf(known))
}

/** The commands with their options, and groups as the arguments of `help`. */
function allCommands(): Words['commands'] {
  return Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [
      name,
      'runRaw' in command ? [] : [...Object.keys(command.options ?? {}), 'json'].map(option => `--${option}`),
    ]),
  )
}

/** The words that `help` explains. */
const helpTopics = () => [
  ...new Set([...Object.keys(commands).map(name => name.split(' ')[0] ?? name), ...sections.map(({ key }) => key)]),
  'exit-codes',
]

/** The values of options that have a fixed list of them. An option has the same values in every command. */
const choicesOf = () =>
  Object.values(commands).flatMap(command =>
    'runRaw' in command
      ? []
      : Object.entries(command.options ?? {}).flatMap(([name, { choices }]) =>
          choices ? [[`--${name}`, [...choices]] as [string, string[]]] : [],
        ),
  )

function wordsOf(commands: Words['commands']): Words {
  const operations = readOperations()
  const resources = resourcesOf(operations)
  return {
    commands,
    resources,
    verbs: new Map(resources.map(resource => [resource, verbsOf(operations, resource)])),
    options: new Map([...operations.values()].map(operation => [typed(operation), optionsOf(operation)])),
  }
}

const typed = ({ name }: OperationInfo) => name.split('.').map(kebabCase).join(' ')

const optionsOf = (operation: OperationInfo) => [
  ...operation.fields.map(({ name }) => `--${name}`),
  ...sharedOptionsOf(operation).map(([name]) => `--${name}`),
]

const scripts: Record<string, (words: Words) => string> = { bash, zsh, fish }

const files = Object.keys(sharedOptions).filter(name => ['file', 'output'].includes(name))

/** Second words by first word: `space` has `create` and `list`. */
function followers(commands: Words['commands']) {
  const after = new Map<string, string[]>()
  for (const command of Object.keys(commands)) {
    const [first = '', second] = command.split(' ')
    after.set(first, [...(after.get(first) ?? []), ...(second ? [second] : [])])
  }
  return after
}

// Falls back to file names: `muster import people.csv`.
function bash({ commands, resources, verbs, options }: Words) {
  const after = followers(commands)
  const cases = (entries: Iterable<[string, string[]]>) =>
    [...entries]
      .filter(([, words]) => words.length > 0)
      .map(([key, words]) => `    '${key}') offered='${words.join(' ')}' ;;`)
      .join('\n')
  const [single, double] = [false, true].map(two =>
    Object.entries(commands).filter(([command]) => command.includes(' ') === two),
  )
  return `# bash completion for muster: eval "$(muster completion bash)"
_muster() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" offered=''
  COMPREPLY=()
  case "$previous" in
    ${files.map(name => `--${name}`).join('|')}) return ;;
${cases(choicesOf())}
  esac
  [ -n "$offered" ] && { COMPREPLY=($(compgen -W "$offered" -- "$current")); return; }
  case "$COMP_CWORD" in
    1) offered='${[...after.keys()].join(' ')}' ;;
    2) case "\${COMP_WORDS[1]}" in
    'api') offered='${resources.join(' ')}' ;;
    'completion') offered='bash zsh fish' ;;
    'help') offered='${helpTopics().join(' ')}' ;;
${cases(after)}
    esac ;;
    3) [ "\${COMP_WORDS[1]}" = api ] && case "\${COMP_WORDS[2]}" in
${cases(verbs)}
    esac ;;
    *) [ "\${COMP_WORDS[1]}" = api ] && case "\${COMP_WORDS[2]} \${COMP_WORDS[3]}" in
${cases(options)}
    esac ;;
  esac
  case "$current" in -*) [ -z "$offered" ] || [ "$COMP_CWORD" = 2 ] && case "\${COMP_WORDS[1]}" in
${cases(single ?? [])}
    esac
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases(double ?? [])}
    esac ;; esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _muster muster`
}

/** zsh runs the bash script through bashcompinit. */
function zsh(words: Words) {
  return `# zsh completion for muster: source <(muster completion zsh)
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
autoload -Uz bashcompinit && bashcompinit
${bash(words).split('\n').slice(1).join('\n')}`
}

function fish({ commands, resources, verbs, options }: Words) {
  const after = followers(commands)
  const line = (condition: string, words: string[], alone = '-f ') =>
    words.length > 0 ? [`complete -c muster ${alone}-n '${condition}' -a '${words.join(' ')}'`] : []
  const typedSoFar = (words: string) => `__muster_typed ${words}`
  const begun = (words: string) => `__muster_begun ${words}`
  return [
    '# fish completion for muster: muster completion fish | source',
    'function __muster_typed',
    '  set -l typed (commandline -opc)',
    '  set -e typed[1]',
    '  test "$typed" = "$argv"',
    'end',
    'function __muster_begun',
    '  set -l typed (commandline -opc)',
    '  set -e typed[1]',
    '  set -l last (count $argv)',
    '  test (count $typed) -ge $last; and test "$typed[1..$last]" = "$argv"',
    'end',
    ...line('test (count (commandline -opc)) -eq 1', [...after.keys()]),
    // `import` also takes a file name.
    ...[...after].flatMap(([first, words]) => line(typedSoFar(first), words, first === 'import' ? '' : undefined)),
    ...line(typedSoFar('completion'), ['bash', 'zsh', 'fish']),
    ...line(typedSoFar('help'), helpTopics()),
    ...choicesOf().map(([option, words]) => `complete -c muster -f -l '${option.slice(2)}' -x -a '${words.join(' ')}'`),
    ...line(typedSoFar('api'), resources),
    ...[...verbs].flatMap(([resource, words]) => line(typedSoFar(`api ${resource}`), words)),
    ...[...options].flatMap(([operation, words]) => line(begun(`api ${operation}`), words, '')),
    ...Object.entries(commands).flatMap(([command, words]) => line(begun(command), words, '')),
  ].join('\n')
}
