import type { Cluster } from './clusters.ts'
import { type Point, type Size, toScreen, type View } from './projection.ts'

/** A place name from the data of the space. */
export interface PlaceName extends Point {
  name: string
}

interface Props {
  names: PlaceName[]
  clusters: Cluster[]
  view: View
  size: Size
}

interface Box extends Point {
  /** Half of the width and height. */
  wide: number
  high: number
}

const [letter_px, margin_px] = [7, 6]
/** Above or below the place; farther away if a mark is in the way. */
const offsets = [-24, 26, -46, 48]

/** Shows place names such as streets. A name that would cover another is hidden. */
export function PlaceNames({ names, clusters, view, size }: Props) {
  const marks = clusters.map(cluster => ({ ...toScreen(view, size, cluster), ...around(cluster) }))
  const placed: (Box & { name: string })[] = []
  for (const { name, ...spot } of names) {
    const here = toScreen(view, size, spot)
    if (here.x < 0 || here.y < 0 || here.x > size.width || here.y > size.height) continue
    const wide = (name.length * letter_px) / 2 + margin_px
    const x = Math.max(wide, Math.min(size.width - wide, here.x))
    const boxes = offsets.map(offset => ({ x, y: here.y + offset, wide, high: 9 }))
    const free = boxes.filter(box => !placed.some(other => overlap(box, other)))
    const best = free.find(box => !marks.some(mark => overlap(box, mark))) ?? free[0]
    if (best) placed.push({ ...best, name })
  }
  return (
    <svg className="map-names" width={size.width} height={size.height} aria-hidden="true">
      {placed.map(({ name, x, y }) => (
        <text key={`${name} ${x} ${y}`} x={x} y={y + 4} textAnchor="middle">
          {name}
        </text>
      ))}
    </svg>
  )
}

const around = ({ points }: Cluster) => (points.length > 1 ? { wide: 17, high: 17 } : { wide: 11, high: 11 })

const overlap = (one: Box, other: Box) =>
  Math.abs(one.x - other.x) < one.wide + other.wide && Math.abs(one.y - other.y) < one.high + other.high
