/** Where a list was left: how far it was scrolled, and the row that was current. */
export interface ListPosition {
  top: number
  id?: number | undefined
}

const kept_max = 50
const positions = new Map<string, ListPosition>()

/** The list at this address. The open record is no part of it. */
export const listKey = (pathname: string, search: Record<string, unknown>, label: string) => {
  const { open: _, ...shown } = search
  return `${pathname} ${label} ${JSON.stringify(shown)}`
}

export const positionOf = (key: string): ListPosition => positions.get(key) ?? { top: 0 }

/** Kept until the page is reloaded. */
export function keepPosition(key: string, change: Partial<ListPosition>) {
  const position = { ...positionOf(key), ...change }
  positions.delete(key)
  positions.set(key, position)
  const [oldest] = positions.keys()
  if (positions.size > kept_max && oldest !== undefined) positions.delete(oldest)
}
