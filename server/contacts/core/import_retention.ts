import type { Sql } from '../../db/sql.ts'

// Retention of the personal data of imports: the file, samples of it, and the old values that an undo needs.

const kept_days = 30
const files_max = 20

/** That no job works on import `i`. */
const idle = (sql: Sql, group_id?: number) => sql`
  not exists (
    select from jobs j
    where j.group_id = ${group_id ?? sql`i.group_id`} and j.subject_id = i.id and j.kind like 'import%' and j.state in ('queued', 'running'))`

/** Deletes the data of an old import, except its counts, or an upload that was not completed. Spans all spaces. */
export async function expireOldImport(sql: Sql): Promise<number> {
  const [old] = await sql<{ group_id: number; id: number }[]>`
    select i.group_id, i.id from imports i
    where i.forgotten_at is null and ${idle(sql)} and (
      i.updated_at < now() - make_interval(days => ${kept_days}) or i.ready_at is null and i.created_at < now() - interval '1 day')
    order by i.group_id, i.id
    limit 1`
  if (!old) return 0
  const { group_id, id } = old
  await deleteFiles(sql, group_id, [id])
  await sql`delete from import_changes where group_id = ${group_id} and import_id = ${id}`
  await sql`delete from import_tags where group_id = ${group_id} and import_id = ${id}`
  await sql`delete from imports where group_id = ${group_id} and id = ${id} and ready_at is null`
  await sql`update imports set forgotten_at = now() where group_id = ${group_id} and id = ${id}`
  return 1
}

/** Keeps the files of the newest imports of a space and deletes the others, to bound the disk space. */
export async function deleteOldestFiles(sql: Sql, group_id: number) {
  const old = await sql<{ id: number }[]>`
    select i.id from imports i
    where i.group_id = ${group_id} and ${idle(sql, group_id)} and exists (
      select from import_chunks p where p.group_id = ${group_id} and p.import_id = i.id)
    order by i.id desc
    offset ${files_max - 1}`
  await deleteFiles(
    sql,
    group_id,
    old.map(({ id }) => id),
  )
}

/**
 * Deletes what imports hold about an erased contact, and every file without a running job, since any of them may name the person.
 */
export async function eraseFromImports(sql: Sql, group_id: number, contact_id: number) {
  await sql`delete from import_changes where group_id = ${group_id} and contact_id = ${contact_id}`
  const files = await sql<{ id: number }[]>`
    select i.id from imports i where i.group_id = ${group_id} and i.ready_at is not null and ${idle(sql, group_id)} order by i.id`
  const ids = files.map(({ id }) => id)
  await sql`delete from import_seen_keys where group_id = ${group_id} and import_id = any(${ids})`
  await deleteFiles(sql, group_id, ids)
}

async function deleteFiles(sql: Sql, group_id: number, ids: number[]) {
  if (ids.length === 0) return
  await sql`delete from import_chunks where group_id = ${group_id} and import_id = any(${ids})`
  await sql`delete from import_refusals where group_id = ${group_id} and import_id = any(${ids})`
  await sql`delete from import_cells where group_id = ${group_id} and import_id = any(${ids})`
  await sql`
    update imports
    set settings = jsonb_set(settings::jsonb, '{columns}', coalesce((
      select jsonb_agg(c.value || '{"samples": []}' order by c.place)
      from jsonb_array_elements(settings::jsonb -> 'columns') with ordinality as c (value, place)), '[]'))::json
    where group_id = ${group_id} and id = any(${ids}) and settings::jsonb ? 'columns'`
  await sql`
    update jobs set result = (result::jsonb || '{"samples": []}')::json
    where group_id = ${group_id} and subject_id = any(${ids}) and kind in ('import_check', 'import_run')`
}
