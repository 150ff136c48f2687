import { directionOf } from '../../db/sort_direction.ts'
import type { Sql } from '../../db/sql.ts'
import { byId, cursorOf, eitherCursor } from '../../http/cursor.ts'
import { parseSorting, type Sorting, sortParam } from '../../http/sorting.ts'

const fields = ['id', 'date', 'amount'] as const
export type BundleSorting = Sorting<(typeof fields)[number]>

export const newest_first = '-id'

export const BundleSort = sortParam(
  fields,
  newest_first,
  '`id`: in the order in which bundles were recorded. `date`: by the first transaction of each. `amount`: by the sum of its transactions, in ' +
    'whatever currency.',
)

const byDate = cursorOf(['date'], 'time', 'id')
const byAmount = cursorOf(['amount'], 'integer', 'id')

export const BundleCursor = eitherCursor(byId, byDate, byAmount)

/** The order of bundles `b`: the key they are sorted by before their id, and the condition for those after the cursor. */
export function bundleOrder(sql: Sql, sorting: BundleSorting, cursor: string | undefined) {
  const { field, descending } = parseSorting<(typeof fields)[number]>(sorting)
  const { words, beyond } = directionOf(sql, descending)
  if (field === 'id') {
    const [id] = byId.read(cursor) ?? []
    const after = id === undefined ? sql`` : sql`and b.id ${beyond} ${id}`
    return { key: sql`b.id`, after, words, cursorOf: (_: string, id: number) => byId.write(id) }
  }
  if (field === 'date') {
    const place = byDate.read(cursor)
    return {
      key: sql`b.date`,
      after:
        place === undefined ? sql`` : sql`and (b.date, b.id) ${beyond} (${place[1]}::timestamptz, ${place[2]}::bigint)`,
      words,
      cursorOf: (key: string, id: number) => byDate.write('date', JSON.parse(key), id),
    }
  }
  const place = byAmount.read(cursor)
  return {
    key: sql`b.amount`,
    after: place === undefined ? sql`` : sql`and (b.amount, b.id) ${beyond} (${place[1]}::bigint, ${place[2]}::bigint)`,
    words,
    cursorOf: (key: string, id: number) => byAmount.write('amount', Number(key), id),
  }
}
