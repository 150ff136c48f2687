import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { rangeEnd, rangeStart } from '../../time_zone.ts'
import { validateClosedPeriods } from '../core/ledger/closing.ts'
import { lockSettings, type Settings } from '../core/settings.ts'
import type { TransactionSettingsChange } from './schema.ts'

interface Writer {
  caller: Caller
  request_id: string
}

export async function changeSettings(sql: Sql, writer: Writer, changes: TransactionSettingsChange) {
  const { caller } = writer
  const before = await lockSettings(sql, caller.group_id)
  await checkReferences(sql, caller, before, changes)
  checkSerials(before, changes)
  const raised = changes.batch_serial !== undefined && changes.batch_serial !== before.batch_serial
  const renumbered = raised && { batch_serial_updated_at: new Date().toISOString() }
  const periods = changes.open_periods && {
    open_periods: checkedPeriods(changes.open_periods, await timeZoneOf(sql, caller.group_id)),
  }
  if (Object.keys(changes).length > 0) {
    await sql`
      update transaction_settings set ${sql(rowOf({ ...changes, ...periods, ...renumbered }))}, updated_at = now()
      where group_id = ${caller.group_id}`
  }
  if (periods) {
    if (await recordPeriods(sql, writer, before.open_periods, periods.open_periods))
      await validateClosedPeriods(sql, writer, periods.open_periods)
  }
  return lockSettings(sql, caller.group_id)
}

type Periods = Settings['open_periods']

/** Opening a closed period allows changes to past months, so it is recorded in the audit log with the values before and after. Returns whether any changed. */
async function recordPeriods(sql: Sql, writer: Writer, before: Periods, after: Periods) {
  const names = Object.keys({ ...before, ...after })
  const changed = Object.fromEntries(
    names
      .map(name => [name, { from: before[name] ?? null, to: after[name] ?? null }] as const)
      .filter(([, { from, to }]) => !isSame(from, to)),
  )
  if (Object.keys(changed).length === 0) return false
  const { group_id } = writer.caller
  await recordAudit(sql, {
    ...writer,
    kind: 'transaction_settings.periods_changed',
    subject: 'transaction_settings',
    subject_id: group_id,
    details: { changed },
  })
  return true
}

const isSame = (one: Periods[string] | null, other: Periods[string] | null) =>
  one?.start === other?.start && one?.end === other?.end && one?.open === other?.open

const references = [
  {
    field: 'default_status_id',
    table: 'transaction_statuses',
    usable: 'not archived',
    price: 'live transaction status',
  },
  { field: 'default_membership_price_id', table: 'membership_prices', usable: 'true', price: 'membership price' },
  { field: 'default_donation_price_id', table: 'donation_prices', usable: 'true', price: 'donation price' },
] as const

/** Checks only what changes: settings can be sent back as they were read, also when a default was archived since. */
async function checkReferences(sql: Sql, { group_id }: Caller, before: Settings, changes: TransactionSettingsChange) {
  for (const { field, table, usable, price } of references) {
    const id = changes[field]
    if (id === null || id === undefined || id === before[field]) continue
    const found = await sql`
      select from ${sql(table)} where group_id = ${group_id} and id = ${id} and deleted_at is null and ${sql.unsafe(usable)}
      for share`
    if (found.length === 0) throw invalid(`body.data.${field}`, msg`is not a ${price} of your space`, id)
  }
}

/** A serial can be raised, for example after a migration from other software. A lower one would give numbers twice. */
function checkSerials(before: Settings, changes: TransactionSettingsChange) {
  for (const serial of ['batch_serial', 'membership_serial'] as const) {
    const sent = changes[serial]
    if (sent !== undefined && sent < before[serial]) {
      throw new ApiError(
        'conflict',
        msg`${serial} is ${before[serial]} and cannot be lowered: numbers would be reused.`,
      )
    }
  }
}

function checkedPeriods(periods: NonNullable<TransactionSettingsChange['open_periods']>, time_zone: string) {
  return Object.fromEntries(
    Object.entries(periods).map(([name, { start, end, open }]) => {
      const [from, to] = [rangeStart(time_zone, start), rangeEnd(time_zone, end)]
      if (to < from) throw invalid(`body.data.open_periods.${name}.end`, 'must not be before the start', end)
      return [name, { start: from, end: to, open }]
    }),
  )
}
