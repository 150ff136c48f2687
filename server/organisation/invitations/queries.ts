import type { Caller, Role } from '../../access/caller.ts'
import { digestOf, newSecret } from '../../access/secrets.ts'
import { countDailyUses } from '../../access/throttle.ts'
import { mailKeysOf } from '../../db/mail_keys.ts'
import { setRlsContext } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import type { RequestInfo } from '../../http/operation.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Account, findAccount } from '../core/accounts.ts'
import { addPendingMember } from '../core/membership.ts'
import { checkMayGrantRole, wireOrder } from '../core/role_hierarchy.ts'
import { findRole } from '../core/roles.ts'
import { addedMail, invitationMail, type MailContext } from './mails.ts'
import type { Invitation, InvitationRequest } from './schema.ts'

const link_days = 7

/** On what occasion people are invited. */
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

/** All or nothing: the first one that cannot be invited refuses them all. */
export async function inviteAll(sql: Sql, caller: Caller, requests: InvitationRequest[], facts: RequestInfo) {
  const keys = await mailKeysOf(
    sql,
    requests.map(({ email }) => email),
  )
  checkDistinct(requests, keys)
  await checkDailyLimits(sql, caller, requests, keys)
  const letterhead = { ...(await mailContextOf(sql, caller, facts.public_url)), request_id: facts.id }
  const invitations: Invitation[] = []
  for (const [index, request] of requests.entries())
    invitations.push(await invite(sql, caller, request, index, letterhead))
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

async function invite(
  sql: Sql,
  caller: Caller,
  request: InvitationRequest,
  index: number,
  letterhead: InvitationContext,
) {
  const role = await requestedRole(sql, caller, request, index)
  checkMayGrantRole(caller, role)
  await checkMayReplaceInvitation(sql, caller, request.email)
  const account = await findAccount(sql, request.email)
  const id = account
    ? await addRegistered(sql, caller, request, role, account, letterhead)
    : await inviteUnregistered(sql, caller, request, role, letterhead)
  const [invitation] = await sql<[Invitation]>`${invitationsOf(sql, caller)} and i.id = ${id}`
  return invitation
}

// Inviting again may change the role that was offered, so it needs the right to have offered that one too.
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
  return (await findRole(sql, group_id, { type: 'user' }))!
}

/** A registered person joins at once, and is asked by mail to accept or decline. A pending one is asked again. */
async function addRegistered(
  sql: Sql,
  caller: Caller,
  request: InvitationRequest,
  role: Role,
  account: Account,
  letterhead: InvitationContext,
) {
  const { email, role_id } = request
  // Held, so that an answer to an earlier invitation comes before this one or after it.
  const [present] = await sql<{ role_id: number; role: string; pending: boolean }[]>`
    select u.role_id, r.name as role, u.pending_since is not null as pending
    from users u
    join roles r on r.group_id = ${caller.group_id} and r.id = u.role_id
    where u.group_id = ${caller.group_id} and u.id = ${account.id} and u.deleted_at is null
    for no key update of u`
  if (present) {
    if (role_id !== undefined && role_id !== present.role_id) {
      throw new ApiError(
        'already_member',
        `${email} is already a member of this space with another role; change it with PATCH /users/role.`,
      )
    }
  } else {
    await addPendingMember(sql, { caller, request_id: letterhead.request_id }, account, role.id, email)
  }
  const { id } = await upsertInvitation(sql, caller, request, present?.role_id ?? role.id, account.id)
  if (!present || present.pending) {
    const secret = await replaceLink(sql, caller.group_id, id)
    await queueMail(sql, caller.group_id, addedMail(account, present?.role ?? role.name, secret, letterhead))
  }
  return id
}

async function inviteUnregistered(
  sql: Sql,
  caller: Caller,
  request: InvitationRequest,
  role: Role,
  letterhead: InvitationContext,
) {
  const { id, user_id } = await upsertInvitation(sql, caller, request, role.id, null)
  // They accepted while we were inviting them again.
  if (user_id !== null) return id
  const secret = await replaceLink(sql, caller.group_id, id)
  await queueMail(sql, caller.group_id, invitationMail(request.email, role.name, secret, letterhead))
  return id
}

/** The one link of an invitation; an earlier one stops working. */
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
  /** The pending member who is asked; null when the address was invited before anyone signed in with it. */
  user_id: number | null
  role_id: number
  role: string
  space: string
  locale: string
  inviter: string
}

/** What a link leads to, held until the end of the transaction so that it serves only once. */
export async function findInvitationByLink(sql: Sql, digest: string): Promise<OpenInvitation | undefined> {
  const [link] = await sql<{ group_id: number; invitation_id: number }[]>`
    select group_id, invitation_id from invitation_links where digest = ${digest} and expires_at > now()`
  if (!link) return undefined
  const { group_id, invitation_id } = link
  await setRlsContext(sql, { group_id })
  const [found] = await sql<Omit<OpenInvitation, 'digest' | 'group_id' | 'invitation_id'>[]>`
    select i.email, i.user_id, i.role_id, r.name as role, s.name as space, s.locale, trim(u.firstname || ' ' || u.surname) as inviter
    from invitations i
    join users u on u.group_id = ${group_id} and u.id = i.invited_by
    join spaces s on s.id = ${group_id}
    left join users m on m.group_id = ${group_id} and m.id = i.user_id and m.deleted_at is null and m.pending_since is not null
    join roles r on r.group_id = ${group_id} and r.id = coalesce(m.role_id, i.role_id)
    where i.group_id = ${group_id} and i.id = ${invitation_id} and (i.user_id is null or m.id is not null)`
  return found && { ...found, digest, group_id, invitation_id }
}

/** Uses the link up. False when somebody else did so a moment before. */
export async function consumeLink(sql: Sql, { digest, group_id, invitation_id }: OpenInvitation) {
  const used = await sql`delete from invitation_links where digest = ${digest} returning digest`
  await sql`delete from invitation_links where group_id = ${group_id} and invitation_id = ${invitation_id}`
  return used.length === 1
}

/** One row for an address, however often it is invited. */
async function upsertInvitation(
  sql: Sql,
  caller: Caller,
  { email, mobile_phone }: InvitationRequest,
  role_id: number,
  user_id: number | null,
) {
  const phone = mobile_phone === undefined ? {} : { mobile_phone }
  const row = { group_id: caller.group_id, email, role_id, user_id, invited_by: caller.id, ...phone }
  const [kept] = await sql<[{ id: number; user_id: number | null }]>`
    insert into invitations ${sql(row)}
    on conflict (group_id, email_key) do update
    set ${mobile_phone === undefined ? sql`` : sql`mobile_phone = excluded.mobile_phone,`}
        last_sent = excluded.last_sent, role_id = excluded.role_id, invited_by = excluded.invited_by,
        user_id = coalesce(excluded.user_id, invitations.user_id)
    returning id, user_id`
  return kept
}

async function mailContextOf(sql: Sql, caller: Caller, public_url: string): Promise<MailContext> {
  const [row] = await sql<[Omit<MailContext, 'public_url'>]>`
    select s.name as space, s.locale, trim(u.firstname || ' ' || u.surname) as inviter
    from spaces s, users u
    where s.id = ${caller.group_id} and u.group_id = ${caller.group_id} and u.id = ${caller.id}`
  return { ...row, public_url }
}

function checkDistinct(requests: InvitationRequest[], keys: string[]) {
  const twice = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (twice >= 0)
    throw invalid(`body.data.invitations.${twice}.email`, 'stands in the list twice', requests[twice]!.email)
}

/**
 * How many invitations a day takes. A space may invite a whole chapter at once; an address must not be flooded, neither by one space nor
 * by several, and one space alone must not use up what others may send to it.
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
  const again = `Try again in ${hours === 1 ? 'an hour' : `${hours} hours`}.`
  const index = keys.findIndex(key => over.use.key.endsWith(`:${key}`))
  const detail =
    index < 0
      ? `A space can send ${space} invitations a day, and with these it would be more. ${again}`
      : `${requests[index]!.email} has been sent as many invitations as an address can get in a day. ${again}`
  throw new ApiError('rate_limited', detail, { headers: { 'retry-after': String(over.wait_s) } })
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
