import { type Point, pixelsAt } from './projection.ts'

/** Something with a place. `done` is what has been dealt with, and looks so. */
export interface MapPoint extends Point {
  id: number
  label: string
  done: boolean
}

/** Points too near each other to be told apart, as one; a single point is a cluster of one. */
export interface Cluster extends Point {
  key: string
  points: MapPoint[]
  done: number
}

const radius = 44

/** Puts together what is nearer than a finger is wide at this zoom. The same whatever part of the map is looked at, so that nothing jumps while one pans. */
export function clustersOf(points: MapPoint[], zoom: number): Cluster[] {
  const reach = radius / pixelsAt(zoom)
  const cells = new Map<string, MapPoint[]>()
  const cellOf = (value: number) => Math.floor(value / reach)
  for (const point of points) {
    const key = `${cellOf(point.x)} ${cellOf(point.y)}`
    const cell = cells.get(key)
    if (cell) cell.push(point)
    else cells.set(key, [point])
  }
  const taken = new Set<MapPoint>()
  const clusters: Cluster[] = []
  for (const point of points) {
    if (taken.has(point)) continue
    const [column, row] = [cellOf(point.x), cellOf(point.y)]
    const near: MapPoint[] = []
    for (let x = column - 1; x <= column + 1; x++) {
      for (let y = row - 1; y <= row + 1; y++) {
        for (const other of cells.get(`${x} ${y}`) ?? [])
          if (!taken.has(other) && Math.hypot(other.x - point.x, other.y - point.y) <= reach) near.push(other)
      }
    }
    for (const other of near) taken.add(other)
    clusters.push(clusterOf(near))
  }
  return clusters
}

const clusterOf = (points: MapPoint[]): Cluster => ({
  key: String(points[0]!.id),
  points,
  done: points.filter(({ done }) => done).length,
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
