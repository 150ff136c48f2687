import type { Sql } from './sql.ts'

/** Whom a transaction acts for. Row level security shows it this much and nothing else. */
export interface Standpoint {
  group_id?: number
  user_id?: number
  /** What an unknown caller presents: the digest of a secret, or a sign-in address. It opens just the row that it names. */
  presented?: string
}

/** The statements by which a transaction takes this standpoint. SET LOCAL takes no parameters, so every value is checked or quoted here. */
export function entering({ group_id, user_id, presented }: Standpoint) {
  const settings: string[] = []
  if (group_id !== undefined) settings.push(`set local app.group_id = '${safeInteger(group_id)}'`)
  if (user_id !== undefined) settings.push(`set local app.user_id = '${safeInteger(user_id)}'`)
  if (presented !== undefined) settings.push(`set local app.presented = '${presented.replaceAll("'", "''")}'`)
  return settings.join(';')
}

function safeInteger(value: number) {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no identifier`)
  return value
}

/** Moves an open transaction to another standpoint, for the few stories that begin before the space is known. */
export async function enter(sql: Sql, standpoint: Standpoint) {
  await sql.unsafe(entering(standpoint))
}

/** Takes an open transaction out of the space it acts in, for what concerns a person in all of their spaces. */
export async function leaveSpace(sql: Sql) {
  await sql.unsafe("set local app.group_id = ''")
}

/** Does a piece of work in the name of another person, and returns to the one before. */
export async function inTheNameOf<T>(sql: Sql, user_id: number, work: () => Promise<T>): Promise<T> {
  const [before] = await sql<[{ user_id: string | null }]>`select current_setting('app.user_id', true) as user_id`
  await enter(sql, { user_id })
  const value = await work()
  await sql.unsafe(before.user_id ? entering({ user_id: Number(before.user_id) }) : "set local app.user_id = ''")
  return value
}

/** Does a piece of work as the one role that may take personal data out of what nobody may change. */
export async function asEraser<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql.unsafe('set local role muster_eraser')
  const value = await work()
  await sql.unsafe('set local role muster_app')
  return value
}
