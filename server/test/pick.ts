/** The values of one field of each row, or those of several fields. */
export function pick(rows: readonly object[] | undefined, field: string, ...more: string[]): unknown[] {
  const valuesOf = (row: object) => row as Record<string, unknown>
  if (more.length === 0) return (rows ?? []).map(row => valuesOf(row)[field])
  return (rows ?? []).map(row => [field, ...more].map(name => valuesOf(row)[name]))
}
