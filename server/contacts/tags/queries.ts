import { type Caller, may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { forbidden, invalid, notFound } from '../../errors.ts'
import { cachedTotal } from '../../events/cached_totals.ts'
import { page_size_max } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import { queueJob } from '../../jobs/queue.ts'
import { msg } from '../../messages/message.ts'
import { type ContactScope, isHidden, seesRestricted, visibleScope } from '../core/restriction.ts'
import { distinctTags } from '../core/tags.ts'
import { countContacts, findContacts } from '../search/engine/find.ts'
import { parseQuery, permittedQuery } from '../search/engine/parse.ts'
import { changeTags } from './change_queries.ts'
import { contacts_at_once_max, type NewTagChange, type Tag, type TagChange } from './schema.ts'

interface TagListParams {
  limit: number
  prefix?: string
  cursor?: string
}

/** Lists the tags of the space by name, with the number of contacts that have each. */
export async function listTags(sql: Sql, caller: Caller, { limit, prefix = '', cursor }: TagListParams) {
  const { group_id } = caller
  const page_size = Math.min(limit, page_size_max)
  const [after_id] = byId.read(cursor) ?? []
  const after =
    after_id === undefined
      ? sql``
      : sql`and (t.find_key, t.id) > (select a.find_key, a.id from tags a where a.group_id = ${group_id} and a.id = ${after_id})`
  const page = await sql<Omit<Tag, 'contacts'>[]>`
    select t.id, t.name from tags t
    where t.group_id = ${group_id}
      and t.find_key >= normalize_text(${prefix}::text) and t.find_key < normalize_text(${prefix}::text) || chr(1114111)
      ${after}
    order by t.find_key, t.id
    limit ${page_size}`
  const ids = page.map(({ id }) => id)
  const among = visibleScope(caller)
  const counts = await cachedTotal(sql, group_id, `tags ${among} ${ids}`, () => countTagged(sql, group_id, ids, among))
  const rows = page.map(tag => ({ ...tag, contacts: counts[tag.id] ?? 0 }))
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows, next_cursor: last ? byId.write(last.id) : null }
}

/** How many contacts have each of these tags. */
async function countTagged(sql: Sql, group_id: number, ids: number[], among: ContactScope) {
  const rows = await sql<{ id: number; contacts: number }[]>`
    -- Few contacts are hidden, so subtracting them is much cheaper than checking each tagged contact.
    with hidden as materialized (
      select ct.tag_id, count(*) as count
      from contacts c
      join contact_tags ct on ct.group_id = ${group_id} and ct.contact_id = c.id
      where c.group_id = ${group_id} and ${isHidden(sql, among)}
      group by ct.tag_id
    )
    select p.id, (select count(*) from contact_tags ct where ct.group_id = ${group_id} and ct.tag_id = p.id)
                   - coalesce((select h.count from hidden h where h.tag_id = p.id), 0) as contacts
    from unnest(${ids}::bigint[]) as p (id)`
  return Object.fromEntries(rows.map(({ id, contacts }) => [id, contacts]))
}

/** Adds and removes tags: at once for few contacts, in a job for many. */
export async function startTagChange(sql: Sql, writer: WriteContext, sent: NewTagChange): Promise<TagChange> {
  const { caller } = writer
  checkMayTag(caller)
  const names = await checkedNames(sql, sent)
  const ids = await contactsToTag(sql, caller, sent)
  const { matched, changed } = ids ? await changeTags(sql, writer, ids, names) : { matched: 0, changed: 0 }
  if (ids && sent.contact_ids && matched < ids.length) throw await notTaggableError(sql, caller, sent.contact_ids)
  const query = ids ? null : JSON.stringify(sent.query)
  const [row] = await sql<[{ id: number }]>`
    insert into tag_changes (group_id, user_id, added, removed, query, matched, changed)
    values (${caller.group_id}, ${caller.id}, ${names.add}::text[], ${names.remove}::text[], ${query}::text::json, ${matched}, ${changed})
    returning id`
  if (!ids) {
    const job = { kind: 'tag_contacts', subject_id: row.id, unit: 'contacts', request_id: writer.request_id }
    const job_id = await queueJob(sql, caller, job)
    await sql`update tag_changes set job_id = ${job_id} where group_id = ${caller.group_id} and id = ${row.id}`
  }
  return readTagChange(sql, caller, row.id)
}

export async function readTagChange(sql: Sql, { group_id }: Caller, id: number): Promise<TagChange> {
  const [row] = await sql<TagChange[]>`
    select t.id, t.created_at, json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user,
           t.added as add, t.removed as remove, coalesce(j.state, 'done') as state, t.job_id, t.matched, t.changed
    from tag_changes t
    join users u on u.group_id = ${group_id} and u.id = t.user_id
    left join jobs j on j.group_id = ${group_id} and j.id = t.job_id
    where t.group_id = ${group_id} and t.id = ${id}`
  if (!row) throw notFound('tag change')
  return row
}

/** Each step of a job checks this again, because permissions may have changed since. */
export function checkMayTag(caller: Caller) {
  for (const permission of ['contacts:read', 'contacts:write'] as const)
    if (!may(caller, permission)) throw forbidden(msg`Your role or token lacks the permission ${permission}.`)
}

/** The names without repetitions; a name cannot be added and removed. */
async function checkedNames(sql: Sql, sent: NewTagChange) {
  if (sent.add.length + sent.remove.length === 0) throw invalid('body.data.add', 'or remove must contain a tag', null)
  const { both, ...names } = await distinctTags(sql, sent)
  if (both !== null) throw invalid('body.data.remove', msg`contains ${both}, which is also in add`, both)
  return names
}

/** The ids of the contacts to tag; undefined if they are too many for one request. */
async function contactsToTag(sql: Sql, caller: Caller, { contact_ids, query: sent }: NewTagChange) {
  if ((contact_ids === undefined) === (sent === undefined || sent === null))
    throw invalid('body.data.contact_ids', 'or query is required, and not both', null)
  if (contact_ids) return [...new Set(contact_ids)]
  const query = await permittedQuery(sql, caller, parseQuery(sent, 'body.data.query'))
  // Restricted contacts are never tagged, also by callers who may see them.
  const total = await countContacts(sql, caller.group_id, query, 'unrestricted')
  if (total > contacts_at_once_max) return undefined
  const search = {
    query,
    sort_attr: 'id',
    sort_asc: true,
    limit: contacts_at_once_max,
    offset: 0,
    total: 'none' as const,
  }
  return (await findContacts(sql, caller.group_id, search, 'unrestricted')).ids
}

async function notTaggableError(sql: Sql, caller: Caller, ids: number[]) {
  const { group_id } = caller
  const rows = await sql<{ id: number; restricted: boolean }[]>`
    select id, restricted_at is not null as restricted from contacts where group_id = ${group_id} and id = any(${ids}) and deleted_at is null`
  const known = new Map(rows.map(row => [row.id, row.restricted]))
  const index = ids.findIndex(id => known.get(id) !== false)
  const id = ids[index]
  const restricted = id !== undefined && known.get(id) && seesRestricted(caller)
  const problem = restricted
    ? 'is a restricted contact, whose data must not be processed'
    : 'is not a contact of your space'
  return invalid(`body.data.contact_ids.${index}`, problem, id)
}
