import { outdatedContacts } from '../contacts/core/search_index.ts'
import type { Session } from '../db/sql.ts'

/** The contacts whose row in contact_index is not what their data, tags and answers give: a write forgot `publishContacts`. The newest of each space. */
export async function outdatedIndexRows(owner: Session): Promise<string[]> {
  const spaces = await owner<{ id: number; ids: number[] }[]>`
    select s.id, array(
      select id from contacts where group_id = s.id union select id from contact_index where group_id = s.id order by id desc limit 1000) as ids
    from spaces s
    order by s.id`
  const found: string[] = []
  for (const { id: space, ids } of spaces)
    for (const id of await outdatedContacts(owner, space, ids))
      found.push(`search does not know contact ${id} of space ${space} as it is`)
  return found.slice(0, 5)
}

/** Updates contact_index after a test wrote contacts itself. */
export const reindexContacts = (owner: Session) =>
  owner`select index_contacts(s.id, array(select c.id from contacts c where c.group_id = s.id)) from spaces s order by s.id`
