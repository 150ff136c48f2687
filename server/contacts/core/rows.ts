import type { Caller } from '../../access/caller.ts'
import { type Fragment, type Sql, unprepared } from '../../db/sql.ts'
import { type ContactColumns, columnNames, emptyColumns } from './columns.ts'
import { addressFields, contactFields } from './fields.ts'

// Writes many contacts in one statement. Each column is sent as one array of texts, which PostgreSQL reads several times faster than JSON. A column
// that is empty in all rows is not sent.

type Rows = (ContactColumns & { id: number })[]

/** The type of each column that is not a text. */
const types: Partial<Record<string, string>> = {
  id: 'bigint',
  address_id: 'bigint',
  ...Object.fromEntries(
    Object.entries({ ...contactFields, ...addressFields })
      .filter(([, { column }]) => column !== 'text')
      .map(([name, { column }]) => [name, column]),
  ),
}

export async function insertContacts(sql: Sql, { group_id, id: user_id }: Caller, now: string, rows: Rows) {
  const varying = columnNames.filter(name => rows.some(row => row[name] !== emptyColumns[name]))
  const fixed = columnNames.filter(name => !varying.includes(name))
  const names = ['group_id', 'created_at', 'updated_at', 'changed_by', 'id', ...varying, ...fixed]
  const constants = fixed.map(name => sql`, ${typed(sql, name, sql`${asText(emptyColumns[name])}::text`)}`)
  await unprepared(sql`
    insert into contacts (${sql(names)})
    select ${group_id}::bigint, ${now}::timestamptz, ${now}::timestamptz, ${user_id}::bigint, ${values(sql, varying)} ${joined(sql, constants)}
    from ${arrays(sql, rows, varying)}
    returning group_id`)
}

/** Updates these columns and increments the versions. */
export async function updateContacts(
  sql: Sql,
  { group_id, id: user_id }: Caller,
  now: string,
  rows: Rows,
  columns: (keyof ContactColumns)[],
) {
  const changes = columns.map(name => sql`${sql(name)} = n.${sql(name)}, `)
  await unprepared(sql`
    update contacts c
    set ${joined(sql, changes)} version = c.version + 1, updated_at = ${now}, changed_by = ${user_id}
    from (select ${values(sql, columns)} from ${arrays(sql, rows, columns)}) n
    where c.group_id = ${group_id} and c.id = n.id`)
}

/** The columns of `arrays`. */
const values = (sql: Sql, columns: (keyof ContactColumns)[]) =>
  joined(
    sql,
    (['id', ...columns] as const).map((name, index) => (index === 0 ? sql`r.id` : sql`, r.${sql(name)}`)),
  )

/** In a column that is not a text, an empty text is null. */
const typed = (sql: Sql, name: keyof ContactColumns, value: Fragment) =>
  types[name] ? sql`nullif(${value}, '')::${sql.unsafe(types[name])}` : value

/** Whole arrays are converted to their types: Citus refuses to convert a text of each row to a time in an update. */
function arrays(sql: Sql, rows: Rows, columns: (keyof ContactColumns)[]) {
  const names = ['id', ...columns] as const
  const lists = names.map((name, index) => {
    const list = types[name]
      ? sql`${arrayText(rows.map(row => asText(row[name])))}::text::${sql.unsafe(types[name])}[]`
      : sql`${rows.map(row => asText(row[name]))}::text[]`
    return index === 0 ? list : sql`, ${list}`
  })
  return sql`unnest(${joined(sql, lists)}) as r (${sql(names as unknown as string[])})`
}

/** An array as PostgreSQL writes it. An empty text is null; other values of these types contain no quotes. */
const arrayText = (values: string[]) => `{${values.map(value => (value === '' ? 'null' : `"${value}"`)).join()}}`

const asText = (value: string | number | boolean | null) => (value === null ? '' : String(value))

const joined = (sql: Sql, parts: Fragment[]) => parts.reduce((whole, part) => sql`${whole} ${part}`, sql``)
