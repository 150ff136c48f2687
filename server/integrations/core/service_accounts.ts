import { notifyAll } from '../../db/notifications.ts'
import type { Sql } from '../../db/sql.ts'

// A program that acts in a space has an account and a user of its own, so that history names it. Nobody can sign in as one.

export interface NewServiceAccount {
  name: string
  client_id: string
  role_id: number
}

/** Lets a program into the space and returns whom it acts as. */
export async function addServiceAccount(sql: Sql, group_id: number, { name, client_id, role_id }: NewServiceAccount) {
  const [space] = await sql<[{ locale: string }]>`select locale from spaces where id = ${group_id}`
  // An address that mail cannot reach (RFC 2606), since every account needs one of its own.
  const mail = `${client_id}@program.invalid`
  // The number is taken first: row level security shows an account only to its owner.
  const [{ id }] = await sql<[{ id: number }]>`select nextval('accounts_id_seq') as id`
  const names = { firstname: name, surname: '', locale: space.locale, service_account: true }
  await sql`insert into accounts ${sql({ ...names, id, login_mail: mail, password_hash: null })}`
  const user = { ...names, group_id, id, role_id, mail, selected_position: 1 }
  await sql`insert into users ${sql({ ...user, registered_at: new Date().toISOString() })}`
  return id
}

export async function changeServiceAccount(
  sql: Sql,
  group_id: number,
  id: number,
  { name, role_id }: Omit<NewServiceAccount, 'client_id'>,
) {
  await sql`
    update users set firstname = ${name}, role_id = ${role_id}, updated_at = now()
    where group_id = ${group_id} and id = ${id}`
  await notifyAll(sql, 'access')
}
