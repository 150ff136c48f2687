import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { absentContact } from './merged.ts'
import { isVisible } from './read.ts'
import { isRestricted } from './restriction.ts'

// Locks contacts that a new note, task, relationship or household refers to, so that no merge, deletion or restriction happens meanwhile.

/** Locks the contact in the path. A restricted contact gets nothing new. */
export async function lockContactInPath(sql: Sql, caller: Caller, id: number) {
  const restricted = (await lockVisible(sql, caller, [id])).get(id)
  if (restricted === undefined) throw await absentContact(sql, caller.group_id, id)
  if (restricted) throw restrictedError(id)
}

/** Refuses a change of what is written about a restricted contact. */
export async function checkUnrestricted(sql: Sql, group_id: number, id: number) {
  if (await isRestricted(sql, group_id, id)) throw restrictedError(id)
}

const restrictedError = (id: number) =>
  new ApiError('conflict', msg`Contact ${id} asked that nothing be done with their data; lift that first.`)

/** Locks the contacts in a body. `locationOf` says where each was sent. */
export async function lockSentContacts(sql: Sql, caller: Caller, ids: number[], locationOf: (index: number) => string) {
  const known = await lockVisible(sql, caller, ids)
  for (const [index, id] of ids.entries()) {
    const restricted = known.get(id)
    if (restricted === undefined) throw invalid(locationOf(index), 'is not a contact of your space', id)
    if (restricted) throw invalid(locationOf(index), 'is a restricted contact, whose data must not be processed', id)
  }
}

/** Locks those that the caller sees. Returns whether each is restricted. */
async function lockVisible(sql: Sql, caller: Caller, ids: number[]) {
  const rows = await sql<{ id: number; restricted: boolean }[]>`
    select c.id, c.restricted_at is not null as restricted from contacts c
    where c.group_id = ${caller.group_id} and c.id = any(${ids}) and ${isVisible(sql, caller)}
    order by c.id
    for no key update`
  return new Map(rows.map(({ id, restricted }) => [id, restricted]))
}
