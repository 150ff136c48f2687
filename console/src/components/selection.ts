export function toggleId(selected: ReadonlySet<number> | undefined, id: number): ReadonlySet<number> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Selects the rows between two, both included, besides those already selected. */
export function addRange(selected: ReadonlySet<number> | undefined, ids: number[], from: number, to: number) {
  const [first, last] = [ids.indexOf(from), ids.indexOf(to)].sort((one, other) => one - other)
  if (first === undefined || last === undefined || first < 0) return toggleId(selected, to)
  return new Set([...(selected ?? []), ...ids.slice(first, last + 1)])
}
