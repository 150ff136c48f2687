import { databaseTime, secondsAfter } from '../db/clock.ts'
import { mailKeysOf } from '../db/mail_keys.ts'
import type { Pool } from '../db/pool/pool.ts'
import { onlyRow, type Sql } from '../db/sql.ts'
import { digestOf } from './secrets.ts'

/** The number of tries before each one costs a wait. An IP address may be shared by many people. */
const free_tries = { account: 5, browser: 5, factor: 5, mail: 5, address: 50, lookup: 50, provider: 50 }
const wait_s_max = 900
/** After this long without a try the count starts again. */
const reset_after_s = 3600

/** What is counted. `account:` and `mail:` are followed by a mail address as typed; all spellings of one mailbox share a count. */
export type TryKey = `${keyof typeof free_tries}:${string}`

/**
 * Counts a try before anything is checked, so that concurrent guesses are all counted. Returns how many seconds to wait, or 0. A try during a wait is not
 * counted and does not make the wait longer.
 */
export async function countTry(pool: Pool, keys: TryKey[]): Promise<number> {
  // Always in the same order, to avoid deadlocks.
  const waits = await pool.write({}, async sql => {
    const waits: number[] = []
    for (const key of (await normalizeKeys(sql, keys)).sort()) waits.push(await count(sql, key))
    return waits
  })
  return Math.max(0, ...waits)
}

/** Deletes the count after a successful sign-in. */
export async function resetTries(pool: Pool, key: TryKey) {
  await pool.write({}, async sql => {
    const digests = (await normalizeKeys(sql, [key])).map(digestOf)
    await sql`delete from sign_in_attempts where key = any(${digests})`
  })
}

/** Uncounts a try that was not a guess: a hundred people who sign in at a congress share one IP address. */
export async function refundTry(pool: Pool, key: TryKey) {
  await pool.write(
    {},
    async sql => sql`
    update sign_in_attempts set tries = greatest(tries - 1, 0) where key = ${digestOf(key)}`,
  )
}

async function normalizeKeys(sql: Sql, keys: TryKey[]): Promise<TryKey[]> {
  // Without the prefix, because lower-casing a letter may depend on whether it begins a word.
  const mailIn = (key: TryKey) => /^(?:account|mail):([\s\S]*)$/.exec(key)?.[1]
  const mails = keys.flatMap(key => mailIn(key) ?? [])
  if (mails.length === 0) return [...keys]
  const found = await mailKeysOf(sql, mails)
  return keys.map(key => {
    const mail = mailIn(key)
    return mail === undefined ? key : (`${key.slice(0, key.indexOf(':'))}:${found[mails.indexOf(mail)]}` as TryKey)
  })
}

/** A daily limit, such as mails to an address. */
export interface DailyUse {
  key: `${string}:${string}`
  amount: number
  max: number
}

const day_ms = 86_400_000

/**
 * Counts these uses in the current transaction; a rollback uncounts them. Returns the first one above its limit and the seconds until it can be used again.
 * The database counts, so all processes share one count.
 */
export async function countDailyUses(sql: Sql, uses: DailyUse[]) {
  const now = new Date()
  const rows = uses
    .map(({ key, amount }) => ({ key: digestOf(key), tries: amount, tried_at: now.toISOString() }))
    // Always in the same order, to avoid deadlocks.
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const day_ago = new Date(now.getTime() - day_ms).toISOString()
  const counted = await sql<{ key: string; tries: number; tried_at: string }[]>`
    insert into sign_in_attempts ${sql(rows)}
    on conflict (key) do update
    set tries = excluded.tries + case when sign_in_attempts.tried_at > ${day_ago} then sign_in_attempts.tries else 0 end,
        tried_at = case when sign_in_attempts.tried_at > ${day_ago} then sign_in_attempts.tried_at else excluded.tried_at end
    returning key, tries, tried_at`
  const known = new Map(counted.map(row => [row.key, row]))
  for (const use of uses) {
    const row = known.get(digestOf(use.key))
    if (!row) throw new Error('a daily use was not counted')
    if (row.tries <= use.max) continue
    const wait_s = Math.ceil((Date.parse(row.tried_at) + day_ms - now.getTime()) / 1000)
    return { use, wait_s: Math.max(1, wait_s) }
  }
  return undefined
}

async function count(sql: Sql, key: TryKey) {
  const free = free_tries[key.slice(0, key.indexOf(':')) as keyof typeof free_tries]
  // A concurrent try waits for the row lock until this one is counted.
  const rows = await sql<{ tries: number; tried_at: string; wait_until: string | null }[]>`
    insert into sign_in_attempts (key, tries, tried_at) values (${digestOf(key)}, 0, now())
    on conflict (key) do update set tries = sign_in_attempts.tries
    returning tries, tried_at, wait_until`
  const past = onlyRow(rows)
  // The clock of the database, which all servers share.
  const now = await databaseTime(sql)
  const left_ms = past.wait_until ? Date.parse(past.wait_until) - Date.parse(now) : 0
  if (left_ms > 0) return Math.ceil(left_ms / 1000)
  const isReset = past.tried_at < secondsAfter(now, -reset_after_s)
  const tries = (isReset ? 0 : past.tries) + 1
  const wait_s = tries < free ? 0 : Math.min(2 ** Math.min(tries - free + 1, 20), wait_s_max)
  await sql`
    update sign_in_attempts
    set tries = ${tries}, tried_at = ${now}, wait_until = ${wait_s > 0 ? secondsAfter(now, wait_s) : null}
    where key = ${digestOf(key)}`
  return 0
}
