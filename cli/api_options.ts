import { targetOptions } from './catalogue/shared_options.ts'
import { muster } from './environment.ts'
import { kebabCase, type OperationInfo, resourcesOf } from './operations.ts'
import { type Terminal, twoColumns } from './terminal.ts'

/** Options of every operation, or of those that `for` selects. */
export const sharedOptions: Record<
  string,
  { about: string; flag?: boolean; for?: (operation: OperationInfo) => boolean }
> = {
  data: {
    about: 'JSON body: the text, @file, or - for standard input',
    for: ({ body }) => body.length > 0,
  },
  file: { about: 'File to upload', for: ({ isUpload }) => isUpload },
  merge: { about: 'Send only changed fields (RFC 7396)', flag: true, for: ({ takesMerge }) => takesMerge },
  'if-match': {
    about: 'ETag of the version you read. Refused if it has changed since',
    for: ({ isGuarded }) => isGuarded,
  },
  'idempotency-key': {
    about: 'Your own key. Repeating the request with it has no further effect',
    for: ({ body, isUpload }) => body.length > 0 || isUpload,
  },
  all: { about: 'Print the whole list, one line of JSON each', flag: true, for: ({ isList }) => isList },
  columns: { about: 'Fields to show, separated by commas', for: ({ isList }) => isList },
  json: { about: 'Print the response as JSON', flag: true },
  'include-do-not-contact': {
    about: 'Also export contacts marked “do not contact”',
    flag: true,
    for: ({ name }) => name === 'exports.download',
  },
  output: { about: 'Write to this file instead of standard output' },
  ...targetOptions,
}

export const sharedOptionsOf = (operation: OperationInfo) =>
  Object.entries(sharedOptions).filter(([, option]) => option.for?.(operation) ?? true)

export const typedName = ({ name }: OperationInfo) => name.split('.').map(kebabCase).join(' ')

/** The resources in columns, as `ls` prints files. */
export function resourcesHelp(operations: Map<string, OperationInfo>, { style, columns = 80 }: Terminal) {
  const names = resourcesOf(operations)
  const size = Math.max(...names.map(name => name.length)) + 2
  const across = Math.max(1, Math.floor((columns - 2) / size))
  const down = Math.ceil(names.length / across)
  const lines = Array.from({ length: down }, (_, row) =>
    names
      .filter((_, index) => index % down === row)
      .map(name => name.padEnd(size))
      .join('')
      .trimEnd(),
  )
  return [
    'Call the API of a running server.',
    [style('bold', 'Resources'), ...lines.map(line => `  ${line}`)].join('\n'),
    `"${muster} api contacts" lists the operations on contacts.`,
  ].join('\n\n')
}

export function verbsHelp(operations: Map<string, OperationInfo>, resource: string, { style, columns }: Terminal) {
  const rows = [...operations.values()]
    .filter(({ name }) => name.startsWith(`${resource}.`))
    .map(operation => [`${typedName(operation)}${pathOf(operation)}`, operation.about] as const)
  return [
    [style('bold', `Operations of ${muster} api`), ...twoColumns(rows, columns)].join('\n'),
    `"${muster} api ${resource} <operation> --help" shows its options.`,
  ].join('\n\n')
}

const pathOf = ({ fields }: OperationInfo) =>
  fields
    .filter(({ place }) => place === 'path')
    .map(({ name }) => ` ${name.toUpperCase()}`)
    .join('')

export function helpFor(operation: OperationInfo, { style, columns }: Terminal, example: string | undefined) {
  const own = operation.fields
    .filter(({ place }) => place === 'query')
    .map(({ name, flag, about }) => [`--${name}${flag ? '' : ' …'}`, about] as const)
  const shared = sharedOptionsOf(operation).map(
    ([name, { about, flag }]) => [`--${name}${flag ? '' : ' …'}`, about] as const,
  )
  const usage = `${style('bold', 'Usage')}\n  ${muster} api ${typedName(operation)}${pathOf(operation)} [options]`
  const options = [style('bold', 'Options'), ...twoColumns([...own, ...shared], columns)].join('\n')
  const examples = example === undefined ? [] : [`${style('bold', 'Example')}\n${example.replace(/^/gm, '  ')}`]
  return [operation.about, usage, options, ...examples].join('\n\n')
}
