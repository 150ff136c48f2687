import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, forbidden, invalid } from '../../errors.ts'
import { allEventTypes, type EventType, eventTypes, eventTypesFor } from '../../events/catalogue.ts'
import { type EventRow, eventColumns, eventOf } from '../../events/event.ts'
import { page_size_max } from '../../fields.ts'
import { cursorOf } from '../../http/cursor.ts'

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

// Before anything happened.
const empty_feed: Feed = { epoch: '', position: 0, expired_position: 0 }

// Who asks for little in a space where much happens is led on in steps.
const scanned_events_max = 10_000

/** The epoch of the feed, and a position in it. */
export const changesCursor = cursorOf('text', 'id')

/** What happened after the cursor, in order. Whoever goes on from the cursor they get misses nothing. */
export async function listChanges(sql: Sql, caller: Caller, { cursor, from, types, limit }: ChangesParams) {
  const { group_id } = caller
  const heard = requestedTypes(caller, types)
  const [feed = empty_feed] = await sql<Feed[]>`
    select epoch, position, expired_position from feeds where group_id = ${group_id}`
  const start = cursorPosition(feed, cursor) ?? (from === 'now' ? feed.position : feed.expired_position)
  const until = Math.min(start + scanned_events_max, feed.position)
  const page_size = Math.min(limit, page_size_max)
  const rows = await sql<(EventRow & { position: number })[]>`
    select position, ${sql(eventColumns)} from events
    where group_id = ${group_id} and position > ${start} and position <= ${until} and kind = any(${heard})
    order by position
    limit ${page_size}`
  const end = rows.length === page_size ? rows.at(-1)!.position : until
  return { rows: rows.map(eventOf), next_cursor: changesCursor.write(feed.epoch, end), more: end < feed.position }
}

function requestedTypes({ permissions }: Caller, types: string | undefined): EventType[] {
  if (types === undefined) return eventTypesFor(permissions)
  return types.split(',').map(word => {
    const type = allEventTypes.find(type => type === word.trim())
    if (!type) throw invalid('query.types', `has ${JSON.stringify(word)}, which is no type of event`, types)
    const { needs } = eventTypes[type]
    if (!permissions.has(needs))
      throw forbidden(`Your role or token lacks the permission ${needs}, which ${type} needs.`)
    return type
  })
}

function cursorPosition({ epoch, position, expired_position }: Feed, cursor: string | undefined) {
  const read = changesCursor.read(cursor)
  if (!read) return undefined
  const [written_in, start] = read
  // A cursor from before anything happened is good for as long as nothing has expired.
  const known = written_in === epoch || (written_in === '' && start === 0)
  if (known && start >= expired_position && start <= position) return start
  throw new ApiError(
    'cursor_expired',
    'What happened after this cursor is not kept any more. Take a new cursor with from=now, then read all that you need once, then go on from that cursor.',
  )
}
