import { recordDeed } from '../../access/audit.ts'
import { noCredential } from '../../access/caller.ts'
import { hasSecondFactor } from '../../access/second_factor.ts'
import { announce } from '../../db/notifications.ts'
import { inTheNameOf } from '../../db/rls_context.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { type Author, tell } from '../../events/outbox.ts'

// A person who was added by their address is a member at once, and pending until they accept or open the space. The rule of what a space
// sees of a pending member is kept in the row itself: it holds what the space typed and nothing else, so no read can show more.

export interface Pending {
  id: number
  role_id: number
  /** The address as it was typed. */
  mail: string
}

/** Adds a person as a pending member. False when they are in the space already. What the space knew of a former member is set aside. */
export async function addPending(sql: Sql, group_id: number, { id, role_id, mail }: Pending): Promise<boolean> {
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

/** Puts back what was set aside, where anything was. */
export const formerProfile = (sql: Sql): Fragment => sql`
  firstname = coalesce(former_profile ->> 'firstname', firstname), surname = coalesce(former_profile ->> 'surname', surname),
  phone = coalesce(former_profile ->> 'phone', phone), address = coalesce(former_profile ->> 'address', address),
  city = coalesce(former_profile ->> 'city', city), postal = coalesce(former_profile ->> 'postal', postal),
  location = coalesce(former_profile ->> 'location', location), avatar = coalesce(former_profile ->> 'avatar', avatar),
  locale = coalesce(former_profile ->> 'locale', locale),
  birthdate = coalesce((former_profile ->> 'birthdate')::timestamptz, birthdate)`

/**
 * Accepts in the person's own name: the space sees from now on what they registered with, or what it knew of them before. What it wrote
 * about them meanwhile stays. False when there was nothing to accept. The transaction must act for the space.
 */
export async function acceptMembership(sql: Sql, author: Author): Promise<boolean> {
  const { id, group_id } = author.caller
  const own = await inTheNameOf(sql, id, () => ownFacts(sql, group_id, id))
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
  await tell(sql, author, 'invitation.accepted', await endInvitationLinks(sql, group_id, id))
  await recordDeed(sql, { ...deedOf(author), kind: 'user.accepted' })
  await tell(sql, author, 'user.updated', [id])
  await announce(sql, 'access')
  return true
}

/** For the audit log: the person themselves answered, by a link or on their account page. */
export const deedOf = ({ caller, request_id }: Author) => ({
  caller: { ...caller, token: noCredential },
  request_id,
  subject: 'user',
  subject_id: caller.id,
})

async function ownFacts(sql: Sql, group_id: number, id: number) {
  const [own] = await sql<{ firstname: string; surname: string; locale: string; created_at: string }[]>`
    select firstname, surname, locale, created_at from accounts where id = ${id}`
  const [chosen] = await sql<[{ any: boolean }]>`
    select exists (select from users where id = ${id} and group_id <> ${group_id} and selected_position is not null) as any`
  return own && { ...own, selected_elsewhere: chosen.any, factor: await hasSecondFactor(sql, id) }
}

/** The links in the mails that asked this person stop working. Returns the invitations they belonged to. */
export async function endInvitationLinks(sql: Sql, group_id: number, user_id: number) {
  const asked = await sql<{ id: number }[]>`
    select id from invitations where group_id = ${group_id} and user_id = ${user_id}`
  const ids = asked.map(({ id }) => id)
  await sql`delete from invitation_links where group_id = ${group_id} and invitation_id = any(${ids})`
  return ids
}
