import { queryOptions } from '@tanstack/react-query'
import { ConnectionError, muster, queries } from '../../api.ts'
import { keptMap } from './tile_store.ts'

export type { StreetMap } from './tile_store.ts'

/** Which map the space has. Without network, the one whose tiles are kept. */
export const streetMapQuery = queryOptions({
  queryKey: ['street_map'],
  queryFn: async ({ signal }) => {
    try {
      return (await muster.map.read({}, { signal })).data
    } catch (error) {
      const map = error instanceof ConnectionError ? await keptMap() : undefined
      if (!map) throw error
      return { map, bytes_max: 0 }
    }
  },
  staleTime: 60_000,
  throwOnError: false,
})

/** After the map was replaced. */
export const rereadStreetMap = () => queries.invalidateQueries({ queryKey: streetMapQuery.queryKey })
