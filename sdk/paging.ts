import type { Operations } from './operations.ts'
import type { OperationName } from './request.ts'

/** Every operation that returns a list in pages. */
export type ListName = {
  [N in OperationName]: 'limit' extends keyof Operations[N]['args'] ? N : never
}[OperationName]

/** The items of a list. */
export type ItemOf<N extends OperationName> = ListItem<Operations[N]['response']>

type ListItem<Response> = Response extends readonly (infer Item)[]
  ? Item
  : Response extends { data: infer Data }
    ? Data extends readonly (infer Item)[]
      ? Item
      : ArrayIn<Data>
    : never

type ArrayIn<Data> = {
  [Field in keyof Data]: Data[Field] extends readonly (infer Item)[] ? Item : never
}[keyof Data]

/** The items of a page, wherever its envelope has them. */
export function itemsOf(response: unknown): unknown[] {
  const data = Array.isArray(response) ? response : fieldOf(response, 'data')
  return Array.isArray(data) ? data : (Object.values(data ?? {}).find(Array.isArray) ?? [])
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const page_size = 200
/** The server treats a larger limit as this. */
const page_size_max = 1000

type Request = (args: Record<string, unknown>) => Promise<unknown>

/** Reads a list to its end and holds one page at a time. */
export function pagesOf(request: Request, args: Record<string, unknown>, fields: readonly string[]) {
  const limit = Math.min(Number(args.limit ?? page_size), page_size_max)
  return fields.includes('cursor') ? pagesByCursor(request, { ...args, limit }) : pagesByOffset(request, args, limit)
}

/** Records that are added or removed meanwhile do not shift the others. */
async function* pagesByCursor(request: Request, args: Record<string, unknown>) {
  let next: unknown = args.cursor
  let offset = args.offset
  for (;;) {
    const cursor = next
    const response = await request({ ...args, cursor, offset })
    const items = itemsOf(response)
    if (items.length > 0) yield items
    next = fieldOf(response, 'next_cursor') ?? fieldOf(fieldOf(response, 'data'), 'next_cursor')
    if (!next || next === cursor) return
    // The cursor includes the offset of the first page.
    offset = undefined
  }
}

async function* pagesByOffset(request: Request, args: Record<string, unknown>, limit: number) {
  for (let offset = Number(args.offset ?? 0); ; offset += limit) {
    const items = itemsOf(await request({ ...args, limit, offset }))
    if (items.length > 0) yield items
    if (items.length < limit) return
  }
}
