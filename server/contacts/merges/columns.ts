import { type ContactColumns, columnNames } from '../core/columns.ts'
import { addressColumns, contactFields, type FieldName, fieldNames, fieldsOf } from '../core/fields.ts'

// What the survivor of a merge looks like, without a database.

const leaderOf = (name: FieldName): FieldName => {
  const field = contactFields[name]
  return 'follows' in field ? field.follows : name
}

/** What a merge takes from one of the two as a whole, by name, with the columns it consists of; the first says whether it is empty. */
export const mergeFields: Record<string, (keyof ContactColumns)[]> = {
  ...Object.fromEntries(
    fieldNames
      .filter(name => leaderOf(name) === name)
      .map(name => [name, fieldNames.filter(other => leaderOf(other) === name)]),
  ),
  address: ['address_id', ...addressColumns],
}
for (const phone of fieldsOf('phone')) mergeFields[phone]?.push(`${phone}_key`)

export type MergeChoices = Record<string, 'survivor' | 'gone' | undefined>

/**
 * The survivor keeps its values and gets those it lacks, unless a choice says otherwise. An opt-out of either contact holds, unless a choice says
 * otherwise.
 */
export function mergedColumns(survivor: ContactColumns, gone: ContactColumns, choice: MergeChoices): ContactColumns {
  const after = { ...survivor }
  for (const [field, columns] of Object.entries(mergeFields)) {
    const from = choice[field] ?? (isEmpty(columns, survivor) ? 'gone' : 'survivor')
    if (from === 'gone') for (const column of columns) Object.assign(after, { [column]: gone[column] })
  }
  return after
}

function isEmpty([first]: (keyof ContactColumns)[], contact: ContactColumns) {
  const value = first && contact[first]
  return value === null || value === '' || value === 0 || value === false
}

export type ColumnChanges = Record<string, { before: unknown; after: unknown }>

/** The columns that differ, with both values. */
export const columnDifferences = (before: ContactColumns, after: ContactColumns): ColumnChanges =>
  Object.fromEntries(
    columnNames
      .filter(name => before[name] !== after[name])
      .map(name => [name, { before: before[name], after: after[name] }]),
  )

/** The merge fields that these columns belong to. */
export const mergeFieldsOf = (columns: string[]) =>
  Object.entries(mergeFields).flatMap(([field, own]) => (own.some(column => columns.includes(column)) ? [field] : []))

/** The columns to restore: of fields that are still as the merge left them, as wholes. `stayed` are the fields that changed since. */
export function restorableColumns(now: ContactColumns, changes: ColumnChanges) {
  const isAsLeft = (column: keyof ContactColumns) => !changes[column] || now[column] === changes[column].after
  const touched = mergeFieldsOf(Object.keys(changes)).map(field => ({ field, columns: mergeFields[field] ?? [] }))
  const [restored, stayed] = [
    touched.filter(({ columns }) => columns.every(isAsLeft)),
    touched.filter(({ columns }) => !columns.every(isAsLeft)),
  ]
  const columns = restored.flatMap(field => field.columns.flatMap(column => [[column, changes[column]] as const]))
  return {
    columns: Object.fromEntries(columns.flatMap(([column, change]) => (change ? [[column, change.before]] : []))),
    stayed: stayed.map(({ field }) => field),
  }
}
