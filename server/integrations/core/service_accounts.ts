import { notifyAll } from '../../db/notifications.ts'
import type { Sql } from '../../db/sql.ts'
import { lockAccounts } from '../../organisation/core/accounts.ts'

// An integration that acts by itself has a service account: an account and a user of its own, so that the history names it. It has no
// password and cannot sign in. The column `service_account` marks these rows.

export interface NewServiceAccount {
  name: string
  client_id: string
  role_id: number
}

/** Adds a service account to the space and returns its user id. */
export async function addServiceAccount(sql: Sql, group_id: number, { name, client_id, role_id }: NewServiceAccount) {
  const [space] = await sql<[{ locale: string }]>`select locale from spaces where id = ${group_id}`
  // Every account needs a unique address. This domain is reserved and never gets mail (RFC 2606).
  const mail = `${client_id}@program.invalid`
  await lockAccounts(sql)
  // The id is taken first: row-level security does not return the inserted row, which only its owner sees.
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
