import { instantIn, utc } from '../../time_zone.ts'
import { itemTables, timestampFields } from '../core/item_fields.ts'
import type { BundleChange } from './bundle.ts'

/** What was sent, with dates without a time as instants of that day in the time zone. */
export function withInstants(sent: BundleChange, time_zone: string): BundleChange {
  if (time_zone === utc) return sent
  const tables = itemTables.flatMap(table =>
    sent[table] ? [[table, sent[table].map(item => dated(item, time_zone))]] : [],
  )
  return { ...sent, ...Object.fromEntries(tables) }
}

const dated = (item: object, time_zone: string) =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      timestampFields.has(name) && typeof value === 'string' ? instantIn(time_zone, value) : value,
    ]),
  )
