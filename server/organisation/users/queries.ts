import { recordAudit } from '../../access/audit.ts'
import { type Caller, may, own_applications } from '../../access/caller.ts'
import { providerRequired, requiredProvider } from '../../access/required_provider.ts'
import { lacksSecondFactor, secondFactorRequired } from '../../access/second_factor.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { notifyAll } from '../../db/notifications.ts'
import { setRlsContext } from '../../db/rls_context.ts'
import { hasSqlstate, type Sql } from '../../db/sql.ts'
import { forbidden, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max, validInstant } from '../../fields.ts'
import { queueMail } from '../../mail/outbox.ts'
import { mailTakenError, removeMember } from '../core/membership.ts'
import { acceptMembership } from '../core/pending_members.ts'
import { checkMayGrantRole, checkNotOutranked } from '../core/role_hierarchy.ts'
import { checkNotLastSuperadmin, findRole, lockMembers } from '../core/roles.ts'
import { type UserRow, userColumns, userOf } from '../core/user_rows.ts'
import { seesUser } from '../core/visibility.ts'
import { roleChangedMail } from './mails.ts'
import type { Profile } from './schema.ts'

/** The users the caller may see. Service accounts are left out; they belong to integrations. */
const visibleUsers = (sql: Sql, caller: Caller) => sql`
  from users u
  join roles r on r.group_id = ${caller.group_id} and r.id = u.role_id
  where u.group_id = ${caller.group_id} and u.deleted_at is null and not u.service_account and ${seesUser(sql, caller)}`

export async function listUsers(sql: Sql, caller: Caller, { limit, offset, sort }: Paging & { sort: boolean }) {
  const direction = sort ? sql`asc` : sql`desc`
  const [rows, [total]] = await Promise.all([
    sql<UserRow[]>`
      select ${userColumns(sql, caller)}
      ${visibleUsers(sql, caller)}
      order by u.surname collate "und-x-icu" ${direction}, u.firstname collate "und-x-icu" ${direction}, u.id ${direction}
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<
      [{ count: number }]
    >`select count(*) as count from users where group_id = ${caller.group_id} and deleted_at is null and not service_account`,
  ])
  return { count: total.count, teams: null, users: rows.map(userOf) }
}

export async function readUser(sql: Sql, caller: Caller, id: number) {
  const [row] = await sql<UserRow[]>`select ${userColumns(sql, caller)} ${visibleUsers(sql, caller)} and u.id = ${id}`
  if (!row) throw notFound('user')
  return userOf(row)
}

/** Reads a user after locking the members of the space until the end of the transaction. */
export async function lockUser(sql: Sql, caller: Caller, id: number) {
  await lockMembers(sql, caller.group_id)
  return readUser(sql, caller, id)
}

export async function changeUser(sql: Sql, caller: Caller, id: number, sent: Profile) {
  await checkMayEdit(sql, caller, id)
  const { locale, ...rest } = sent
  const changes = locale ? sent : rest
  const birthdate = changes.birthdate ? { birthdate: validInstant(changes.birthdate) } : {}
  try {
    await sql`
      update users set ${sql({ ...changes, ...birthdate })}, updated_at = now()
      where group_id = ${caller.group_id} and id = ${id}`
  } catch (error) {
    throw hasSqlstate(error, 'unique_violation') ? mailTakenError(changes.mail) : error
  }
}

/** Selects spaces for the caller and binds the token in use to the first of them. Selecting a space accepts a pending membership of it. */
export async function selectSpaces(sql: Sql, { caller, request_id }: WriteContext, ids: number[]) {
  const { client_id, single_space } = caller.token
  if (single_space && ids.some(id => id !== caller.group_id))
    throw forbidden(
      'You signed in through the provider of this space. To open another one, sign out and sign in with your password.',
    )
  if (client_id !== null && !own_applications.includes(client_id))
    throw forbidden('An integration can only act in its own space.')
  const [first] = ids
  if (first === undefined) throw new Error('no spaces to select')
  const own = await sql<{ group_id: number; suspended: boolean; pending: boolean }[]>`
    select group_id, suspended_at is not null as suspended, pending_since is not null as pending from users
    where id = ${caller.id} and deleted_at is null and group_id = any(${ids})
    order by group_id`
  const known = new Set(own.map(({ group_id }) => group_id))
  if (!ids.every(id => known.has(id))) throw forbidden('You can only select spaces that you belong to.')
  // The token would be refused from then on, also when the caller selects another space.
  if (own.some(({ group_id, suspended }) => suspended && group_id === first))
    throw forbidden('Your access to this space is suspended.')
  if (await lacksSecondFactor(sql, first, caller.id)) throw secondFactorRequired()
  await checkProviderNotRequired(sql, caller, first)
  for (const { group_id } of own.filter(({ pending }) => pending)) {
    await setRlsContext(sql, { group_id })
    await acceptMembership(sql, { caller: { id: caller.id, group_id }, request_id })
  }
  await setRlsContext(sql, { group_id: caller.group_id })
  await sql`
    update users set selected_position = array_position(${ids}::bigint[], group_id), updated_at = now()
    where id = ${caller.id} and deleted_at is null ${single_space ? sql`and group_id = ${caller.group_id}` : sql``}`
  await rebindToken(sql, caller, first)
  await notifyAll(sql, 'access')
}

/** Refuses a space that requires another sign-in than that of the token. Only its own context shows its providers. */
async function checkProviderNotRequired(sql: Sql, { id, group_id, token: { single_space } }: Caller, first: number) {
  if (single_space) return
  await setRlsContext(sql, { group_id: first })
  const provider = await requiredProvider(sql, first, id)
  await setRlsContext(sql, { group_id })
  if (provider) throw providerRequired()
}

/** Binds the token to another space, with the grant it came from: tokens renewed later belong to the same space. */
async function rebindToken(sql: Sql, { id, token: { digest } }: Caller, group_id: number) {
  const [token] = await sql<{ grant_digest: string | null }[]>`
    update tokens set group_id = ${group_id} where user_id = ${id} and digest = ${digest} returning grant_digest`
  if (!token?.grant_digest) return
  await sql`
    update tokens set group_id = ${group_id}
    where user_id = ${id} and grant_digest = ${token.grant_digest} and not single_space`
  await sql`
    update oidc_records set group_id = ${group_id}
    where user_id = ${id} and kind = 'Grant' and digest = ${token.grant_digest}`
}

export async function assignRole(sql: Sql, { caller, request_id }: WriteContext, user_id: number, role_id: number) {
  const { role_data } = await lockUser(sql, caller, user_id)
  const role = await findRole(sql, caller.group_id, { id: role_id })
  if (!role) throw invalid('body.data.role_id', 'is not a role of your space', role_id)
  checkNotOutranked(caller, role_data)
  checkMayGrantRole(caller, role)
  if (role.type !== 'superadmin') await checkNotLastSuperadmin(sql, caller.group_id, user_id)
  await sql`
    update users set role_id = ${role_id}, updated_at = now()
    where group_id = ${caller.group_id} and id = ${user_id}`
  await notifyAll(sql, 'access')
  const details = { from: role_data.name, to: role.name }
  await recordAudit(sql, {
    caller,
    request_id,
    kind: 'user.role_changed',
    subject: 'user',
    subject_id: user_id,
    details,
  })
  if (role.id !== role_data.id) await queueRoleChangeMail(sql, caller, user_id, details)
}

async function queueRoleChangeMail(
  sql: Sql,
  { group_id, id }: Caller,
  user_id: number,
  change: { from: string; to: string },
) {
  const [mail_data] = await sql<{ space: string; by: string; mail: string; firstname: string; locale: string }[]>`
    select s.name as space, trim(c.firstname || ' ' || c.surname) as by, u.mail, u.firstname, u.locale
    from users u
    join users c on c.group_id = ${group_id} and c.id = ${id}
    join spaces s on s.id = ${group_id}
    where u.group_id = ${group_id} and u.id = ${user_id} and u.pending_since is null`
  // A pending member has not agreed to mail from the space. The page where they accept shows the role.
  if (mail_data) await queueMail(sql, group_id, roleChangedMail(mail_data, { ...mail_data, ...change }))
}

export async function removeUser(sql: Sql, { caller, request_id }: WriteContext, id: number) {
  await checkMayEdit(sql, caller, id)
  await checkNotLastSuperadmin(sql, caller.group_id, id)
  await removeMember(sql, caller.group_id, id)
  await recordAudit(sql, { caller, request_id, kind: 'user.removed', subject: 'user', subject_id: id })
}

async function checkMayEdit(sql: Sql, caller: Caller, id: number) {
  const target = await lockUser(sql, caller, id)
  if (id === caller.id) return
  if (!may(caller, 'users:write'))
    throw forbidden('You can only change your own details: your role or token lacks the permission users:write.')
  checkNotOutranked(caller, target.role_data)
}
