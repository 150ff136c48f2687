import type { Sql } from '../../db/sql.ts'

/** A person's mail and name each fall on one of so many rows of a space, which is held while the person is looked for and perhaps made. */
export const identity_slots = 1000

/** Holds them all, for those who look for thousands of persons at once. */
export async function lockIdentities(sql: Sql, group_id: number) {
  await sql`
    insert into contact_locks (group_id, slot)
    select ${group_id}::bigint, slot from generate_series(0, ${identity_slots - 1}) as slot
    on conflict (group_id, slot) do nothing`
  await sql`select from contact_locks where group_id = ${group_id} order by slot for update`
}
