import type { Point } from './projection.ts'

// Corners that are drawn near another corner, an edge or a street are put on it. Positions are in pixels.

const [corner_px, edge_px] = [12, 8]

/** The place that a corner snaps to: a corner of a line first, else the nearest place on one. */
export function snap(spot: Point, lines: Point[][]): Point {
  const corner = nearest(spot, lines.flat(), corner_px)
  if (corner) return corner
  const onEdges = lines.flatMap(line => line.slice(1).map((to, index) => nearestOn(spot, line[index] ?? to, to)))
  return nearest(spot, onEdges, edge_px) ?? spot
}

function nearest(spot: Point, candidates: Point[], within_px: number): Point | undefined {
  let [found, distance]: [Point | undefined, number] = [undefined, within_px]
  for (const candidate of candidates) {
    const apart = Math.hypot(candidate.x - spot.x, candidate.y - spot.y)
    if (apart <= distance) [found, distance] = [candidate, apart]
  }
  return found
}

/** The place on a line from one point to another that is nearest to the spot. */
function nearestOn(spot: Point, from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((spot.x - from.x) * dx + (spot.y - from.y) * dy) / length
  const within = Math.max(0, Math.min(1, share))
  return { x: from.x + within * dx, y: from.y + within * dy }
}
