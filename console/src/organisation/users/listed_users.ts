import type { Member, User } from '../../api.ts'
import type { UserState } from './search_params.ts'

/** A user with what the space knows about their work. */
export interface ListedUser extends User {
  state: UserState
  teams: Member['teams']
  last_seen_on: string | null
  second_factor: boolean | null
  identity_providers: string[]
}

export function withMembers(users: User[], members: Member[]): ListedUser[] {
  const byId = new Map(members.map(member => [member.user_id, member]))
  return users.map(user => {
    const {
      state = 'active',
      teams = [],
      last_seen_on = null,
      second_factor = null,
      identity_providers = [],
    } = byId.get(user.id) ?? {}
    return { ...user, state, teams, last_seen_on, second_factor, identity_providers }
  })
}

const day_ms = 86_400_000

/** Whether the user has not come for this many days, or never. */
export const isUnseen = ({ last_seen_on }: ListedUser, days: number) =>
  last_seen_on === null || Date.parse(last_seen_on) < Date.now() - days * day_ms
