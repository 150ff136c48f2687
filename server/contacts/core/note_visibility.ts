import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'

/** That the caller may read note `n`: as its author, because it mentions them, or with `contacts:sensitive`. */
export const isReadableNote = (sql: Sql, caller: Caller) =>
  may(caller, 'contacts:sensitive')
    ? sql`true`
    : sql`(n.user_id = ${caller.id} or ${caller.id}::bigint = any(n.mentioned_ids))`
