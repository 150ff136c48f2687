import type { Operations } from './operations.ts'
import type { OperationName } from './request.ts'

/** Every operation that answers a list page by page. */
export type ListName = {
  [N in OperationName]: 'limit' extends keyof Operations[N]['args'] ? N : never
}[OperationName]

/** What a list is made of. */
export type ItemOf<N extends OperationName> = ListItem<Operations[N]['answer']>

type ListItem<Answer> = Answer extends readonly (infer Item)[]
  ? Item
  : Answer extends { data: infer Data }
    ? Data extends readonly (infer Item)[]
      ? Item
      : ArrayIn<Data>
    : never

type ArrayIn<Data> = {
  [Field in keyof Data]: Data[Field] extends readonly (infer Item)[] ? Item : never
}[keyof Data]

/** What one page holds, wherever its envelope keeps it. */
export function itemsOf(answer: any): unknown[] {
  const data = Array.isArray(answer) ? answer : answer?.data
  return Array.isArray(data) ? data : (Object.values(data ?? {}).find(Array.isArray) ?? [])
}

const page_size = 200
/** More than this is taken as this by the server. */
const page_size_max = 1000

/**
 * Goes through a list to its end, holding one page at a time. A cursor is followed where there is one: what is added or removed meanwhile
 * then moves nothing else. The other lists are short, and counted through.
 */
export async function* pagesOf(
  ask: (args: Record<string, unknown>) => Promise<any>,
  args: Record<string, unknown>,
  fields: readonly string[],
): AsyncGenerator<unknown[], void, undefined> {
  const limit = Math.min(Number(args.limit ?? page_size), page_size_max)
  const follows = fields.includes('cursor')
  let cursor = args.cursor
  for (let offset = Number(args.offset ?? 0); ; offset += limit) {
    const answer = await ask({ ...args, limit, ...(follows ? { cursor } : { offset }) })
    const items = itemsOf(answer)
    if (items.length > 0) yield items
    const next = answer?.next_cursor ?? answer?.data?.next_cursor
    if (follows ? !next || next === cursor : items.length < limit) return
    cursor = next
    // The cursor knows where it stands.
    if (follows) args = { ...args, offset: undefined }
  }
}
