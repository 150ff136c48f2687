import type { Sql } from '../../db/sql.ts'
import type { ContactSummary } from './schema.ts'

/** A contact with what is compared besides what the API returns. */
export type ComparedContact = ContactSummary & { surname_key: string; firstname_key: string; gender: string }

/** Contacts with equal values. The list continues after `last_id`. */
export interface GroupRow {
  count: number
  last_id: number
  members: ComparedContact[]
}

// wire_time, because these rows become JSON in the database, which would write times in another format.
export const comparedColumns = (sql: Sql) => sql`
  c.id, wire_time(c.created_at) as created_at, c.firstname, c.surname, c.mail, c.mobile, c.phone, wire_time(c.birthdate) as birthdate,
  c.street, c.city, coalesce(c.membership_number, 0)::bigint as membership_number, c.black_list,
  c.surname_key, c.firstname_key, c.gender`
