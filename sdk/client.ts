import { type ChangeFeed, type FollowOptions, followChanges } from './changes.ts'
import { type Operations, type Resources, routes } from './operations.ts'
import { type ItemOf, type ListName, pagesOf } from './paging.ts'
import { type ClientOptions, default_timeout_ms, type OperationName, type RequestOptions, send } from './request.ts'
import { sleep } from './sleep.ts'

export { ApiError, ConnectionError, type ErrorCode, type FieldError, isApiError, isConnectionError } from './errors.ts'
export type { ChangeFeed, ClientOptions, FollowOptions, ItemOf, ListName, OperationName, RequestOptions }

/** A response with its headers. */
export interface ApiResponse<Body> {
  body: Body
  etag: string | null
  headers: Headers
}

export type Args<N extends OperationName> = Operations[N]['args']

export type ResponseBody<N extends OperationName> = Operations[N]['response']

/** Arguments and options of a call. Arguments may be left out if none is required. */
type CallArgs<N extends OperationName> =
  {} extends Args<N>
    ? [args?: Args<N>, options?: RequestOptions | undefined]
    : [args: Args<N>, options?: RequestOptions | undefined]

/** Every operation under its name in the API, such as `muster.teams.list()`. */
export interface Client extends Omit<Resources, 'changes'> {
  /** The events of a space, in order, for applications that synchronise with it. */
  changes: Resources['changes'] & {
    /**
     * Follows the events of the space: `for await (const event of muster.changes.follow({ cursor }))`. Waits for new ones, reconnects after
     * errors, and returns each event once and in order. Store `cursor` of the feed to continue after a restart.
     */
    follow(options?: FollowOptions): ChangeFeed
  }
  /** Sends an operation by name and returns the response with its ETag and headers. */
  request<N extends OperationName>(name: N, ...args: CallArgs<N>): Promise<ApiResponse<ResponseBody<N>>>
  /** Iterates over a whole list and loads it in pages: `for await (const contact of muster.each('contacts.list'))`. */
  each<N extends ListName>(name: N, ...args: CallArgs<N>): AsyncGenerator<ItemOf<N>, void, undefined>
  /** Iterates over the pages of a list. */
  pages<N extends ListName>(name: N, ...args: CallArgs<N>): AsyncGenerator<ItemOf<N>[], void, undefined>
  /** The response body as a stream, for files of any size. It is not retried after the first byte. */
  stream<N extends OperationName>(name: N, ...args: CallArgs<N>): Promise<ReadableStream<Uint8Array>>
}

/** A client for the server at this address. It opens no connection before the first call. */
export function connect(client: ClientOptions): Client {
  checkOptions(client)
  const request = (name: OperationName, args: object = {}, options: RequestOptions = {}) =>
    send(client, name, { ...args }, options, response => readResponse(response, options.parse))
  const pages = (name: OperationName, args: object = {}, options?: RequestOptions) =>
    pagesOf(async page_args => (await request(name, page_args, options)).body, { ...args }, routes[name])
  async function* each(name: OperationName, args?: object, options?: RequestOptions) {
    for await (const page of pages(name, args, options)) yield* page
  }
  const stream = (name: OperationName, args: object = {}, options: RequestOptions = {}) => {
    const read = async (response: Response) => {
      options.onHeaders?.(response.headers)
      return response.body ?? new Blob([]).stream()
    }
    return send(client, name, { ...args }, options, read, true)
  }
  const resources: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(routes) as OperationName[]) {
    const [resource = '', verb = ''] = name.split('.')
    resources[resource] = {
      ...resources[resource],
      [verb]: async (args?: object, options?: RequestOptions) => (await request(name, args, options)).body,
    }
  }
  // The loop builds what `Resources` declares: both come from the names of the operations.
  const operations = resources as unknown as Resources
  const follow = (options: FollowOptions = {}) =>
    followChanges(operations.changes.list, client.sleep ?? sleep, client.timeout_ms ?? default_timeout_ms, options)
  const changes = { ...operations.changes, follow }
  // The functions take any operation; the interface gives each its types.
  return { ...operations, changes, request, pages, each, stream } as Client
}

/** A wrong address would otherwise fail at the first call, with a message that does not name it. */
function checkOptions({ url, timeout_ms = default_timeout_ms, attempts = 1 }: ClientOptions) {
  if (!/^https?:\/\/./.test(url ?? '') || !URL.canParse(url))
    throw new TypeError(`url must be the address of your server, such as https://muster.example.org, and is ${url}.`)
  if (!(timeout_ms > 0)) throw new TypeError(`timeout_ms must be a positive number, and is ${timeout_ms}.`)
  if (!(attempts >= 1)) throw new TypeError(`attempts must be 1 or more, and is ${attempts}.`)
}

async function readResponse(
  response: Response,
  parse: (text: string) => unknown = JSON.parse,
): Promise<ApiResponse<unknown>> {
  return { body: await readBody(response, parse), etag: response.headers.get('etag'), headers: response.headers }
}

/** Parsed JSON, a text, or a file in another format. */
async function readBody(response: Response, parse: (text: string) => unknown): Promise<unknown> {
  const media = response.headers.get('content-type') ?? ''
  if (/json/.test(media)) return parse(await response.text())
  if (media !== '' && !media.startsWith('text/')) return response.blob()
  // A text can be in another character set, such as the French tax file.
  const [, charset = 'utf-8'] = /charset=([\w-]+)/i.exec(media) ?? []
  return new TextDecoder(charset).decode(await response.arrayBuffer())
}
