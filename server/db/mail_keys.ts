import type { Sql } from './sql.ts'

/**
 * The form in which mail addresses are compared. PostgreSQL decides, because its columns hold that form: JavaScript lowers İ and Σ in other
 * ways, and then one mailbox would have several keys. Every key of an address that JavaScript needs is asked for here.
 */
export async function mailKeysOf(sql: Sql, mails: string[]): Promise<string[]> {
  const [row] = await sql<[{ keys: string[] }]>`
    select array(select lower(mail) from unnest(${mails}::text[]) with ordinality as m (mail, place) order by place) as keys`
  return row.keys
}

export async function mailKeyOf(sql: Sql, mail: string): Promise<string> {
  const [key] = await mailKeysOf(sql, [mail])
  return key!
}
