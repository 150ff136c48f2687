import { type Point, pixelsAt } from './projection.ts'

/** A mark on the map, for one or more points. */
interface Mark<Member> extends Point {
  key: string
  position: number
  points: Member[]
  done: number
}

// A cluster is 34 pixels wide, and the button of a door 24, which is the least that a finger needs.
const [many_radius_px, one_radius_px] = [18, 12]
const cell_px = 2 * many_radius_px

const radiusOf = ({ points }: Mark<unknown>) => (points.length > 1 ? many_radius_px : one_radius_px)

/** Merges marks that would cover each other, such as those of both sides of a street, until none does. */
export function mergeOverlaps<Member>(clusters: Mark<Member>[], zoom: number): Mark<Member>[] {
  const merged = mergeOnce(clusters, pixelsAt(zoom))
  return merged.length === clusters.length ? clusters : mergeOverlaps(merged, zoom)
}

function mergeOnce<Member>(clusters: Mark<Member>[], pixels: number): Mark<Member>[] {
  const cells = new Map<string, number[]>()
  const placed: Mark<Member>[] = []
  for (const cluster of clusters) {
    const [column, row] = [Math.floor((cluster.x * pixels) / cell_px), Math.floor((cluster.y * pixels) / cell_px)]
    const near = [-1, 0, 1].flatMap(dx => [-1, 0, 1].flatMap(dy => cells.get(`${column + dx} ${row + dy}`) ?? []))
    const covered = near.find(index => {
      const other = placed[index]
      return other && coversOther(cluster, other, pixels)
    })
    const other = covered === undefined ? undefined : placed[covered]
    if (covered !== undefined && other) placed[covered] = merge(other, cluster)
    else {
      const key = `${column} ${row}`
      cells.set(key, [...(cells.get(key) ?? []), placed.length])
      placed.push(cluster)
    }
  }
  return placed
}

const coversOther = (one: Mark<unknown>, other: Mark<unknown>, pixels: number) =>
  Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) * pixels < radiusOf(one) + radiusOf(other)

function merge<Member>(one: Mark<Member>, other: Mark<Member>): Mark<Member> {
  const [first, second] = one.position <= other.position ? [one, other] : [other, one]
  const share = other.points.length / (one.points.length + other.points.length)
  return {
    key: first.key,
    position: first.position,
    points: [...first.points, ...second.points],
    done: one.done + other.done,
    x: one.x + (other.x - one.x) * share,
    y: one.y + (other.y - one.y) * share,
  }
}
