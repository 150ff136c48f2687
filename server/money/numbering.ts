import type { Sql } from '../db/sql.ts'
import { type ContactName, renameInBundles } from './contact_names.ts'
import { lockSettings } from './settings.ts'

/**
 * Gives the next number to everybody whose first membership this is. The counter is locked only when a number is really given, and
 * belongs to the transaction: if that fails, the number was never given, so there are no gaps. The contacts must be locked.
 */
export async function giveMembershipNumbers<Name extends ContactName>(
  sql: Sql,
  group_id: number,
  members: number[],
  contacts: Map<number, Name>,
) {
  const without = [...new Set(members)]
    .map(id => contacts.get(id)!)
    .filter(({ membership_number }) => membership_number === 0)
  if (without.length === 0) return contacts
  const { membership_serial, membership_prefix } = await lockSettings(sql, group_id, 'count')
  const numbered = new Map(contacts)
  for (const [index, contact] of without.entries()) {
    const membership_number = membership_serial + index + 1
    const membership_code = `${membership_prefix}${membership_number}`
    await sql`
      update contacts
      set membership_number = ${membership_number}, membership_code = ${membership_code}, updated_at = now(), version = version + 1
      where group_id = ${group_id} and id = ${contact.id}`
    const after = { ...contact, membership_number, membership_code }
    await renameInBundles(sql, contact, after)
    numbered.set(contact.id, after)
  }
  await sql`
    update transaction_settings set membership_serial = ${membership_serial + without.length}, updated_at = now()
    where group_id = ${group_id}`
  return numbered
}
