import { type Columns, columnNames, noAddress, unset } from '../core/columns.ts'

// What the survivor of a merge looks like, without a database.

const numbers = { mobile: ['mobile', 'mobile_invalid', 'mobile_key'], phone: ['phone', 'phone_invalid', 'phone_key'] }
const single = Object.keys(unset).filter(name => !/^(mobile|phone)/.test(name))

/** What one chooses as a whole, by name, with the columns it consists of. */
export const fields: Record<string, (keyof Columns)[]> = {
  ...Object.fromEntries(single.map(name => [name, [name]])),
  ...numbers,
  address: ['address_id', ...Object.keys(noAddress)],
} as Record<string, (keyof Columns)[]>

export type Choice = Record<string, 'survivor' | 'gone' | undefined>

/**
 * The survivor keeps what they have, and gets from the other what they lack; somebody who has to choose says so. Whoever opted out once
 * has opted out, unless somebody says otherwise.
 */
export function mergedColumns(survivor: Columns, gone: Columns, choice: Choice): Columns {
  const after = { ...survivor }
  for (const [field, columns] of Object.entries(fields)) {
    const from = choice[field] ?? (isUnset(field, survivor) ? 'gone' : 'survivor')
    if (from === 'gone') for (const column of columns) Object.assign(after, { [column]: gone[column] })
  }
  return after
}

const isUnset = (field: string, columns: Columns) => {
  const value = columns[fields[field]![0]!]
  return value === null || value === '' || value === 0 || value === false
}

export type Changed = Record<string, { before: unknown; after: unknown }>

/** Column by column, what is different. */
export const differences = (before: Columns, after: Columns): Changed =>
  Object.fromEntries(
    columnNames
      .filter(name => before[name] !== after[name])
      .map(name => [name, { before: before[name], after: after[name] }]),
  )

/** The names under which people know the columns that changed. */
export const fieldsOf = (columns: string[]) =>
  Object.keys(fields).filter(field => fields[field]!.some(column => columns.includes(column)))

/** What to put back: fields that are still as the merge left them, as wholes. The others stay, and are told. */
export function putBack(now: Columns, changed: Changed) {
  const same = (column: keyof Columns) => now[column] === (changed[column] ? changed[column].after : now[column])
  const touched = fieldsOf(Object.keys(changed))
  const stayed = touched.filter(field => !fields[field]!.every(same))
  const restored = touched
    .filter(field => !stayed.includes(field))
    .flatMap(field => fields[field]!.filter(column => changed[column]))
  return { columns: Object.fromEntries(restored.map(column => [column, changed[column]!.before])), stayed }
}
