import { useQuery } from '@tanstack/react-query'
import { actionPlacesQuery } from './action_places.ts'
import { openingView } from './opening_view.ts'
import { streetMapQuery } from './tiles/street_map.ts'

const world = { west: -180, south: -60, east: 180, north: 75 }

/** Where a map that has nothing to show yet opens: at the doors of the actions, or at the streets of the space. */
export function useOpeningView(empty: boolean): string | undefined {
  const { data: places } = useQuery({ ...actionPlacesQuery, enabled: empty })
  const { data: streets } = useQuery({ ...streetMapQuery, enabled: empty })
  if (!empty || !places || !streets) return undefined
  const region = streets.map ?? (places.length > 0 ? world : undefined)
  return region && openingView(region, places)
}
