import type { Sql } from '../../db/sql.ts'
import type { ContactSummary } from './schema.ts'

/** A contact among those it is compared with. */
export type ComparedContact = ContactSummary & { surname_key: string; firstname_key: string }

/** Contacts that are alike in something. The list goes on after the one with `last_id`. */
export interface GroupRow {
  count: number
  last_id: number
  members: ComparedContact[]
}

// Made into JSON in the database, where times have another spelling.
export const summaryColumns = (sql: Sql) => sql`
  c.id, wire_time(c.created_at) as created_at, c.firstname, c.surname, c.mail, c.mobile, c.phone, wire_time(c.birthdate) as birthdate,
  c.street, c.city, coalesce(c.membership_number, 0)::bigint as membership_number, c.black_list`
