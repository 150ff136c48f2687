import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, forbidden, invalid } from '../../errors.ts'
import { allEventTypes, type EventType, eventTypes, eventTypesFor } from '../../events/catalogue.ts'
import { type EventRow, eventColumns, eventOf } from '../../events/event.ts'
import { page_size_max } from '../../fields.ts'
import { cursorOf } from '../../http/cursor.ts'
import { msg } from '../../messages/message.ts'

interface ChangesParams {
  cursor?: string
  from: 'start' | 'now'
  types?: string
  limit: number
}

interface Feed {
  epoch: string
  position: number
  expired_position: number
}

/** The feed of a space without events. */
const empty_feed: Feed = { epoch: '', position: 0, expired_position: 0 }

/** How many events one request scans at most, when few of them match the requested types. */
const scanned_events_max = 10_000

/** A cursor holds the epoch of the feed and a position in it. */
export const changesCursor = cursorOf('text', 'id')

/** Lists the events after the cursor, in order. A client that continues with `next_cursor` misses none. */
export async function listChanges(sql: Sql, caller: Caller, { cursor, from, types, limit }: ChangesParams) {
  const { group_id } = caller
  const requested_types = requestedTypes(caller, types)
  const [feed = empty_feed] = await sql<Feed[]>`
    select epoch, position, expired_position from feeds where group_id = ${group_id}`
  const start = cursorPosition(feed, cursor) ?? (from === 'now' ? feed.position : feed.expired_position)
  const until = Math.min(start + scanned_events_max, feed.position)
  const page_size = Math.min(limit, page_size_max)
  const rows = await sql<(EventRow & { position: number })[]>`
    select position, ${sql(eventColumns)} from events
    where group_id = ${group_id} and position > ${start} and position <= ${until} and kind = any(${requested_types})
    order by position
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  const end = last?.position ?? until
  return { rows: rows.map(eventOf), next_cursor: changesCursor.write(feed.epoch, end), more: end < feed.position }
}

function requestedTypes({ permissions }: Caller, types: string | undefined): EventType[] {
  if (types === undefined) return eventTypesFor(permissions)
  return types.split(',').map(name => {
    const type = allEventTypes.find(type => type === name.trim())
    if (!type) throw invalid('query.types', msg`has ${JSON.stringify(name)}, which is not an event type`, types)
    const { needs } = eventTypes[type]
    if (!permissions.has(needs))
      throw forbidden(msg`Your role or token lacks the permission ${needs}, which ${type} requires.`)
    return type
  })
}

function cursorPosition({ epoch, position, expired_position }: Feed, cursor: string | undefined) {
  const read = changesCursor.read(cursor)
  if (!read) return undefined
  const [written_in, start] = read
  // A cursor of the empty feed is valid as long as no event has expired.
  const known = written_in === epoch || (written_in === '' && start === 0)
  if (known && start >= expired_position && start <= position) return start
  throw new ApiError(
    'cursor_expired',
    'Events after this cursor have expired. Get a new cursor with from=now, read the records you need once, then continue with that cursor.',
  )
}
