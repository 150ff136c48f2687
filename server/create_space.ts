import type { Sql } from './db/sql.ts'
import { openBooks } from './money/core/settings.ts'
import { makeSpace } from './organisation/core/membership.ts'

/** Founds a space with everything it needs to begin: roles, statuses, settings. The transaction then acts for that space. */
export async function foundSpace(sql: Sql, name: string, locale: string) {
  const group_id = await makeSpace(sql, name, locale)
  await openBooks(sql, group_id, locale)
  return group_id
}
