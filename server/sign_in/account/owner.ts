import type { Sql } from '../../db/sql.ts'

/** The person an account belongs to. */
export interface Owner {
  id: number
  login_mail: string
  firstname: string
  surname: string
  locale: string
  password_changed_at: string | null
}

/** The transaction must act for them. Programs have accounts too, which nobody owns. */
export async function findOwner(sql: Sql, id: number): Promise<Owner | undefined> {
  const [owner] = await sql<Owner[]>`
    select id, login_mail, firstname, surname, locale, password_changed_at from accounts where id = ${id} and not service_account`
  return owner
}

/** What a password of theirs must not be made of. */
export const forbiddenPasswordWords = ({ login_mail, firstname, surname }: Owner) => [
  firstname,
  surname,
  login_mail,
  login_mail.split('@')[0]!,
]
