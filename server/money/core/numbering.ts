import { indexContacts } from '../../contacts/core/search_index.ts'
import type { Sql } from '../../db/sql.ts'
import { type ContactName, renameStatement } from './contact_names.ts'
import { lockSettings } from './settings.ts'

/**
 * Gives the next membership numbers to contacts without one. The counter is locked only when a number is given, and rolls back with the
 * transaction, so there are no gaps. The contacts must be locked.
 *
 * Other payments wait while the counter is locked. The writes are therefore returned, to be sent with the other statements at the end.
 */
export async function giveMembershipNumbers<Name extends ContactName>(
  sql: Sql,
  group_id: number,
  members: number[],
  contacts: Map<number, Name>,
  at: string,
): Promise<{ numbered: Map<number, Name>; writes: Promise<unknown>[] }> {
  const unnumbered = [...new Set(members)]
    .map(id => contactOf(contacts, id))
    .filter(({ membership_number }) => membership_number === 0)
  if (unnumbered.length === 0) return { numbered: contacts, writes: [] }
  const { last, prefix } = await raiseSerial(sql, group_id, unnumbered.length)
  const numbered = new Map(contacts)
  const writes: Promise<unknown>[] = unnumbered.flatMap((contact, index) => {
    const membership_number = last - unnumbered.length + index + 1
    const after = { ...contact, membership_number, membership_code: `${prefix}${membership_number}` }
    numbered.set(after.id, after)
    return [numberStatement(sql, after), renameStatement(sql, contact, after, at)]
  })
  const ids = unnumbered.map(({ id }) => id)
  writes.push(indexContacts(sql, group_id, ids))
  return { numbered, writes }
}

function contactOf<Name>(contacts: Map<number, Name>, id: number): Name {
  const contact = contacts.get(id)
  if (!contact) throw new Error(`contact ${id} of a membership was not loaded`)
  return contact
}

async function raiseSerial(sql: Sql, group_id: number, more: number): Promise<{ last: number; prefix: string }> {
  const [row] = await sql<{ last: number; prefix: string }[]>`
    update transaction_settings set membership_serial = membership_serial + ${more}, updated_at = now()
    where group_id = ${group_id}
    returning membership_serial as last, membership_prefix as prefix`
  if (row) return row
  // The space has no row of settings yet.
  await lockSettings(sql, group_id, 'count')
  return raiseSerial(sql, group_id, more)
}

const numberStatement = (sql: Sql, { group_id, id, membership_number, membership_code }: ContactName) => sql`
  update contacts
  set membership_number = ${membership_number}, membership_code = ${membership_code}, updated_at = now(), version = version + 1
  where group_id = ${group_id} and id = ${id}`
