import { databaseTime } from '../../db/clock.ts'
import { asEraser } from '../../db/rls_context.ts'
import type { Sql } from '../../db/sql.ts'
import type { Item } from '../transaction_bundles/schema.ts'
import type { Bundle } from './document.ts'
import { erasedState, type HistoryRow, personalTexts, withoutPersonalTexts } from './history.ts'
import { chunks, itemTables, lockBundles, storeDocuments } from './rewrite.ts'
import { loadBundles } from './rows.ts'
import { loadHistory } from './write.ts'

/** Whom it is about: their contacts, and words that give them away wherever they stand, in lower case as they look inside JSON. */
export interface Person {
  contact_ids: number[]
  words: string[]
}

const bundles_at_once = 100

/**
 * Takes a person out of the books: the texts that were written about their payments, now and in the whole history, and their name in the
 * stored answers. Amounts, dates, statuses and every seal stay. The contacts must be locked and anonymous already. Tells which bundles changed.
 */
export async function erasePersonFromPayments(sql: Sql, group_id: number, person: Person): Promise<number[]> {
  const ids = await bundlesAbout(sql, group_id, person)
  await lockBundles(sql, group_id, ids)
  const now = await databaseTime(sql)
  const isTheirs = (item: Item) =>
    person.contact_ids.includes(item.contact_id) || mentions(person, personalTexts(item).toLowerCase())
  for (const some of chunks(ids, bundles_at_once)) {
    const [bundles, entries] = [await loadBundles(sql, group_id, some), await loadHistory(sql, group_id, some)]
    await eraseRows(sql, group_id, bundles, isTheirs)
    await eraseHistory(sql, group_id, entries, isTheirs)
    await storeDocuments(
      sql,
      group_id,
      bundles.map(bundle => erasedBundle(bundle, isTheirs)),
      now,
    )
  }
  return ids
}

export const mentions = ({ words }: Person, text: string) => words.some(word => text.includes(word))

/** Every bundle that is or was theirs, or mentions them; a deleted one too. What is past stands in no index, so all of it is looked through. */
async function bundlesAbout(sql: Sql, group_id: number, { contact_ids, words }: Person) {
  const signs = [...contact_ids.map(id => `"contact_id":${id},`), ...words]
  const rows = await sql<{ id: number }[]>`
    select transaction_bundle_id as id from transactions where group_id = ${group_id} and contact_id = any(${contact_ids})
    union select transaction_bundle_id from memberships where group_id = ${group_id} and contact_id = any(${contact_ids})
    union select transaction_bundle_id from donations where group_id = ${group_id} and contact_id = any(${contact_ids})
    union select h.id
    from (
      select transaction_bundle_id as id, lower(coalesce(old, '') || coalesce(new, '')) as text
      from bundle_history where group_id = ${group_id}
      offset 0 -- So that the text is put together once, and not for each sign.
    ) h
    where exists (select from unnest(${signs}::text[]) as s (sign) where strpos(h.text, s.sign) > 0)
    order by 1`
  return rows.map(({ id }) => id)
}

async function eraseRows(sql: Sql, group_id: number, bundles: Bundle[], isTheirs: (item: Item) => boolean) {
  for (const table of itemTables) {
    const ids = bundles.flatMap(bundle => (bundle[table] as Item[]).filter(isTheirs).map(({ id }) => id))
    const others =
      table === 'transactions' ? sql`, payment_method = '{}', delivery_token = '', extra_json = '{}'` : sql``
    if (ids.length > 0)
      await sql`update ${sql(table)} set comment = '' ${others} where group_id = ${group_id} and id = any(${ids})`
  }
}

async function eraseHistory(sql: Sql, group_id: number, entries: HistoryRow[], isTheirs: (item: Item) => boolean) {
  const state = (text: string | null, seal: string | null) =>
    text !== null && isTheirs(JSON.parse(text)) ? erasedState(text, seal) : { text, seal }
  const rows = entries.map(({ transaction_bundle_id, position, ...entry }) => {
    const [old, now] = [state(entry.old, entry.old_seal), state(entry.new, entry.new_seal)]
    return { transaction_bundle_id, position, old: old.text, new: now.text, old_seal: old.seal, new_seal: now.seal }
  })
  await asEraser(
    sql,
    () => sql`
      update bundle_history h
      set old = e.old, new = e.new, old_seal = e.old_seal, new_seal = e.new_seal
      from json_populate_recordset(null::bundle_history, ${JSON.stringify(rows)}::text::json) e
      where h.group_id = ${group_id} and h.transaction_bundle_id = e.transaction_bundle_id and h.position = e.position
        and (h.old is distinct from e.old or h.new is distinct from e.new)`,
  )
}

/** A bundle without what is stored beside it, and without the texts about somebody. */
function erasedBundle(
  { id, CreatedAt, UpdatedAt, group_id, transactions, memberships, donations }: Bundle,
  isTheirs: (item: Item) => boolean,
): Bundle {
  const erased = <Kind extends Item>(list: Kind[]) =>
    list.map(item => (isTheirs(item) ? withoutPersonalTexts(item) : item))
  return {
    id,
    CreatedAt,
    UpdatedAt,
    group_id,
    transactions: erased(transactions),
    memberships: erased(memberships),
    donations: erased(donations),
  }
}
