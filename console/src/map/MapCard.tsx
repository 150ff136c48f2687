import type { ReactNode } from 'react'
import { cardPlace, cardStyle } from './card_place.ts'
import type { Cluster } from './clusters.ts'
import { type Size, toScreen, type View } from './projection.ts'

interface Props {
  clusters: Cluster[]
  chosen: ReadonlySet<number> | undefined
  view: View
  size: Size
  children: ReactNode
}

/** A card about the chosen mark, next to it. While the mark is out of sight, the card waits at the edge of the map. */
export function MapCard({ clusters, chosen, view, size, children }: Props) {
  const own = clusters.find(({ points }) => points.some(({ id }) => chosen?.has(id)))
  if (!own) return null
  const { x, y } = toScreen(view, size, own)
  const spot = { x: within(x, size.width), y: within(y, size.height) }
  const marks = clusters.filter(cluster => cluster !== own).map(cluster => toScreen(view, size, cluster))
  return (
    <div className="map-card" style={cardStyle(cardPlace(spot, marks, size), spot, size)}>
      {children}
    </div>
  )
}

const within = (value: number, length: number) => Math.max(0, Math.min(length, value))
