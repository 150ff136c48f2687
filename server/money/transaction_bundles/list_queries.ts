import type { Caller } from '../../access/caller.ts'
import { seesRestricted } from '../../contacts/core/restriction.ts'
import type { Database } from '../../db/pool/options.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { cachedTotal } from '../../events/cached_totals.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import { type DocumentPage, documentPageBody } from '../../http/response_format.ts'
import { msg } from '../../messages/message.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { rangeEnd, rangeStart } from '../../time_zone.ts'
import { originKey } from '../core/origins.ts'
import { restrictionStamp, visibleFilters, withoutRestrictedNames } from '../core/restricted_names.ts'
import { isOfSpan, states } from '../core/status_kinds.ts'
import { countAllBundles } from '../core/sums.ts'
import { type BundleSorting, bundleOrder, newest_first } from './order_queries.ts'
import type { Filters } from './schema.ts'

const page_bytes_max = 16 * 1024 * 1024
/** A page of this size at most is read on a session that others share, if all of its documents are short. */
const short_page = { size_max: 100, bytes_max: 1024 * 1024 }

type PageQuery = Filters & Paging & { sort: BundleSorting; cursor?: string }

/** Newest first by default. Short pages without filters in that order are one call of a function. */
export async function listBundles(db: Database, caller: Caller, query: PageQuery): Promise<DocumentPage> {
  const { limit, offset, cursor, sort, ...filters } = query
  const isPlain = limit <= short_page.size_max && offset === 0 && sort === newest_first && !isFiltered(filters)
  const page = isPlain && (await fetchPage(db, caller, limit, byId.read(cursor)?.[0]))
  return page || db.transaction(async sql => readPage(sql, caller, await resolvedFilters(sql, caller, query)))
}

/** A page without filters; undefined if it is too large for a shared session, or names must be hidden. */
async function fetchPage(
  db: Database,
  caller: Caller,
  size: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<DocumentPage | undefined> {
  const [row] = await db.listCall(sql =>
    sql`
      select total, count, last_id, stamp, documents
      from read_bundle_page(${caller.group_id}, ${caller.id}, ${before}, ${size}, ${Math.floor(short_page.bytes_max / size)},
                            ${seesRestricted(caller)})`.raw(),
  )
  if (!row) return undefined
  const [total, count, last] = row.slice(0, 3).map(Number) as [number, number, number]
  const [stamp, documents] = row.slice(3) as [Buffer | null, Buffer | null]
  if (count > 0 && !documents) return undefined
  const next_cursor = count === size ? byId.write(last) : null
  return {
    body: documentPageBody(documents ? [documents] : [], total, next_cursor),
    stamp: pageStamp(total, '', String(stamp ?? '')),
  }
}

/**
 * A page is found by ids alone before its documents are read.
 *
 * A page is also limited in bytes. After a cursor it may end early, because the next cursor continues there. With `offset` bundles would be
 * lost, so such a page is refused with a limit that fits.
 */
async function readPage(sql: Sql, caller: Caller, query: PageQuery): Promise<DocumentPage> {
  const { limit, offset, cursor, sort, ...filters } = query
  const page_size = Math.min(limit, page_size_max)
  const { key, after, words, cursorOf } = bundleOrder(sql, sort, cursor)
  // One row for each document: a single text of all would cost the database twice as much.
  const [rows, total, restricted] = await Promise.all([
    sql`
      select d.id, d.fingerprint,
             case when row_number() over before = 1 or sum(octet_length(d.document)) over before <= ${page_bytes_max} then d.document end,
             to_json(page.key)
      from (
        select b.id, ${key} as key ${matchingBundles(sql, caller, filters)} ${after}
        order by ${key} ${words}, b.id ${words}
        limit ${page_size} offset ${offset}
      ) page
      join transaction_bundles d on d.group_id = ${caller.group_id} and d.id = page.id
      window before as (order by page.key ${words}, d.id ${words} rows unbounded preceding)
      order by page.key ${words}, d.id ${words}`.raw(),
    countBundles(sql, caller, filters),
    restrictionStamp(sql, caller),
  ])
  const fitting = rows.filter(([, , document]) => document !== null)
  if (fitting.length < rows.length && cursor === undefined) throw pageTooLarge(fitting.length, query.limit)
  const more = fitting.length < rows.length || rows.length === page_size
  const last = fitting.at(-1)
  const next_cursor = more && last ? cursorOf(String(last[3]), Number(last[0])) : null
  const whole = fitting.flatMap(([, , document]) => document ?? [])
  const documents = restricted === '' ? whole : await withoutNames(sql, caller, whole)
  return {
    body: documentPageBody(documents, total, next_cursor),
    stamp: pageStamp(total, restricted, fitting.map(([, fingerprint]) => fingerprint).join()),
  }
}

/** Changes whenever the page does: with the number of bundles, the restrictions, and the fingerprint of any of its documents. */
const pageStamp = (total: number, restricted: string, fingerprints: string) => `${total} ${restricted}${fingerprints}`

/** The driver returns raw rows as bytes. */
const withoutNames = async (sql: Sql, caller: Caller, documents: Buffer[]) =>
  (await withoutRestrictedNames(sql, caller, documents.map(String))).map(text => Buffer.from(text))

const pageTooLarge = (fitting: number, limit: number) =>
  invalid('query.limit', msg`gives a page of more than ${page_bytes_max} bytes here; ask for ${fitting} or less`, limit)

/** The filters with contacts that the caller may see, and with instants: dates without a time are days of the space. */
export async function resolvedFilters<Sent extends Filters>(sql: Sql, caller: Caller, sent: Sent): Promise<Sent> {
  const filters = await visibleFilters(sql, caller, sent)
  const { updated_since, date_from, date_to } = filters
  if ([updated_since, date_from, date_to].every(value => value === undefined)) return filters
  const zone = await timeZoneOf(sql, caller.group_id)
  return {
    ...filters,
    ...(updated_since !== undefined && { updated_since: rangeStart(zone, updated_since) }),
    ...(date_from !== undefined && { date_from: rangeStart(zone, date_from) }),
    ...(date_to !== undefined && { date_to: rangeEnd(zone, date_to) }),
  }
}

/** The bundles that match the filters, as `b`. */
export const matchingBundles = (sql: Sql, { group_id }: Caller, filters: Filters) => sql`
  from transaction_bundles b
  where b.group_id = ${group_id} and b.deleted_at is null ${conditions(sql, group_id, filters)}`

function conditions(sql: Sql, group_id: number, filters: Filters) {
  const { updated_since, contact_id, origin } = filters
  const parts = []
  if (updated_since !== undefined) parts.push(sql`and b.updated_at >= ${updated_since}`)
  if (contact_id !== undefined) {
    parts.push(sql`and b.id in (
      select bundle_id from items where group_id = ${group_id} and contact_id = ${contact_id})`)
  }
  if (origin !== undefined) parts.push(sql`and b.origin_key = ${originKey(origin)}`)
  const ofTransaction = transactionConditions(sql, group_id, filters)
  if (ofTransaction.length > 0) {
    parts.push(sql`and exists (
      select from transactions t
      where t.group_id = ${group_id} and t.transaction_bundle_id = b.id ${joined(sql, ofTransaction)})`)
  }
  return joined(sql, parts)
}

/** Conditions that one transaction `t` must fulfil together. */
export function transactionConditions(
  sql: Sql,
  group_id: number,
  { status_id, state, payment_method_kind, batch_id, code_campaign, date_from, date_to }: Filters,
) {
  const parts = []
  if (status_id !== undefined) parts.push(sql`and t.status_id = ${status_id}`)
  if (payment_method_kind !== undefined)
    parts.push(payment_method_kind ? sql`and t.kind_key = lower(${payment_method_kind})` : sql`and t.kind_key is null`)
  if (batch_id !== undefined) {
    parts.push(sql`and t.id in (
      select transaction_id from batched_transactions where group_id = ${group_id} and batch_id = ${batch_id})`)
  }
  if (code_campaign !== undefined)
    parts.push(
      // The index has no transactions without a campaign.
      code_campaign
        ? sql`and t.campaign_key = lower(${code_campaign}) and t.campaign_key <> ''`
        : sql`and t.campaign_key = ''`,
    )
  const span = { date_from, date_to }
  if (state !== undefined) parts.push(sql`and ${states[state](sql, group_id, span)}`)
  else if (date_from !== undefined || date_to !== undefined) parts.push(sql`and ${isOfSpan(sql, span)}`)
  return parts
}

export const joined = (sql: Sql, parts: Fragment[]) => parts.reduce((whole, part) => sql`${whole} ${part}`, sql``)

const isFiltered = (filters: Filters) => Object.values(filters).some(value => value !== undefined)

/** The number of bundles. Without filters it is read from the counter. */
async function countBundles(sql: Sql, caller: Caller, filters: Filters) {
  const { group_id } = caller
  if (!isFiltered(filters)) return countAllBundles(sql, group_id)
  const { contact_id, origin, batch_id } = filters
  const count = () => countMatching(sql, caller, filters)
  // These match few bundles: counting them is faster than looking up a cached total.
  const isSmall = contact_id !== undefined || origin !== undefined || batch_id !== undefined
  return isSmall ? count() : cachedTotal(sql, group_id, `bundles ${JSON.stringify(filters)}`, count)
}

/**
 * Where only transactions decide, bundles are counted in an index of transactions and the few deleted ones subtracted, without reading the
 * bundles.
 */
async function countMatching(sql: Sql, caller: Caller, filters: Filters) {
  const { group_id } = caller
  const { updated_since, contact_id, origin, ...others } = filters
  const elsewhere = [updated_since, contact_id, origin].some(value => value !== undefined)
  const number = elsewhere
    ? sql`select count(*) as total ${matchingBundles(sql, caller, filters)}`
    : sql`
      select (select count(*) from (
                select distinct t.transaction_bundle_id from transactions t
                where t.group_id = ${group_id} ${joined(sql, transactionConditions(sql, group_id, others))}) fitting)
           - (select count(*) from transaction_bundles b
              where b.group_id = ${group_id} and b.deleted_at is not null ${conditions(sql, group_id, others)}) as total`
  const [row] = await sql<[{ total: number }]>`${number}`
  return row.total
}
