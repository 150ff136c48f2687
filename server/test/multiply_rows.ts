import type { Session } from '../db/sql.ts'

/** Inserts copies of the first row of a table by its primary key, with other ids, other times, and other values in unique columns. */
export async function multiplyRows(owner: Session, table: string, group_id: number, count: number) {
  const columns = await owner<{ name: string; type: string; single: boolean; key: boolean }[]>`
    select a.attname as name, format_type(a.atttypid, null) as type,
           exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as single,
           exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)) as key
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map(({ name, type, single }) => {
    const old = `r."${name}"`
    if (name === 'group_id') return old
    if (name === 'created_at') return `${old} - n * interval '1 minute'`
    if (single && type === 'bigint') return `${old} + 50000000 + n`
    if (type === 'text' && (single || name === 'email')) return `${old} || n`
    return old
  })
  const first = columns.flatMap(({ name, key }) => (key ? `"${name}"` : []))
  await owner.unsafe('set session_replication_role = replica')
  await owner.unsafe(`
    insert into ${table} (${names})
    select ${values.join(', ')}
    from (select * from ${table} where group_id = ${group_id} order by ${first.join(', ')} limit 1) r, generate_series(1, ${count}) n`)
  await owner.unsafe('reset session_replication_role')
}
