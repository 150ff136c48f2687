import type { Sql } from '../db/sql.ts'

/** What a bundle's document tells about a contact. */
export interface ContactName {
  id: number
  firstname: string
  surname: string
  group_id: number
  membership_code: string
  membership_number: number
}

/**
 * A contact as it stands inside the stored document of a bundle. The blank after the colon is what makes it ours: everything a client
 * sent is stored without one, and inside a text the quotes would be escaped, so these bytes mean nothing else anywhere.
 */
export const embedded = ({ id, firstname, surname, group_id, membership_code, membership_number }: ContactName) =>
  `"contact": ${JSON.stringify({ id, firstname, surname, group_id, membership_code, membership_number })}`

/** Puts the new name into every document that has the old one. The contact must be locked. */
export async function renameInBundles(sql: Sql, before: ContactName, after: ContactName) {
  const { group_id, id } = before
  const [old, now] = [embedded(before), embedded(after)]
  if (old === now) return
  await sql`
    update transaction_bundles
    set document = replace(document, ${old}, ${now})
    where group_id = ${group_id} and id in (
      select transaction_bundle_id from memberships where group_id = ${group_id} and contact_id = ${id}
      union
      select transaction_bundle_id from donations where group_id = ${group_id} and contact_id = ${id})`
}
