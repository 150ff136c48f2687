import type { Caller } from '../../access/caller.ts'
import { visibleScope } from '../../contacts/core/restriction.ts'
import { readCounter } from '../../db/counters.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { forceGenericPlan, limitClause } from '../../db/stable_plans.ts'
import { invalid } from '../../errors.ts'
import { cachedTotal } from '../../events/cached_totals.ts'
import { instantOf, lastInstantOf, type Paging, page_size_max } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import { PageCache } from '../../http/page_cache.ts'
import { type DocumentPage, documentPageBody } from '../../http/reply.ts'
import { originKey } from '../core/origins.ts'
import { nameVisibleTo, restrictionStamp, visibleFilters, withoutRestrictedNames } from '../core/restricted_names.ts'
import type { Filters } from './schema.ts'

const page_bytes_max = 16 * 1024 * 1024

const first_pages = new PageCache()

/**
 * Newest first. The first page is what everybody looks at, again and again: it is kept, and while nothing in it has changed, only its
 * stamp is read.
 */
export async function listBundles(
  sql: Sql,
  caller: Caller,
  sent: Filters & Paging & { cursor?: string },
): Promise<DocumentPage> {
  const query = await visibleFilters(sql, caller, sent)
  const { limit, offset, cursor, ...filters } = query
  if (cursor !== undefined || offset > 0 || isFiltered(filters)) return readPage(sql, caller, query)
  const size = Math.min(limit, page_size_max)
  const name = `${caller.group_id} ${size} ${visibleScope(caller)}`
  const kept = first_pages.has(name) && first_pages.get(name, await firstPageStamp(sql, caller, size))
  if (kept) return kept
  const page = await readPage(sql, caller, query)
  first_pages.set(name, page)
  return page
}

/**
 * Where some are skipped or left out, a page is found by its ids alone, and only then are the documents fetched.
 *
 * A page has its bounds in bytes, too. After a cursor it may end early, since the next cursor says where to go on. Whoever counts with
 * `offset` would miss what was left out, and is told to ask for less instead.
 */
async function readPage(
  sql: Sql,
  caller: Caller,
  query: Filters & Paging & { cursor?: string },
): Promise<DocumentPage> {
  const { limit, offset, cursor, ...filters } = query
  const page_size = Math.min(limit, page_size_max)
  const [before] = byId.read(cursor) ?? []
  const after = before === undefined ? sql`` : sql`and b.id < ${before}`
  const picked = isFiltered(filters) || offset > 0
  const page = picked
    ? sql`
        (select b.id ${matchingBundles(sql, caller, filters)} ${after} order by b.id desc limit ${page_size} offset ${offset}) page
        join transaction_bundles d on d.group_id = ${caller.group_id} and d.id = page.id`
    : sql`
        (select b.id, b.fingerprint, b.document ${matchingBundles(sql, caller, filters)} ${after}
         order by b.id desc ${limitClause(sql, page_size)}) d`
  // A row each: one long text of them all would cost the database twice as much to put together and to send.
  const [, rows, total, restricted] = await Promise.all([
    !picked && forceGenericPlan(sql, page_size),
    sql`
      select ${bundleStamp(sql)},
             case when row_number() over before = 1 or sum(octet_length(d.document)) over before <= ${page_bytes_max} then d.document end
      from ${page}
      window before as (order by d.id desc rows unbounded preceding)
      order by d.id desc`.raw(),
    countBundles(sql, caller, filters),
    restrictionStamp(sql, caller),
  ])
  const fitting = rows.filter(([, document]) => document !== null)
  if (fitting.length < rows.length && before === undefined) throw pageTooLarge(fitting.length, query.limit)
  const more = fitting.length < rows.length || rows.length === page_size
  const next_cursor = more ? byId.write(idIn(fitting.at(-1)![0])) : null
  const whole = fitting.map(([, document]) => document!)
  const documents = restricted === '' ? whole : await withoutNames(sql, caller, whole)
  return {
    body: documentPageBody(documents, total, next_cursor),
    stamp: pageStamp(total, restricted, fitting.map(([stamp]) => stamp).join()),
  }
}

/** What the stamp of a page says of the bundle `d`. */
const bundleStamp = (sql: Sql) => sql`d.id || ':' || d.fingerprint`
const idIn = (stamp: unknown) => Number.parseInt(String(stamp), 10)

const pageStamp = (total: number, restricted: string, bundles: string) => `${total} ${restricted}${bundles}`

/** Rows come from the driver as bytes. */
const withoutNames = async (sql: Sql, caller: Caller, documents: Buffer[]) =>
  (await withoutRestrictedNames(sql, caller, documents.map(String))).map(text => Buffer.from(text))

/** The stamp that the first page has at this moment. */
async function firstPageStamp(sql: Sql, caller: Caller, size: number) {
  const [, [row], total, restricted] = await Promise.all([
    forceGenericPlan(sql, size),
    sql<[{ bundles: string }]>`
      select coalesce(string_agg(${bundleStamp(sql)}, ',' order by d.id desc), '') as bundles
      from (select b.id, b.fingerprint ${matchingBundles(sql, caller, {})} order by b.id desc ${limitClause(sql, size)}) d`,
    countBundles(sql, caller, {}),
    restrictionStamp(sql, caller),
  ])
  return pageStamp(total, restricted, row.bundles)
}

const pageTooLarge = (fitting: number, limit: number) =>
  invalid(
    'query.limit',
    `would make a page of more than ${page_bytes_max} bytes here; ask for ${fitting} or less`,
    limit,
  )

/** One item of a bundle, as a treasurer wants to see it in a spreadsheet. */
export interface ExportedItem {
  bundle_id: number
  item: 'transaction' | 'membership' | 'donation'
  id: number
  date: string
  end_date: string | null
  contact_id: number
  firstname: string
  surname: string
  amount: number
  currency: string
  reimbursed_amount: number | null
  unpaid_amount: number | null
  payment_method_kind: string
  status: string
  code_campaign: string
  comment: string
}

const exported_at_once = 500

/** Every item of the bundles that fit, a few hundred bundles at a time: the memory it takes does not depend on how many there are. */
export async function* exportedItems(sql: Sql, caller: Caller, sent: Filters): AsyncIterable<ExportedItem[]> {
  const { group_id } = caller
  const filters = await visibleFilters(sql, caller, sent)
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await sql<{ id: number }[]>`
      select b.id ${matchingBundles(sql, caller, filters)} and b.id < ${before}
      order by b.id desc
      limit ${exported_at_once}`
    const ids = page.map(({ id }) => id)
    if (ids.length === 0) return
    yield await sql<ExportedItem[]>`
      select i.*, ${nameVisibleTo(sql, caller, sql`c.firstname`)} as firstname, ${nameVisibleTo(sql, caller, sql`c.surname`)} as surname
      from (
        select t.transaction_bundle_id as bundle_id, 'transaction' as item, t.id, t.date, null::timestamptz as end_date, t.contact_id,
               t.amount::bigint as amount, t.currency::text as currency, t.reimbursed_amount::bigint as reimbursed_amount,
               t.unpaid_amount::bigint as unpaid_amount, t.payment_method_kind, coalesce(s.name, '') as status, t.code_campaign, t.comment, 1 as place
        from transactions t
        left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
        where t.group_id = ${group_id} and t.transaction_bundle_id = any(${ids})
        union all
        select m.transaction_bundle_id, 'membership', m.id, m.start_date, m.end_date, m.contact_id, m.amount, m.currency, null, null, '', '', '',
               m.comment, 2
        from memberships m where m.group_id = ${group_id} and m.transaction_bundle_id = any(${ids})
        union all
        select d.transaction_bundle_id, 'donation', d.id, d.date, null, d.contact_id, d.amount, d.currency, null, null, '', '', '', d.comment, 3
        from donations d where d.group_id = ${group_id} and d.transaction_bundle_id = any(${ids})
      ) i
      join contacts c on c.group_id = ${group_id} and c.id = i.contact_id
      order by i.bundle_id desc, i.place, i.id`
    before = ids.at(-1)!
  }
}

/** The bundles that fit the filters, as `b`. */
const matchingBundles = (sql: Sql, { group_id }: Caller, filters: Filters) => sql`
  from transaction_bundles b
  where b.group_id = ${group_id} and b.deleted_at is null ${conditions(sql, group_id, filters)}`

function conditions(sql: Sql, group_id: number, filters: Filters) {
  const { updated_since, contact_id, origin } = filters
  const parts = []
  if (updated_since !== undefined) parts.push(sql`and b.updated_at >= ${instantOf(updated_since)!}`)
  if (contact_id !== undefined) {
    parts.push(sql`and b.id in (
      select transaction_bundle_id from transactions where group_id = ${group_id} and contact_id = ${contact_id}
      union select transaction_bundle_id from memberships where group_id = ${group_id} and contact_id = ${contact_id}
      union select transaction_bundle_id from donations where group_id = ${group_id} and contact_id = ${contact_id})`)
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

/** What must be true of one and the same transaction `t`. */
function transactionConditions(
  sql: Sql,
  group_id: number,
  { status_id, state, payment_method_kind, batch_id, code_campaign, date_from, date_to }: Filters,
) {
  const parts = []
  if (status_id !== undefined) parts.push(sql`and t.status_id = ${status_id}`)
  if (state !== undefined) {
    parts.push(sql`and t.status_id in (
      select id from transaction_statuses where group_id = ${group_id} and kind = any(${statusKinds[state]}))`)
  }
  if (payment_method_kind !== undefined)
    parts.push(payment_method_kind ? sql`and t.kind_key = lower(${payment_method_kind})` : sql`and t.kind_key is null`)
  if (batch_id !== undefined) {
    parts.push(sql`and t.id in (
      select transaction_id from batched_transactions where group_id = ${group_id} and batch_id = ${batch_id})`)
  }
  if (code_campaign !== undefined) parts.push(sql`and t.campaign_key = lower(${code_campaign})`)
  if (date_from !== undefined) parts.push(sql`and t.date >= ${instantOf(date_from)!}`)
  if (date_to !== undefined) parts.push(sql`and t.date <= ${lastInstantOf(date_to)!}`)
  return parts
}

/** The kinds of status that each state is made of, as statistics sum them up. */
const statusKinds = { pending: ['pending'], unpaid: ['unpaid', 'bank_error'] }

const joined = (sql: Sql, parts: Fragment[]) => parts.reduce((whole, part) => sql`${whole} ${part}`, sql``)

const isFiltered = (filters: Filters) => Object.values(filters).some(value => value !== undefined)

/** How many there are. Without filters that is known from the counters, and nothing is counted. */
async function countBundles(sql: Sql, caller: Caller, filters: Filters) {
  const { group_id } = caller
  if (!isFiltered(filters)) return readCounter(sql, group_id, 'transaction_bundles')
  const { contact_id, origin, batch_id } = filters
  const count = () => countMatching(sql, caller, filters)
  // These have few bundles, which are counted sooner than anything could be looked up.
  const few = contact_id !== undefined || origin !== undefined || batch_id !== undefined
  return few ? count() : cachedTotal(sql, group_id, `bundles ${JSON.stringify(filters)}`, count)
}

/**
 * Where only transactions decide, they are counted in an index that knows their bundles, and the few deleted bundles among them are taken off:
 * then nobody has to look for each bundle to see whether it is there.
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
