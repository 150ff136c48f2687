import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import type { Space, SpaceChange } from './schema.ts'

/** The spaces the caller belongs to, whichever the token is bound to. */
const ownSpaces = (sql: Sql, caller: Caller) => sql`
  from spaces s
  join users u on u.group_id = s.id
  where u.id = ${caller.id} and u.deleted_at is null`

const columns = (sql: Sql) => sql`s.id, s.created_at, s.updated_at, s.name, s.locale`

export async function listSpaces(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const [spaces, [total]] = await Promise.all([
    sql<Space[]>`
      select ${columns(sql)} ${ownSpaces(sql, caller)}
      order by s.id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ count: number }]>`select count(*) as count ${ownSpaces(sql, caller)}`,
  ])
  return { count: total.count, spaces: [...spaces] }
}

export async function readSpace(sql: Sql, caller: Caller, id: number) {
  const [space] = await sql<Space[]>`select ${columns(sql)} ${ownSpaces(sql, caller)} and s.id = ${id}`
  if (!space) throw notFound('space')
  return space
}

/** Only the space the token is bound to can be changed. */
export async function lockSpace(sql: Sql, caller: Caller, id: number) {
  const [space] = await sql<Space[]>`
    select id, created_at, updated_at, name, locale from spaces where id = ${id} and id = ${caller.group_id} for update`
  if (!space) throw notFound('space')
  return space
}

export async function changeSpace(sql: Sql, caller: Caller, id: number, changes: SpaceChange) {
  const { name, locale } = { ...(await lockSpace(sql, caller, id)), ...changes }
  await sql`update spaces set ${sql({ name, locale })}, updated_at = now() where id = ${id}`
  return lockSpace(sql, caller, id)
}
