import { isApiError, isConnectionError } from './errors.ts'
import type { ChangeList, Event, EventType } from './operations.ts'
import type { RequestOptions } from './request.ts'

export interface FollowOptions {
  /** Continues after this point: the `cursor` of an earlier feed, or `next_cursor` of `changes.list`. */
  cursor?: string | undefined
  /** Where to begin without a cursor: `now`, or `start` for all events of the last 30 days; `now` when left out. */
  from?: 'now' | 'start'
  /** Only events of these types. */
  types?: EventType[]
  /** Ends the loop: it throws the reason of the signal. */
  signal?: AbortSignal
  /** Called with the error when the connection was lost, and with how long the feed waits before it tries again. */
  onDisconnect?: (error: unknown, retry_in_ms: number) => void
}

/** The events of a space, in order. */
export interface ChangeFeed extends AsyncIterable<Event, void, undefined> {
  /**
   * The point after the event that the loop has now. Store it when your work on that event is done, and pass it to `follow` to continue
   * there. It also advances while no event arrives. Undefined until the first response.
   */
  readonly cursor: string | undefined
}

type ListArgs = { cursor?: string; from?: 'now' | 'start'; types?: string; limit: number; wait: number }
type ListChanges = (args: ListArgs, options: RequestOptions) => Promise<ChangeList>
type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

const wait_s = 25
const page_size = 200
const backoff_ms_max = 30_000

/**
 * Reads the feed by long polling, until the loop ends. Errors that pass, such as a restart of the server, are retried without limit; others
 * are thrown.
 */
export function followChanges(list: ListChanges, sleep: Sleep, timeout_ms: number, options: FollowOptions): ChangeFeed {
  const { signal, types } = options
  const request = { signal, attempts: 1, timeout_ms: timeout_ms + wait_s * 1000 }
  let position = options.cursor

  async function read(args: ListArgs): Promise<ChangeList> {
    for (let failures = 1; ; failures++) {
      signal?.throwIfAborted()
      try {
        return await list(args, request)
      } catch (error) {
        if (!passes(error)) throw error
        const retry_in_ms = pauseBefore(failures, error)
        options.onDisconnect?.(error, retry_in_ms)
        await sleep(retry_in_ms, signal)
      }
    }
  }

  async function* events(): AsyncGenerator<Event, void, undefined> {
    const filter = types && { types: types.join(',') }
    let { page, event_id } = splitCursor(position)
    for (;;) {
      // Without a cursor the first page has at most one event, so that every event after it follows a cursor.
      const first = { from: options.from ?? 'now', limit: 1, wait: 0 }
      const args = page === undefined ? first : { cursor: page, limit: page_size, wait: wait_s }
      const { data, next_cursor } = await read({ ...args, ...filter })
      const processed = data.findIndex(({ id }) => id === event_id)
      for (const event of data.slice(processed + 1)) {
        signal?.throwIfAborted()
        position = event === data.at(-1) ? next_cursor : joinCursor(page, event.id)
        yield event
      }
      position = page = next_cursor
      event_id = undefined
    }
  }

  return {
    get cursor() {
      return position
    },
    [Symbol.asyncIterator]: events,
  }
}

// The server has a cursor for each page. Inside a page, the id of the event that was processed last follows it.
const separator = '~'

const joinCursor = (page = '', event_id: string) => `${page}${separator}${event_id}`

function splitCursor(cursor: string | undefined): { page: string | undefined; event_id: string | undefined } {
  const [page, event_id] = cursor?.split(separator) ?? []
  return { page, event_id }
}

/** Whether the same request may succeed later. */
const passes = (error: unknown) =>
  isConnectionError(error) || (isApiError(error) && (error.isRetryable || error.status >= 500))

/** Exponential backoff with jitter, and at least what the server asks for. */
function pauseBefore(failures: number, error: unknown) {
  const longest = Math.min(backoff_ms_max, 500 * 2 ** Math.min(failures, 10))
  const asked_ms = isApiError(error) ? (error.retry_after_s ?? 0) * 1000 : 0
  return Math.max(asked_ms, longest * (0.5 + Math.random() / 2))
}
