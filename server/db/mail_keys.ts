import { onlyRow, type Sql } from './sql.ts'

/**
 * The lower-cased form in which mail addresses are compared. PostgreSQL computes it, because its columns store it: JavaScript lower-cases İ
 * and Σ differently, which would give one mailbox several keys.
 */
export async function mailKeysOf(sql: Sql, mails: string[]): Promise<string[]> {
  // PostgreSQL cannot store NUL, and no valid address contains one.
  const texts = mails.map(mail => mail.replaceAll('\0', '\ufffd'))
  const rows = await sql<{ keys: string[] }[]>`
    select array(select lower(mail) from unnest(${texts}::text[]) with ordinality as m (mail, place) order by place) as keys`
  return onlyRow(rows).keys
}

export const mailKeyOf = async (sql: Sql, mail: string): Promise<string> => onlyRow(await mailKeysOf(sql, [mail]))
