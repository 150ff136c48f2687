import { inLots, lot_size } from '../db/lots.ts'
import type { Pool } from '../db/pool.ts'
import type { Sql } from '../db/sql.ts'

/** A person may still wonder which of their scripts used a token that has ended; an application's lived a quarter of an hour. */
const personal_days = 30
const access_days = 1
/** Longer than any wait, and than it takes for tries to be forgotten. */
const attempt_hours = 24

/** Sweeps away what opens nothing any more, across all spaces. */
export async function forgetEnded(worker: Pool) {
  await inLots(worker, forgetTokens)
  await inLots(worker, forgetRecords)
  await inLots(worker, forgetLinks)
  await inLots(worker, forgetAttempts)
}

// The sweeper may not read what opens a door, so that a lot is told by its last moment; what has the same one goes with it.

async function forgetTokens(sql: Sql) {
  const is_over = sql`(kind <> 'personal' or expires_at < now() - make_interval(days => ${personal_days}))`
  const { count } = await sql`
    delete from tokens
    where ${is_over} and expires_at <= (
      select max(o.expires_at) from (
        select expires_at from tokens
        where expires_at < now() - make_interval(days => ${access_days}) and ${is_over}
        order by expires_at
        limit ${lot_size}) o)`
  return count
}

async function forgetRecords(sql: Sql) {
  const { count } = await sql`
    delete from sign_in_records
    where expires_at <= (
      select max(o.expires_at) from (
        select expires_at from sign_in_records where expires_at < now() order by expires_at limit ${lot_size}) o)`
  return count
}

async function forgetLinks(sql: Sql) {
  const { count } = await sql`
    delete from account_links
    where expires_at <= (
      select max(o.expires_at) from (
        select expires_at from account_links where expires_at < now() order by expires_at limit ${lot_size}) o)`
  return count
}

async function forgetAttempts(sql: Sql) {
  const { count } = await sql`
    delete from sign_in_attempts
    where tried_at <= (
      select max(o.tried_at) from (
        select tried_at from sign_in_attempts
        where tried_at < now() - make_interval(hours => ${attempt_hours})
        order by tried_at
        limit ${lot_size}) o)`
  return count
}
