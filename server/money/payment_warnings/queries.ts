import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { page_size_max } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import { type FoundWarning, paymentChecks } from '../core/checks/checks.ts'
import { findingOf } from '../core/checks/messages.ts'
import { checkSettingsIn } from '../core/checks/settings.ts'
import type { PaymentWarning } from './schema.ts'

export interface WarningFilters {
  limit: number
  cursor?: string | undefined
  state?: PaymentWarning['state'] | undefined
  check?: PaymentWarning['check'] | undefined
  transaction_bundle_id?: number | undefined
}

type Row = Omit<FoundWarning, 'cause'> &
  Pick<PaymentWarning, 'id' | 'created_at' | 'settled_at' | 'settled_by' | 'note'>

const warnings = (sql: Sql, { group_id }: Caller) => sql`
  select w.id, w.created_at, w.bundle_id, w.check_name as check, w.kind, w.target_id, w.details, w.other_bundle_id, w.other_id, w.settled_at, w.note,
         case when u.id is not null then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) end as settled_by
  from payment_warnings w
  left join users u on u.group_id = ${group_id} and u.id = w.settled_by
  where w.group_id = ${group_id}`

/** Newest first. Warnings of checks that are off do not show. */
export async function listWarnings(sql: Sql, caller: Caller, { limit, cursor, ...filters }: WarningFilters) {
  const page_size = Math.min(limit, page_size_max)
  const settings = await checkSettingsIn(sql, caller.group_id)
  const off = paymentChecks.filter(check => settings[check] === 'off')
  const matching = conditions(sql, filters, off)
  const before = byId.read(cursor)
  const [rows, [count]] = await Promise.all([
    sql<Row[]>`
      ${warnings(sql, caller)} ${matching} ${before ? sql`and w.id < ${before[0]}` : sql``}
      order by w.id desc
      limit ${page_size}`,
    sql<[{ total: number; payments_count: number }]>`
      select coalesce(sum(b.warnings), 0)::bigint as total, count(*) as payments_count
      from (
        select count(*) as warnings from payment_warnings w
        where w.group_id = ${caller.group_id} ${matching}
        group by w.bundle_id
      ) b`,
  ])
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: rows.map(wireOf), ...count, next_cursor: last ? byId.write(last.id) : null }
}

type Conditions = Pick<WarningFilters, 'state' | 'check' | 'transaction_bundle_id'>

function conditions(sql: Sql, { state, check, transaction_bundle_id: bundle }: Conditions, off: string[]) {
  const inState = { open: sql`and w.settled_at is null`, settled: sql`and w.settled_at is not null` }
  return sql`
    ${state ? inState[state] : sql``}
    ${check === undefined ? sql`` : sql`and w.check_name = ${check}`}
    ${bundle === undefined ? sql`` : sql`and (w.bundle_id = ${bundle} or w.other_bundle_id = ${bundle})`}
    ${off.length === 0 ? sql`` : sql`and w.check_name <> all(${off})`}`
}

function wireOf({ id, created_at, settled_at, settled_by, note, ...found }: Row): PaymentWarning {
  const state = settled_at === null ? 'open' : 'settled'
  return { id, created_at, ...findingOf(found), state, settled_at, settled_by, note }
}

/** Settles an open warning. It does not come back for the same cause. */
export async function settleWarning(sql: Sql, caller: Caller, id: number, note: string): Promise<PaymentWarning> {
  const { group_id } = caller
  const settled = await sql`
    update payment_warnings set settled_at = now(), settled_by = ${caller.id}, note = ${note}
    where group_id = ${group_id} and id = ${id} and settled_at is null
    returning id`
  const [row] = await sql<Row[]>`${warnings(sql, caller)} and w.id = ${id}`
  if (!row) throw notFound('warning')
  if (settled.length === 0) throw new ApiError('conflict', 'This warning is settled already.')
  return wireOf(row)
}
