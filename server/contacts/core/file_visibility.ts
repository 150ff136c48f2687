import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'

/** That the caller may read file `f`: as the user who uploaded it, or with `contacts:sensitive`. */
export const isReadableFile = (sql: Sql, caller: Caller) =>
  may(caller, 'contacts:sensitive') ? sql`true` : sql`f.user_id = ${caller.id}`
