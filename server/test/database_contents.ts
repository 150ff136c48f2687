import { sequencesOf, tablesInOrder } from '../backup/queries.ts'
import { openSession } from '../db/sql.ts'

/** Every table with its rows, in an order that does not depend on where they lie on the disk. */
export async function databaseContents(url: string) {
  const session = await openSession(url)
  try {
    const contents: Record<string, unknown> = {}
    for (const { name, columns } of await tablesInOrder(session)) {
      const list = columns.map(column => `"${column}"`).join(', ')
      // A restored database is another installation, so it has another ID.
      const rows = name === 'server_keys' ? "server_keys where name <> 'instance_id'" : `"${name}"`
      const [row] = await session.unsafe(
        `select count(*) as rows, md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as digest from (select ${list} from ${rows}) t`,
      )
      contents[name] = { ...row }
    }
    return { contents, sequences: await sequencesOf(session) }
  } finally {
    await session.end()
  }
}
