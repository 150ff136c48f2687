import { directionOf } from '../../db/sort_direction.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { cursorOf, eitherCursor } from '../../http/cursor.ts'
import { parseSorting, type Sorting, sortParam } from '../../http/sorting.ts'

const fields = ['date', 'amount'] as const
export type EntrySorting = Sorting<(typeof fields)[number]>

export const EntrySort = sortParam(
  fields,
  'date',
  '`date`: by the day of the entry. `amount`: by amount, in whatever currency, and then by day.',
)

const byDate = cursorOf('time', 'integer', 'id')
const byAmount = cursorOf(['amount'], 'integer', 'time', 'integer', 'id')

export const EntryCursor = eitherCursor(byDate, byAmount)

interface EntryKey {
  amount: number
  date: string
  bundle_id: number
  position: number
}

/** The order of entries `e`, the condition for those after the cursor, and the cursor after an entry. */
export interface EntryOrder {
  columns: Fragment
  after: Fragment
  cursorOf: (last: EntryKey) => string
  /** The first entries after the cursor, of two lists. */
  first: <Entry extends EntryKey>(lists: Entry[][], limit: number) => Entry[]
  /** The days that entries after the cursor can have, up to this one. */
  days: (last: EntryKey | undefined) => { from?: string | undefined; to?: string | undefined }
}

export function entryOrder(sql: Sql, sorting: EntrySorting, cursor: string | undefined): EntryOrder {
  const { field, descending } = parseSorting<(typeof fields)[number]>(sorting)
  const { words, beyond } = directionOf(sql, descending)
  if (field === 'date') {
    const place = byDate.read(cursor)
    return {
      columns: sql`e.date ${words}, e.bundle_id ${words}, e.position ${words}`,
      after:
        place === undefined
          ? sql``
          : sql`and (e.date, e.bundle_id, e.position) ${beyond} (${dayOf(place[0])}::date, ${place[1]}::bigint, ${place[2]}::bigint)`,
      cursorOf: last => byDate.write(last.date, last.bundle_id, last.position),
      first: firstOf(dateKey, descending, place && [dayOf(place[0]), place[1], place[2]]),
      days: last => {
        const [start, end] = [place && dayOf(place[0]), last?.date]
        return descending ? { from: end, to: start } : { from: start, to: end }
      },
    }
  }
  const place = byAmount.read(cursor)
  return {
    columns: sql`e.amount ${words}, e.date ${words}, e.bundle_id ${words}, e.position ${words}`,
    after:
      place === undefined
        ? sql``
        : sql`and (e.amount, e.date, e.bundle_id, e.position)
            ${beyond} (${place[1]}::bigint, ${dayOf(place[2])}::date, ${place[3]}::bigint, ${place[4]}::bigint)`,
    cursorOf: last => byAmount.write('amount', last.amount, last.date, last.bundle_id, last.position),
    first: firstOf(amountKey, descending, place && [place[1], dayOf(place[2]), place[3], place[4]]),
    days: () => ({}),
  }
}

type Key = (string | number)[]

const dateKey = ({ date, bundle_id, position }: EntryKey): Key => [date, bundle_id, position]
const amountKey = (entry: EntryKey): Key => [entry.amount, ...dateKey(entry)]

function firstOf(keyOf: (entry: EntryKey) => Key, descending: boolean, place: Key | undefined): EntryOrder['first'] {
  const compare = (one: Key, other: Key) => (descending ? -1 : 1) * comparedKeys(one, other)
  return (lists, limit) =>
    lists
      .flat()
      .filter(entry => !place || compare(keyOf(entry), place) > 0)
      .sort((one, other) => compare(keyOf(one), keyOf(other)))
      .slice(0, limit)
}

function comparedKeys(one: Key, other: Key): number {
  const index = one.findIndex((part, at) => part !== other[at])
  return index < 0 ? 0 : (one[index] ?? 0) < (other[index] ?? 0) ? -1 : 1
}

const dayOf = (instant: string) => instant.slice(0, 'YYYY-MM-DD'.length)
