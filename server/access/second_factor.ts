import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { clearSpace, setRlsContext } from '../db/rls_context.ts'
import type { Sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { digestOf } from './secrets.ts'

// A second factor is a secret in the person's phone, which shows another six digits every half minute, and ten codes on paper for
// the day the phone is lost. Every transaction here must act for the person themselves.

const issuer = 'Muster'
const period_s = 30
/** A clock may be one step early or late. */
const step_tolerance = 1
const setup_minutes_max = 30
const recovery_codes = 10
// Sixteen characters of five bits each, without the letters that are read as digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const recovery_length = 16

export async function hasSecondFactor(sql: Sql, account_id: number) {
  const [found] = await sql`select from second_factors where account_id = ${account_id} and confirmed_at is not null`
  return found !== undefined
}

/** Whether the space asks for a second factor that this person does not have. */
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
    'This space asks everybody for a second factor; set yours up on your account page, then try again.',
  )

/** What the person enters into their phone. Asked again within the half hour it is the same; it counts once a code was typed. */
export async function beginSecondFactor(sql: Sql, account_id: number, login_mail: string) {
  const fresh = sql`old.created_at > excluded.created_at - make_interval(mins => ${setup_minutes_max})`
  const [begun] = await sql<{ secret: string }[]>`
    insert into second_factors as old (account_id, secret) values (${account_id}, ${new Secret({ size: 20 }).base32})
    on conflict (account_id) do update
    set secret = case when ${fresh} then old.secret else excluded.secret end,
        created_at = case when ${fresh} then old.created_at else excluded.created_at end
    where old.confirmed_at is null
    returning secret`
  if (!begun) throw new ApiError('conflict', 'You already have a second factor; turn it off before you set up another.')
  return { secret: begun.secret, uri: totpOf(begun.secret, login_mail).toString() }
}

/** Turns the second factor on when the code is right, and hands out the recovery codes, which can never be shown again. */
export async function confirmSecondFactor(sql: Sql, account_id: number, typed: string, at_ms = Date.now()) {
  const [begun] = await sql<{ secret: string }[]>`
    select secret from second_factors
    where account_id = ${account_id} and confirmed_at is null
      and created_at > now() - make_interval(mins => ${setup_minutes_max})`
  const step = begun && stepOf(begun.secret, typed, at_ms)
  if (step === undefined) return undefined
  const confirmed = await sql`
    update second_factors set confirmed_at = now(), last_step = ${step}
    where account_id = ${account_id} and confirmed_at is null and secret = ${begun!.secret}
    returning account_id`
  if (confirmed.length === 0) return undefined
  await showInSpaces(sql, account_id, true)
  return makeRecoveryCodes(sql, account_id)
}

/** The spaces that the person has accepted show it to those who manage users. The transaction must act for no space. */
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

/** Whether this is the person's second factor, and which. A step of the clock works once, and so does a recovery code. */
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
  // Of two who come at once the second waits here, and then finds the step or the code used.
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

/** Turns the second factor off. False when there was none. */
export async function removeSecondFactor(sql: Sql, account_id: number) {
  await sql`delete from recovery_codes where account_id = ${account_id}`
  const dropped = await sql`
    delete from second_factors where account_id = ${account_id} returning confirmed_at is not null as confirmed`
  const was_on = dropped.some(({ confirmed }) => confirmed)
  if (was_on) await showInSpaces(sql, account_id, false)
  return was_on
}

/** Ten new recovery codes in place of those there were; undefined when there is no second factor that they could stand in for. */
export async function renewRecoveryCodes(sql: Sql, account_id: number) {
  // Locked, so that two who renew at once do not leave twenty.
  const [factor] = await sql`
    select from second_factors where account_id = ${account_id} and confirmed_at is not null for update`
  return factor && makeRecoveryCodes(sql, account_id)
}

/** How many recovery codes are left. */
export async function recoveryCodesLeft(sql: Sql, account_id: number) {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from recovery_codes where account_id = ${account_id} and used_at is null`
  return row.count
}

async function makeRecoveryCodes(sql: Sql, account_id: number) {
  const codes = Array.from({ length: recovery_codes }, newRecoveryCode)
  await sql`delete from recovery_codes where account_id = ${account_id}`
  await sql`insert into recovery_codes ${sql(codes.map(code => ({ account_id, digest: digestOf(normalizeCode(code)) })))}`
  return codes
}

function newRecoveryCode() {
  const letters = Array.from({ length: recovery_length }, () => alphabet[randomInt(alphabet.length)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** A recovery code as it is meant, however it was copied from paper. */
const normalizeCode = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[\s–—-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: period_s })

/** The step of the clock that these digits belong to; undefined when they belong to none near. */
function stepOf(secret: string, typed: string, timestamp: number) {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totpOf(secret).validate({ token, timestamp, window: step_tolerance })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period_s) + delta
}
