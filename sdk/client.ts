import { type Operations, routes } from './operations.ts'
import { type ItemOf, type ListName, pagesOf } from './paging.ts'
import { type Connection, type OperationName, type RequestOptions, send } from './request.ts'

export { type Code, type FieldError, Refusal, Unreachable } from './errors.ts'
export type { Connection, ItemOf, ListName, OperationName, RequestOptions }

/** An answer with what came beside it. */
export interface ApiResponse<Answer> {
  body: Answer
  etag: string | null
  headers: Headers
}

export type Args<N extends OperationName> = Operations[N]['args']

export type ResponseBody<N extends OperationName> = Operations[N]['answer']

type Call<N extends OperationName> =
  {} extends Args<N>
    ? (args?: Args<N>, options?: RequestOptions) => Promise<ResponseBody<N>>
    : (args: Args<N>, options?: RequestOptions) => Promise<ResponseBody<N>>

/** `muster.teams.list()`: every operation under its name in the interface. */
export type Client = {
  [Resource in OperationName as Resource extends `${infer R}.${string}` ? R : never]: {
    [N in OperationName as N extends `${Resource extends `${infer R}.${string}` ? R : never}.${infer Verb}`
      ? Verb
      : never]: Call<N>
  }
} & {
  /** The same with headers and ETag. */
  ask: <N extends OperationName>(
    name: N,
    args: Args<N>,
    options?: RequestOptions,
  ) => Promise<ApiResponse<ResponseBody<N>>>
  /** `for await (const contact of muster.each('contacts.list'))`: a list to its end, page by page behind the scenes. */
  each: <N extends ListName>(
    name: N,
    args?: Args<N>,
    options?: RequestOptions,
  ) => AsyncGenerator<ItemOf<N>, void, undefined>
  /** The same, a page at a time. */
  pages: <N extends ListName>(
    name: N,
    args?: Args<N>,
    options?: RequestOptions,
  ) => AsyncGenerator<ItemOf<N>[], void, undefined>
  /** The bytes of an answer as they come, for files of any size. Once they flow nothing is tried again. */
  stream: <N extends OperationName>(
    name: N,
    args: Args<N>,
    options?: RequestOptions,
  ) => Promise<ReadableStream<Uint8Array>>
}

export function connect(connection: Connection): Client {
  const ask = <N extends OperationName>(name: N, args: Args<N>, options: RequestOptions = {}) =>
    send(connection, name, args as Record<string, unknown>, options, response =>
      readResponse(response, options.parse),
    ) as Promise<ApiResponse<ResponseBody<N>>>
  const pages = (
    name: OperationName,
    args: Args<OperationName> = {} as Args<OperationName>,
    options?: RequestOptions,
  ) => pagesOf(async wish => (await ask(name, wish as Args<OperationName>, options)).body, args as {}, routes[name])
  async function* each(name: OperationName, args?: Args<OperationName>, options?: RequestOptions) {
    for await (const page of pages(name, args, options)) yield* page
  }
  const stream = (name: OperationName, args: Args<OperationName>, options: RequestOptions = {}) =>
    send(
      connection,
      name,
      args as {},
      options,
      async response => {
        options.onHeaders?.(response.headers)
        return response.body ?? new Blob([]).stream()
      },
      true,
    )
  const client: Record<string, any> = { ask, pages, each, stream }
  for (const name of Object.keys(routes) as OperationName[]) {
    const [resource = '', verb = ''] = name.split('.')
    client[resource] ??= {}
    client[resource][verb] = async (args: Args<OperationName> = {} as Args<OperationName>, options?: RequestOptions) =>
      (await ask(name, args, options)).body
  }
  return client as Client
}

async function readResponse(
  response: Response,
  parse: (text: string) => unknown = JSON.parse,
): Promise<ApiResponse<unknown>> {
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const text = await response.text()
  const body = isJson ? parse(text) : text
  return { body, etag: response.headers.get('etag'), headers: response.headers }
}
