import { queryOptions } from '@tanstack/react-query'
import { muster, type Operations, queries } from '../../api.ts'

export type TeamInput = Operations['teams.create']['args']['data']['team']

const page_size = 1000

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: async ({ signal }) => (await muster.teams.list({ limit: page_size }, { signal })).data.teams,
})

/** A team with its ETag. */
export const teamQuery = (id: number) =>
  queryOptions({
    queryKey: ['teams', id],
    queryFn: async ({ signal }) => {
      const { body, etag } = await muster.request('teams.read', { id }, { signal })
      return { team: body.data.team, etag: etag ?? undefined }
    },
  })

export async function saveTeam(id: number | undefined, team: TeamInput, if_match?: string) {
  const saved = id
    ? await muster.teams.replace({ data: { team: { ...team, id } } }, if_match ? { if_match } : {})
    : await muster.teams.create({ data: { team } })
  await queries.invalidateQueries({ queryKey: ['teams'] })
  return saved.data.team
}

export async function removeTeam(id: number) {
  await muster.teams.remove({ id })
  await queries.invalidateQueries({ queryKey: ['teams'] })
}
