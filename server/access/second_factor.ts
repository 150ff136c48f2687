import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { databaseTime, secondsAfter } from '../db/clock.ts'
import { clearSpace, setRlsContext } from '../db/rls_context.ts'
import type { Sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { digestOf } from './secrets.ts'

// Time-based one-time passwords (TOTP) with ten recovery codes. Every transaction here must have the user in its row-level security context.

const issuer = 'Muster'
const period_s = 30
/** Clocks may differ by one step. */
const step_tolerance = 1
const setup_minutes_max = 30
const recovery_codes = 10
// Sixteen characters of five bits each, without letters that look like digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const recovery_length = 16

export async function hasSecondFactor(sql: Sql, account_id: number) {
  const [found] = await sql`select from second_factors where account_id = ${account_id} and confirmed_at is not null`
  return found !== undefined
}

/** Whether the space requires a second factor that this user does not have. */
export async function lacksSecondFactor(sql: Sql, group_id: number, account_id: number) {
  const [lacking] = await sql`
    select from spaces s
    where s.id = ${group_id} and s.second_factor_required
      and not exists (select from second_factors f where f.account_id = ${account_id} and f.confirmed_at is not null)`
  return lacking !== undefined
}

export const secondFactorRequired = () =>
  new ApiError(
    'second_factor_required',
    'This space requires a second factor. Set one up on your account page, then try again.',
  )

/** The secret for the authenticator app. It stays the same for half an hour, and becomes active once a code confirms it. */
export async function beginSecondFactor(sql: Sql, account_id: number, login_mail: string) {
  const now = await databaseTime(sql)
  const fresh = sql`old.created_at > ${secondsAfter(now, -setup_minutes_max * 60)}`
  const [begun] = await sql<{ secret: string }[]>`
    insert into second_factors as old (account_id, secret, created_at)
    values (${account_id}, ${new Secret({ size: 20 }).base32}, ${now})
    on conflict (account_id) do update
    set secret = case when ${fresh} then old.secret else excluded.secret end,
        created_at = case when ${fresh} then old.created_at else excluded.created_at end
    where old.confirmed_at is null
    returning secret`
  if (!begun) throw new ApiError('conflict', 'You already have a second factor. Turn it off before you set up another.')
  return { secret: begun.secret, uri: totpOf(begun.secret, login_mail).toString() }
}

/** Turns the second factor on if the code is right. Returns the recovery codes, which are not stored and cannot be shown again. */
export async function confirmSecondFactor(sql: Sql, account_id: number, typed: string, at_ms = Date.now()) {
  const [begun] = await sql<{ secret: string }[]>`
    select secret from second_factors
    where account_id = ${account_id} and confirmed_at is null
      and created_at > now() - make_interval(mins => ${setup_minutes_max})`
  if (!begun) return undefined
  const step = stepOf(begun.secret, typed, at_ms)
  if (step === undefined) return undefined
  const confirmed = await sql`
    update second_factors set confirmed_at = now(), last_step = ${step}
    where account_id = ${account_id} and confirmed_at is null and secret = ${begun.secret}
    returning account_id`
  if (confirmed.length === 0) return undefined
  await showInSpaces(sql, account_id, true)
  return createRecoveryCodes(sql, account_id)
}

/** Copies the state to the spaces that the user has joined, for their user lists. The transaction must have no space in its context. */
async function showInSpaces(sql: Sql, account_id: number, on: boolean) {
  const spaces = await sql<{ group_id: number }[]>`
    select group_id from users
    where id = ${account_id} and deleted_at is null and pending_since is null
    order by group_id`
  for (const { group_id } of spaces) {
    await setRlsContext(sql, { group_id })
    await sql`update users set second_factor = ${on} where group_id = ${group_id} and id = ${account_id}`
  }
  await clearSpace(sql)
}

/** Checks a code and returns its kind; undefined if it is wrong. Each TOTP step and each recovery code works once. */
export async function checkSecondFactor(
  sql: Sql,
  account_id: number,
  typed: string,
  at_ms = Date.now(),
): Promise<'totp' | 'recovery' | undefined> {
  const [factor] = await sql<{ secret: string }[]>`
    select secret from second_factors where account_id = ${account_id} and confirmed_at is not null`
  if (!factor) return undefined
  const step = stepOf(factor.secret, typed, at_ms)
  // Of two concurrent requests the second waits for the row lock, and then finds the code used.
  const [used] =
    step === undefined
      ? await sql`
          update recovery_codes set used_at = now()
          where account_id = ${account_id} and digest = ${digestOf(normalizeCode(typed))} and used_at is null
          returning digest`
      : await sql`
          update second_factors set last_step = ${step}
          where account_id = ${account_id} and secret = ${factor.secret} and last_step < ${step}
          returning last_step`
  return used && (step === undefined ? 'recovery' : 'totp')
}

/** Turns the second factor off. Returns false if there was none. */
export async function removeSecondFactor(sql: Sql, account_id: number) {
  await sql`delete from recovery_codes where account_id = ${account_id}`
  const dropped = await sql`
    delete from second_factors where account_id = ${account_id} returning confirmed_at is not null as confirmed`
  const was_on = dropped.some(({ confirmed }) => confirmed)
  if (was_on) await showInSpaces(sql, account_id, false)
  return was_on
}

/** Replaces the recovery codes; undefined if there is no second factor. */
export async function renewRecoveryCodes(sql: Sql, account_id: number) {
  // The lock prevents that two concurrent requests leave twenty codes.
  const [factor] = await sql`
    select from second_factors where account_id = ${account_id} and confirmed_at is not null for update`
  return factor && createRecoveryCodes(sql, account_id)
}

export async function recoveryCodesLeft(sql: Sql, account_id: number) {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from recovery_codes where account_id = ${account_id} and used_at is null`
  return row.count
}

async function createRecoveryCodes(sql: Sql, account_id: number) {
  const codes = Array.from({ length: recovery_codes }, newRecoveryCode)
  await sql`delete from recovery_codes where account_id = ${account_id}`
  await sql`insert into recovery_codes ${sql(codes.map(code => ({ account_id, digest: digestOf(normalizeCode(code)) })))}`
  return codes
}

function newRecoveryCode() {
  const letters = Array.from({ length: recovery_length }, () => alphabet[randomInt(alphabet.length)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Removes differences that arise when a code is copied from paper. */
const normalizeCode = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[\s–—-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: period_s })

/** The TOTP step of these digits; undefined if they match none within the tolerance. */
function stepOf(secret: string, typed: string, timestamp: number) {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totpOf(secret).validate({ token, timestamp, window: step_tolerance })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period_s) + delta
}
