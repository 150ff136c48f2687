import { databaseTime } from '../../db/clock.ts'
import type { Sql } from '../../db/sql.ts'

/** What a bundle's document tells about a contact. */
export interface ContactName {
  id: number
  firstname: string
  surname: string
  group_id: number
  membership_code: string
  membership_number: number
}

/** A contact as it stands inside the stored document of a bundle. */
export const contactJson = ({ id, firstname, surname, group_id, membership_code, membership_number }: ContactName) =>
  `"contact": ${JSON.stringify({ id, firstname, surname, group_id, membership_code, membership_number })}`

// The free objects of a client stand in the transactions, and may look like anything. After the last of these marks there are none.
const after_transactions = '"memberships":['

/** Puts the new name into every document that has the old one, which has changed by that. The contact must be locked. */
export async function renameInBundles(sql: Sql, before: ContactName, after: ContactName) {
  if (contactJson(before) !== contactJson(after)) await renameStatement(sql, before, after, await databaseTime(sql))
}

/** The statement that does it, for whoever knows the moment already. A document without the mark would be cut to nothing: it is left alone. */
export function renameStatement(sql: Sql, before: ContactName, after: ContactName, at: string) {
  const { group_id, id } = before
  const tail = sql`strpos(reverse(document), reverse(${after_transactions}))`
  return sql`
    update transaction_bundles
    set updated_at = greatest(updated_at, ${at}),
        document = regexp_replace(
          left(document, -(${tail})) || replace(right(document, ${tail}), ${contactJson(before)}, ${contactJson(after)}),
          '"UpdatedAt":"[^"]*"', '"UpdatedAt":"' || wire_time(greatest(updated_at, ${at})) || '"')
    where group_id = ${group_id} and strpos(document, ${after_transactions}) > 0 and id in (
      select transaction_bundle_id from memberships where group_id = ${group_id} and contact_id = ${id}
      union
      select transaction_bundle_id from donations where group_id = ${group_id} and contact_id = ${id})`
}
