import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import type { Language } from '../../http/html.ts'
import { itemTables } from '../core/item_fields.ts'
import { nameVisibleTo } from '../core/restricted_names.ts'
import { itemKinds, loadBundles, type StoredBundle } from '../core/rows.ts'
import type { ExportedItem, ExportLines } from './export_columns.ts'
import { joined, matchingBundles, resolvedFilters, transactionConditions } from './list_queries.ts'
import type { Filters, Item } from './schema.ts'

/** The language of the caller, or of the space if the caller has none. */
export async function languageOfCaller(sql: Sql, { id, group_id }: Caller): Promise<Language> {
  const [row] = await sql<{ locale: string }[]>`
    select coalesce((select nullif(u.locale, '') from users u where u.group_id = ${group_id} and u.id = ${id}), s.locale) as locale
    from spaces s where s.id = ${group_id}`
  return row?.locale.startsWith('fr') ? 'fr' : 'en'
}

const exported_at_once = 500

/**
 * The items of all matching bundles, some hundred bundles at a time: memory use does not depend on the number of bundles. As payments, only the
 * transactions that match the filters themselves, so that their sum is that of the filters. Programs that read the file from before there were
 * reversals do not get them.
 */
export async function* exportedItems(
  sql: Sql,
  caller: Caller,
  sent: Filters,
  { lines, with_reversals }: { lines: ExportLines; with_reversals: boolean },
): AsyncIterable<ExportedItem[]> {
  const filters = await resolvedFilters(sql, caller, sent)
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await sql<{ id: number }[]>`
      select b.id ${matchingBundles(sql, caller, filters)} and b.id < ${before}
      order by b.id desc
      limit ${exported_at_once}`
    const ids = page.map(({ id }) => id)
    if (ids.length === 0) return
    const bundles = await loadBundles(sql, caller.group_id, ids)
    const which = lines === 'payments' ? await matchingTransactions(sql, caller, filters, ids) : 'all'
    const items = itemsOf(with_reversals ? bundles : bundles.map(bundle => ({ ...bundle, reversals: [] })), which)
    yield await withNames(sql, caller, items)
    before = ids.at(-1) ?? 0
  }
}

/** The ids of the transactions of these bundles that match the filters themselves. */
async function matchingTransactions(sql: Sql, { group_id }: Caller, filters: Filters, ids: number[]) {
  const rows = await sql<{ id: number }[]>`
    select t.id from transactions t
    where t.group_id = ${group_id} and t.transaction_bundle_id ${inList(sql, ids)}
      ${joined(sql, transactionConditions(sql, group_id, filters))}`
  return new Set(rows.map(({ id }) => id))
}

/** The items of these bundles, newest bundle first: all, or the transactions with these ids. */
const itemsOf = (bundles: StoredBundle[], which: 'all' | Set<number>) =>
  bundles
    .toReversed()
    .flatMap(bundle =>
      (which === 'all' ? itemTables : (['transactions'] as const)).flatMap(table =>
        (bundle[table] as Item[])
          .filter(({ id }) => which === 'all' || which.has(id))
          .map(item => ({ ...item, item: 'transaction_id' in item ? item.kind : itemKinds[table] })),
      ),
    )

async function withNames(sql: Sql, caller: Caller, items: ReturnType<typeof itemsOf>): Promise<ExportedItem[]> {
  const { group_id } = caller
  const contact_ids = [...new Set(items.map(({ contact_id }) => contact_id))]
  const [contacts, statuses] = await Promise.all([
    sql<{ id: number; firstname: string; surname: string }[]>`
      select c.id, ${nameVisibleTo(sql, caller, sql`c.firstname`)} as firstname, ${nameVisibleTo(sql, caller, sql`c.surname`)} as surname
      from contacts c where c.group_id = ${group_id} and c.id = any(${contact_ids})`,
    sql<{ id: number; name: string }[]>`select id, name from transaction_statuses where group_id = ${group_id}`,
  ])
  const names = new Map(contacts.map(contact => [contact.id, contact]))
  const statusNames = new Map(statuses.map(({ id, name }) => [id, name]))
  return items.map(item => ({
    ...item,
    ...('start_date' in item && { date: item.start_date }),
    ...('transaction_id' in item && { comment: item.reason }),
    bundle_id: item.transaction_bundle_id,
    firstname: names.get(item.contact_id)?.firstname ?? '',
    surname: names.get(item.contact_id)?.surname ?? '',
    status: 'status_id' in item && item.status_id !== null ? (statusNames.get(item.status_id) ?? null) : null,
  }))
}
