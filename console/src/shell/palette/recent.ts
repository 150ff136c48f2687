const prefix = 'muster.recent.'
const kept_max = 6

export const recentKinds = ['contacts', 'payments', 'teams', 'actions'] as const

/** A record that was opened. */
export interface RecentRecord {
  kind: (typeof recentKinds)[number]
  id: number
  label: string
  /** What tells it from others of the same name. */
  detail?: string | undefined
}

/** Whose list it is. */
export interface RecentOwner {
  user: { id: number }
  space: { id: number }
}

const keyOf = ({ user, space }: RecentOwner) => `${prefix}${space.id}.${user.id}`

/** The records opened last by a user in a space, the last one first. Kept in this browser until sign-out. */
export function recentRecords(owner: RecentOwner): RecentRecord[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecord).slice(0, kept_max) : []
  } catch {
    return []
  }
}

export function rememberRecord(owner: RecentOwner, record: RecentRecord) {
  const others = recentRecords(owner).filter(({ kind, id }) => kind !== record.kind || id !== record.id)
  localStorage.setItem(keyOf(owner), JSON.stringify([record, ...others].slice(0, kept_max)))
}

/** Removes the lists of all users of this browser. */
export function forgetRecent() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}

function isRecord(one: unknown): one is RecentRecord {
  const { kind, id, label } = (one ?? {}) as Partial<RecentRecord>
  return recentKinds.some(known => known === kind) && Number.isSafeInteger(id) && typeof label === 'string'
}
