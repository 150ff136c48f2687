import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import { type Cluster, markRadius } from './clusters.ts'
import type { PlacedName } from './PlaceNames.tsx'
import { type Size, toScreen, type View } from './projection.ts'
import { streetMapQuery } from './tiles/street_map.ts'
import type { Streets } from './tiles/streets.ts'

type StreetParts = { streets: Streets; paintNames: typeof import('./tiles/street_parts.ts')['paintNames'] }

/** What a map can show of streets; `none` if the space has no map with streets. */
export type StreetsState = 'none' | 'loading' | 'failed' | 'ready'

/** The streets of the space, and a count that changes when more of them can be painted. Their code is loaded only if there is a map. */
export function useStreets(view: View, size: Size) {
  const { data, isError } = useQuery(streetMapQuery)
  const map = data?.map
  const version = map?.version
  const [parts, setParts] = useState<StreetParts>()
  const [broken, setBroken] = useState(false)
  const [painted, repaint] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another map; the same one is read again without change.
  useEffect(() => {
    if (!map) return setParts(undefined)
    setBroken(false)
    let over = false
    let streets: Streets | undefined
    void import('./tiles/street_parts.ts').then(
      ({ Streets, paintNames }) => {
        if (over) return
        streets = new Streets(map, repaint)
        setParts({ streets, paintNames })
      },
      () => over || setBroken(true),
    )
    return () => {
      over = true
      streets?.stop()
    }
  }, [version])
  return { parts, painted, map, state: stateOf() }

  function stateOf(): StreetsState {
    if (data && !map) return 'none'
    if (parts) return parts.streets.stateIn(view, size)
    return broken || (isError && !data) ? 'failed' : 'loading'
  }
}

/** The marks and the names of places, which names of streets must not cover. */
export const obstaclesOf = (clusters: Cluster[], placed: PlacedName[], view: View, size: Size) =>
  [
    ...clusters.map(cluster => ({ ...toScreen(view, size, cluster), radius: markRadius(cluster) })),
    ...placed.flatMap(discsOf),
  ].filter(({ x, y }) => x > -40 && y > -40 && x < size.width + 40 && y < size.height + 40)

/** A box as a row of discs, which cover it. */
const discsOf = ({ x, y, wide, high }: PlacedName) =>
  Array.from({ length: Math.ceil(wide / high) + 1 }, (_, index) => ({
    ...{ x: x - wide + 2 * high * index, y, radius: high + 2 },
  }))
