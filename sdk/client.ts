import { type Operations, routes } from './operations.ts'
import { type ItemOf, type ListName, pagesOf } from './paging.ts'
import { type ClientOptions, type OperationName, type RequestOptions, send } from './request.ts'

export { ApiError, ConnectionError, type ErrorCode, type FieldError } from './errors.ts'
export type { ClientOptions, ItemOf, ListName, OperationName, RequestOptions }

/** A response with its headers. */
export interface ApiResponse<Body> {
  body: Body
  etag: string | null
  headers: Headers
}

export type Args<N extends OperationName> = Operations[N]['args']

export type ResponseBody<N extends OperationName> = Operations[N]['response']

type Call<N extends OperationName> =
  {} extends Args<N>
    ? (args?: Args<N>, options?: RequestOptions) => Promise<ResponseBody<N>>
    : (args: Args<N>, options?: RequestOptions) => Promise<ResponseBody<N>>

/** Every operation under its name in the API, such as `muster.teams.list()`. */
export type Client = {
  [Resource in OperationName as Resource extends `${infer R}.${string}` ? R : never]: {
    [N in OperationName as N extends `${Resource extends `${infer R}.${string}` ? R : never}.${infer Verb}`
      ? Verb
      : never]: Call<N>
  }
} & {
  /** Sends an operation by name and returns the response with its ETag and headers. */
  request: <N extends OperationName>(
    name: N,
    args: Args<N>,
    options?: RequestOptions,
  ) => Promise<ApiResponse<ResponseBody<N>>>
  /** Iterates over a whole list and loads it in pages: `for await (const contact of muster.each('contacts.list'))`. */
  each: <N extends ListName>(
    name: N,
    args?: Args<N>,
    options?: RequestOptions,
  ) => AsyncGenerator<ItemOf<N>, void, undefined>
  /** Iterates over the pages of a list. */
  pages: <N extends ListName>(
    name: N,
    args?: Args<N>,
    options?: RequestOptions,
  ) => AsyncGenerator<ItemOf<N>[], void, undefined>
  /** The response body as a stream, for files of any size. It is not retried after the first byte. */
  stream: <N extends OperationName>(
    name: N,
    args: Args<N>,
    options?: RequestOptions,
  ) => Promise<ReadableStream<Uint8Array>>
}

export function connect(client: ClientOptions): Client {
  const request = <N extends OperationName>(name: N, args: Args<N>, options: RequestOptions = {}) =>
    send(client, name, args as Record<string, unknown>, options, response =>
      readResponse(response, options.parse),
    ) as Promise<ApiResponse<ResponseBody<N>>>
  const pages = (
    name: OperationName,
    args: Args<OperationName> = {} as Args<OperationName>,
    options?: RequestOptions,
  ) =>
    pagesOf(
      async page_args => (await request(name, page_args as Args<OperationName>, options)).body,
      args as {},
      routes[name],
    )
  async function* each(name: OperationName, args?: Args<OperationName>, options?: RequestOptions) {
    for await (const page of pages(name, args, options)) yield* page
  }
  const stream = (name: OperationName, args: Args<OperationName>, options: RequestOptions = {}) =>
    send(
      client,
      name,
      args as {},
      options,
      async response => {
        options.onHeaders?.(response.headers)
        return response.body ?? new Blob([]).stream()
      },
      true,
    )
  const resources: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(routes) as OperationName[]) {
    const [resource = '', verb = ''] = name.split('.')
    resources[resource] = {
      ...resources[resource],
      [verb]: async (args: Args<OperationName> = {} as Args<OperationName>, options?: RequestOptions) =>
        (await request(name, args, options)).body,
    }
  }
  // The loop builds what the type derives from the names of the operations.
  return { ...resources, request, pages, each, stream } as unknown as Client
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
