import { recordAudit } from '../../access/audit.ts'
import { noCredential } from '../../access/caller.ts'
import { hasSecondFactor } from '../../access/second_factor.ts'
import { notifyAll } from '../../db/notifications.ts'
import { asUser } from '../../db/rls_context.ts'
import { onlyRow, rowOf, type Sql } from '../../db/sql.ts'
import { type Author, emitEvents } from '../../events/outbox.ts'
import { lockMembers } from './roles.ts'

// A person added by their address is a member at once, and pending until they accept or open the space. The row of a pending member holds
// only what the space typed, so that no read can show more.

export interface PendingMember {
  id: number
  role_id: number
  /** The address as the space typed it. */
  mail: string
}

const emptyProfile = {
  firstname: '',
  surname: '',
  locale: '',
  phone: '',
  address: '',
  city: '',
  postal: '',
  location: '',
  avatar: '',
  birthdate: null as string | null,
}
type Profile = typeof emptyProfile
const profileFields = Object.keys(emptyProfile) as (keyof Profile)[]

/** Adds a pending member. False when they are a member already. The profile of a former member moves to `former_profile`. */
export async function insertPendingMember(
  sql: Sql,
  group_id: number,
  { id, role_id, mail }: PendingMember,
): Promise<boolean> {
  const now = new Date().toISOString()
  const member = { role_id, mail, registered_at: now, pending_since: now }
  const [former] = await sql<Profile[]>`
    select ${sql(profileFields)} from users where group_id = ${group_id} and id = ${id} and deleted_at is not null`
  if (former) {
    const moved = {
      ...emptyProfile,
      former_profile: former,
      deleted_at: null,
      selected_position: null,
      second_factor: false,
    }
    await sql`
      update users set ${sql(rowOf({ ...member, ...moved }))}, updated_at = now() where group_id = ${group_id} and id = ${id}`
    return true
  }
  const { firstname, surname, locale } = emptyProfile
  const added = await sql`
    insert into users ${sql({ group_id, id, ...member, firstname, surname, locale })} on conflict (group_id, id) do nothing returning id`
  return added.length === 1
}

/** The profile that the space had of a former member who was added again and did not accept. */
export async function formerProfile(sql: Sql, group_id: number, id: number): Promise<Partial<Profile>> {
  const [user] = await sql<{ former_profile: Profile | null }[]>`
    select former_profile from users where group_id = ${group_id} and id = ${id}`
  return user?.former_profile ?? {}
}

/**
 * Accepts a pending membership as the person. The space then sees the name they registered with, or the profile it had before; what it wrote
 * meanwhile stays. False when no membership is pending. The transaction must act for the space.
 */
export async function acceptMembership(sql: Sql, author: Author): Promise<boolean> {
  const { id, group_id } = author.caller
  await lockMembers(sql, group_id)
  const own = await asUser(sql, id, () => readOwnAccount(sql, group_id, id))
  if (!own) return false
  const [pending] = await sql<(Profile & { former_profile: Profile | null })[]>`
    select ${sql(profileFields)}, former_profile from users
    where group_id = ${group_id} and id = ${id} and pending_since is not null and deleted_at is null`
  if (!pending) return false
  const registered = { ...emptyProfile, firstname: own.firstname, surname: own.surname, locale: own.locale }
  const profile = Object.fromEntries(
    profileFields.map(field => [field, pending[field] || pending.former_profile?.[field] || registered[field]]),
  )
  const accepted = {
    ...profile,
    pending_since: null,
    former_profile: null,
    registered_at: own.created_at,
    second_factor: own.factor,
    selected_position: own.selected_elsewhere ? null : 1,
  }
  await sql`update users set ${sql(rowOf(accepted))}, updated_at = now() where group_id = ${group_id} and id = ${id}`
  await emitEvents(sql, author, 'invitation.accepted', await endInvitationLinks(sql, group_id, id))
  await recordAudit(sql, { ...ownAuditEntry(author), kind: 'user.accepted' })
  await emitEvents(sql, author, 'user.updated', [id])
  await notifyAll(sql, 'access')
  return true
}

/** An audit entry about the author, who answered by a link or on their account page and so has no token. */
export const ownAuditEntry = ({ caller, request_id }: Author) => ({
  caller: { ...caller, token: noCredential },
  request_id,
  subject: 'user',
  subject_id: caller.id,
})

async function readOwnAccount(sql: Sql, group_id: number, id: number) {
  const [own] = await sql<{ firstname: string; surname: string; locale: string; created_at: string }[]>`
    select firstname, surname, locale, created_at from accounts where id = ${id}`
  if (!own) return undefined
  return {
    ...own,
    selected_elsewhere: await hasSelectedOtherSpace(sql, group_id, id),
    factor: await hasSecondFactor(sql, id),
  }
}

/** Whether the person has selected a space other than this one. The transaction must act as the person. */
export async function hasSelectedOtherSpace(sql: Sql, group_id: number, id: number) {
  const { selected } = onlyRow(
    await sql<{ selected: boolean }[]>`
      select exists (select from users where id = ${id} and group_id <> ${group_id} and selected_position is not null) as selected`,
  )
  return selected
}

/** Deletes the invitation links of this user. Returns the ids of their invitations. */
export async function endInvitationLinks(sql: Sql, group_id: number, user_id: number) {
  const invitations = await sql<{ id: number }[]>`
    select id from invitations where group_id = ${group_id} and user_id = ${user_id}`
  const ids = invitations.map(({ id }) => id)
  await sql`delete from invitation_links where group_id = ${group_id} and invitation_id = any(${ids})`
  return ids
}
