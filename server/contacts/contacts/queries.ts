import type { Caller } from '../../access/caller.ts'
import { readCounter } from '../../db/counters.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { limitClause } from '../../db/stable_plans.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { byId, cursorOf, eitherCursor } from '../../http/cursor.ts'
import type { DocumentListing } from '../../http/response_format.ts'
import { checkVisible, contactSight, isVisible, readContact } from '../core/read.ts'
import { countOutOfScope, visibleScope } from '../core/restriction.ts'
import { writeContacts } from '../core/stored_contact.ts'
import { lockContact } from '../core/write.ts'

/** Locks a contact and reads it as the caller sees it. */
export async function lockAndReadContact(sql: Sql, caller: Caller, id: number) {
  await checkVisible(sql, caller, id)
  await lockContact(sql, caller.group_id, id)
  return readContact(sql, caller, id)
}

export type ContactSort = 'newest' | 'name'

/** Finds the ids of the page first, and reads only these contacts. */
export async function listContacts(
  sql: Sql,
  caller: Caller,
  { sort, limit, offset, cursor }: Paging & { sort: ContactSort; cursor?: string | undefined },
): Promise<DocumentListing> {
  const { group_id } = caller
  const page_size = Math.min(limit, page_size_max)
  const [rows, total, others] = await Promise.all([
    sql`
      select array_to_json(page.ids), r.contacts, r.answers, r.tags, r.actions
      from (
        select array(
          select c.id from contacts c
          where c.group_id = ${group_id} and ${isVisible(sql, caller)} ${after(sql, sort, cursor)}
          order by ${order(sql, sort)}
          ${limitClause(sql, page_size)} ${offset > 0 ? sql`offset ${offset}` : sql``}) as ids
      ) page,
      read_contacts(${group_id}, ${caller.id}, page.ids, ${contactSight(sql, caller)}, false) r`.raw(),
    readCounter(sql, group_id, 'contacts'),
    countOutOfScope(sql, group_id, visibleScope(caller)),
  ])
  const [ids_text, ...stored] = onlyRow(rows)
  const ids: number[] = JSON.parse(String(ids_text))
  const last = ids.length === page_size ? ids.at(-1) : undefined
  return {
    ...writeContacts(stored, ids),
    total: total - others,
    next_cursor: last === undefined ? null : await cursorAfter(sql, caller, sort, last),
  }
}

const order = (sql: Sql, sort: ContactSort) =>
  sort === 'name' ? sql`c.surname_key, c.firstname_key, c.id` : sql`c.id desc`

const byName = cursorOf('text', 'text', 'id')

export const ContactsCursor = eitherCursor(byId, byName)

function after(sql: Sql, sort: ContactSort, cursor: string | undefined) {
  if (cursor === undefined) return sql``
  if (sort === 'newest') {
    const [id] = byId.read(cursor) ?? []
    return id === undefined ? sql`` : sql`and c.id < ${id}`
  }
  const [surname_key, firstname_key, id] = byName.read(cursor) ?? []
  if (surname_key === undefined || firstname_key === undefined || id === undefined) return sql``
  return sql`and (c.surname_key, c.firstname_key, c.id) > (${surname_key}::text, ${firstname_key}::text, ${id}::bigint)`
}

async function cursorAfter(sql: Sql, { group_id }: Caller, sort: ContactSort, id: number) {
  if (sort === 'newest') return byId.write(id)
  const rows = await sql<{ surname_key: string; firstname_key: string }[]>`
    select surname_key, firstname_key from contacts where group_id = ${group_id} and id = ${id}`
  const { surname_key, firstname_key } = onlyRow(rows)
  return byName.write(surname_key, firstname_key, id)
}
