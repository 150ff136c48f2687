import type { Sql } from '../../db/sql.ts'

/** The mail and the name of a person each hash to one of these lock rows of a space. It is locked while the person is looked for and created. */
export const identity_slots = 1000

/** The lock row for changes of conditions of forms. */
export const form_lock_slot = identity_slots

/** Locks all of them, for an import that looks for thousands of people at once. */
export async function lockIdentities(sql: Sql, group_id: number) {
  await sql`
    insert into contact_locks (group_id, slot)
    select ${group_id}::bigint, slot from generate_series(0, ${identity_slots - 1}) as slot
    on conflict (group_id, slot) do nothing`
  await sql`select from contact_locks where group_id = ${group_id} order by slot for update`
}
