import type { Sql } from '../../db/sql.ts'
import type { StoredAnswer } from '../core/answers.ts'
import type { ContactColumns } from '../core/columns.ts'

// Records what an import did, so that it can be undone.

/** The current time, fresh address ids, and the language of the space. */
export async function reserveIds(sql: Sql, group_id: number, addresses: number) {
  const [row] = await sql<[{ now: string; today: string; addresses: number[]; locale: string }]>`
    select date_trunc('milliseconds', clock_timestamp()) as now, current_date::text as today,
           array(select nextval('contact_addresses_id_seq') from generate_series(1, ${addresses}::int)) as addresses,
           (select locale from spaces where id = ${group_id}) as locale`
  return row
}

export interface RecordedChange {
  contact_id: number
  version_before: number
  /** The old values of the columns that changed. */
  before: Partial<ContactColumns>
  /** All old answers to the forms of the import; null when none of them changed. */
  answers: StoredAnswer[] | null
}

/** Records changes. A contact that one import changes twice keeps its values from before the first change. */
export async function recordChanges(sql: Sql, group_id: number, import_id: number, changes: RecordedChange[]) {
  if (changes.length === 0) return
  await sql`
    insert into import_changes (group_id, import_id, contact_id, created, version_before, version, before, answers)
    select ${group_id}::bigint, ${import_id}::bigint, r.contact_id, false, r.version_before, r.version_before + 1, r.before, r.answers
    from json_to_recordset(${JSON.stringify(changes)}::text::json)
      as r (contact_id bigint, version_before bigint, before jsonb, answers jsonb)
    on conflict (group_id, import_id, contact_id) do update
    set version = case when import_changes.version = excluded.version_before then excluded.version else 0 end,
        before = excluded.before || import_changes.before,
        answers = coalesce(import_changes.answers, excluded.answers)`
}

export const recordCreations = (sql: Sql, group_id: number, import_id: number, ids: number[]) => sql`
  insert into import_changes (group_id, import_id, contact_id, created, version_before, version)
  select ${group_id}::bigint, ${import_id}::bigint, id, true, 0, 1 from unnest(${ids}::bigint[]) as id
  returning group_id`

/** Records the tags that existing contacts get. The tags must exist. */
export async function recordTags(
  sql: Sql,
  group_id: number,
  import_id: number,
  taggings: { contact_id: number; name: string }[],
) {
  if (taggings.length === 0) return
  await sql`
    update import_changes i
    set added_tags = i.added_tags || s.tag_ids
    from (
      select s.contact_id, array_agg(t.id order by t.id) as tag_ids
      from unnest(${taggings.map(({ contact_id }) => contact_id)}::bigint[], ${taggings.map(({ name }) => name)}::text[]) as s (contact_id, name)
      join tags t on t.group_id = ${group_id} and t.name_key = lower(s.name)
      group by s.contact_id) s
    where i.group_id = ${group_id} and i.import_id = ${import_id} and i.contact_id = s.contact_id`
}

/** Creates the tags that the space lacks, and records that this import created them. */
export async function createTags(sql: Sql, group_id: number, import_id: number, names: string[]) {
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return
  const made = await sql<{ id: number }[]>`
    insert into tags (group_id, name)
    select distinct on (lower(name)) ${group_id}::bigint, name from unnest(${distinct}::text[]) with ordinality as t (name, place)
    order by lower(name), place
    on conflict (group_id, name_key) do nothing
    returning id`
  await sql`
    insert into import_tags (group_id, import_id, tag_id)
    select ${group_id}::bigint, ${import_id}::bigint, id from unnest(${made.map(({ id }) => id)}::bigint[]) as id
    returning group_id`
}

/** Those of these contacts that this import has created or changed before. */
export async function changedBefore(sql: Sql, group_id: number, import_id: number, ids: number[]) {
  if (ids.length === 0) return new Set<number>()
  const rows = await sql<{ contact_id: number }[]>`
    select contact_id from import_changes
    where group_id = ${group_id} and import_id = ${import_id} and contact_id = any(${ids})`
  return new Set(rows.map(({ contact_id }) => contact_id))
}

/** Records the keys of people that a dry run has seen. Returns the keys that are new. */
export async function addSeenKeys(sql: Sql, group_id: number, import_id: number, keys: string[]) {
  if (keys.length === 0) return new Set<string>()
  const rows = await sql<{ key: string }[]>`
    insert into import_seen_keys (group_id, import_id, key)
    select ${group_id}::bigint, ${import_id}::bigint, key from unnest(${keys}::text[]) as key
    on conflict do nothing
    returning key`
  return new Set(rows.map(({ key }) => key))
}

export const findSeenKeys = async (sql: Sql, group_id: number, import_id: number, keys: string[]) => {
  if (keys.length === 0) return new Set<string>()
  const rows = await sql<{ key: string }[]>`
    select key from import_seen_keys where group_id = ${group_id} and import_id = ${import_id} and key = any(${keys})`
  return new Set(rows.map(({ key }) => key))
}

/** Refreshes the statistics of contacts; without it PostgreSQL chooses the wrong index in the next step. */
export const analyzeContacts = (sql: Sql) => sql`select analyze_contacts()`

/** The same, unless few contacts changed since the last time: it takes longer than importing a thousand rows. */
export const analyzeContactsAfter = (sql: Sql, changes: number) => sql`
  select analyze_contacts()
  from pg_stat_all_tables
  where relid = 'contacts'::regclass
    and (coalesce(last_analyze, last_autoanalyze) is null or n_mod_since_analyze >= ${changes})`

export const deleteSeenKeys = (sql: Sql, group_id: number, import_id: number) => sql`
  delete from import_seen_keys where group_id = ${group_id} and import_id = ${import_id}`
