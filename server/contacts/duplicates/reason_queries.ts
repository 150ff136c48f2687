import type { Fragment, Sql } from '../../db/sql.ts'
import type { DuplicateCandidate } from './schema.ts'

/** A reason why two contacts may be the same person: equal values in these columns. */
interface Reason {
  columns: string[]
  /** Whether contact `c` has values in these columns. This is the condition of the partial index over them. */
  isFilled: (sql: Sql) => Fragment
}

export type Strength = DuplicateCandidate['strength']
export type ReasonName = DuplicateCandidate['reasons'][number]

/** The strongest reason comes first. */
export const duplicateReasons: Record<ReasonName, Reason> = {
  birthdate: {
    columns: ['surname_key', 'firstname_key', 'birthdate'],
    isFilled: sql => sql`c.birthdate is not null and c.surname_key <> '' and c.firstname_key <> ''`,
  },
  mail: {
    columns: ['mail_key'],
    isFilled: sql => sql`c.mail <> ''`,
  },
  mobile: {
    columns: ['mobile_key'],
    isFilled: sql => sql`c.mobile_key <> ''`,
  },
  address: {
    columns: ['surname_key', 'firstname_key', 'street_key', 'house_number', 'city_key'],
    isFilled: sql => sql`c.street_key <> '' and c.surname_key <> '' and c.firstname_key <> ''`,
  },
  phone: {
    columns: ['phone_key'],
    isFilled: sql => sql`c.phone_key <> ''`,
  },
}

export const reasonNames = Object.keys(duplicateReasons) as ReasonName[]

/** The columns of a reason for this row alias, separated by commas. */
export const reasonColumns = (sql: Sql, name: ReasonName, row: string) =>
  sql.unsafe(duplicateReasons[name].columns.map(column => `${row}.${column}`).join(', '))

/** Whether the columns of a reason are equal in both rows. */
export const reasonColumnsMatch = (sql: Sql, name: ReasonName, row: string, other: string) =>
  sql.unsafe(duplicateReasons[name].columns.map(column => `${row}.${column} = ${other}.${column}`).join(' and '))
