import type { Fragment, Sql } from '../../db/sql.ts'
import type { Candidate } from './schema.ts'

/** Why two contacts may be one person: the columns that are alike, and when they say anything. */
interface Reason {
  columns: string[]
  /** The condition of the index in which they stand in order, about the contact row `c`. */
  isFilled: (sql: Sql) => Fragment
  /** How sure it is when first name and surname are alike too, and when they are not. */
  strength: { alike: Strength; otherwise: Strength }
}

export type Strength = Candidate['strength']
export type ReasonName = Candidate['reasons'][number]

/** The surest come first. */
export const reasons: Record<ReasonName, Reason> = {
  birthdate: {
    columns: ['surname_key', 'firstname_key', 'birthdate'],
    isFilled: sql => sql`c.birthdate is not null and c.surname_key <> '' and c.firstname_key <> ''`,
    strength: { alike: 'strong', otherwise: 'strong' },
  },
  mail: {
    columns: ['mail_key'],
    isFilled: sql => sql`c.mail <> ''`,
    strength: { alike: 'strong', otherwise: 'likely' },
  },
  mobile: {
    columns: ['mobile_key'],
    isFilled: sql => sql`c.mobile_key <> ''`,
    strength: { alike: 'strong', otherwise: 'possible' },
  },
  address: {
    columns: ['surname_key', 'firstname_key', 'street_key', 'house_number', 'city_key'],
    isFilled: sql => sql`c.street_key <> '' and c.surname_key <> '' and c.firstname_key <> ''`,
    strength: { alike: 'likely', otherwise: 'likely' },
  },
  // A household shares one.
  phone: {
    columns: ['phone_key'],
    isFilled: sql => sql`c.phone_key <> ''`,
    strength: { alike: 'likely', otherwise: 'possible' },
  },
}

export const reasonNames = Object.keys(reasons) as ReasonName[]

const strengths: Strength[] = ['strong', 'likely', 'possible']

/** How sure one can be, from all reasons there are. */
export const strengthOf = (names: ReasonName[], alike: boolean) =>
  strengths.find(strength => names.some(name => reasons[name].strength[alike ? 'alike' : 'otherwise'] === strength))!

/** The columns of a reason, of the row of this name, separated by commas. */
export const columnsOf = (sql: Sql, name: ReasonName, row: string) =>
  sql.unsafe(reasons[name].columns.map(column => `${row}.${column}`).join(', '))

/** That these columns are the same in both rows. */
export const columnsMatch = (sql: Sql, name: ReasonName, row: string, other: string) =>
  sql.unsafe(reasons[name].columns.map(column => `${row}.${column} = ${other}.${column}`).join(' and '))
