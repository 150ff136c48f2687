import { builtInRoles } from '../../access/permissions.ts'
import { setRlsContext } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'
import { isTimeZone } from '../../time_zone.ts'
import { identity } from './identity.ts'

export interface NewSpace {
  name: string
  locale: string
  time_zone: string
}

export async function timeZoneOf(sql: Sql, group_id: number) {
  const [space] = await sql<[{ time_zone: string }]>`select time_zone from spaces where id = ${group_id}`
  return space.time_zone
}

export type Identity = Record<'name' | keyof typeof identity, string>

export async function identityOf(sql: Sql, group_id: number): Promise<Identity> {
  const [space] = await sql<[Identity]>`
    select ${sql(['name', ...Object.keys(identity)])} from spaces where id = ${group_id}`
  return space
}

/** Whether both Node and PostgreSQL know this time zone. Both compute with it, each with rules of its own installation. */
export async function isKnownTimeZone(sql: Sql, name: string) {
  return isTimeZone(name) && (await sql`select from pg_timezone_names where name = ${name}`).length > 0
}

/** Whether the server waits for its first space: its links are deleted when that is created. */
export const awaitsFirstSpace = async (sql: Sql) => (await sql`select from set_up_links limit 1`).length > 0

/** Creates a space with its four built-in roles. The transaction acts for that space from then on. */
export async function insertSpace(sql: Sql, { name, locale, time_zone }: NewSpace) {
  // The id is taken first: row-level security does not return the inserted row before the transaction acts for its space.
  const [next] = await sql<[{ id: number }]>`select nextval('spaces_id_seq') as id`
  const group_id = next.id
  await sql`insert into spaces (id, name, locale, time_zone) values (${group_id}, ${name}, ${locale}, ${time_zone})`
  // The server is set up.
  await sql`delete from set_up_links`
  await setRlsContext(sql, { group_id })
  const roles = builtInRoles.map(({ type, rank, color }) => ({
    group_id,
    name: type,
    type,
    order: rank,
    color,
    web: true,
    mobile: true,
    permissions: [],
  }))
  await sql`insert into roles ${sql(roles)}`
  return group_id
}
