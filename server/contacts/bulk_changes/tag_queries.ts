import type { Sql } from '../../db/sql.ts'
import { findReferenced } from '../core/bulk.ts'
import { publishTagged, tagContacts } from '../core/tag_contacts.ts'
import { addTags, type ChangedTags, type Tagging } from '../core/tags.ts'
import { type KindOfChange, splitKept } from './kind.ts'

export const tagChange: KindOfChange<ChangedTags> = {
  apply: async ({ sql, writer, id, change: { tags } }, contacts) => {
    const { group_id } = writer.caller
    const { add = [], remove = [] } = tags ?? {}
    const ids = contacts.map(contact => contact.id)
    const tagged = await tagContacts(sql, writer, ids, { add, remove })
    await recordCreatedTags(sql, group_id, id, tagged.created_tags)
    const changed = tagged.changed.map(({ contact_id, added, removed }) => ({ contact_id, undo: { added, removed } }))
    return { changed, refused: [] }
  },

  undo: async ({ sql, writer, change: { tags } }, changes) => {
    const { group_id } = writer.caller
    const ids = changes.map(({ contact }) => contact.id)
    const names = [...new Set(changes.flatMap(({ undo }) => [...undo.added, ...undo.removed]))]
    const now = await currentTags(sql, group_id, ids, names)
    const has = ({ id }: { id: number }, name: string) => now.get(id)?.has(name) ?? false
    const { undoable, kept } = splitKept(
      changes,
      ({ contact, undo }) =>
        undo.added.every(name => has(contact, name)) && !undo.removed.some(name => has(contact, name)),
    )
    const pairs = (which: keyof ChangedTags) =>
      undoable.flatMap(({ contact, undo }) => undo[which].map(name => ({ contact_id: contact.id, name })))
    await removePairs(sql, group_id, pairs('added'))
    await addTags(sql, group_id, pairs('removed'))
    const back = { added: tags?.remove ?? [], removed: tags?.add ?? [] }
    const restored = undoable.map(({ contact, undo: { added, removed } }) => ({
      contact_id: contact.id,
      added: removed,
      removed: added,
    }))
    await publishTagged(sql, writer, restored, back)
    return kept
  },

  endUndo: async ({ sql, writer, id }) => deleteUnusedTags(sql, writer.caller.group_id, id),
}

/** Records which tags this change created: its undo deletes them. */
async function recordCreatedTags(sql: Sql, group_id: number, id: number, tags: number[]) {
  if (tags.length === 0) return
  await sql`
    update bulk_changes set created_tags = created_tags || ${tags}::bigint[] where group_id = ${group_id} and id = ${id}`
}

async function removePairs(sql: Sql, group_id: number, pairs: Tagging[]) {
  if (pairs.length === 0) return
  await sql`
    delete from contact_tags ct
    using tags t, unnest(${pairs.map(({ contact_id }) => contact_id)}::bigint[], ${pairs.map(({ name }) => name)}::text[]) as p (contact_id, name)
    where ct.group_id = ${group_id} and t.group_id = ${group_id} and t.id = ct.tag_id and t.name_key = lower(p.name)
      and ct.contact_id = p.contact_id`
}

/** Those of these tags that each contact has. */
async function currentTags(sql: Sql, group_id: number, ids: number[], names: string[]) {
  const rows = await sql<Tagging[]>`
    select ct.contact_id, t.name from contact_tags ct
    join tags t on t.group_id = ${group_id} and t.id = ct.tag_id
    where ct.group_id = ${group_id} and ct.contact_id = any(${ids}) and t.name = any(${names}::text[])`
  const byContact = new Map<number, Set<string>>()
  for (const { contact_id, name } of rows)
    byContact.set(contact_id, (byContact.get(contact_id) ?? new Set<string>()).add(name))
  return byContact
}

/** Deletes the tags that the change created and nothing uses. */
async function deleteUnusedTags(sql: Sql, group_id: number, id: number) {
  const [row] = await sql<{ created_tags: number[] }[]>`
    select created_tags from bulk_changes where group_id = ${group_id} and id = ${id}`
  const made = row?.created_tags ?? []
  const used = await findReferenced(sql, group_id, 'tags', made, [])
  await sql`delete from tags where group_id = ${group_id} and id = any(${made.filter(tag => !used.has(tag))})`
}
