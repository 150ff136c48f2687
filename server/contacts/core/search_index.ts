import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import type { EventType } from '../../events/catalogue.ts'
import { emitContactEvents } from '../../events/outbox.ts'

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

/** The last step of every write of contacts, their tags and answers: records the events, and what search compares. */
export async function publishContacts(sql: Sql, writer: WriteContext, type: EventType, ids: number[]) {
  await Promise.all([emitContactEvents(sql, writer, type, ids), indexContacts(sql, writer.caller.group_id, ids)])
}
