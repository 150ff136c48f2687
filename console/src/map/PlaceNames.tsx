import { type Cluster, markRadius } from './clusters.ts'
import { type Point, type Size, toScreen, type View } from './projection.ts'

/** A place name from the data of the space. */
export interface PlaceName extends Point {
  name: string
}

export type PlacedName = Box & { name: string }

interface Box extends Point {
  /** Half of the width and height. */
  wide: number
  high: number
}

const [letter_px, margin_px] = [6.4, 8]
/** Above or below the place; farther away if a mark is in the way. */
const offsets = [-30, 32, -50, 52]

export const halfWidth = (name: string) => (name.length * letter_px) / 2 + margin_px

/** Where the names go. A name that would cover another is left out. */
export function placeNames(names: PlaceName[], clusters: Cluster[], view: View, size: Size): PlacedName[] {
  const marks = clusters.map(cluster => ({ ...toScreen(view, size, cluster), ...around(cluster) }))
  const placed: PlacedName[] = []
  for (const { name, ...spot } of names) {
    const here = toScreen(view, size, spot)
    if (here.x < 0 || here.y < 0 || here.x > size.width || here.y > size.height) continue
    const wide = halfWidth(name)
    const x = Math.max(wide, Math.min(size.width - wide, here.x))
    const boxes = offsets.map(offset => ({ x, y: here.y + offset, wide, high: 9 }))
    const free = boxes.filter(box => !placed.some(other => overlap(box, other)))
    const best = free.find(box => !marks.some(mark => overlap(box, mark))) ?? free[0]
    if (best) placed.push({ ...best, name })
  }
  return placed
}

/** Shows names of places such as streets; with a ground of their own where a map below has names too. */
export function PlaceNames({ placed, size, ground }: { placed: PlacedName[]; size: Size; ground: boolean }) {
  return (
    <svg className="map-names" width={size.width} height={size.height} aria-hidden="true">
      {placed.map(({ name, x, y, wide, high }) => (
        <g key={`${name} ${x} ${y}`}>
          {ground && <rect x={x - wide} y={y - high - 1} width={2 * wide} height={2 * high + 2} rx={4} />}
          <text x={x} y={y + 4} textAnchor="middle">
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}

function around(cluster: Cluster) {
  const radius = markRadius(cluster) + 3
  return { wide: radius, high: radius }
}

const overlap = (one: Box, other: Box) =>
  Math.abs(one.x - other.x) < one.wide + other.wide && Math.abs(one.y - other.y) < one.high + other.high
