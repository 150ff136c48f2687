import type { Item } from './schema.ts'

/** An item as a row of its table: the same fields, with the stamps under the names that columns have. */
export function itemRow({ CreatedAt, UpdatedAt, ...item }: Item): Record<string, unknown> {
  const row: Record<string, unknown> = { ...item, created_at: CreatedAt, updated_at: UpdatedAt }
  // A donation answers with two names for one column.
  if ('initial_amount' in item) delete row['amount_initial']
  return row
}
