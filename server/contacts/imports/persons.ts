import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { StoredAnswer } from '../core/answers.ts'
import type { ContactChange } from '../core/bulk.ts'
import { type ContactColumns, columnNames } from '../core/columns.ts'
import type { PatchedContact } from '../core/shape.ts'
import type { StoredContact } from './match_queries.ts'
import type { ImportCounts } from './outcome.ts'
import type { StagedRow } from './rows.ts'
import type { ImportSettings } from './schema.ts'

export interface ImportContext {
  sql: Sql
  caller: Caller
  import_id: number
  request_id: string
  settings: ImportSettings
  /** A dry run writes nothing but the keys of the people it has seen. */
  dry: boolean
}

/** All rows of the file about one person. */
export interface ImportedPerson {
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
  person: ImportedPerson
}

export const changedColumns = (before: ContactColumns, after: ContactColumns) =>
  columnNames.filter(name => before[name] !== after[name])

/** The keys by which a dry run recognises people it has seen in earlier rows. Several addresses of one contact are one person. */
export const seenKeysOf = ({ key, contact }: ImportedPerson) =>
  contact ? [`contact ${contact.id}`] : key === null ? [] : [`key ${key}`]

/** Counts the first row of a person for what it did, and the others as repeated. */
export function countPerson(
  counts: ImportCounts,
  { rows, contact, repeated }: ImportedPerson,
  what: 'created' | 'updated' | 'unchanged',
) {
  if (contact && !repeated) counts.matched++
  counts[repeated ? 'repeated' : what]++
  counts.repeated += rows.length - 1
}
