import type { Sql } from './sql.ts'

/**
 * The form in which mail addresses are compared. PostgreSQL decides, because its columns hold that form: JavaScript lowers İ and Σ in other
 * ways, and then one mailbox would have several keys. Every key of an address that JavaScript needs is asked for here.
 */
export async function mailKeysOf(sql: Sql, mails: string[]): Promise<string[]> {
  // PostgreSQL knows no NUL; no address has one.
  const asked = mails.map(mail => mail.replaceAll('\0', '\ufffd'))
  const [row] = await sql<[{ keys: string[] }]>`
    select array(select lower(mail) from unnest(${asked}::text[]) with ordinality as m (mail, place) order by place) as keys`
  return row.keys
}

export async function mailKeyOf(sql: Sql, mail: string): Promise<string> {
  const [key] = await mailKeysOf(sql, [mail])
  return key!
}
