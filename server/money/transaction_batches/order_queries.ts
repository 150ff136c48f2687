import { directionOf } from '../../db/sort_direction.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { byId, cursorOf, eitherCursor } from '../../http/cursor.ts'
import { parseSorting, type Sorting, sortParam } from '../../http/sorting.ts'
import type { TransactionBatch } from './schema.ts'

const fields = ['number', 'name'] as const
export type BatchSorting = Sorting<(typeof fields)[number]>

export const BatchSort = sortParam(fields, '-number', '`number`: in the order in which batches were opened.')

const byName = cursorOf('text', 'id')

export const BatchCursor = eitherCursor(byId, byName)

interface BatchOrder {
  order: Fragment
  after: Fragment
  cursorOf: (last: TransactionBatch) => string
}

/** The order of batches `b`, the condition for those after the cursor, and the cursor after a batch. */
export function batchOrder(sql: Sql, sorting: BatchSorting, cursor: string | undefined): BatchOrder {
  const { field, descending } = parseSorting<(typeof fields)[number]>(sorting)
  const { words, beyond } = directionOf(sql, descending)
  if (field === 'number') {
    const [id] = byId.read(cursor) ?? []
    return {
      order: sql`b.id ${words}`,
      after: id === undefined ? sql`` : sql`and b.id ${beyond} ${id}`,
      cursorOf: ({ id }) => byId.write(id),
    }
  }
  const place = byName.read(cursor)
  return {
    order: sql`b.name collate "und-x-icu" ${words}, b.id ${words}`,
    after:
      place === undefined
        ? sql``
        : sql`and (b.name collate "und-x-icu", b.id) ${beyond} (${place[0]}::text collate "und-x-icu", ${place[1]}::bigint)`,
    cursorOf: ({ name, id }) => byName.write(name, id),
  }
}
