import type { Sql } from '../../db/sql.ts'
import { type ContactName, renameStatement } from './contact_names.ts'
import { lockSettings } from './settings.ts'

/**
 * Gives the next number to everybody whose first membership this is. The counter is locked only when a number is really given, and
 * belongs to the transaction: if that fails, the number was never given, so there are no gaps. The contacts must be locked.
 *
 * While one payment holds the counter, others wait for it. So nothing is asked afterwards: what has to be written is handed back, to be
 * sent together with the rest.
 */
export async function giveMembershipNumbers<Name extends ContactName>(
  sql: Sql,
  group_id: number,
  members: number[],
  contacts: Map<number, Name>,
  at: string,
): Promise<{ numbered: Map<number, Name>; writes: Promise<unknown>[] }> {
  const without = [...new Set(members)]
    .map(id => contacts.get(id)!)
    .filter(({ membership_number }) => membership_number === 0)
  if (without.length === 0) return { numbered: contacts, writes: [] }
  const { last, prefix } = await raiseSerial(sql, group_id, without.length)
  const named = without.map((contact, index) => {
    const membership_number = last - without.length + index + 1
    return { ...contact, membership_number, membership_code: `${prefix}${membership_number}` }
  })
  const writes = named.flatMap((contact, index) => [
    numberStatement(sql, contact),
    renameStatement(sql, without[index]!, contact, at),
  ])
  return { numbered: new Map([...contacts, ...named.map(contact => [contact.id, contact] as const)]), writes }
}

async function raiseSerial(sql: Sql, group_id: number, more: number): Promise<{ last: number; prefix: string }> {
  const [row] = await sql<{ last: number; prefix: string }[]>`
    update transaction_settings set membership_serial = membership_serial + ${more}, updated_at = now()
    where group_id = ${group_id}
    returning membership_serial as last, membership_prefix as prefix`
  if (row) return row
  // A space whose settings nobody has touched yet.
  await lockSettings(sql, group_id, 'count')
  return raiseSerial(sql, group_id, more)
}

const numberStatement = (sql: Sql, { group_id, id, membership_number, membership_code }: ContactName) => sql`
  update contacts
  set membership_number = ${membership_number}, membership_code = ${membership_code}, updated_at = now(), version = version + 1
  where group_id = ${group_id} and id = ${id}`
