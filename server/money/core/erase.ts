import { databaseTime } from '../../db/clock.ts'
import { asEraser } from '../../db/rls_context.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import type { Item } from '../transaction_bundles/schema.ts'
import type { Bundle } from './document.ts'
import { erasedState, type HistoryRow, personalTexts, withoutPersonalTexts } from './history.ts'
import { itemFields, itemTables, personalDefaults } from './item_fields.ts'
import { chunks, lockBundles, storeDocuments } from './rewrite.ts'
import { loadBundles } from './rows.ts'
import { loadHistory } from './write.ts'

/** A person to erase: their contacts, and words that identify them in any text, in lower case and as JSON writes them. */
export interface ErasedPerson {
  contact_ids: number[]
  words: string[]
}

const bundles_at_once = 100

/**
 * Erases a person from payments: the texts of their items, now and in the whole history, and their name in the stored documents. Amounts,
 * dates, statuses and seals stay. The contacts must be locked and anonymous already. Returns the ids of the changed bundles.
 */
export async function erasePersonFromPayments(sql: Sql, group_id: number, person: ErasedPerson): Promise<number[]> {
  const ids = await bundlesAbout(sql, group_id, person)
  await lockBundles(sql, group_id, ids)
  const now = await databaseTime(sql)
  const isAboutPerson = (item: Item) =>
    person.contact_ids.includes(item.contact_id) || mentionsPerson(person, personalTexts(item).toLowerCase())
  for (const some of chunks(ids, bundles_at_once)) {
    const [bundles, entries] = [await loadBundles(sql, group_id, some), await loadHistory(sql, group_id, some)]
    await eraseRows(sql, group_id, bundles, isAboutPerson)
    await eraseHistory(sql, group_id, entries, isAboutPerson)
    await storeDocuments(
      sql,
      group_id,
      bundles.map(bundle => erasedBundle(bundle, isAboutPerson)),
      now,
    )
  }
  return ids
}

export const mentionsPerson = ({ words }: ErasedPerson, text: string) => words.some(word => text.includes(word))

/** Every bundle, deleted ones included, that has or had items of the person, or mentions them. No index covers the history, so all of it is read. */
async function bundlesAbout(sql: Sql, group_id: number, { contact_ids, words }: ErasedPerson) {
  const signs = [...contact_ids.map(id => `"contact_id":${id},`), ...words]
  const rows = await sql<{ id: number }[]>`
    select transaction_bundle_id as id from transactions where group_id = ${group_id} and contact_id = any(${contact_ids})
    union select transaction_bundle_id from memberships where group_id = ${group_id} and contact_id = any(${contact_ids})
    union select transaction_bundle_id from donations where group_id = ${group_id} and contact_id = any(${contact_ids})
    union select h.id
    from (
      select transaction_bundle_id as id, lower(coalesce(old, '') || coalesce(new, '')) as text
      from bundle_history where group_id = ${group_id}
      offset 0 -- Builds the text once, not for each sign.
    ) h
    where exists (select from unnest(${signs}::text[]) as s (sign) where strpos(h.text, s.sign) > 0)
    order by 1`
  return rows.map(({ id }) => id)
}

async function eraseRows(sql: Sql, group_id: number, bundles: Bundle[], isAboutPerson: (item: Item) => boolean) {
  for (const table of itemTables) {
    const ids = bundles.flatMap(bundle => (bundle[table] as Item[]).filter(isAboutPerson).map(({ id }) => id))
    const blank = sql(rowOf(personalDefaults(itemFields[table])))
    if (ids.length > 0) await sql`update ${sql(table)} set ${blank} where group_id = ${group_id} and id = any(${ids})`
  }
}

async function eraseHistory(sql: Sql, group_id: number, entries: HistoryRow[], isAboutPerson: (item: Item) => boolean) {
  const state = (text: string | null, seal: string | null) =>
    text !== null && isAboutPerson(JSON.parse(text)) ? erasedState(text, seal) : { text, seal }
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

/** The bundle without its document, and without the texts about the person. */
function erasedBundle(
  { id, CreatedAt, UpdatedAt, group_id, transactions, memberships, donations }: Bundle,
  isAboutPerson: (item: Item) => boolean,
): Bundle {
  const erased = <Kind extends Item>(list: Kind[]) =>
    list.map(item => (isAboutPerson(item) ? withoutPersonalTexts(item) : item))
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
