import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import type { EventType } from '../../events/catalogue.ts'
import { emitContactEvents } from '../../events/outbox.ts'
import { type ContactHistory, recordChanges } from './contact_changes.ts'

// contact_index has one row for each contact that is not deleted: what search compares, and the indexes of search.

/**
 * The fields whose values are lines of the column `words`, by position: the order of the function contact_index_rows, which stored rows keep. A field
 * that add_contact_field added has a line with its name instead.
 */
export const positions = `
  surname firstname married_name mail mobile phone external_id membership_code gender birth_city birth_country nationality
  street house_number addition building floor door infos postal_code city_code city county state country polling_station
  latitude longitude age_category membership_number`
  .trim()
  .split(/\s+/)

/** The number of the line with this field, from 1. Undefined for a field that was added later. */
export const linePosition = (field: string) => (positions.includes(field) ? positions.indexOf(field) + 1 : undefined)

export const indexContacts = (sql: Sql, group_id: number, ids: number[]) =>
  sql`select index_contacts(${group_id}, ${ids}::bigint[])`

/** The last step of every write of contacts, their tags and answers: records the events, what was replaced, and what search compares. */
export async function publishContacts(
  sql: Sql,
  writer: WriteContext,
  type: EventType,
  ids: number[],
  history: ContactHistory[] = [],
) {
  await Promise.all([
    emitContactEvents(sql, writer, type, ids),
    recordChanges(sql, writer, history),
    indexContacts(sql, writer.caller.group_id, ids),
  ])
}

/** The ids of up to so many contacts after this one that have a row in contact_index or should have one. */
export async function indexedIdsAfter(sql: Sql, group_id: number, after: number, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    (select id from contacts where group_id = ${group_id} and id > ${after} and deleted_at is null order by id limit ${limit})
    union
    (select id from contact_index where group_id = ${group_id} and id > ${after} order by id limit ${limit})
    order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Those of these contacts whose row in contact_index is not what the contact, its tags and answers give. */
export async function outdatedContacts(sql: Sql, group_id: number, ids: number[]): Promise<number[]> {
  const comparable = sql`i.id, (to_jsonb(i) || jsonb_build_object('terms', array(select t from unnest(i.terms) t order by t)))::text as row`
  const [stored, expected] = await Promise.all([
    sql<
      IndexRow[]
    >`select ${comparable} from contact_index i where i.group_id = ${group_id} and i.id = any(${ids}) order by i.id`,
    sql<IndexRow[]>`select ${comparable} from contact_index_rows(${group_id}, ${ids}::bigint[]) i order by i.id`,
  ])
  const rows = new Map(stored.map(({ id, row }) => [id, row]))
  const wrong = expected.filter(({ id, row }) => rows.get(id) !== row).map(({ id }) => id)
  const valid = new Set(expected.map(({ id }) => id))
  const extra = stored.filter(({ id }) => !valid.has(id)).map(({ id }) => id)
  return [...wrong, ...extra].sort((a, b) => a - b)
}

interface IndexRow {
  id: number
  row: string
}

/** Indexes contacts again. Locks them first, so that no write of theirs ends in between. */
export async function correctIndex(sql: Sql, group_id: number, ids: number[]) {
  await sql`
    select id from contacts where group_id = ${group_id} and id = any(${ids}) order by id for no key update`
  await indexContacts(sql, group_id, ids)
}
