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
  }
}

const dayOf = (instant: string) => instant.slice(0, 'YYYY-MM-DD'.length)
