import { recordAudit } from '../../access/audit.ts'
import { noCredential } from '../../access/caller.ts'
import { hasSecondFactor } from '../../access/second_factor.ts'
import { notifyAll } from '../../db/notifications.ts'
import { asUser } from '../../db/rls_context.ts'
import { type Fragment, onlyRow, type Sql } from '../../db/sql.ts'
import { type Author, emitEvents } from '../../events/outbox.ts'

// A person added by their address is a member at once, and pending until they accept or open the space. The row of a pending member holds
// only what the space typed, so that no read can show more.

export interface PendingMember {
  id: number
  role_id: number
  /** The address as the space typed it. */
  mail: string
}

/** Adds a pending member. False when they are a member already. The profile of a former member moves to `former_profile`. */
export async function insertPendingMember(
  sql: Sql,
  group_id: number,
  { id, role_id, mail }: PendingMember,
): Promise<boolean> {
  const now = new Date().toISOString()
  const added = await sql`
    insert into users (group_id, id, role_id, mail, firstname, surname, locale, registered_at, pending_since)
    values (${group_id}, ${id}, ${role_id}, ${mail}, '', '', '', ${now}, ${now})
    on conflict (group_id, id) do update
    set role_id = excluded.role_id, mail = excluded.mail, registered_at = excluded.registered_at, pending_since = excluded.pending_since,
        deleted_at = null, updated_at = excluded.updated_at, selected_position = null,
        former_profile = json_build_object(
          'firstname', users.firstname, 'surname', users.surname, 'phone', users.phone, 'address', users.address, 'city', users.city,
          'postal', users.postal, 'location', users.location, 'avatar', users.avatar, 'locale', users.locale, 'birthdate', users.birthdate),
        firstname = '', surname = '', phone = '', address = '', city = '', postal = '', location = '', avatar = '', locale = '',
        birthdate = null, second_factor = false
    where users.deleted_at is not null
    returning id`
  return added.length === 1
}

/** Assignments that restore the profile from `former_profile`, where there is one. */
export const restoredProfile = (sql: Sql): Fragment => sql`
  firstname = coalesce(former_profile ->> 'firstname', firstname), surname = coalesce(former_profile ->> 'surname', surname),
  phone = coalesce(former_profile ->> 'phone', phone), address = coalesce(former_profile ->> 'address', address),
  city = coalesce(former_profile ->> 'city', city), postal = coalesce(former_profile ->> 'postal', postal),
  location = coalesce(former_profile ->> 'location', location), avatar = coalesce(former_profile ->> 'avatar', avatar),
  locale = coalesce(former_profile ->> 'locale', locale),
  birthdate = coalesce((former_profile ->> 'birthdate')::timestamptz, birthdate)`

/**
 * Accepts a pending membership as the person. The space then sees the name they registered with, or the profile it had before; what it wrote
 * meanwhile stays. False when no membership is pending. The transaction must act for the space.
 */
export async function acceptMembership(sql: Sql, author: Author): Promise<boolean> {
  const { id, group_id } = author.caller
  const own = await asUser(sql, id, () => readOwnAccount(sql, group_id, id))
  if (!own) return false
  const accepted = await sql`
    update users
    set pending_since = null, former_profile = null, updated_at = now(), registered_at = ${own.created_at}, second_factor = ${own.factor},
        selected_position = ${own.selected_elsewhere ? null : 1},
        firstname = coalesce(nullif(firstname, ''), nullif(former_profile ->> 'firstname', ''), ${own.firstname}),
        surname = coalesce(nullif(surname, ''), nullif(former_profile ->> 'surname', ''), ${own.surname}),
        locale = coalesce(nullif(locale, ''), nullif(former_profile ->> 'locale', ''), ${own.locale}),
        phone = coalesce(nullif(phone, ''), former_profile ->> 'phone', ''),
        address = coalesce(nullif(address, ''), former_profile ->> 'address', ''),
        city = coalesce(nullif(city, ''), former_profile ->> 'city', ''),
        postal = coalesce(nullif(postal, ''), former_profile ->> 'postal', ''),
        location = coalesce(nullif(location, ''), former_profile ->> 'location', ''),
        avatar = coalesce(nullif(avatar, ''), former_profile ->> 'avatar', ''),
        birthdate = coalesce(birthdate, (former_profile ->> 'birthdate')::timestamptz)
    where group_id = ${group_id} and id = ${id} and pending_since is not null and deleted_at is null
    returning id`
  if (accepted.length === 0) return false
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
