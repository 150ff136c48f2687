import { recordDeed } from '../../access/audit.ts'
import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { forbidden } from '../../errors.ts'
import { type ExportColumn, type ExportWish, exportColumns } from './schema.ts'

/** The contacts that are asked for, as `c`. Of those who asked that their data be stored and nothing else, none is given out. */
const asked = (sql: Sql, { group_id }: Caller, { ids }: ExportWish) => sql`
  from contacts c
  where c.group_id = ${group_id} and c.deleted_at is null and c.restricted_at is null
    ${ids === undefined ? sql`` : sql`and c.id = any(${ids})`}`

/** Puts on record who takes out what, why, and how many. Committed before the first line leaves. */
export async function recordExport(sql: Sql, caller: Caller, request_id: string, wish: ExportWish) {
  const columns = columnsOf(caller, wish)
  const [row] = await sql<[{ count: number }]>`select count(*) as count ${asked(sql, caller, wish)}`
  const { reason, ids } = wish
  const details = { reason, count: row.count, columns, ...(ids && { ids: ids.length }) }
  await recordDeed(sql, { caller, request_id, kind: 'contacts.exported', subject: 'contact', details })
}

/** What was asked for, or all that the caller may see. */
export function columnsOf(caller: Caller, { columns }: ExportWish): readonly ExportColumn[] {
  if (may(caller, 'contacts:sensitive')) return columns ?? exportColumns
  if (columns?.includes('tags'))
    throw forbidden('Your role or token lacks the permission contacts:sensitive, which tags need.')
  return columns ?? exportColumns.filter(column => column !== 'tags')
}

const exported_at_once = 20_000

/** The contacts as CSV. PostgreSQL writes the lines itself, some thousand contacts at a time; we only pass them on. */
export async function* exportedLines(sql: Sql, caller: Caller, wish: ExportWish): AsyncIterable<string | Buffer> {
  const columns = columnsOf(caller, wish)
  const separator = wish.separator === 'tab' ? '\t' : wish.separator
  yield `${wish.bom ? '\uFEFF' : ''}${columns.join(separator)}\r\n`
  for (let after = 0; ; ) {
    const page = await sql<{ id: number }[]>`
      select c.id ${asked(sql, caller, wish)} and c.id > ${after}
      order by c.id
      limit ${exported_at_once}`
    if (page.length === 0) return
    const ids = page.map(({ id }) => id)
    // COPY takes no parameters; these are numbers of ours, and words of this file.
    const lines = await sql
      .unsafe(
        `copy (select ${columns.map(column => cells[column](caller.group_id)).join(', ')} from contacts c
               where c.group_id = ${caller.group_id} and c.id = any('{${ids.join()}}'::bigint[])
               order by c.id)
         to stdout with (format csv, delimiter '${separator}')`,
      )
      .readable()
    yield* lines
    after = ids.at(-1)!
  }
}

// A spreadsheet runs a text that begins like a formula. An apostrophe in front makes it a text again, as in server/csv.ts.
const firstLetters = [...'=+-@\t\r'].map(sign => sign.charCodeAt(0)).join()

const text = (value: string) => () =>
  `case when ascii(${value}) = any('{${firstLetters}}') then '''' || ${value} else ${value} end`

const time = (value: string) => () => `wire_time(${value})`

const tags = (group_id: number) =>
  text(`(select coalesce(string_agg(t.name, '|' order by t.name), '') from contact_tags ct
         join tags t on t.group_id = ${group_id} and t.id = ct.tag_id
         where ct.group_id = ${group_id} and ct.contact_id = c.id)`)()

const special: Partial<Record<ExportColumn, (group_id: number) => string>> = {
  contact_id: () => 'c.id',
  birthdate: () => `to_char(c.birthdate at time zone 'UTC', 'YYYY-MM-DD')`,
  age_category: () => 'c.age_category',
  black_list: () => `case when c.black_list then 'true' else 'false' end`,
  created_at: time('c.created_at'),
  updated_at: time('c.updated_at'),
  tags,
}

const cells = Object.fromEntries(
  exportColumns.map(column => [column, special[column] ?? text(`c.${column}`)]),
) as Record<ExportColumn, (group_id: number) => string>
