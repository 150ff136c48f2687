import { Agent, request } from 'node:http'
import fc from 'fast-check'
import type { Reply } from './check_reply.ts'
import type { ValidRequest } from './spaces.ts'
import { changedAt, fitting, harmed, hostileText, type Json, jsonText, placesIn, valueAt } from './values.ts'

/** An operation as the OpenAPI document describes it. */
export interface Described {
  name: string
  method: string
  path: string
  operation: Json
}

export const operationsIn = (document: Json): Described[] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      name: operation.operationId as string,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

/** A request ready to be sent. */
export interface Fuzzed {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

/** A valid request, or one with a single invalid place. */
export function validOrHarmed({ method, path, data, body_extras, file }: ValidRequest): fc.Arbitrary<Fuzzed> {
  const whole = data === undefined ? undefined : { ...body_extras, data }
  const content = file === undefined ? 'application/json' : 'text/csv'
  const text = file ?? (whole && jsonText(whole))
  const as = (changes: Partial<Fuzzed>): Fuzzed => ({
    method,
    path,
    headers: text === undefined ? {} : { 'content-type': content },
    ...(text !== undefined && { body: text }),
    ...changes,
  })
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(as({})) },
    { weight: whole ? 6 : 0, arbitrary: harmed(whole).map(value => as({ body: jsonText(value) })) },
    {
      weight: whole ? 2 : 0,
      arbitrary: harmed(whole)
        .chain(harmed)
        .map(value => as({ body: jsonText(value) })),
    },
    { weight: text === undefined ? 0 : 1, arbitrary: oddBody(String(text ?? '')).map(body => as({ body })) },
    { weight: 2, arbitrary: oddHeaders.map(headers => as({ headers: { ...as({}).headers, ...headers } })) },
    { weight: 2, arbitrary: oddPath(path).map(odd => as({ path: odd })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('PUT', 'OPTIONS', 'HEAD', 'TRACE', 'DELETE', 'POST')
        .map(other => as({ method: other })),
    },
  )
}

/** A request generated from the OpenAPI document alone. */
export function fromDocument(
  { method, path, operation }: Described,
  document: Json,
  ids: number[],
): fc.Arbitrary<Fuzzed> {
  const parameters = (operation.parameters ?? []) as Json[]
  const inPath = parameters.filter(({ in: place }) => place === 'path')
  const inQuery = parameters.filter(({ in: place }) => place === 'query')
  const address = fc
    .tuple(
      ...inPath.map(({ name, schema }) =>
        fc.oneof({ weight: 6, arbitrary: asText(schema, `${name}_id`) }, hostileText),
      ),
    )
    .map(values =>
      values.reduce((made, value, index) => made.replace(`{${inPath[index]?.['name']}}`, value as string), path),
    )
  const query = fc
    .record(
      Object.fromEntries(
        inQuery.map(({ name, schema }) => [
          name,
          fc.oneof({ weight: 5, arbitrary: asText(schema, name) }, hostileText),
        ]),
      ),
      { requiredKeys: [], noNullPrototype: true },
    )
    .map(values => Object.entries(values).map(([name, value]) => `${name}=${value}`))
  const oddities = fc.constantFrom(
    ...Array<string>(12).fill(''),
    'unknown=1',
    'limit=1&limit=2',
    '__proto__=1',
    'limit[]=1',
    '=',
    '%00=1',
    '&&',
  )
  const [content, { schema } = { schema: undefined }] =
    Object.entries<Json>(operation.requestBody?.content ?? {})[0] ?? []
  const isJson = content === 'application/json'
  const valid = schema ? fitting(schema, document, ids) : fc.constant(undefined)
  const body = fc.oneof({ weight: 3, arbitrary: valid }, { weight: 2, arbitrary: valid.chain(harmed) })
  return fc.record({ address, query, oddities, body }).map(drawn => {
    const search = [...drawn.query, drawn.oddities].filter(Boolean).join('&')
    const text = isJson ? jsonText(drawn.body) : encodedForm(drawn.body)
    return {
      method,
      path: search ? `${drawn.address}?${search}` : drawn.address,
      headers: content ? { 'content-type': content } : {},
      ...(content && { body: text }),
    }
  })

  function asText(schema: Json, name: string) {
    return fitting(schema, document, ids, name).map(value => encodeURIComponent(String(value).toWellFormed()))
  }
}

const encodedForm = (value: unknown) =>
  value && typeof value === 'object'
    ? new URLSearchParams(
        Object.entries(value).map(([name, part]): [string, string] => [name, String(part)]),
      ).toString()
    : String(value ?? '')

/** A valid request in which some ids are replaced by ids of another space. */
export function withForeignIds(own: ValidRequest, foreign: ValidRequest): fc.Arbitrary<Fuzzed> {
  const [mine, theirs] = [segmentsOf(own.path), segmentsOf(foreign.path)]
  const [data, other] = [
    { ...own.body_extras, data: own.data },
    { ...foreign.body_extras, data: foreign.data },
  ]
  const isName = (value: unknown) => typeof value === 'number' || /^\d+$/.test(String(value))
  const inPath = mine.map((_, index) => index).filter(index => mine[index] !== theirs[index] && isName(theirs[index]))
  const inBody = placesIn(data).filter(
    place => isName(valueAt(other, place)) && valueAt(other, place) !== valueAt(data, place),
  )
  const places = inPath.length + inBody.length
  return fc.subarray([...Array(places).keys()], { minLength: Math.min(1, places) }).map(chosen => {
    const path = mine.map((part, index) => (chosen.includes(inPath.indexOf(index)) ? theirs[index] : part)).join('')
    let body: unknown = data
    for (const [index, place] of inBody.entries())
      if (chosen.includes(inPath.length + index)) body = changedAt(body, place, 'replace', valueAt(other, place))
    const sent = own.data !== undefined || own.file !== undefined
    return {
      method: own.method,
      path,
      headers: sent ? { 'content-type': own.file === undefined ? 'application/json' : 'text/csv' } : {},
      ...(sent && { body: own.file ?? jsonText(body) }),
    }
  })
}

const segmentsOf = (path: string) => path.split(/([/?&=])/)

function oddPath(path: string): fc.Arbitrary<string> {
  const parts = segmentsOf(path)
  const changeable = parts.map((_, index) => index).filter(index => /^\d+$/.test(parts[index] ?? ''))
  const query = fc.tuple(fc.constantFrom('limit', 'offset', 'cursor', 'sort', 'q'), hostileText)
  const added = query.map(([name, value]) => `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`)
  if (changeable.length === 0) return added
  const replaced = fc
    .tuple(fc.constantFrom(...changeable), hostileText)
    .map(([at, text]) => parts.with(at, text).join(''))
  return fc.oneof(
    replaced,
    added,
    fc.constantFrom(`${path}/`, `/${path}`, `${path}//`, `${path}/..`, path.toUpperCase()),
  )
}

const oddBody = (text: string): fc.Arbitrary<string | Buffer> =>
  fc.constantFrom<string | Buffer>(
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '{"data":',
    '{"data":null}',
    '{"data":[]}',
    '{"data":{},"data":[]}',
    '{"__proto__":{"x":1},"data":{}}',
    `\ufeff${text}`,
    `${text}${text}`,
    text.slice(0, -1),
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    `{"data":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`,
    Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
    Buffer.concat([Buffer.from('{"data":{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}}')]),
    'a,b\n"c',
    `"${'x'.repeat(1_100_000)}"`,
  )

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { 'idempotency-key': '' },
  { 'idempotency-key': 'k' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'idempotency-key': "'; --" },
  { 'if-match': '*' },
  { 'if-match': '"no"' },
  { 'if-match': 'W/"x", "y",,' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"no", W/"x"' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/merge-patch+json' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': ';' },
  { 'content-encoding': 'gzip' },
  { 'accept-language': '*;q=0.1,,;;xx-' },
  { accept: 'text/html;q=x' },
  { 'x-forwarded-for': 'nowhere, ::1' },
  { 'x-http-method-override': 'DELETE' },
  { range: 'bytes=0-1' },
  { traceparent: '00-zz-zz-01' },
  { cookie: '__Host-session=; =; ;;' },
  { authorization: 'Bearer' },
  { authorization: 'Basic Og==' },
  { authorization: `Bearer mus_p_${'x'.repeat(4000)}` },
)

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const answer_ms_max = 20_000

/** Sends a request; status 0 without a reply. Of an endless reply it reads only the beginning. */
export function send(url: string, { method, path, headers, body }: Fuzzed, token?: string): Promise<Reply> {
  const { hostname, port } = new URL(url)
  const all = { ...(token && { authorization: `Bearer ${token}` }), ...headers }
  return new Promise(resolve => {
    let heard: Reply = { status: 0, type: '', text: '' }
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asking = request({
      hostname,
      port,
      agent,
      method,
      path,
      headers: { ...all, ...length },
      timeout: answer_ms_max,
    })
    asking.on('response', response => {
      heard = {
        status: response.statusCode ?? 0,
        type: response.headers['content-type']?.split(';')[0] ?? '',
        text: '',
      }
      response.setEncoding('utf8').on('data', (text: string) => {
        heard.text += text
        if (heard.type === 'text/event-stream') asking.destroy()
      })
      response.on('close', () => resolve(heard))
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(heard))
    asking.end(body)
  })
}

export const close = () => agent.destroy()
