import { Readable } from 'node:stream'
import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import { hasSecondFactor } from '../../access/second_factor.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { lockName } from '../../db/advisory_lock.ts'
import { notifyAll } from '../../db/notifications.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { emitEvents } from '../../events/outbox.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { postAllAgain } from '../../money/core/ledger/post.ts'
import { emitWithMovedSums } from '../../money/core/moved_sums.ts'
import { lockSums } from '../../money/core/sums.ts'
import { identity, isSiren } from '../core/identity.ts'
import { extensionOf, logo_bytes_max, logo_pixels_max, printableLogo } from '../core/logo.ts'
import { isKnownTimeZone } from '../core/spaces.ts'
import type { Space, SpaceChange } from './schema.ts'

/** The spaces the caller belongs to, not only the one the token is bound to, unless it is valid in this space only. */
const ownSpaces = (sql: Sql, { id, group_id, token: { single_space } }: Caller) => sql`
  from spaces s
  join users u on u.group_id = s.id
  where u.id = ${id} and u.deleted_at is null ${single_space ? sql`and s.id = ${group_id}` : sql``}`

const changeable = ['name', 'locale', 'time_zone', 'second_factor_required', ...Object.keys(identity)]

const columns = (sql: Sql) =>
  sql`s.id, s.created_at, s.updated_at, ${sql(changeable.map(name => `s.${name}`))}, s.logo is not null as has_logo`

export async function listSpaces(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const [spaces, [total]] = await Promise.all([
    sql<Space[]>`
      select ${columns(sql)} ${ownSpaces(sql, caller)}
      order by s.id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ count: number }]>`select count(*) as count ${ownSpaces(sql, caller)}`,
  ])
  return { count: total.count, spaces: [...spaces] }
}

export async function readSpace(sql: Sql, caller: Caller, id: number) {
  const [space] = await sql<Space[]>`select ${columns(sql)} ${ownSpaces(sql, caller)} and s.id = ${id}`
  if (!space) throw notFound('space')
  return space
}

/** Reads and locks the space the token is bound to, the only one the caller can change. */
export async function lockSpace(sql: Sql, caller: Caller, id: number) {
  await lockName(sql, `space ${caller.group_id}`)
  const [space] = await sql<Space[]>`
    select ${columns(sql)} from spaces s where s.id = ${id} and s.id = ${caller.group_id}`
  if (!space) throw notFound('space')
  return space
}

export async function changeSpace(sql: Sql, context: WriteContext, id: number, changes: SpaceChange) {
  const { caller, request_id } = context
  const before = await lockSpace(sql, caller, id)
  const { id: _, created_at, updated_at, has_logo, ...row } = { ...before, ...changes }
  const { time_zone, second_factor_required } = row
  const zoneChanges = time_zone !== before.time_zone
  if (zoneChanges) await checkTimeZone(sql, time_zone)
  if (row.siren !== before.siren) checkSiren(row.siren)
  if (zoneChanges) await lockSums(sql, id)
  await sql`update spaces set ${sql(row)}, updated_at = now() where id = ${id}`
  if (zoneChanges) {
    const details = { from: before.time_zone, to: time_zone }
    await recordAudit(sql, { caller, request_id, kind: 'space.time_zone', subject: 'space', subject_id: id, details })
    await emitWithMovedSums(sql, context, 'space.updated')
    await postAllAgain(sql, id)
  } else await emitEvents(sql, context, 'space.updated', [id])
  if (second_factor_required !== before.second_factor_required) {
    if (second_factor_required) await checkOwnSecondFactor(sql, caller)
    const details = { from: before.second_factor_required, to: second_factor_required }
    await recordAudit(sql, {
      caller,
      request_id,
      kind: 'space.second_factor',
      subject: 'space',
      subject_id: id,
      details,
    })
    await notifyAll(sql, 'access')
  }
  return lockSpace(sql, caller, id)
}

/** Stores a logo, or removes it. */
export async function changeLogo(sql: Sql, context: WriteContext, id: number, bytes: Buffer | null) {
  await lockSpace(sql, context.caller, id)
  const logo = bytes && printableLogo(bytes)
  if (logo === undefined || (logo && logo.length > logo_bytes_max))
    throw new ApiError(
      'invalid_request',
      msg`The logo cannot be printed. Save it as PNG with 8 bits per colour or as JPEG, at most ${logo_pixels_max} pixels wide and high.`,
    )
  await sql`update spaces set logo = ${logo}, updated_at = now() where id = ${id}`
  await emitEvents(sql, context, 'space.updated', [id])
  return lockSpace(sql, context.caller, id)
}

export async function readLogo(sql: Sql, caller: Caller, id: number) {
  const [space] = await sql<{ logo: Buffer | null }[]>`select s.logo ${ownSpaces(sql, caller)} and s.id = ${id}`
  if (!space?.logo) throw notFound('logo')
  const { logo } = space
  return { name: `logo.${extensionOf(logo)}`, bytes: logo.length, open: async () => Readable.from([logo]) }
}

async function checkTimeZone(sql: Sql, time_zone: string) {
  if (await isKnownTimeZone(sql, time_zone)) return
  throw invalid('body.data.time_zone', 'is not a time zone that this server knows, such as Europe/Paris', time_zone)
}

function checkSiren(siren: string) {
  if (siren === '' || isSiren(siren)) return
  throw invalid('body.data.siren', msg`is not a SIREN: its last digit does not fit the others; check each digit`, siren)
}

// A caller without a second factor would lose access at once, and could not undo the change.
async function checkOwnSecondFactor(sql: Sql, { token, id }: Caller) {
  if (token.kind === 'service_account' || (await hasSecondFactor(sql, id))) return
  throw new ApiError(
    'conflict',
    'You have no second factor and would be locked out. Set one up on your account page first.',
  )
}
