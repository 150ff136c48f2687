export function toggleId(selected: ReadonlySet<number> | undefined, id: number): ReadonlySet<number> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
