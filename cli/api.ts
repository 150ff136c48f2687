import { createWriteStream, openAsBlob, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Args, connect, type ListName, type OperationName } from '../sdk/client.ts'
import { itemsOf } from '../sdk/paging.ts'
import { parseExact } from '../server/json.ts'
import { helpFor, resourcesHelp, sharedOptionsOf, typedName, verbsHelp } from './api_options.ts'
import { CommandError, UsageError } from './command.ts'
import { muster, startedIn } from './environment.ts'
import { type Field, findOperation, type OperationInfo, readOperations, verbsOf } from './operations.ts'
import { resolveTarget, signedInTarget } from './profiles.ts'
import { readStdin } from './stdin.ts'
import { didYouMean, unknownOption } from './suggestions.ts'
import { formatRecord, formatTable } from './tables.ts'
import { piped, type Terminal } from './terminal.ts'

interface ApiInput {
  values: Record<string, string | boolean | undefined>
  words: string[]
}

/** `muster api contacts list --limit 5` */
export async function api(args: string[], terminal = piped): Promise<string | undefined> {
  const operations = readOperations()
  const wantsHelp = args.includes('--help') || args.includes('-h')
  const [first = '', ...others] = args.filter(word => word !== '--help' && word !== '-h')
  const [resource = '', verb = others.shift()] = first.split('.')
  if (resource === '') return resourcesHelp(operations, terminal)
  if (verb === undefined && verbsOf(operations, resource).length > 0) return verbsHelp(operations, resource, terminal)
  const operation = findOperation(operations, resource, verb ?? '')
  if (wantsHelp) {
    const { exampleCall } = await import('./api_example.ts')
    return helpFor(operation, terminal, exampleCall(operation.name))
  }
  return callOperation(operation, parse(operation, others), terminal)
}

function parse(operation: OperationInfo, args: string[]): ApiInput {
  const own = operation.fields.map(({ name, flag }) => [name, { type: flag ? 'boolean' : 'string' }])
  const shared = sharedOptionsOf(operation).map(([name, { flag }]) => [name, { type: flag ? 'boolean' : 'string' }])
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries([...shared, ...own])
  const { values, positionals, tokens } = parseArgs({
    args,
    options,
    strict: false,
    allowPositionals: true,
    allowNegative: true,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const flag = options[token.name]
    const hint = `"${muster} api ${typedName(operation)} --help" shows its options.`
    if (!flag) throw new UsageError(unknownOption(token.name, Object.keys(options), hint))
    const isSwallowed = !token.inlineValue && token.value?.startsWith('--')
    if ((flag.type === 'string') !== (token.value !== undefined) || isSwallowed)
      throw new UsageError(`--${token.name} ${flag.type === 'string' ? 'needs a value' : 'takes no value'}. ${hint}`)
  }
  return { values: values as ApiInput['values'], words: positionals }
}

async function callOperation(
  operation: OperationInfo,
  { values, words }: ApiInput,
  { columns: width = 160 }: Terminal,
) {
  const { url, token, profile } = values as Record<string, string | undefined>
  const args = await argsOf(operation, values, words)
  const typed = { url, token, profile }
  const client = connect(
    operation.needsToken ? signedInTarget(typed) : resolveTarget(typed, undefined, { needsToken: false }),
  )
  const options = {
    // Keeps numbers that JavaScript would round.
    parse: (text: string) => parseExact(text),
    ...(values.merge === true && { merge: true }),
    ...(values['if-match'] && { if_match: String(values['if-match']) }),
    ...(values['idempotency-key'] && { idempotency_key: String(values['idempotency-key']) }),
  }
  const name = operation.name as OperationName
  const output = openOutput(values.output as string | undefined)
  if (values.all) {
    for await (const page of client.pages(name as ListName, args as Args<ListName>, options))
      await output.write(page.map(row => `${JSON.stringify(row)}\n`).join(''))
  } else if (!operation.answersJson) {
    const stream = await client.stream(name, args as Args<OperationName>, { ...options, onHeaders: warnAboutOmitted })
    for await (const piece of stream) await output.write(piece)
  } else {
    const { body } = await client.request(name, args as Args<OperationName>, options)
    const columns = (values.columns as string | undefined)?.split(',')
    await output.write(`${values.json ? JSON.stringify(body, null, 2) : formatBody(operation, body, width, columns)}\n`)
  }
  await output.end()
  return undefined
}

function warnAboutOmitted(headers: Headers) {
  const count = Number(headers.get('x-do-not-contact-left-out') ?? 0)
  if (count === 0) return
  const omitted =
    count === 1 ? '1 contact marked “do not contact” was' : `${count} contacts marked “do not contact” were`
  process.stderr.write(`${omitted} left out. --include-do-not-contact exports them too.\n`)
}

/** Path parameters by position or name, query parameters by name, the body from --data or --file. */
async function argsOf(operation: OperationInfo, values: ApiInput['values'], words: string[]) {
  const args: Record<string, unknown> = {}
  const left = [...words]
  for (const field of operation.fields) {
    const value = values[field.name] ?? (field.place === 'path' ? left.shift() : undefined)
    checkValue(operation, field, value)
    if (value !== undefined) args[field.name] = value
  }
  if (left.length > 0) throw new UsageError(`${muster} api ${typedName(operation)} takes no argument "${left[0]}".`)
  if (operation.isUpload) {
    if (typeof values['file'] !== 'string') throw new UsageError(`${muster} api ${typedName(operation)} needs --file.`)
    args['file'] = await fileNamed(values['file'])
  }
  if (values['data'] !== undefined) Object.assign(args, await bodyOf(operation, String(values['data'])))
  if (values['include-do-not-contact']) args['data'] = { ...(args['data'] as object), include_do_not_contact: true }
  return args
}

function checkValue(operation: OperationInfo, { name, required, choices }: Field, value: string | boolean | undefined) {
  if (value === undefined) {
    if (required) throw new UsageError(`${muster} api ${typedName(operation)} needs --${name}.`)
  } else if (choices.length > 0 && !choices.includes(String(value)))
    throw new UsageError(`--${name} must be one of ${choices.join(', ')}.${didYouMean(String(value), choices)}`)
}

/** Wraps the value in `data`, unless it already is a whole body. */
async function bodyOf({ body }: OperationInfo, data: string): Promise<Record<string, unknown>> {
  const text = data === '-' ? await readStdin() : data.startsWith('@') ? read(data.slice(1)) : data
  const value = jsonOf(text)
  const isWhole = value !== null && typeof value === 'object' && Object.hasOwn(value, 'data')
  const unknown = isWhole && Object.keys(value).find(name => !body.includes(name))
  if (unknown) throw new UsageError(`The body has no field "${unknown}" next to "data".${didYouMean(unknown, body)}`)
  return isWhole ? (value as Record<string, unknown>) : { data: value }
}

function jsonOf(text: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    throw new UsageError(
      `--data is not JSON: ${(error as Error).message.split('\n')[0]}. To send a file, write @file.json.`,
    )
  }
}

const absolutePath = (file: string) => resolve(startedIn(), file)

async function fileNamed(file: string) {
  try {
    return await openAsBlob(absolutePath(file))
  } catch {
    return unreadable(file)
  }
}

function read(file: string) {
  try {
    return readFileSync(absolutePath(file), 'utf8')
  } catch {
    return unreadable(file)
  }
}

function unreadable(file: string): never {
  throw new UsageError(`${file} cannot be read.`)
}

function formatBody(operation: OperationInfo, body: unknown, width: number, columns: string[] | undefined) {
  const rows = itemsOf(body) as Record<string, unknown>[]
  if (operation.isList) return rows.length === 0 ? 'No results.' : formatTable(rows, width, columns)
  const data = (body as { data?: unknown } | null)?.data ?? body
  const inner = data && typeof data === 'object' ? Object.values(data) : []
  const [only] = inner
  // Unwraps an envelope around one record.
  const isWrapped = inner.length === 1 && only !== null && typeof only === 'object' && !Array.isArray(only)
  return formatRecord((isWrapped ? only : data) as Record<string, unknown>)
}

/** Waits for the consumer, so that a list of any length takes constant memory. */
function openOutput(file: string | undefined) {
  const stream =
    file === undefined ? process.stdout : createWriteStream(absolutePath(file), { flags: 'wx', mode: 0o600 })
  const failed = new Promise<never>((_, reject) => {
    stream.once('error', error => reject(outputError(error, file)))
  })
  failed.catch(() => {})
  const wait = (event: string) => new Promise<void>(resolve => stream.once(event, () => resolve()))
  return {
    write: async (piece: string | Uint8Array) => {
      if (!stream.write(piece)) await Promise.race([wait('drain'), failed])
    },
    end: async () => {
      if (file === undefined) return
      const closed = wait('close')
      stream.end()
      await Promise.race([closed, failed])
    },
  }
}

function outputError(error: Error, file: string | undefined) {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return new CommandError(`${file} already exists. Choose another file name.`)
  // The consumer, such as `head`, has closed the pipe.
  if (code === 'EPIPE') process.exit(0)
  return new CommandError(`${file ?? 'The output'} cannot be written (${code}).`)
}
