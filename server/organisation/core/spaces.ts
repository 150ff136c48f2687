import { builtInRoles } from '../../access/permissions.ts'
import { setRlsContext } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'

/** Creates a space with its four built-in roles. The transaction acts for that space from then on. */
export async function insertSpace(sql: Sql, name: string, locale: string) {
  // The id is taken first: row-level security does not return the inserted row before the transaction acts for its space.
  const [next] = await sql<[{ id: number }]>`select nextval('spaces_id_seq') as id`
  const group_id = next.id
  await sql`insert into spaces (id, name, locale) values (${group_id}, ${name}, ${locale})`
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
