import { recordAudit } from '../../access/audit.ts'
import type { Role } from '../../access/caller.ts'
import { firstRoles, type RoleType } from '../../access/permissions.ts'
import { hasSecondFactor } from '../../access/second_factor.ts'
import { notifyAll } from '../../db/notifications.ts'
import { asUser, setRlsContext } from '../../db/rls_context.ts'
import { hasSqlstate, type Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { type Author, emitEvents } from '../../events/outbox.ts'
import { acceptMembership, addPending, deedOf, endInvitationLinks, formerProfile } from './pending_members.ts'

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

/** A space with its four first roles. The transaction then acts for that space. */
export async function insertSpace(sql: Sql, name: string, locale: string) {
  // The number is taken first: row level security shows a space only to those who act for it.
  const [next] = await sql<[{ id: number }]>`select nextval('spaces_id_seq') as id`
  const group_id = next.id
  await sql`insert into spaces (id, name, locale) values (${group_id}, ${name}, ${locale})`
  await setRlsContext(sql, { group_id })
  const roles = firstRoles.map(({ type, rank, color }) => ({
    group_id,
    name: type,
    type,
    order: rank,
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
  await setRlsContext(sql, { presented: mail })
  const [account] = await sql<Account[]>`
    select id, created_at, login_mail, firstname, surname, locale from accounts where login_key = lower(${mail}) and not service_account`
  return account
}

/** The account with this id, read in its owner's name. */
export async function accountWithId(sql: Sql, id: number): Promise<Account | undefined> {
  const [account] = await asUser(
    sql,
    id,
    async () => sql<Account[]>`
      select id, created_at, login_mail, firstname, surname, locale from accounts where id = ${id} and not service_account`,
  )
  return account
}

export async function registerAccount(sql: Sql, account: NewAccount): Promise<Account> {
  await setRlsContext(sql, { presented: account.login_mail })
  try {
    const [row] = await sql<[Account]>`
      insert into accounts ${sql({ ...account })}
      returning id, created_at, login_mail, firstname, surname, locale`
    return row
  } catch (error) {
    if (hasSqlstate(error, 'unique_violation'))
      throw new ApiError('mail_taken', `Somebody already signs in with ${account.login_mail}.`)
    throw error
  }
}

/** Its owner has opened a link that was sent to the address they sign in with. The transaction must see the account. */
export async function verifyMail(sql: Sql, account_id: number) {
  await sql`update accounts set mail_verified_at = now() where id = ${account_id} and mail_verified_at is null`
}

/**
 * Lets a person into the space, or back into it with what it knew about them, and closes the invitation they may have had. Only their
 * name and address come along from elsewhere: another space's notes stay there. Whoever is in already stays as they are: false. Unless
 * somebody else is named, they let themselves in.
 */
export async function addMember(sql: Sql, group_id: number, account: Account, role_id: number, by?: Author) {
  const { id, login_mail, firstname, surname, locale, created_at } = account
  // Whether they have selected a space elsewhere is theirs to see, so it is asked in their name.
  const { chosen, factor } = await asUser(sql, id, async () => {
    const [chosen] = await sql<[{ any: boolean }]>`
      select exists (select from users where id = ${id} and group_id <> ${group_id} and selected_position is not null) as any`
    return { chosen, factor: await hasSecondFactor(sql, id) }
  })
  // Somebody may have taken the address they had here; the one they sign in with is theirs for certain.
  const [taken] = await sql<[{ anew: boolean }]>`
    select exists (
      select from users gone
      join users here on here.group_id = ${group_id} and here.mail_key = gone.mail_key and here.id <> gone.id and here.deleted_at is null
      where gone.group_id = ${group_id} and gone.id = ${id}) as anew`
  try {
    const came = await sql`
      insert into users (group_id, id, role_id, mail, firstname, surname, locale, registered_at, second_factor, selected_position)
      values (${group_id}, ${id}, ${role_id}, ${login_mail}, ${firstname}, ${surname}, ${locale}, ${created_at}, ${factor}, ${chosen.any ? null : 1})
      on conflict (group_id, id) do update
      set role_id = excluded.role_id, deleted_at = null, updated_at = excluded.updated_at, selected_position = excluded.selected_position,
          firstname = coalesce(nullif(users.firstname, ''), excluded.firstname),
          surname = coalesce(nullif(users.surname, ''), excluded.surname),
          locale = coalesce(nullif(users.locale, ''), excluded.locale), registered_at = excluded.registered_at,
          second_factor = excluded.second_factor
          ${taken.anew ? sql`, mail = excluded.mail` : sql``}
      where users.deleted_at is not null
      returning id`
    const author = by ?? { caller: { id, group_id }, request_id: '' }
    if (came.length === 0) await acceptMembership(sql, { ...author, caller: { id, group_id } })
    await emitEvents(sql, author, 'invitation.accepted', await closeInvitation(sql, group_id, login_mail, id))
    if (came.length === 1) await emitEvents(sql, author, 'user.joined', [id])
    await notifyAll(sql, 'access')
    return came.length === 1
  } catch (error) {
    if (hasSqlstate(error, 'unique_violation')) throw mailTaken(login_mail)
    throw error
  }
}

/** Adds a person by the address that was typed, of which alone the space learns until they accept. False when they are in already. */
export async function addByAddress(sql: Sql, author: Author, account: Account, role_id: number, mail: string) {
  const { group_id } = author.caller
  try {
    if (!(await addPending(sql, group_id, { id: account.id, role_id, mail }))) return false
  } catch (error) {
    throw hasSqlstate(error, 'unique_violation') ? mailTaken(mail) : error
  }
  await emitEvents(sql, author, 'user.joined', [account.id])
  await notifyAll(sql, 'access')
  return true
}

/** A person ends their own membership: declines while they are pending, leaves afterwards. False when they are not in the space. */
export async function endOwnMembership(sql: Sql, author: Author): Promise<boolean> {
  const { id, group_id } = author.caller
  await lockRanks(sql, group_id)
  const [own] = await sql<{ pending: boolean }[]>`
    select pending_since is not null as pending from users
    where group_id = ${group_id} and id = ${id} and deleted_at is null and not service_account
    for update`
  if (!own) return false
  if (!own.pending) await checkNotLastSuperadmin(sql, group_id, id)
  await removeMember(sql, group_id, id)
  await recordAudit(sql, { ...deedOf(author), kind: own.pending ? 'user.declined' : 'user.removed' })
  await emitEvents(sql, author, 'user.left', [id])
  return true
}

// Its link must not work any more, or it would let them in a second time, perhaps with another role.
async function closeInvitation(sql: Sql, group_id: number, mail: string, user_id: number) {
  const closed = await sql<{ id: number }[]>`
    update invitations set user_id = ${user_id}
    where group_id = ${group_id} and email_key = lower(${mail}) and user_id is null
    returning id`
  const ids = closed.map(({ id }) => id)
  await sql`delete from invitation_links where group_id = ${group_id} and invitation_id = any(${ids})`
  return ids
}

/**
 * Takes a person out of the space: their teams, actions, tokens, grants and invitation in it go with them; their name stays in its history.
 * For a person who came back and never accepted, that is the name the space knew before.
 */
export async function removeMember(sql: Sql, group_id: number, id: number) {
  await endInvitationLinks(sql, group_id, id)
  await sql`delete from team_members where group_id = ${group_id} and user_id = ${id}`
  await sql`delete from action_users where group_id = ${group_id} and user_id = ${id}`
  await sql`update tokens set revoked_at = now() where group_id = ${group_id} and user_id = ${id} and revoked_at is null`
  await sql`delete from invitations where group_id = ${group_id} and user_id = ${id}`
  await sql`
    update users
    set deleted_at = now(), updated_at = now(), selected_position = null, pending_since = null, former_profile = null,
        ${formerProfile(sql)}
    where group_id = ${group_id} and id = ${id}`
  await asUser(sql, id, async () => {
    await endGrants(sql, group_id, id)
    await selectAnySpace(sql, id)
  })
  await notifyAll(sql, 'access')
}

// What they let applications do here, which could otherwise be renewed.
async function endGrants(sql: Sql, group_id: number, user_id: number) {
  const ended = await sql<{ digest: string }[]>`
    delete from oidc_records where kind = 'Grant' and user_id = ${user_id} and group_id = ${group_id} returning digest`
  const digests = ended.map(({ digest }) => digest)
  await sql`delete from oidc_records where user_id = ${user_id} and grant_digest = any(${digests})`
}

// A person who leaves the only space they had selected gets one of their others, but none that has only added them: to select it is to open it.
async function selectAnySpace(sql: Sql, id: number) {
  const own = await sql<{ group_id: number; selected_position: number | null }[]>`
    select group_id, selected_position from users
    where id = ${id} and deleted_at is null and pending_since is null
    order by group_id`
  const [first] = own
  if (!first || own.some(({ selected_position }) => selected_position !== null)) return
  await sql`update users set selected_position = 1 where group_id = ${first.group_id} and id = ${id}`
}

/** A role of the space, which cannot be deleted before the transaction ends. */
export async function findRole(
  sql: Sql,
  group_id: number,
  by: { id: number } | { name: string } | { type: Exclude<RoleType, 'custom'> },
): Promise<Role | undefined> {
  const match =
    'id' in by ? sql`id = ${by.id}` : 'name' in by ? sql`name_key = lower(${by.name})` : sql`type = ${by.type}`
  const [role] = await sql<Role[]>`
    select id, name, type, "order" as rank, permissions from roles where group_id = ${group_id} and ${match}
    for key share`
  return role
}

/** Held by whoever changes who has which role: they come one after the other, and never wait for each other in a circle. */
export async function lockRanks(sql: Sql, group_id: number) {
  await sql`select from roles where group_id = ${group_id} and type = 'superadmin' for no key update`
}

/**
 * Refuses to leave the space without a superadmin who can act: programs, suspended people and those who have not accepted are none. Ranks
 * must be locked, or two could step down at the same moment.
 */
export async function checkNotLastSuperadmin(sql: Sql, group_id: number, id: number) {
  const superadmins = await sql<{ id: number }[]>`
    select id from users
    where group_id = ${group_id} and deleted_at is null and suspended_at is null and pending_since is null and not service_account
      and role_id = (select id from roles where group_id = ${group_id} and type = 'superadmin')
    order by id
    limit 2`
  if (superadmins.length === 1 && superadmins[0]?.id === id) {
    throw new ApiError(
      'last_superadmin',
      'This is the last superadmin of the space; give somebody else that role first.',
    )
  }
}

export const mailTaken = (mail: string) =>
  new ApiError('mail_taken', `Another user of this space already has the address ${mail}.`)

/** Their space knows them by a new address from now on, unless somebody else there has it. */
export async function moveMail(sql: Sql, author: Author, mail: string) {
  const { id, group_id } = author.caller
  const moved = await sql`
    update users set mail = ${mail}, updated_at = now()
    where group_id = ${group_id} and id = ${id}
      and not exists (
        select from users other
        where other.group_id = ${group_id} and other.mail_key = lower(${mail}) and other.deleted_at is null)`
  if (moved.count > 0) await emitEvents(sql, author, 'user.updated', [id])
}
