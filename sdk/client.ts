import { type Operations, routes } from './operations.ts'

/** How to reach Muster, and as whom. */
export interface Connection {
  /** The address of the server, such as https://muster.example.org */
  url: string
  /** The access token, or where to get the present one. */
  token?: string | (() => string | undefined | Promise<string | undefined>)
  /** Called when a token was refused; true: there is a new one, ask again. */
  renew?: () => Promise<boolean>
  /** How long to wait for an answer. */
  timeout_ms?: number
  fetch?: typeof fetch
}

export interface Options {
  /** Makes a write harmless to repeat; one is made up when you give none. */
  idempotency_key?: string
  /** The ETag you read: the write is refused when the record has changed since. */
  if_match?: string
  /** Sends the body as a merge patch (RFC 7396), where the operation takes one. */
  merge?: boolean
  signal?: AbortSignal
}

/** An answer with what came beside it. */
export interface Whole<Answer> {
  body: Answer
  etag: string | null
  headers: Headers
}

type Name = keyof Operations
type Args<N extends Name> = Operations[N]['args']
type Call<N extends Name> =
  {} extends Args<N>
    ? (args?: Args<N>, options?: Options) => Promise<Operations[N]['answer']>
    : (args: Args<N>, options?: Options) => Promise<Operations[N]['answer']>

/** `muster.teams.list()`: every operation under its name in the interface. */
export type Client = {
  [Resource in Name as Resource extends `${infer R}.${string}` ? R : never]: {
    [N in Name as N extends `${Resource extends `${infer R}.${string}` ? R : never}.${infer Verb}`
      ? Verb
      : never]: Call<N>
  }
} & {
  /** The same with headers and ETag. */
  ask: <N extends Name>(name: N, args: Args<N>, options?: Options) => Promise<Whole<Operations[N]['answer']>>
}

/** A refusal, as Muster told it. */
export class Refusal extends Error {
  readonly status: number
  /** A word for programs, such as `not_found`. */
  readonly code: string
  readonly errors: { location: string; message: string; value?: unknown }[]
  /** Names this very request in the server's log. */
  readonly request_id: string
  readonly retry_after_s: number | undefined

  constructor(status: number, problem: Record<string, any>, headers: Headers) {
    super(problem.detail ?? `The server answered ${status}.`)
    this.name = 'Refusal'
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.errors = problem.errors ?? []
    this.request_id = problem.instance ?? headers.get('x-request-id') ?? ''
    const after = Number(headers.get('retry-after'))
    this.retry_after_s = after > 0 ? after : undefined
  }
}

const usual_timeout_ms = 30_000
const attempts_max = 4
const pause_ms_max = 10_000

export function connect(connection: Connection): Client {
  const ask = <N extends Name>(name: N, args: Args<N>, options: Options = {}) =>
    send(connection, name, args as Record<string, unknown>, options) as Promise<Whole<Operations[N]['answer']>>
  const client: Record<string, any> = { ask }
  for (const name of Object.keys(routes) as Name[]) {
    const [resource = '', verb = ''] = name.split('.')
    client[resource] ??= {}
    client[resource][verb] = async (args: Args<Name> = {} as Args<Name>, options?: Options) =>
      (await ask(name, args, options)).body
  }
  return client as Client
}

/**
 * A write carries one idempotency key through all its attempts, so that trying again is always safe: the first answer comes again. What
 * was refused for good is not tried again.
 */
async function send(connection: Connection, name: Name, args: Record<string, unknown>, options: Options) {
  const request = requestOf(connection, name, args, options)
  let renewed = false
  for (let attempt = 1; ; attempt++) {
    const last = attempt >= attempts_max
    try {
      const response = await exchange(connection, request, options.signal)
      if (response.ok) return await wholeOf(response)
      const refusal = await refusalOf(response)
      if (refusal.status === 401 && connection.renew && !renewed && (await connection.renew())) renewed = true
      else if (last || !isPassing(refusal)) throw refusal
      else await pause(attempt, options.signal, refusal.retry_after_s)
    } catch (error) {
      if (error instanceof Refusal || options.signal?.aborted || last) throw error
      await pause(attempt, options.signal)
    }
  }
}

const isPassing = ({ status, code }: Refusal) =>
  status === 429 || status === 503 || status === 502 || status === 504 || code === 'idempotency_key_running'

interface Prepared {
  url: string
  method: string
  headers: Record<string, string>
  body?: Blob | string
}

function requestOf({ url }: Connection, name: Name, args: Record<string, unknown>, options: Options): Prepared {
  const [method, template, ...query] = routes[name] as readonly [string, string, ...string[]]
  const rest = { ...args }
  const path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest[field]
    delete rest[field]
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const field of query) {
    const value = rest[field]
    delete rest[field]
    if (value !== undefined && value !== null) search.set(field, String(value))
  }
  const headers: Record<string, string> = {}
  if (method !== 'GET') headers['idempotency-key'] = options.idempotency_key ?? crypto.randomUUID()
  if (options.if_match) headers['if-match'] = options.if_match
  const address = `${url.replace(/\/$/, '')}${path}${search.size > 0 ? `?${search}` : ''}`
  if (rest.file !== undefined) {
    return {
      url: address,
      method,
      headers: { ...headers, 'content-type': 'text/csv' },
      body: rest.file as Blob | string,
    }
  }
  if (Object.keys(rest).length === 0) return { url: address, method, headers }
  headers['content-type'] = options.merge ? 'application/merge-patch+json' : 'application/json'
  return { url: address, method, headers, body: JSON.stringify(rest) }
}

async function exchange(connection: Connection, { url, ...request }: Prepared, signal?: AbortSignal) {
  const token = typeof connection.token === 'function' ? await connection.token() : connection.token
  const deadline = AbortSignal.timeout(connection.timeout_ms ?? usual_timeout_ms)
  return (connection.fetch ?? fetch)(url, {
    ...request,
    headers: { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) },
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  })
}

async function wholeOf(response: Response): Promise<Whole<unknown>> {
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const body = isJson ? await response.json() : await response.text()
  return { body, etag: response.headers.get('etag'), headers: response.headers }
}

async function refusalOf(response: Response) {
  const problem = (await response.json().catch(() => ({}))) as Record<string, any>
  return new Refusal(response.status, problem, response.headers)
}

/** Longer after each attempt, and never the same for two clients that were refused together. */
function pause(attempt: number, signal: AbortSignal | undefined, at_least_s = 0) {
  const longest = Math.min(pause_ms_max, 200 * 2 ** attempt)
  const wait = Math.min(pause_ms_max, Math.max(at_least_s * 1000, longest * (0.5 + Math.random() / 2)))
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, wait)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
