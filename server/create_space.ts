import type { Sql } from './db/sql.ts'
import { createDefaultSettings } from './money/core/settings.ts'
import { insertSpace } from './organisation/core/spaces.ts'

/** Founds a space with everything it needs to begin: roles, statuses, settings. The transaction then acts for that space. */
export async function createSpace(sql: Sql, name: string, locale: string) {
  const group_id = await insertSpace(sql, name, locale)
  await createDefaultSettings(sql, group_id, locale)
  return group_id
}
