import type { Sql } from '../db/sql.ts'

/** Whether the server has a space, also a deleted one. Only the worker role sees all of them. */
export async function isSetUp(sql: Sql) {
  return (await sql`select from spaces limit 1`).length > 0
}

/** Adds a link. Those of other machines on the same database stay valid. */
export async function insertLink(sql: Sql, digest: string) {
  await sql`delete from set_up_links where expires_at < now()`
  await sql`insert into set_up_links (digest, expires_at) values (${digest}, now() + interval '24 hours')`
}

export async function isLinkValid(sql: Sql, digest: string) {
  return (await sql`select from set_up_links where digest = ${digest} and expires_at > now()`).length > 0
}

/** Deletes the link. Returns whether it was valid; a concurrent request with the same link waits here and then finds it deleted. */
export async function consumeLink(sql: Sql, digest: string) {
  const consumed = await sql`delete from set_up_links where digest = ${digest} and expires_at > now() returning digest`
  return consumed.length > 0
}
