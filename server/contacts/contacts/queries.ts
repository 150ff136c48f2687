import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../db/pool/options.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { id_max, type Paging, page_size_max } from '../../fields.ts'
import { byId, cursorOf, eitherCursor } from '../../http/cursor.ts'
import type { DocumentListing } from '../../http/response_format.ts'
import { checkVisible, contactSight, readContact } from '../core/read.ts'
import { writeContacts } from '../core/stored_contact.ts'
import { lockContact } from '../core/write.ts'

/** Locks a contact and reads it as the caller sees it. */
export async function lockAndReadContact(sql: Sql, caller: Caller, id: number) {
  await checkVisible(sql, caller, id)
  await lockContact(sql, caller.group_id, id)
  return readContact(sql, caller, id)
}

type ContactSort = 'newest' | 'name'

const byName = cursorOf('text', 'text', 'id')

export const ContactsCursor = eitherCursor(byId, byName)

/** A page of contacts in one call, with the entry in the audit log. */
export async function listContacts(
  db: Database,
  caller: Caller,
  { sort, limit, offset, cursor }: Paging & { sort: ContactSort; cursor?: string | undefined },
  request_id: string,
): Promise<DocumentListing> {
  const { group_id, id: user_id, token } = caller
  const by_name = sort === 'name'
  const size = Math.min(limit, page_size_max)
  const rows = await db.listCall(sql =>
    sql`
      select array_to_json(ids), total, last_surname, last_firstname, contacts, answers, tags, actions
      from list_contacts(${group_id}, ${user_id}, ${by_name}, ${positionAfter(sql, by_name, cursor)}, ${size}, ${offset},
        ${contactSight(sql, caller)}, ${token.id || null}, ${request_id})`.raw(),
  )
  const [ids_text, total, surname_key, firstname_key, ...stored] = onlyRow(rows)
  const ids: number[] = JSON.parse(String(ids_text))
  const last = ids.length === size ? ids.at(-1) : undefined
  const cursorAfter = (id: number) =>
    by_name ? byName.write(String(surname_key), String(firstname_key), id) : byId.write(id)
  return {
    ...writeContacts(stored, ids),
    total: Number(total),
    next_cursor: last === undefined ? null : cursorAfter(last),
  }
}

/** The keys and the id in the cursor. Without one, those that are before every contact. */
function positionAfter(sql: Sql, by_name: boolean, cursor: string | undefined) {
  const [surname_key, firstname_key, id] = (by_name && byName.read(cursor)) || ['', '', 0]
  const [newest] = (!by_name && byId.read(cursor)) || [id_max + 1]
  return sql`${surname_key}, ${firstname_key}, ${by_name ? id : newest}`
}
