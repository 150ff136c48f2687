import type { useMe } from '../../use_me.ts'
import type { TeamRow } from './search_params.ts'

type Me = Pick<ReturnType<typeof useMe>, 'user' | 'may'>

/** Whether the server lets the user change the team: its leaders, its creator and users with teams:manage. */
export const mayChangeTeam = (team: TeamRow, { user, may }: Me) =>
  may('teams:manage') || team.created_by === user.id || team.leaders.some(({ id }) => id === user.id)

/** Whether the server leaves out the members of the team: it sends them to the team itself and to those who may change it. */
export const hidesMembers = (team: TeamRow, me: Me) =>
  team.hide_users && !mayChangeTeam(team, me) && !team.users.some(({ id }) => id === me.user.id)
