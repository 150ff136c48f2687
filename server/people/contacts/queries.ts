import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { readContact } from '../contact_reading.ts'
import { lockContact } from '../contact_writing.ts'

/** The contact about to be changed, held, as the caller reads it. */
export async function lockedContact(sql: Sql, caller: Caller, id: number) {
  await lockContact(sql, caller.group_id, id)
  return readContact(sql, caller, id)
}
