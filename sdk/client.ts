import { type Operations, routes } from './operations.ts'
import { type ItemOf, type ListName, pagesOf } from './paging.ts'
import { type Connection, type Name, type Options, send } from './sending.ts'

export { type Code, type Fault, Refusal, Unreachable } from './refusal.ts'
export type { Connection, ItemOf, ListName, Name, Options }

/** An answer with what came beside it. */
export interface Whole<Answer> {
  body: Answer
  etag: string | null
  headers: Headers
}

export type Args<N extends Name> = Operations[N]['args']

export type Answer<N extends Name> = Operations[N]['answer']

type Call<N extends Name> =
  {} extends Args<N>
    ? (args?: Args<N>, options?: Options) => Promise<Answer<N>>
    : (args: Args<N>, options?: Options) => Promise<Answer<N>>

/** `muster.teams.list()`: every operation under its name in the interface. */
export type Client = {
  [Resource in Name as Resource extends `${infer R}.${string}` ? R : never]: {
    [N in Name as N extends `${Resource extends `${infer R}.${string}` ? R : never}.${infer Verb}`
      ? Verb
      : never]: Call<N>
  }
} & {
  /** The same with headers and ETag. */
  ask: <N extends Name>(name: N, args: Args<N>, options?: Options) => Promise<Whole<Answer<N>>>
  /** `for await (const contact of muster.each('contacts.list'))`: a list to its end, page by page behind the scenes. */
  each: <N extends ListName>(name: N, args?: Args<N>, options?: Options) => AsyncGenerator<ItemOf<N>, void, undefined>
  /** The same, a page at a time. */
  pages: <N extends ListName>(
    name: N,
    args?: Args<N>,
    options?: Options,
  ) => AsyncGenerator<ItemOf<N>[], void, undefined>
  /** The bytes of an answer as they come, for files of any size. Once they flow nothing is tried again. */
  stream: <N extends Name>(name: N, args: Args<N>, options?: Options) => Promise<ReadableStream<Uint8Array>>
}

export function connect(connection: Connection): Client {
  const ask = <N extends Name>(name: N, args: Args<N>, options: Options = {}) =>
    send(connection, name, args as Record<string, unknown>, options, response =>
      wholeOf(response, options.parse),
    ) as Promise<Whole<Answer<N>>>
  const pages = (name: Name, args: Args<Name> = {} as Args<Name>, options?: Options) =>
    pagesOf(async wish => (await ask(name, wish as Args<Name>, options)).body, args as {}, routes[name])
  async function* each(name: Name, args?: Args<Name>, options?: Options) {
    for await (const page of pages(name, args, options)) yield* page
  }
  const stream = (name: Name, args: Args<Name>, options: Options = {}) =>
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
  for (const name of Object.keys(routes) as Name[]) {
    const [resource = '', verb = ''] = name.split('.')
    client[resource] ??= {}
    client[resource][verb] = async (args: Args<Name> = {} as Args<Name>, options?: Options) =>
      (await ask(name, args, options)).body
  }
  return client as Client
}

async function wholeOf(response: Response, parse: (text: string) => unknown = JSON.parse): Promise<Whole<unknown>> {
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const text = await response.text()
  const body = isJson ? parse(text) : text
  return { body, etag: response.headers.get('etag'), headers: response.headers }
}
