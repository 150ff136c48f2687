import type { Fragment, Sql } from '../../../db/sql.ts'
import type { ValueSpan } from '../../core/search_conditions.ts'

// SQL that conditions of all kinds share.

export function joinConditions(sql: Sql, [first, ...others]: Fragment[], every: boolean): Fragment {
  if (!first) return every ? sql`true` : sql`false`
  if (others.length === 0) return first
  return sql`(${others.reduce((whole, part) => (every ? sql`${whole} and ${part}` : sql`${whole} or ${part}`), first)})`
}

export const anyCondition = (sql: Sql, parts: Fragment[]) => joinConditions(sql, parts, false)

/**
 * That the contact has one of these terms: the hashes of the prefix and a value, as contacts/core/search_index.ts makes them. They come from a
 * sub-select, so that PostgreSQL plans the same for every value: it keeps no statistics of terms that would help it.
 */
export const hasTerm = (sql: Sql, group_id: number, prefix: string, values: string[]): Fragment =>
  sql`(c.terms && array(select hashtextextended(${prefix} || normalize_text(v.value), ${group_id}) from unnest(${values}::text[]) as v (value)))`

/** Compares without case and accents; `key` is the text as it is compared. */
export const matchesPlain = (sql: Sql, key: Fragment, is: 'contains' | 'start_with', text: string) =>
  is === 'contains'
    ? sql`${key} like '%' || like_pattern(${text}) || '%'`
    : sql`${key} like like_pattern(${text}) || '%'`

/** Compares letter by letter. */
export const matchesExactly = (sql: Sql, column: Fragment, is: 'contains' | 'start_with', text: Fragment) =>
  is === 'contains' ? sql`position(${text} in ${column}) > 0` : sql`starts_with(${column}, ${text})`

export function inSpan(
  sql: Sql,
  value: Fragment,
  { from, to }: ValueSpan,
  bound: (value: string | number) => Fragment,
): Fragment {
  const parts = []
  if (from !== undefined) parts.push(sql`${value} >= ${bound(from)}`)
  if (to !== undefined) parts.push(sql`${value} <= ${bound(to)}`)
  return joinConditions(sql, parts, true)
}
