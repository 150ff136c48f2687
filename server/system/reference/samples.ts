import { answerOf, bodyOf, type DescribedOperation, exampleIn, isForPrograms, type Json } from './document.ts'

export interface Sample {
  kind: 'curl' | 'SDK' | 'CLI'
  text: string
}

/** A request that can be sent as it is, once for each client. */
interface SampleRequest {
  described: DescribedOperation
  path: Value[]
  query: Value[]
  /** The JSON body, or the fields of a form. */
  body: Json | undefined
  file: { name: string; media: string } | undefined
  /** Where to save the response, if it is no JSON. */
  output: string | undefined
}

type Value = [name: string, value: unknown]

/** The same request for curl, the SDK and the command line. Addresses and tokens come from MUSTER_URL and MUSTER_TOKEN. */
export function samplesOf(described: DescribedOperation, document: Json): Sample[] {
  const request = requestOf(described, document)
  if (!isForPrograms(described)) return [{ kind: 'curl', text: curlOf(request) }]
  return [
    { kind: 'curl', text: curlOf(request) },
    { kind: 'SDK', text: sdkOf(request) },
    { kind: 'CLI', text: cliOf(request) },
  ]
}

function requestOf(described: DescribedOperation, document: Json): SampleRequest {
  const { operation, path } = described
  const sent = (operation['parameters'] as Json[]).filter(({ required, name }) => required || name === 'limit')
  const valuesIn = (place: string) =>
    sent.filter(parameter => parameter['in'] === place).map(({ name, example }): Value => [name, example])
  const body = bodyOf(operation)
  const example = body && exampleIn(document, body)
  const isFile = typeof example === 'string'
  const { media } = answerOf(operation)
  return {
    described,
    path: valuesIn('path'),
    query: valuesIn('query'),
    body: isFile ? undefined : (example as Json | undefined),
    file: isFile ? { name: fileNameOf(sent), media: body?.media ?? '' } : undefined,
    output: /json|event-stream|^text\/(html|css|javascript)/.test(media) ? undefined : savedAs(path, media),
  }
}

const fileNameOf = (sent: Json[]): string =>
  sent.map(({ example }) => String(example)).find(example => /\.\w+$/.test(example)) ?? 'people.csv'

const endings: Record<string, string> = { 'text/plain': 'txt', 'application/octet-stream': 'pdf' }

/** `refused.csv` for a path that ends with a name, `content.pdf` for one that ends with a word. */
function savedAs(path: string, media: string) {
  const last = path.split('/').at(-1) ?? ''
  return last.includes('.') ? last : `${last}.${endings[media] ?? media.split('.').at(-1)}`
}

function curlOf({ described: { method, path, operation }, ...request }: SampleRequest) {
  const names = (operation['parameters'] as Json[]).map(({ name }) => name)
  const isForm = bodyOf(operation)?.media.includes('urlencoded')
  const { body, file, output } = request
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$MUSTER_URL${filled(path, request.path)}${queryOf(request.query)}"`,
    operation['x-access'] !== 'anyone' && '-H "Authorization: Bearer $MUSTER_TOKEN"',
    names.includes('Idempotency-Key') && '-H "Idempotency-Key: $(uuidgen)"',
    body && !isForm && '-H "Content-Type: application/json"',
    body && !isForm && `--data ${quoted(pretty(body))}`,
    ...(body && isForm
      ? Object.entries(body).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`)
      : []),
    file && `-H "Content-Type: ${file.media}"`,
    file && `--data-binary @${file.name}`,
    answerOf(operation).media === 'text/event-stream' && '--no-buffer',
    output && `--output ${output}`,
  ]
    .filter(Boolean)
    .join(' \\\n  ')
}

const filled = (path: string, values: Value[]) =>
  values.reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))), path)

const queryOf = (values: Value[]) =>
  values.map(([name, value], index) => `${index ? '&' : '?'}${name}=${encodeURIComponent(String(value))}`).join('')

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** Text for a shell, in quotes where it needs them. */
const quoted = (text: string) => (/^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

function sdkOf({ described: { name }, path, query, body, file, output }: SampleRequest) {
  const fields = [...path, ...query, ...Object.entries(body ?? {})].map(([name, value]) => field(name, literal(value)))
  if (file) fields.push(`file: await openAsBlob('${file.name}')`)
  const args = braced(fields, '{', '}')
  const opening = file ? `import { openAsBlob } from 'node:fs'\n\n` : ''
  if (output || name === 'jobs.follow') return `const stream = await muster.stream('${name}', ${args})`
  return `${opening}const response = await muster.${name}(${args === '{}' ? '' : args})`
}

const line_max = 72

/** A value as JavaScript, in the style of this repository. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return braced(value.map(literal), '[', ']')
  if (value !== null && typeof value === 'object')
    return braced(
      Object.entries(value).map(([name, part]) => field(name, literal(part))),
      '{',
      '}',
    )
  return typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : String(value)
}

const field = (name: string, value: string) => `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}: ${value}`

function braced(parts: string[], open: string, close: string) {
  if (parts.length === 0) return open + close
  const line = open === '{' ? `{ ${parts.join(', ')} }` : `[${parts.join(', ')}]`
  if (line.length <= line_max && !line.includes('\n')) return line
  return `${open}\n${parts.map(part => `${part},`.replace(/^/gm, '  ')).join('\n')}\n${close}`
}

function cliOf({ described: { name }, path, query, body, file, output }: SampleRequest) {
  const typed = name.split('.').map(word => word.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`))
  const words = [
    `./muster api ${typed.join(' ')}`,
    ...path.map(([, value]) => quoted(String(value))),
    ...query.map(([name, value]) => `--${name} ${quoted(String(value))}`),
    ...(file ? [`--file ${file.name}`] : []),
    ...(body ? [`--data ${quoted(pretty(dataOf(body)))}`] : []),
    ...(output ? [`--output ${output}`] : []),
  ]
  return words.join(' ')
}

/** What `--data` takes: the content of `data`, or the whole body where it has more or the content would look like one. */
const dataOf = (body: Json) =>
  Object.keys(body).length === 1 && body['data'] && !Object.hasOwn(body['data'], 'data') ? body['data'] : body
