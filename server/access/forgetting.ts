import type { Sql } from '../db/sql.ts'

/** A person may still wonder which of their scripts used a token that has ended; an application's lived a quarter of an hour. */
const personal_days = 30
const access_days = 1
/** Longer than any wait, and than it takes for tries to be forgotten. */
const attempt_hours = 24

/** Sweeps away what opens nothing any more, across all spaces. */
export async function forgetEnded(sql: Sql) {
  await sql`
    delete from tokens
    where expires_at < now() - make_interval(days => ${access_days})
      and (kind <> 'personal' or expires_at < now() - make_interval(days => ${personal_days}))`
  await sql`delete from sign_in_records where expires_at < now()`
  await sql`delete from account_links where expires_at < now()`
  await sql`delete from sign_in_attempts where tried_at < now() - make_interval(hours => ${attempt_hours})`
}
