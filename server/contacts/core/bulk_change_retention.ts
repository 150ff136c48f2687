import type { Sql } from '../../db/sql.ts'
import { mentionsAny } from './mentioned_words.ts'

// Retention of the personal data of bulk changes: who was changed, and the old values that an undo needs.

const kept_days = 30
/** How many contacts the kept changes of a space may have together. */
const contacts_kept_max = 2_000_000

/** That no job works on change `b`. */
const idle = (sql: Sql, group_id?: number) => sql`
  not exists (
    select from jobs j
    where j.group_id = ${group_id ?? sql`b.group_id`} and j.subject_id = b.id and j.kind like 'bulk_change%' and j.state in ('queued', 'running'))`

/** Deletes the contacts of an old change; its counts stay. Spans all spaces. */
export async function expireOldBulkChange(sql: Sql): Promise<number> {
  const [old] = await sql<{ group_id: number; id: number }[]>`
    select b.group_id, b.id from bulk_changes b
    where b.expired_at is null and b.created_at < now() - make_interval(days => ${kept_days}) and ${idle(sql)}
    order by b.group_id, b.id
    limit 1`
  if (!old) return 0
  await expire(sql, old.group_id, old.id)
  return 1
}

/** Deletes the contacts of the oldest changes of a space when it has too many, to bound the disk space. */
export async function expireOldestChanges(sql: Sql, group_id: number) {
  const old = await sql<{ id: number }[]>`
    select k.id from (
      select b.id, sum(b.total) over (order by b.id desc) as contacts from bulk_changes b
      where b.group_id = ${group_id} and b.expired_at is null and ${idle(sql, group_id)}) k
    where k.contacts > ${contacts_kept_max}
    order by k.id`
  for (const { id } of old) await expire(sql, group_id, id)
}

async function expire(sql: Sql, group_id: number, id: number) {
  await sql`delete from bulk_change_contacts where group_id = ${group_id} and bulk_change_id = ${id}`
  await sql`update bulk_changes set expired_at = now() where group_id = ${group_id} and id = ${id}`
}

/** Deletes the old values of erased contacts, and the content of changes that name the person. */
export async function eraseFromBulkChanges(sql: Sql, group_id: number, contact_ids: number[], words: string[]) {
  await sql`
    update bulk_change_contacts set undo = null
    where group_id = ${group_id} and contact_id = any(${contact_ids}) and undo is not null`
  await sql`
    update bulk_changes b set change = '{}'
    where b.group_id = ${group_id} and ${mentionsAny(sql, sql`b.change::text`, words)}`
}
