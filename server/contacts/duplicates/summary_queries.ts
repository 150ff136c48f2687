import type { Sql } from '../../db/sql.ts'
import type { ContactSummary } from './schema.ts'

/** A contact with the keys by which names are compared. */
export type ComparedContact = ContactSummary & { surname_key: string; firstname_key: string }

/** Contacts with equal values. The list continues after `last_id`. */
export interface GroupRow {
  count: number
  last_id: number
  members: ComparedContact[]
}

// wire_time, because these rows become JSON in the database, which would write times in another format.
export const summaryColumns = (sql: Sql) => sql`
  c.id, wire_time(c.created_at) as created_at, c.firstname, c.surname, c.mail, c.mobile, c.phone, wire_time(c.birthdate) as birthdate,
  c.street, c.city, coalesce(c.membership_number, 0)::bigint as membership_number, c.black_list`
