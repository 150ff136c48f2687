import type { Caller } from '../../access/caller.ts'
import { type Permission, permissionsOfRole, type RoleType } from '../../access/permissions.ts'
import { countDailyUses } from '../../access/throttle.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { RequestInfo } from '../../http/operation.ts'
import { msg } from '../../messages/message.ts'
import { seesUser } from '../../organisation/core/visibility.ts'

/** A user who can be mentioned in a note or get a task, with what a mail to them needs. */
export interface Recipient {
  id: number
  mail: string
  firstname: string
  locale: string
  permissions: ReadonlySet<Permission>
}

/** The context of a write that sends mails with links to this server. */
export type MailWriter = WriteContext & { public_url: string }

export const mailWriterOf = ({ caller, request }: { caller: Caller; request: RequestInfo }): MailWriter => ({
  caller,
  request_id: request.id,
  public_url: request.public_url,
})

/** Those of these users that the caller sees and that can act in the space; not service accounts. */
export async function findRecipients(sql: Sql, caller: Caller, ids: number[]): Promise<Map<number, Recipient>> {
  if (ids.length === 0) return new Map()
  const { group_id } = caller
  const rows = await sql<(Omit<Recipient, 'permissions'> & { role: { type: RoleType; permissions: string[] } })[]>`
    select u.id, u.mail, u.firstname, coalesce(nullif(u.locale, ''), s.locale) as locale,
           json_build_object('type', r.type, 'permissions', r.permissions) as role
    from users u
    join roles r on r.group_id = ${group_id} and r.id = u.role_id
    join spaces s on s.id = ${group_id}
    where u.group_id = ${group_id} and u.id = any(${ids}) and u.deleted_at is null and u.pending_since is null and u.suspended_at is null
      and not u.service_account and ${seesUser(sql, caller)}`
  return new Map(
    rows.map(({ role, ...user }) => [user.id, { ...user, permissions: new Set(permissionsOfRole(role)) }] as const),
  )
}

/** The names that a mail about the caller contains. */
export async function senderOf(sql: Sql, { group_id, id }: Caller): Promise<{ sender: string; space: string }> {
  const [row] = await sql<[{ sender: string; space: string }]>`
    select trim(u.firstname || ' ' || u.surname) as sender, s.name as space
    from users u, spaces s
    where u.group_id = ${group_id} and u.id = ${id} and s.id = ${group_id}`
  return row
}

const mails_a_day = 500

/** Counts mails that a user causes to colleagues, and refuses more than a person can mean. */
export async function countMails(sql: Sql, { group_id, id }: Caller, amount: number) {
  if (amount === 0) return
  const over = await countDailyUses(sql, [{ key: `mails_to_users:${group_id}:${id}`, amount, max: mails_a_day }])
  if (!over) return
  const detail = msg`You can notify other users ${mails_a_day} times a day. Remove the mention or the assignee, or try again later.`
  throw new ApiError('rate_limited', detail, { headers: { 'retry-after': String(over.wait_s) } })
}
