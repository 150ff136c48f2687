import type { Caller, Role } from '../../access/caller.ts'
import { digestOf, newSecret } from '../../access/secrets.ts'
import { countDailyUses } from '../../access/throttle.ts'
import { mailKeysOf } from '../../db/mail_keys.ts'
import { setRlsContext } from '../../db/rls_context.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import type { RequestInfo } from '../../http/operation.ts'
import { queueMail } from '../../mail/outbox.ts'
import { msg } from '../../messages/message.ts'
import { type Account, findAccount } from '../core/accounts.ts'
import { addPendingMember } from '../core/membership.ts'
import { checkMayGrantRole, wireOrder } from '../core/role_hierarchy.ts'
import { findRole, lockMembers } from '../core/roles.ts'
import { addedMail, invitationMail, type MailContext } from './mails.ts'
import type { Invitation, InvitationRequest } from './schema.ts'

const link_days = 7

type InvitationContext = MailContext & { request_id: string }

const columns = (sql: Sql) => sql`
  i.id, i.group_id, i.email, i.mobile_phone, i.role_id, json_build_object('id', r.id, 'name', r.name, 'order', ${wireOrder(sql)}, 'rank', r."order") as role,
  i.created_at, i.last_sent, i.user_id`

const invitationsOf = (sql: Sql, { group_id }: Caller) => sql`
  select ${columns(sql)}
  from invitations i
  join roles r on r.group_id = ${group_id} and r.id = i.role_id
  where i.group_id = ${group_id}`

export function listPending(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  return sql<Invitation[]>`
    ${invitationsOf(sql, caller)} and i.user_id is null
    order by i.last_sent desc, i.id desc
    limit ${Math.min(limit, page_size_max)} offset ${offset}`
}

/** Invites people. The first who cannot be invited fails the whole request. */
export async function inviteAll(sql: Sql, caller: Caller, requests: InvitationRequest[], request_info: RequestInfo) {
  const keys = await mailKeysOf(
    sql,
    requests.map(({ email }) => email),
  )
  checkDistinct(requests, keys)
  await lockMembers(sql, caller.group_id)
  await checkDailyLimits(sql, caller, requests, keys)
  const context = { ...(await mailContextOf(sql, caller, request_info.public_url)), request_id: request_info.id }
  const invitations: Invitation[] = []
  for (const [index, request] of requests.entries())
    invitations.push(await invite(sql, caller, request, index, context))
  return invitations
}

export async function cancelInvitation(sql: Sql, caller: Caller, id: number) {
  const [pending] = await sql<
    Invitation[]
  >`${invitationsOf(sql, caller)} and i.id = ${id} and i.user_id is null for update of i`
  if (!pending) throw notFound('pending invitation')
  const role = await findRole(sql, caller.group_id, { id: pending.role_id })
  if (role) checkMayGrantRole(caller, role)
  await sql`delete from invitation_links where group_id = ${caller.group_id} and invitation_id = ${id}`
  await sql`delete from invitations where group_id = ${caller.group_id} and id = ${id}`
}

async function invite(sql: Sql, caller: Caller, request: InvitationRequest, index: number, context: InvitationContext) {
  const role = await requestedRole(sql, caller, request, index)
  checkMayGrantRole(caller, role)
  await checkMayReplaceInvitation(sql, caller, request.email)
  const account = await findAccount(sql, request.email)
  const id = account
    ? await addRegistered(sql, caller, request, role, account, context)
    : await inviteUnregistered(sql, caller, request, role, context)
  const [invitation] = await sql<[Invitation]>`${invitationsOf(sql, caller)} and i.id = ${id}`
  return invitation
}

// A repeated invitation can change the offered role, so the caller must be allowed to grant the earlier role too.
async function checkMayReplaceInvitation(sql: Sql, caller: Caller, email: string) {
  const [pending] = await sql<{ role_id: number }[]>`
    select role_id from invitations
    where group_id = ${caller.group_id} and email_key = lower(${email}) and user_id is null`
  const role = pending && (await findRole(sql, caller.group_id, { id: pending.role_id }))
  if (role) checkMayGrantRole(caller, role)
}

async function requestedRole(
  sql: Sql,
  { group_id }: Caller,
  { role_id }: InvitationRequest,
  index: number,
): Promise<Role> {
  if (role_id !== undefined) {
    const role = await findRole(sql, group_id, { id: role_id })
    if (!role) throw invalid(`body.data.invitations.${index}.role_id`, 'is not a role of your space', role_id)
    return role
  }
  const role = await findRole(sql, group_id, { type: 'user' })
  if (!role) throw new Error(`space ${group_id} has no role of type user`)
  return role
}

/** Adds a person with an account as a pending member and sends them a mail to accept or decline. A pending member gets the mail again. */
async function addRegistered(
  sql: Sql,
  caller: Caller,
  request: InvitationRequest,
  role: Role,
  account: Account,
  context: InvitationContext,
) {
  const { email, role_id } = request
  const [member] = await sql<{ role_id: number; role: string; pending: boolean }[]>`
    select u.role_id, r.name as role, u.pending_since is not null as pending
    from users u
    join roles r on r.group_id = ${caller.group_id} and r.id = u.role_id
    where u.group_id = ${caller.group_id} and u.id = ${account.id} and u.deleted_at is null`
  if (member) {
    if (role_id !== undefined && role_id !== member.role_id) {
      throw new ApiError(
        'already_member',
        msg`${email} is already a member of this space with another role; change it with PATCH /users/role.`,
      )
    }
  } else {
    await addPendingMember(sql, { caller, request_id: context.request_id }, account, role.id, email)
  }
  const { id } = await upsertInvitation(sql, caller, request, member?.role_id ?? role.id, account.id)
  if (!member || member.pending) {
    const secret = await replaceLink(sql, caller.group_id, id)
    await queueMail(sql, caller.group_id, addedMail(account, member?.role ?? role.name, secret, context))
  }
  return id
}

async function inviteUnregistered(
  sql: Sql,
  caller: Caller,
  request: InvitationRequest,
  role: Role,
  context: InvitationContext,
) {
  const { id, user_id } = await upsertInvitation(sql, caller, request, role.id, null)
  // The person accepted an earlier invitation meanwhile.
  if (user_id !== null) return id
  const secret = await replaceLink(sql, caller.group_id, id)
  await queueMail(sql, caller.group_id, invitationMail(request.email, role.name, secret, context))
  return id
}

/** Creates the link of an invitation. An earlier link stops working. */
async function replaceLink(sql: Sql, group_id: number, invitation_id: number) {
  const secret = newSecret('mus_i_')
  await sql`delete from invitation_links where group_id = ${group_id} and invitation_id = ${invitation_id}`
  await sql`insert into invitation_links ${sql({ digest: digestOf(secret), group_id, invitation_id, expires_at: inDays(link_days) })}`
  return secret
}

export interface OpenInvitation {
  digest: string
  group_id: number
  invitation_id: number
  email: string
  /** The pending member; null if no account had the address when it was invited. */
  user_id: number | null
  role_id: number
  role: string
  space: string
  locale: string
  inviter: string
}

/** Finds the open invitation of a link. The transaction acts for its space from then on. */
export async function findInvitationByLink(sql: Sql, digest: string): Promise<OpenInvitation | undefined> {
  const [link] = await sql<{ group_id: number; invitation_id: number }[]>`
    select group_id, invitation_id from invitation_links where digest = ${digest} and expires_at > now()`
  if (!link) return undefined
  const { group_id, invitation_id } = link
  await setRlsContext(sql, { group_id })
  const [invitation] = await sql<Omit<OpenInvitation, 'digest' | 'group_id' | 'invitation_id'>[]>`
    select i.email, i.user_id, i.role_id, r.name as role, s.name as space, s.locale, trim(u.firstname || ' ' || u.surname) as inviter
    from invitations i
    join users u on u.group_id = ${group_id} and u.id = i.invited_by
    join spaces s on s.id = ${group_id}
    left join users m on m.group_id = ${group_id} and m.id = i.user_id and m.deleted_at is null and m.pending_since is not null
    join roles r on r.group_id = ${group_id} and r.id = coalesce(m.role_id, i.role_id)
    where i.group_id = ${group_id} and i.id = ${invitation_id} and (i.user_id is null or m.id is not null)`
  return invitation && { ...invitation, digest, group_id, invitation_id }
}

/** Locks the members of the space and deletes the link. False when a concurrent request has deleted it first. */
export async function consumeLink(sql: Sql, { digest, group_id, invitation_id }: OpenInvitation) {
  await lockMembers(sql, group_id)
  const used = await sql`delete from invitation_links where digest = ${digest} returning digest`
  await sql`delete from invitation_links where group_id = ${group_id} and invitation_id = ${invitation_id}`
  return used.length === 1
}

/** Inserts the invitation, or updates the one that this address already has. */
async function upsertInvitation(
  sql: Sql,
  caller: Caller,
  { email, mobile_phone }: InvitationRequest,
  role_id: number,
  user_id: number | null,
) {
  const phone = mobile_phone === undefined ? {} : { mobile_phone }
  const row = { group_id: caller.group_id, email, role_id, user_id, invited_by: caller.id, ...phone }
  const rows = await sql<{ id: number; user_id: number | null }[]>`
    insert into invitations ${sql(row)}
    on conflict (group_id, email_key) do update
    set ${mobile_phone === undefined ? sql`` : sql`mobile_phone = excluded.mobile_phone,`}
        last_sent = excluded.last_sent, role_id = excluded.role_id, invited_by = excluded.invited_by,
        user_id = coalesce(excluded.user_id, invitations.user_id)
    returning id, user_id`
  return onlyRow(rows)
}

async function mailContextOf(sql: Sql, caller: Caller, public_url: string): Promise<MailContext> {
  const [row] = await sql<[Omit<MailContext, 'public_url'>]>`
    select s.name as space, s.locale, trim(u.firstname || ' ' || u.surname) as inviter
    from spaces s, users u
    where s.id = ${caller.group_id} and u.group_id = ${caller.group_id} and u.id = ${caller.id}`
  return { ...row, public_url }
}

function checkDistinct(requests: InvitationRequest[], keys: string[]) {
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (repeated >= 0)
    throw invalid(`body.data.invitations.${repeated}.email`, 'is in the list twice', requests[repeated]?.email)
}

/**
 * Daily limits. A space can invite a whole chapter at once. One address is protected from a flood of mail, and one space cannot use up what
 * all spaces together may send to an address.
 */
const invitations_a_day = { space: 1000, address: 20, address_of_space: 10 }

async function checkDailyLimits(sql: Sql, { group_id }: Caller, requests: InvitationRequest[], keys: string[]) {
  const { space, address, address_of_space } = invitations_a_day
  const over = await countDailyUses(sql, [
    { key: `invitations_of_space:${group_id}`, amount: requests.length, max: space },
    ...keys.map(key => ({ key: `invitations_to:${group_id}:${key}` as const, amount: 1, max: address_of_space })),
    ...keys.map(key => ({ key: `invitations_to_anyone:${key}` as const, amount: 1, max: address })),
  ])
  if (!over) return
  const hours = Math.ceil(over.wait_s / 3600)
  const again = hours === 1 ? msg`Try again in an hour.` : msg`Try again in ${hours} hours.`
  const index = keys.findIndex(key => over.use.key.endsWith(`:${key}`))
  const detail =
    index < 0
      ? msg`A space can send ${space} invitations a day, and this request exceeds that limit. ${again}`
      : msg`${requests[index]?.email} has received the maximum number of invitations for a day. ${again}`
  throw new ApiError('rate_limited', detail, { headers: { 'retry-after': String(over.wait_s) } })
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
