import type { Operations } from '../../api.ts'

export type TeamRow = Operations['teams.list']['response']['data']['teams'][number]

export const views = ['all', 'mine', 'public'] as const

/** The search parameters of the list. */
export interface TeamSearch {
  view?: 'mine' | 'public' | undefined
  q?: string | undefined
  open?: number | 'new' | undefined
}

export function parseTeamSearch({ view, q, open }: Record<string, unknown>): TeamSearch {
  return {
    ...((view === 'mine' || view === 'public') && { view }),
    ...(typeof q === 'string' && q && { q }),
    ...((typeof open === 'number' || open === 'new') && { open }),
  }
}

/** The leaders and members, each once. */
export const peopleOf = ({ leaders, users }: Pick<TeamRow, 'leaders' | 'users'>) => [
  ...new Map([...leaders, ...users].map(person => [person.id, person])).values(),
]

export function isShown(team: TeamRow, view: TeamSearch['view'], user_id: number) {
  if (view === 'public') return !team.private
  if (view === 'mine') return peopleOf(team).some(({ id }) => id === user_id)
  return true
}
