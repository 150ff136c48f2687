import { type Columns, columnNames } from '../core/columns.ts'
import { addressColumns, contactFields, type FieldName, fieldNames, fieldsOf } from '../core/fields.ts'

// What the survivor of a merge looks like, without a database.

const leaderOf = (name: FieldName): FieldName => {
  const field = contactFields[name]
  return 'follows' in field ? field.follows : name
}

/** What a merge takes from one of the two as a whole, by name, with the columns it consists of; the first says whether it is empty. */
export const mergeFields: Record<string, (keyof Columns)[]> = {
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
 * The survivor keeps what they have, and gets from the other what they lack; somebody who has to choose says so. Whoever opted out once
 * has opted out, unless somebody says otherwise.
 */
export function mergedColumns(survivor: Columns, gone: Columns, choice: MergeChoices): Columns {
  const after = { ...survivor }
  for (const [field, columns] of Object.entries(mergeFields)) {
    const from = choice[field] ?? (isEmpty(field, survivor) ? 'gone' : 'survivor')
    if (from === 'gone') for (const column of columns) Object.assign(after, { [column]: gone[column] })
  }
  return after
}

const isEmpty = (field: string, columns: Columns) => {
  const value = columns[mergeFields[field]![0]!]
  return value === null || value === '' || value === 0 || value === false
}

export type ColumnChanges = Record<string, { before: unknown; after: unknown }>

/** Column by column, what is different. */
export const differences = (before: Columns, after: Columns): ColumnChanges =>
  Object.fromEntries(
    columnNames
      .filter(name => before[name] !== after[name])
      .map(name => [name, { before: before[name], after: after[name] }]),
  )

/** The names under which people know the columns that changed. */
export const mergeFieldsOf = (columns: string[]) =>
  Object.keys(mergeFields).filter(field => mergeFields[field]!.some(column => columns.includes(column)))

/** What to put back: fields that are still as the merge left them, as wholes. The others stay, and are told. */
export function restorableColumns(now: Columns, changed: ColumnChanges) {
  const same = (column: keyof Columns) => now[column] === (changed[column] ? changed[column].after : now[column])
  const touched = mergeFieldsOf(Object.keys(changed))
  const stayed = touched.filter(field => !mergeFields[field]!.every(same))
  const restored = touched
    .filter(field => !stayed.includes(field))
    .flatMap(field => mergeFields[field]!.filter(column => changed[column]))
  return { columns: Object.fromEntries(restored.map(column => [column, changed[column]!.before])), stayed }
}
