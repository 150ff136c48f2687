import { databaseTime } from '../../db/clock.ts'
import type { Sql } from '../../db/sql.ts'

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
  if (contactJson(before) !== contactJson(after)) await renameStatement(sql, before, after, await databaseTime(sql))
}

/** The statement that replaces a name at a given time. It leaves a document without `memberships_key_json` as it is. */
export function renameStatement(sql: Sql, before: ContactName, after: ContactName, at: string) {
  const { group_id, id } = before
  const tail = sql`strpos(reverse(document), reverse(${memberships_key_json}))`
  return sql`
    update transaction_bundles
    set updated_at = greatest(updated_at, ${at}),
        document = regexp_replace(
          left(document, -(${tail})) || replace(right(document, ${tail}), ${contactJson(before)}, ${contactJson(after)}),
          '"UpdatedAt":"[^"]*"', '"UpdatedAt":"' || immutable_wire_time(greatest(updated_at, ${at})) || '"')
    where group_id = ${group_id} and strpos(document, ${memberships_key_json}) > 0 and id in (
      select bundle_id from items where group_id = ${group_id} and contact_id = ${id} and kind in ('membership', 'donation'))`
}
