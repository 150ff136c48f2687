import { indexContacts, outdatedContacts } from '../contacts/core/search_index.ts'
import type { Session } from '../db/sql.ts'

/** The contacts whose row in contact_index is not what their data, tags and answers give: a write forgot `publishContacts`. The newest of each space. */
export async function outdatedIndexRows(owner: Session): Promise<string[]> {
  const spaces = await owner<{ id: number }[]>`select id from spaces order by id`
  const found: string[] = []
  for (const { id: space } of spaces) {
    const rows = await owner<{ id: number }[]>`
      select id from contacts where group_id = ${space}
      union select id from contact_index where group_id = ${space}
      order by id desc limit 1000`
    for (const id of await outdatedContacts(
      owner,
      space,
      rows.map(({ id }) => id),
    ))
      found.push(`search does not know contact ${id} of space ${space} as it is`)
  }
  return found.slice(0, 5)
}

/**
 * Updates contact_index after a test wrote contacts itself, of this space or of all. In one transaction, which leaves the rows of a space next to each
 * other.
 */
export const reindexContacts = (owner: Session, space?: number) =>
  owner.begin(async sql => {
    const rows = await sql<{ group_id: number; ids: number[] }[]>`
      select group_id, array_agg(id order by id) as ids from contacts
      where ${space ?? null}::bigint is null or group_id = ${space ?? null}
      group by group_id order by group_id`
    for (const { group_id, ids } of rows) await indexContacts(sql, group_id, ids)
  })
