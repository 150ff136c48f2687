import { databaseTime } from '../../db/clock.ts'
import type { Sql } from '../../db/sql.ts'
import type { Item } from '../transaction_bundles/schema.ts'
import type { Bundle } from './document.ts'
import { erasedState, personalTexts, withoutPersonalTexts } from './history.ts'
import { chunks, lockBundles, storeDocuments } from './rewrite.ts'
import { loadBundles } from './rows.ts'
import { loadHistory, type StoredHistoryRow, storedEntries } from './write.ts'

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
    select bundle_id as id from items where group_id = ${group_id} and contact_id = any(${contact_ids})
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

async function eraseHistory(
  sql: Sql,
  group_id: number,
  entries: StoredHistoryRow[],
  isAboutPerson: (item: Item) => boolean,
) {
  const state = (text: string | null, seal: string | null) =>
    text !== null && isAboutPerson(JSON.parse(text)) ? erasedState(text, seal) : { text, seal }
  const erased = entries.map(entry => {
    const [old, now] = [state(entry.old, entry.old_seal), state(entry.new, entry.new_seal)]
    return { ...entry, old: old.text, new: now.text, old_seal: old.seal, new_seal: now.seal }
  })
  const isChanged = (entry: StoredHistoryRow, index: number) => JSON.stringify(entry) !== JSON.stringify(entries[index])
  const changed = new Set(erased.filter(isChanged).map(changeOf))
  const changes = [...Map.groupBy(erased, changeOf)].filter(([id]) => changed.has(id))
  const rows = changes.map(([id, list]) => ({ id, entries: storedEntries(list) }))
  await sql`
    update bundle_changes c set entries = e.entries
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as e (id bigint, entries json)
    where c.group_id = ${group_id} and c.id = e.id`
}

const changeOf = ({ change_id }: StoredHistoryRow) => change_id

/** The bundle without its document, and without the texts about the person. */
function erasedBundle(
  { id, CreatedAt, UpdatedAt, group_id, transactions, memberships, donations, reversals }: Bundle,
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
    reversals: erased(reversals),
  }
}
