import type { Caller } from '../../access/caller.ts'
import { readCounter } from '../../db/counters.ts'
import type { Sql } from '../../db/sql.ts'
import { limitClause } from '../../db/stable_plans.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { byId, cursorOf, eitherCursor } from '../../http/cursor.ts'
import type { DocumentListing } from '../../http/response_format.ts'
import { checkVisible, contactDocument, isVisible, readContact } from '../core/read.ts'
import { countOutOfScope, visibleScope } from '../core/restriction.ts'
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
    sql<(Place & { document: string })[]>`
      select c.id, c.surname_key, c.firstname_key, ${contactDocument(sql, caller)} as document
      from (
        select c.id from contacts c
        where c.group_id = ${group_id} and ${isVisible(sql, caller)} ${after(sql, sort, cursor)}
        order by ${order(sql, sort)}
        ${limitClause(sql, page_size)} ${offset > 0 ? sql`offset ${offset}` : sql``}
      ) page
      join contacts c on c.group_id = ${group_id} and c.id = page.id
      order by ${order(sql, sort)}`,
    readCounter(sql, group_id, 'contacts'),
    countOutOfScope(sql, group_id, visibleScope(caller)),
  ])
  const last = rows.length === page_size ? rows.at(-1) : undefined
  const next_cursor = last ? writeCursor(sort, last) : null
  return { documents: rows.map(({ document }) => document), total: total - others, next_cursor }
}

const order = (sql: Sql, sort: ContactSort) =>
  sort === 'name' ? sql`c.surname_key, c.firstname_key, c.id` : sql`c.id desc`

interface Place {
  id: number
  surname_key: string
  firstname_key: string
}

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

const writeCursor = (sort: ContactSort, { id, surname_key, firstname_key }: Place) =>
  sort === 'name' ? byName.write(surname_key, firstname_key, id) : byId.write(id)
