import { mailKeysOf } from '../db/mail_keys.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { digestOf } from './secrets.ts'

/** How many tries are free before each costs a wait. Many people share an address, one person has an account. */
const free_tries = { account: 5, browser: 5, factor: 5, mail: 5, address: 50 }
const wait_s_max = 900
/** Whoever has not tried for so long starts anew. */
const reset_after_s = 3600

/** What is counted. After `account:` and `mail:` stands an address as it was typed: all spellings of one mailbox share a count. */
export type TryKey = `${keyof typeof free_tries}:${string}`

/**
 * Counts a try before anything is checked, so that guesses sent at once are all counted. Tells how many seconds to wait; 0: go on.
 * A try that has to wait is no guess, and does not make the wait longer.
 */
export async function countTry(pool: Pool, keys: TryKey[]): Promise<number> {
  // Always in the same order, so that two who share both keys never wait for each other.
  const waits = await pool.write({}, async sql => {
    const waits: number[] = []
    for (const key of (await normalizeKeys(sql, keys)).sort()) waits.push(await count(sql, key))
    return waits
  })
  return Math.max(0, ...waits)
}

/** Forgets the tries of somebody who has shown that they are themselves. */
export async function resetTries(pool: Pool, key: TryKey) {
  await pool.write({}, async sql => {
    const [counted] = await normalizeKeys(sql, [key])
    await sql`delete from sign_in_attempts where key = ${digestOf(counted!)}`
  })
}

/** Takes one try back that turned out to be no guess: a hundred people who sign in at a congress share one address. */
export async function uncountTry(pool: Pool, key: TryKey) {
  await pool.write(
    {},
    async sql => sql`
    update sign_in_attempts set tries = greatest(tries - 1, 0) where key = ${digestOf(key)}`,
  )
}

async function normalizeKeys(sql: Sql, keys: TryKey[]): Promise<TryKey[]> {
  // The address alone: a letter may be lowered in another way where it does not begin a word.
  const mailIn = (key: TryKey) => /^(?:account|mail):([\s\S]*)$/.exec(key)?.[1]
  const mails = keys.flatMap(key => mailIn(key) ?? [])
  if (mails.length === 0) return [...keys]
  const found = await mailKeysOf(sql, mails)
  return keys.map(key => {
    const mail = mailIn(key)
    return mail === undefined ? key : (`${key.slice(0, key.indexOf(':'))}:${found[mails.indexOf(mail)]}` as TryKey)
  })
}

/** A number of things in a day, such as mails to an address. */
export interface DailyUse {
  key: `${string}:${string}`
  amount: number
  max: number
}

const day_ms = 86_400_000

/**
 * Counts these uses in the transaction at hand: if it fails, they were none. Returns the first that is more than a day allows, and when
 * that day ends; the caller then refuses. The database counts, so all processes share one count.
 */
export async function countDailyUses(sql: Sql, uses: DailyUse[]) {
  const now = new Date()
  const rows = uses
    .map(({ key, amount }) => ({ key: digestOf(key), tries: amount, tried_at: now.toISOString() }))
    // Always in the same order, so that two requests that share several keys never wait for each other.
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
    const { tries, tried_at } = known.get(digestOf(use.key))!
    const wait_s = Math.ceil((Date.parse(tried_at) + day_ms - now.getTime()) / 1000)
    if (tries > use.max) return { use, wait_s: Math.max(1, wait_s) }
  }
  return undefined
}

async function count(sql: Sql, key: TryKey) {
  const free = free_tries[key.slice(0, key.indexOf(':')) as keyof typeof free_tries]
  // Whoever comes at the same moment waits here, until this one is counted.
  const [past] = await sql<{ tries: number; tried_at: string; wait_until: string | null; now: string }[]>`
    insert into sign_in_attempts (key, tries, tried_at) values (${digestOf(key)}, 0, now())
    on conflict (key) do update set tries = sign_in_attempts.tries
    returning tries, tried_at, wait_until, clock_timestamp() as now`
  // By one clock, whichever server is asked.
  const now = new Date(past!.now)
  const left_ms = past!.wait_until ? Date.parse(past!.wait_until) - now.getTime() : 0
  if (left_ms > 0) return Math.ceil(left_ms / 1000)
  const forgotten = Date.parse(past!.tried_at) < now.getTime() - reset_after_s * 1000
  const tries = (forgotten ? 0 : past!.tries) + 1
  const wait_s = tries < free ? 0 : Math.min(2 ** Math.min(tries - free + 1, 20), wait_s_max)
  await sql`
    update sign_in_attempts
    set tries = ${tries}, tried_at = ${now.toISOString()}, wait_until = ${wait_s > 0 ? secondsAfter(now, wait_s) : null}
    where key = ${digestOf(key)}`
  return 0
}

const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000).toISOString()
