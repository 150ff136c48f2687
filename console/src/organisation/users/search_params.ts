/** The search parameters of the members. */
export interface UserSearch {
  q?: string | undefined
  role?: number | undefined
  team?: number | undefined
  state?: UserState | undefined
  /** Not seen for this many days. */
  unseen?: number | undefined
  open?: number | undefined
}

export const user_states = ['active', 'pending', 'suspended'] as const
export type UserState = (typeof user_states)[number]

/** The offered numbers of days without a visit. */
export const unseen_days = [30, 90, 180, 365] as const

const idOf = (value: unknown) => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined)

export function parseUserSearch({ q, role, team, state, unseen, open }: Record<string, unknown>): UserSearch {
  return {
    q: typeof q === 'string' && q ? q : undefined,
    role: idOf(role),
    team: idOf(team),
    state: user_states.find(name => name === state),
    unseen: unseen_days.find(days => days === unseen),
    open: idOf(open),
  }
}
