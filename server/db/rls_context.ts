import { onlyRow, type Sql } from './sql.ts'

/** The space and the user that a transaction acts for. Row level security decides by it which rows the transaction sees. */
export interface RlsContext {
  group_id?: number
  user_id?: number
  /** What a caller presents before it is authenticated: the digest of a secret, or a sign-in address. It makes the one row visible that it names. */
  presented?: string
  /** Whether the transaction has the only role that may remove personal data from append-only tables. Citus needs one role for all writes of it. */
  erases?: boolean
}

/**
 * The statements that set this context. SET LOCAL takes no parameters, so each value is checked or quoted here. Each is sent by itself: Citus
 * repeats the whole text on the workers.
 */
export function rlsStatements({ group_id, user_id, presented }: RlsContext) {
  const settings: string[] = []
  if (group_id !== undefined) settings.push(`set local app.group_id = '${safeInteger(group_id)}'`)
  if (user_id !== undefined) settings.push(`set local app.user_id = '${safeInteger(user_id)}'`)
  if (presented !== undefined) settings.push(`set local app.presented = '${presented.replaceAll("'", "''")}'`)
  return settings
}

function safeInteger(value: number) {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not an id`)
  return value
}

/** Changes the context of an open transaction, for requests that begin before the space is known. */
export async function setRlsContext(sql: Sql, context: RlsContext) {
  for (const statement of rlsStatements(context)) await sql.unsafe(statement)
}

/** Removes the space from the context, for work that concerns a person in all of their spaces. */
export async function clearSpace(sql: Sql) {
  await sql.unsafe("set local app.group_id = ''")
}

/** Runs `work` as another user, then restores the previous one. */
export async function asUser<T>(sql: Sql, user_id: number, work: () => Promise<T>): Promise<T> {
  const before = onlyRow(
    await sql<{ user_id: string | null }[]>`select current_setting('app.user_id', true) as user_id`,
  )
  await setRlsContext(sql, { user_id })
  const value = await work()
  if (before.user_id) await setRlsContext(sql, { user_id: Number(before.user_id) })
  else await sql.unsafe("set local app.user_id = ''")
  return value
}
