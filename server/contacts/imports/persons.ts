import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { StoredAnswer } from '../core/answers.ts'
import type { ContactChange } from '../core/bulk.ts'
import { type Columns, columnNames } from '../core/columns.ts'
import type { PatchedContact } from '../core/shape.ts'
import type { StoredContact } from './match_queries.ts'
import type { Tally } from './outcome.ts'
import type { StagedRow } from './rows.ts'
import type { ImportSettings } from './schema.ts'

export interface Batch {
  sql: Sql
  caller: Caller
  import_id: number
  request_id: string
  settings: ImportSettings
  /** A dry run writes nothing but the keys of the people it has seen. */
  dry: boolean
}

/** All rows of the file about one person. */
export interface Person {
  key: string | null
  rows: StagedRow[]
  patch: PatchedContact
  contact?: StoredContact
  /** An earlier part of the file has created or changed this contact. */
  repeated: boolean
}

/** An existing contact, and what the file changes on it. */
export interface PlannedChange extends ContactChange {
  before: StoredContact
  answers: StoredAnswer[]
  person: Person
}

export const changedColumns = (before: Columns, after: Columns) =>
  columnNames.filter(name => before[name] !== after[name])

/** The keys by which a dry run recognises people it has seen in earlier rows. Several addresses of one contact are one person. */
export const seenKeysOf = ({ key, contact }: Person) =>
  contact ? [`contact ${contact.id}`] : key === null ? [] : [`key ${key}`]

/** Counts the first row of a person for what it did, and the others as repeated. */
export function countPerson(
  tally: Tally,
  { rows, contact, repeated }: Person,
  what: 'created' | 'updated' | 'unchanged',
) {
  if (contact && !repeated) tally.matched++
  tally[repeated ? 'repeated' : what]++
  tally.repeated += rows.length - 1
}
