import { recordAuditOfEach } from '../../access/audit.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { findReferenced } from '../core/bulk.ts'
import { publishContacts } from '../core/search_index.ts'
import { addTags } from '../core/tags.ts'
import { type KindOfChange, splitKept } from './kind.ts'

/** The names of the tags that a contact got and lost. */
interface TagUndo {
  added: string[]
  removed: string[]
}

interface ContactTag {
  contact_id: number
  name: string
}

/** Each contact that changes gets a new version, an event and an audit entry, as after a single change. */
export const tagChange: KindOfChange<TagUndo> = {
  apply: async ({ sql, writer, id, change: { tags } }, contacts) => {
    const { group_id } = writer.caller
    const { add = [], remove = [] } = tags ?? {}
    const ids = contacts.map(contact => contact.id)
    await createTags(sql, group_id, id, add)
    const removed = await removeNames(sql, group_id, ids, remove)
    const added = await addNames(sql, group_id, ids, add)
    const touched = [...new Set([...removed, ...added].map(({ contact_id }) => contact_id))].sort((a, b) => a - b)
    await publishTagged(sql, writer, touched, { added: add, removed: remove })
    const namesOf = (list: ContactTag[]) => Map.groupBy(list, ({ contact_id }) => contact_id)
    const [gained, lost] = [namesOf(added), namesOf(removed)]
    const names = (list: ContactTag[] | undefined) => (list ?? []).map(({ name }) => name)
    return {
      changed: touched.map(contact_id => ({
        contact_id,
        undo: { added: names(gained.get(contact_id)), removed: names(lost.get(contact_id)) },
      })),
      refused: [],
    }
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
    const pairs = (which: keyof TagUndo) =>
      undoable.flatMap(({ contact, undo }) => undo[which].map(name => ({ contact_id: contact.id, name })))
    await removePairs(sql, group_id, pairs('added'))
    await addTags(sql, group_id, pairs('removed'))
    const back = { added: tags?.remove ?? [], removed: tags?.add ?? [] }
    const restored = undoable.map(({ contact }) => contact.id)
    await publishTagged(sql, writer, restored, back)
    return kept
  },

  endUndo: async ({ sql, writer, id }) => deleteUnusedTags(sql, writer.caller.group_id, id),
}

/** Creates the tags that the space lacks, and records that this change created them. */
async function createTags(sql: Sql, group_id: number, id: number, names: string[]) {
  if (names.length === 0) return
  const made = await sql<{ id: number }[]>`
    insert into tags (group_id, name) select ${group_id}::bigint, name from unnest(${names}::text[]) as name
    on conflict (group_id, name_key) do nothing
    returning id`
  const ids = made.map(tag => tag.id)
  if (ids.length > 0)
    await sql`
      update bulk_changes set created_tags = created_tags || ${ids}::bigint[] where group_id = ${group_id} and id = ${id}`
}

/** Adds tags. Returns those that contacts lacked. */
async function addNames(sql: Sql, group_id: number, ids: number[], names: string[]): Promise<ContactTag[]> {
  if (names.length === 0) return []
  const tags = await sql<{ id: number; name: string }[]>`
    select id, name from tags
    where group_id = ${group_id} and name_key = any(array(select lower(name) from unnest(${names}::text[]) as name))
    order by id`
  const rows = await sql<{ contact_id: number; tag_id: number }[]>`
    insert into contact_tags (group_id, contact_id, tag_id)
    select ${group_id}::bigint, c.id, t.id
    from unnest(${ids}::bigint[]) as c (id)
    cross join unnest(${tags.map(tag => tag.id)}::bigint[]) as t (id)
    on conflict (group_id, contact_id, tag_id) do nothing
    returning contact_id, tag_id`
  const nameOf = new Map(tags.map(tag => [tag.id, tag.name]))
  return rows.map(({ contact_id, tag_id }) => ({ contact_id, name: nameOf.get(tag_id) ?? '' }))
}

/** Removes tags. Returns those that contacts had. */
async function removeNames(sql: Sql, group_id: number, ids: number[], names: string[]): Promise<ContactTag[]> {
  if (names.length === 0) return []
  return sql<ContactTag[]>`
    delete from contact_tags ct
    using tags t
    where ct.group_id = ${group_id} and ct.contact_id = any(${ids}) and t.group_id = ${group_id} and t.id = ct.tag_id
      and t.name_key = any(array(select lower(name) from unnest(${names}::text[]) as name))
    returning ct.contact_id, t.name`
}

async function removePairs(sql: Sql, group_id: number, pairs: ContactTag[]) {
  if (pairs.length === 0) return
  await sql`
    delete from contact_tags ct
    using tags t, unnest(${pairs.map(({ contact_id }) => contact_id)}::bigint[], ${pairs.map(({ name }) => name)}::text[]) as p (contact_id, name)
    where ct.group_id = ${group_id} and t.group_id = ${group_id} and t.id = ct.tag_id and t.name_key = lower(p.name)
      and ct.contact_id = p.contact_id`
}

/** Those of these tags that each contact has. */
async function currentTags(sql: Sql, group_id: number, ids: number[], names: string[]) {
  const rows = await sql<ContactTag[]>`
    select ct.contact_id, t.name from contact_tags ct
    join tags t on t.group_id = ${group_id} and t.id = ct.tag_id
    where ct.group_id = ${group_id} and ct.contact_id = any(${ids}) and t.name = any(${names}::text[])`
  const byContact = new Map<number, Set<string>>()
  for (const { contact_id, name } of rows)
    byContact.set(contact_id, (byContact.get(contact_id) ?? new Set<string>()).add(name))
  return byContact
}

async function publishTagged(sql: Sql, writer: WriteContext, ids: number[], details: TagUndo) {
  if (ids.length === 0) return
  await sql`
    update contacts set updated_at = now(), changed_by = ${writer.caller.id}, version = version + 1
    where group_id = ${writer.caller.group_id} and id = any(${ids})`
  await publishContacts(sql, writer, 'contact.updated', ids)
  await recordAuditOfEach(sql, { ...writer, kind: 'contact.tagged', subject: 'contact', details }, ids)
}

/** Deletes the tags that the change created and nothing uses. */
async function deleteUnusedTags(sql: Sql, group_id: number, id: number) {
  const [row] = await sql<{ created_tags: number[] }[]>`
    select created_tags from bulk_changes where group_id = ${group_id} and id = ${id}`
  const made = row?.created_tags ?? []
  const used = await findReferenced(sql, group_id, 'tags', made, [])
  await sql`delete from tags where group_id = ${group_id} and id = any(${made.filter(tag => !used.has(tag))})`
}
