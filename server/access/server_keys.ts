import { randomBytes } from 'node:crypto'
import { rowOf, type Sql } from '../db/sql.ts'

/** A key of this server, made when it is first needed. Of two processes that make it at once, the second takes that of the first. */
export async function serverKey<T extends object>(sql: Sql, name: string, make: () => T | Promise<T>): Promise<T> {
  const read = () => sql<{ value: T }[]>`select value from server_keys where name = ${name}`
  const [known] = await read()
  if (known) return known.value
  await sql`insert into server_keys ${sql(rowOf({ name, value: await make() }))} on conflict (name) do nothing`
  const [kept] = await read()
  return kept!.value
}

/** What marks the tokens that we make. Where it is lost, they are as good as before, but not known at sight. */
export async function tokenKey(sql: Sql): Promise<Buffer> {
  const [key] = await serverKey(sql, 'tokens', () => [randomBytes(32).toString('base64url')])
  return Buffer.from(key!, 'base64url')
}
