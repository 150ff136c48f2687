import type { Role } from '../access/caller.ts'
import { firstRoles } from '../access/permissions.ts'
import { announce } from '../db/listener.ts'
import { enter } from '../db/pool.ts'
import { refusedAs, type Sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'

// Founding spaces, registering people and letting them in and out: what invitations, users, the demo and the command line share.

export interface Account {
  id: number
  created_at: string
  login_mail: string
  firstname: string
  surname: string
  locale: string
}

export interface NewAccount {
  login_mail: string
  firstname: string
  surname: string
  locale: string
  password_hash: string | null
}

/** Founds a space with its four first roles. The transaction then acts for that space. */
export async function foundSpace(sql: Sql, name: string, locale: string) {
  // The number is taken first: row level security shows a space only to those who act for it.
  const [next] = await sql<[{ id: number }]>`select nextval('spaces_id_seq') as id`
  const group_id = next.id
  await sql`insert into spaces (id, name, locale) values (${group_id}, ${name}, ${locale})`
  await enter(sql, { group_id })
  const roles = firstRoles.map(({ type, order, color }) => ({
    group_id,
    name: type,
    type,
    order,
    color,
    web: true,
    mobile: true,
    permissions: [],
  }))
  await sql`insert into roles ${sql(roles)}`
  return group_id
}

/** The person who signs in with this address. The transaction may see that account from then on. */
export async function findAccount(sql: Sql, mail: string): Promise<Account | undefined> {
  await enter(sql, { presented: mail })
  const [account] = await sql<Account[]>`
    select id, created_at, login_mail, firstname, surname, locale from accounts where login_key = lower(${mail})`
  return account
}

export async function registerAccount(sql: Sql, account: NewAccount): Promise<Account> {
  await enter(sql, { presented: account.login_mail })
  try {
    const [row] = await sql<[Account]>`
      insert into accounts ${sql({ ...account })}
      returning id, created_at, login_mail, firstname, surname, locale`
    return row
  } catch (error) {
    if (refusedAs(error, 'unique_violation'))
      throw new ApiError('mail_taken', `Somebody already signs in with ${account.login_mail}.`)
    throw error
  }
}

/** Lets a person into the space, or back into it. Only their name and address come along: another space's notes stay there. */
export async function letIn(sql: Sql, group_id: number, account: Account, role_id: number) {
  const { id, login_mail, firstname, surname, locale, created_at } = account
  // Whether they have selected a space elsewhere is theirs to see, so it is asked in their name.
  await enter(sql, { user_id: id })
  const [chosen] = await sql<[{ any: boolean }]>`
    select exists (select from users where id = ${id} and group_id <> ${group_id} and selected_position is not null) as any`
  try {
    await sql`
      insert into users (group_id, id, role_id, mail, firstname, surname, locale, registered_at, selected_position)
      values (${group_id}, ${id}, ${role_id}, ${login_mail}, ${firstname}, ${surname}, ${locale}, ${created_at}, ${chosen.any ? null : 1})
      on conflict (group_id, id) do update
      set role_id = excluded.role_id, deleted_at = null, updated_at = excluded.updated_at, selected_position = excluded.selected_position`
  } catch (error) {
    if (refusedAs(error, 'unique_violation')) throw mailTaken(login_mail)
    throw error
  }
  await announce(sql, 'access')
}

/** Shows a person out: their teams, tokens and invitation in this space go with them; their name stays in its history. */
export async function showOut(sql: Sql, group_id: number, id: number) {
  await sql`delete from team_people where group_id = ${group_id} and user_id = ${id}`
  await sql`update tokens set revoked_at = now() where group_id = ${group_id} and user_id = ${id} and revoked_at is null`
  await sql`delete from invitations where group_id = ${group_id} and user_id = ${id}`
  await sql`
    update users set deleted_at = now(), updated_at = now(), selected_position = null
    where group_id = ${group_id} and id = ${id}`
  await announce(sql, 'access')
}

export async function findRole(
  sql: Sql,
  group_id: number,
  by: { id: number } | { name: string },
): Promise<Role | undefined> {
  const match = 'id' in by ? sql`id = ${by.id}` : sql`name_key = lower(${by.name})`
  const [role] = await sql<Role[]>`
    select id, name, type, "order", permissions from roles where group_id = ${group_id} and ${match}`
  return role
}

/** Refuses to leave the space without a superadmin. Locks them all, so that two cannot step down at the same moment. */
export async function checkNotLastSuperadmin(sql: Sql, group_id: number, id: number) {
  const superadmins = await sql<{ id: number }[]>`
    select id from users
    where group_id = ${group_id} and deleted_at is null
      and role_id = (select id from roles where group_id = ${group_id} and type = 'superadmin')
    order by id
    for update`
  if (superadmins.length === 1 && superadmins[0]?.id === id) {
    throw new ApiError(
      'last_superadmin',
      'This is the last superadmin of the space; give somebody else that role first.',
    )
  }
}

export const mailTaken = (mail: string) =>
  new ApiError('mail_taken', `Another user of this space already has the address ${mail}.`)
