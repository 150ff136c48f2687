import { randomBytes, randomUUID } from 'node:crypto'
import { onlyRow, rowOf, type Sql } from '../db/sql.ts'

/** A key of this server, created when first needed. If two processes create it at once, the first one wins. */
export async function serverKey<T extends object>(sql: Sql, name: string, make: () => T | Promise<T>): Promise<T> {
  const read = () => sql<{ value: T }[]>`select value from server_keys where name = ${name}`
  const [known] = await read()
  if (known) return known.value
  await sql`insert into server_keys ${sql(rowOf({ name, value: await make() }))} on conflict (name) do nothing`
  return onlyRow(await read()).value
}

/** The key for the MACs of tokens. If it is lost, tokens stay valid, but each needs a lookup to be recognised. */
export async function tokenKey(sql: Sql): Promise<Buffer> {
  const make = (): [string] => [randomBytes(32).toString('base64url')]
  const [key] = await serverKey(sql, 'tokens', make)
  return Buffer.from(key, 'base64url')
}

/** Tells this installation from others: `muster doctor` recognises its server by it. It is public. */
export async function instanceId(sql: Sql): Promise<string> {
  const [id] = await serverKey(sql, 'instance_id', (): [string] => [randomUUID()])
  return id
}
