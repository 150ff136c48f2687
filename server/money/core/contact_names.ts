import { databaseTime } from '../../db/clock.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'

/** What the document of a bundle contains of a contact. */
export interface ContactName {
  id: number
  firstname: string
  surname: string
  group_id: number
  membership_code: string
  membership_number: number
}

/** The contact as the stored document of a bundle contains it. The space after the colon distinguishes it from the JSON of clients. */
export const contactJson = ({ id, firstname, surname, group_id, membership_code, membership_number }: ContactName) =>
  `"contact": ${JSON.stringify({ id, firstname, surname, group_id, membership_code, membership_number })}`

// Transactions contain free objects of clients, which may look like a contact. After the last occurrence of this text there are none.
export const memberships_key_json = '"memberships":['

/** Replaces the name of a contact in all documents. The contact must be locked. */
export async function renameInBundles(sql: Sql, before: ContactName, after: ContactName) {
  if (contactJson(before) === contactJson(after)) return
  const now = await databaseTime(sql)
  // No bundle may become older, not even after the clock of the database was set back.
  const { last } = onlyRow(
    await sql<{ last: string | null }[]>`
      select max(updated_at) as last from transaction_bundles
      where group_id = ${before.group_id} and id in (${namedIn(sql, before)})`,
  )
  await renameStatement(sql, before, after, last && last > now ? last : now)
}

/** The statement that replaces a name at a given time. It leaves a document without `memberships_key_json` as it is. */
export function renameStatement(sql: Sql, before: ContactName, after: ContactName, at: string) {
  const stamp = `"UpdatedAt":"${at}"`
  const tail = sql`strpos(reverse(document), reverse(${memberships_key_json}))`
  return sql`
    update transaction_bundles
    set updated_at = ${at},
        document = regexp_replace(
          left(document, -(${tail})) || replace(right(document, ${tail}), ${contactJson(before)}, ${contactJson(after)}),
          '"UpdatedAt":"[^"]*"', ${stamp})
    where group_id = ${before.group_id} and id in (${namedIn(sql, before)}) and strpos(document, ${memberships_key_json}) > 0`
}

/** The bundles whose documents contain the contact. */
const namedIn = (sql: Sql, { group_id, id }: ContactName) => sql`
  select bundle_id from items where group_id = ${group_id} and contact_id = ${id} and kind in ('membership', 'donation')`
