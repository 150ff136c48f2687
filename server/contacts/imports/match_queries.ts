import { mailKeysOf } from '../../db/mail_keys.ts'
import type { Sql } from '../../db/sql.ts'
import { type ContactColumns, columnNames } from '../core/columns.ts'
import { findMergedMatches, type MergedMatch } from '../core/merged.ts'
import { birthInstant, type StagedRow } from './rows.ts'
import type { MatchRule } from './schema.ts'

/** A contact as it is before an import changes it. */
export interface StoredContact extends ContactColumns {
  id: number
  group_id: number
  version: number
  membership_code: string
  membership_number: number
  restricted: boolean
}

/**
 * The key of each row, equal for equal people; null where the row has none. The database compares case and accents.
 */
export async function matchKeys(sql: Sql, rule: MatchRule, rows: StagedRow[]): Promise<(string | null)[]> {
  if (rule === 'id') return rows.map(({ id }) => (id === undefined ? null : String(id)))
  if (rule === 'external_id') return rows.map(({ patch }) => patch.external_id || null)
  if (rule === 'nothing' || rows.length === 0) return rows.map(() => null)
  if (rule === 'mail') {
    const keys = await mailKeysOf(
      sql,
      rows.map(({ patch }) => patch.mail ?? ''),
    )
    return keys.map(key => key || null)
  }
  const names = rows.map(({ patch }) => [patch.surname ?? '', patch.firstname ?? ''] as const)
  const [found] = await sql<[{ surnames: string[]; firstnames: string[] }]>`
    select array(select normalize_text(name) from unnest(${names.map(([name]) => name)}::text[]) with ordinality as n (name, place) order by place)
             as surnames,
           array(select normalize_text(name) from unnest(${names.map(([, name]) => name)}::text[]) with ordinality as n (name, place) order by place)
             as firstnames`
  return rows.map(({ patch }, index) => {
    const parts = [found.surnames[index], found.firstnames[index], birthInstant(patch)]
    return parts.every(part => part) ? JSON.stringify(parts) : null
  })
}

/** The contact of a key; `former` when a contact that was merged into it has the key. */
export interface MatchedContact {
  contact: StoredContact
  former?: MergedMatch
}

/** The contacts of these keys, two where it is unclear. `hold` locks them until the end of the transaction. */
export async function findMatches(sql: Sql, group_id: number, rule: MatchRule, keys: string[], hold: boolean) {
  const direct = keys.length === 0 ? [] : await findIds(sql, group_id, rule, keys)
  const had = new Set(direct.map(({ key }) => key))
  const former =
    rule === 'mail' || rule === 'external_id'
      ? await findMergedMatches(
          sql,
          group_id,
          rule,
          keys.filter(key => !had.has(key)),
        )
      : []
  const found: { key: string; id: number; former?: MergedMatch }[] = [
    ...direct,
    ...former.map(one => ({ key: one.key, id: one.id, former: one })),
  ]
  const ids = [...new Set(found.map(({ id }) => id))]
  const known = await loadContacts(sql, group_id, ids, hold)
  const byKey = new Map<string, MatchedContact[]>()
  for (const { key, id, former } of found) {
    const contact = known.get(id)
    if (contact) byKey.set(key, [...(byKey.get(key) ?? []), { contact, ...(former && { former }) }])
  }
  return byKey
}

export async function loadContacts(sql: Sql, group_id: number, ids: number[], hold: boolean) {
  const rows = await sql<StoredContact[]>`
    select id, group_id, version, membership_code, coalesce(membership_number, 0)::bigint as membership_number,
           restricted_at is not null or erased_at is not null as restricted, ${sql(columnNames)}
    from contacts
    where group_id = ${group_id} and id = any(${ids}) and deleted_at is null
    order by id
    ${hold ? sql`for no key update` : sql``}`
  return new Map(rows.map(row => [row.id, row]))
}

type KeyedId = { key: string; id: number }

// Two are enough to see that there are several. Reads an index once for each key.
function findIds(sql: Sql, group_id: number, rule: MatchRule, keys: string[]): PromiseLike<KeyedId[]> {
  if (rule === 'id') return Promise.resolve(keys.map(key => ({ key, id: Number(key) })))
  if (rule === 'mail')
    return sql<KeyedId[]>`
      select k.key, c.id
      from unnest(${keys}::text[]) as k (key)
      cross join lateral (
        select id from contacts
        where group_id = ${group_id} and mail_key = k.key and deleted_at is null and mail <> ''
        order by id limit 2) c`
  if (rule === 'external_id')
    return sql<KeyedId[]>`
      select k.key, c.id
      from unnest(${keys}::text[]) as k (key)
      cross join lateral (
        select id from contacts
        where group_id = ${group_id} and external_id = k.key and deleted_at is null and external_id <> ''
        order by id limit 2) c`
  const parts = keys.map(key => JSON.parse(key) as [string, string, string])
  return sql<KeyedId[]>`
    select k.key, c.id
    from unnest(${keys}::text[], ${parts.map(([name]) => name)}::text[], ${parts.map(([, name]) => name)}::text[],
                ${parts.map(([, , birth]) => birth)}::text[]) as k (key, surname, firstname, birthdate)
    cross join lateral (
      select id from contacts
      where group_id = ${group_id} and surname_key = k.surname and firstname_key = k.firstname and birthdate = k.birthdate::timestamptz and deleted_at is null
      order by id limit 2) c`
}

/** The taggings that are not stored yet, each once. */
export async function missingTags(sql: Sql, group_id: number, taggings: { contact_id: number; name: string }[]) {
  if (taggings.length === 0) return []
  return sql<{ contact_id: number; name: string }[]>`
    select distinct on (s.contact_id, lower(s.name)) s.contact_id, s.name
    from unnest(${taggings.map(({ contact_id }) => contact_id)}::bigint[], ${taggings.map(({ name }) => name)}::text[])
      with ordinality as s (contact_id, name, place)
    where not exists (
      select from contact_tags ct
      join tags t on t.group_id = ${group_id} and t.id = ct.tag_id
      where ct.group_id = ${group_id} and ct.contact_id = s.contact_id and t.name_key = lower(s.name))
    order by s.contact_id, lower(s.name), s.place`
}
