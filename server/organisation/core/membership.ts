import { recordAudit } from '../../access/audit.ts'
import { hasSecondFactor } from '../../access/second_factor.ts'
import { notifyAll } from '../../db/notifications.ts'
import { asUser } from '../../db/rls_context.ts'
import { hasSqlstate, onlyRow, rowOf, type Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { type Author, emitEvents } from '../../events/outbox.ts'
import { msg } from '../../messages/message.ts'
import type { Account } from './accounts.ts'
import {
  acceptMembership,
  endInvitationLinks,
  formerProfile,
  hasSelectedOtherSpace,
  insertPendingMember,
  ownAuditEntry,
} from './pending_members.ts'
import { checkNotLastSuperadmin, lockMembers } from './roles.ts'

// Joining and leaving a space, for invitations, users, the account page, the demo and the command line.

/**
 * Adds a person to the space, or brings back a former member with the profile the space had, and closes their open invitation. Returns false
 * when they are a member already; a pending membership is accepted then. Without an author, the person is the author.
 */
export async function addMember(sql: Sql, group_id: number, account: Account, role_id: number, by?: Author) {
  const { id, login_mail } = account
  await lockMembers(sql, group_id)
  try {
    const joined = await upsertMember(sql, group_id, account, role_id)
    const author = by ?? { caller: { id, group_id }, request_id: '' }
    if (!joined) await acceptMembership(sql, { ...author, caller: { id, group_id } })
    await emitEvents(sql, author, 'invitation.accepted', await acceptOpenInvitations(sql, group_id, login_mail, id))
    if (joined) await emitEvents(sql, author, 'user.joined', [id])
    await notifyAll(sql, 'access')
    return joined
  } catch (error) {
    if (hasSqlstate(error, 'unique_violation')) throw mailTakenError(login_mail)
    throw error
  }
}

/** Only name, address and language come from the account: what another space wrote about the person stays there. */
async function upsertMember(sql: Sql, group_id: number, account: Account, role_id: number) {
  const { id, login_mail, firstname, surname, locale, created_at } = account
  // Row level security shows memberships of other spaces only to the person.
  const { selected_elsewhere, factor } = await asUser(sql, id, async () => ({
    selected_elsewhere: await hasSelectedOtherSpace(sql, group_id, id),
    factor: await hasSecondFactor(sql, id),
  }))
  const replaces_mail = await isFormerMailTaken(sql, group_id, id)
  const rows = await sql`
    insert into users (group_id, id, role_id, mail, firstname, surname, locale, registered_at, second_factor, selected_position)
    values (${group_id}, ${id}, ${role_id}, ${login_mail}, ${firstname}, ${surname}, ${locale}, ${created_at}, ${factor},
            ${selected_elsewhere ? null : 1})
    on conflict (group_id, id) do update
    set role_id = excluded.role_id, deleted_at = null, updated_at = excluded.updated_at, selected_position = excluded.selected_position,
        firstname = coalesce(nullif(users.firstname, ''), excluded.firstname),
        surname = coalesce(nullif(users.surname, ''), excluded.surname),
        locale = coalesce(nullif(users.locale, ''), excluded.locale), registered_at = excluded.registered_at,
        second_factor = excluded.second_factor
        ${replaces_mail ? sql`, mail = excluded.mail` : sql``}
    where users.deleted_at is not null
    returning id`
  return rows.length === 1
}

/** Whether a current member has the address that this former member had. Their sign-in address replaces it then, which is unique. */
async function isFormerMailTaken(sql: Sql, group_id: number, id: number) {
  const { taken } = onlyRow(
    await sql<{ taken: boolean }[]>`
      select exists (
        select from users gone
        join users here on here.group_id = ${group_id} and here.mail_key = gone.mail_key and here.id <> gone.id and here.deleted_at is null
        where gone.group_id = ${group_id} and gone.id = ${id}) as taken`,
  )
  return taken
}

/** Adds an account as a pending member. The space sees only the address it typed until they accept. False when they are a member already. */
export async function addPendingMember(sql: Sql, author: Author, account: Account, role_id: number, mail: string) {
  const { group_id } = author.caller
  try {
    if (!(await insertPendingMember(sql, group_id, { id: account.id, role_id, mail }))) return false
  } catch (error) {
    throw hasSqlstate(error, 'unique_violation') ? mailTakenError(mail) : error
  }
  await emitEvents(sql, author, 'user.joined', [account.id])
  await notifyAll(sql, 'access')
  return true
}

/** Ends the author's own membership: a pending member declines, any other leaves. False when they are not in the space. */
export async function endOwnMembership(sql: Sql, author: Author): Promise<boolean> {
  const { id, group_id } = author.caller
  await lockMembers(sql, group_id)
  const [own] = await sql<{ pending: boolean }[]>`
    select pending_since is not null as pending from users
    where group_id = ${group_id} and id = ${id} and deleted_at is null and not service_account`
  if (!own) return false
  if (!own.pending) await checkNotLastSuperadmin(sql, group_id, id)
  await removeMember(sql, group_id, id)
  await recordAudit(sql, { ...ownAuditEntry(author), kind: own.pending ? 'user.declined' : 'user.removed' })
  await emitEvents(sql, author, 'user.left', [id])
  return true
}

/** Closes the open invitations to this address. Their links must stop working: a second use could assign another role. */
async function acceptOpenInvitations(sql: Sql, group_id: number, mail: string, user_id: number) {
  const closed = await sql<{ id: number }[]>`
    update invitations set user_id = ${user_id}
    where group_id = ${group_id} and email_key = lower(${mail}) and user_id is null
    returning id`
  const ids = closed.map(({ id }) => id)
  await sql`delete from invitation_links where group_id = ${group_id} and invitation_id = any(${ids})`
  return ids
}

/**
 * Removes a person from the space, with their teams, actions, tokens, grants, invitation and last visit in it. Their open tasks have no assignee then.
 * Their row stays, because the history names them. A former member who was added again and never accepted gets back the profile the space had.
 */
export async function removeMember(sql: Sql, group_id: number, id: number) {
  await endInvitationLinks(sql, group_id, id)
  await sql`delete from team_members where group_id = ${group_id} and user_id = ${id}`
  await sql`delete from member_visits where group_id = ${group_id} and user_id = ${id}`
  await sql`delete from action_users where group_id = ${group_id} and user_id = ${id}`
  await sql`
    update tasks set assignee_id = null, updated_at = now() where group_id = ${group_id} and assignee_id = ${id} and done_at is null`
  await sql`update tokens set revoked_at = now() where group_id = ${group_id} and user_id = ${id} and revoked_at is null`
  await sql`delete from invitations where group_id = ${group_id} and user_id = ${id}`
  const left = {
    ...(await formerProfile(sql, group_id, id)),
    selected_position: null,
    pending_since: null,
    former_profile: null,
  }
  await sql`
    update users set ${sql(rowOf(left))}, deleted_at = now(), updated_at = now() where group_id = ${group_id} and id = ${id}`
  await asUser(sql, id, async () => {
    await endGrants(sql, group_id, id)
    await selectFallbackSpace(sql, id)
  })
  await notifyAll(sql, 'access')
}

/** Ends what the person allowed applications in this space, so that these cannot renew their tokens. */
async function endGrants(sql: Sql, group_id: number, user_id: number) {
  const ended = await sql<{ digest: string }[]>`
    delete from oidc_records where kind = 'Grant' and user_id = ${user_id} and group_id = ${group_id} returning digest`
  const digests = ended.map(({ digest }) => digest)
  await sql`delete from oidc_records where user_id = ${user_id} and grant_digest = any(${digests})`
}

/** Selects another space for a person who has none selected. Pending memberships are skipped: selecting a space accepts it. */
async function selectFallbackSpace(sql: Sql, id: number) {
  const own = await sql<{ group_id: number; selected_position: number | null }[]>`
    select group_id, selected_position from users
    where id = ${id} and deleted_at is null and pending_since is null
    order by group_id`
  const [first] = own
  if (!first || own.some(({ selected_position }) => selected_position !== null)) return
  await sql`update users set selected_position = 1 where group_id = ${first.group_id} and id = ${id}`
}

export const mailTakenError = (mail: string) =>
  new ApiError('mail_taken', msg`Another user of this space already has the address ${mail}.`)

/** Changes the author's address in their space, unless another member has it. */
export async function changeMemberMail(sql: Sql, author: Author, mail: string) {
  const { id, group_id } = author.caller
  const changed = await sql`
    update users set mail = ${mail}, updated_at = now()
    where group_id = ${group_id} and id = ${id}
      and not exists (
        select from users other
        where other.group_id = ${group_id} and other.mail_key = lower(${mail}) and other.deleted_at is null)`
  if (changed.count > 0) await emitEvents(sql, author, 'user.updated', [id])
}
