import { createHash, randomBytes } from 'node:crypto'
import { mailKeysOf } from '../../db/mail_keys.ts'
import type { Sql } from '../../db/sql.ts'

// That somebody was erased is remembered as a hash of their address: enough to recognise them in a file, of no use for finding them.

/** Leaves a receipt for each contact of a person who was erased. */
export async function recordErasures(sql: Sql, group_id: number, contacts: { id: number; mail: string }[]) {
  const salt = randomBytes(16).toString('base64url')
  await sql`insert into erasure_salts (group_id, salt) values (${group_id}, ${salt}) on conflict (group_id) do nothing`
  const hash = await hasher(sql, group_id)
  const keys = await mailKeysOf(
    sql,
    contacts.map(({ mail }) => mail.trim()),
  )
  const rows = contacts.map(({ id }, index) => ({
    group_id,
    contact_id: id,
    mail_hash: keys[index] ? hash!(keys[index]) : '',
  }))
  await sql`insert into erasure_receipts ${sql(rows)}`
}

/** Which of these addresses belong to people who asked to be erased. For whoever is about to bring them back. */
export async function findErasedMails(sql: Sql, group_id: number, mails: string[]): Promise<string[]> {
  const hash = await hasher(sql, group_id)
  if (!hash || mails.length === 0) return []
  const asked = [...new Set(mails.filter(mail => mail.trim() !== ''))]
  const keys = await mailKeysOf(
    sql,
    asked.map(mail => mail.trim()),
  )
  // Older receipts are of addresses that JavaScript put into lower case.
  const spelled = asked.flatMap((mail, index) =>
    [...new Set([keys[index]!, mail.trim().toLowerCase()])].map(key => ({ mail, hash: hash(key) })),
  )
  const byHash = Map.groupBy(spelled, one => one.hash)
  const rows = await sql<{ mail_hash: string }[]>`
    select distinct mail_hash from erasure_receipts
    where group_id = ${group_id} and mail_hash <> '' and mail_hash = any(${[...byHash.keys()]})`
  return [...new Set(rows.flatMap(({ mail_hash }) => (byHash.get(mail_hash) ?? []).map(({ mail }) => mail)))]
}

/** Undefined as long as nobody was erased in this space. */
async function hasher(sql: Sql, group_id: number) {
  const [row] = await sql<{ salt: string }[]>`select salt from erasure_salts where group_id = ${group_id}`
  return row && ((key: string) => createHash('sha256').update(`${row.salt}${key}`).digest('base64url'))
}
