import type { Fragment, Sql } from '../../db/sql.ts'
import type { DuplicateCandidate } from './schema.ts'

/** A reason why two contacts may be the same person: equal values in these columns. */
interface Reason {
  columns: string[]
  /** Whether contact `c` has values in these columns. This is the condition of the partial index over them. */
  isFilled: (sql: Sql) => Fragment
  /** How strong the reason is if first name and surname are equal too, and if they are not. */
  strength: { alike: Strength; otherwise: Strength }
}

export type Strength = DuplicateCandidate['strength']
export type ReasonName = DuplicateCandidate['reasons'][number]

/** The strongest reason comes first. */
export const duplicateReasons: Record<ReasonName, Reason> = {
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
  // A household often shares one phone.
  phone: {
    columns: ['phone_key'],
    isFilled: sql => sql`c.phone_key <> ''`,
    strength: { alike: 'likely', otherwise: 'possible' },
  },
}

export const reasonNames = Object.keys(duplicateReasons) as ReasonName[]

const strengths: Strength[] = ['strong', 'likely', 'possible']

/** The strongest of several reasons. */
export const strengthOf = (names: ReasonName[], alike: boolean): Strength =>
  strengths.find(strength =>
    names.some(name => duplicateReasons[name].strength[alike ? 'alike' : 'otherwise'] === strength),
  ) ?? 'possible'

/** The columns of a reason for this row alias, separated by commas. */
export const reasonColumns = (sql: Sql, name: ReasonName, row: string) =>
  sql.unsafe(duplicateReasons[name].columns.map(column => `${row}.${column}`).join(', '))

/** Whether the columns of a reason are equal in both rows. */
export const reasonColumnsMatch = (sql: Sql, name: ReasonName, row: string, other: string) =>
  sql.unsafe(duplicateReasons[name].columns.map(column => `${row}.${column} = ${other}.${column}`).join(' and '))
