import { type Coordinates, type Point, project } from './projection.ts'
import type { StreetMap } from './tiles/tile_store.ts'

type Region = Pick<StreetMap, 'west' | 'south' | 'east' | 'north'>

/** Where a map opens: at the doors of actions that it shows, or its whole region, at least at the level of towns. */
export function openingView({ west, south, east, north }: Region, places: readonly Coordinates[]): string {
  const shown = places.filter(
    ({ latitude, longitude }) => latitude > south && latitude < north && longitude > west && longitude < east,
  )
  const corners =
    shown.length > 0 ? shown : [south, north].map((latitude, at) => ({ latitude, longitude: at ? east : west }))
  const [latitudes, longitudes] = [corners.map(({ latitude }) => latitude), corners.map(({ longitude }) => longitude)]
  const middle = (values: number[]) => ((Math.min(...values) + Math.max(...values)) / 2).toFixed(5)
  return `${middle(latitudes)},${middle(longitudes)},${fittingZoom(corners.map(project))}`
}

const preview_px = 500
const tile_px = 256

function fittingZoom(points: Point[]) {
  const span = (values: number[]) => Math.max(...values) - Math.min(...values)
  const wide = Math.max(span(points.map(({ x }) => x)), span(points.map(({ y }) => y)) * 2, 1e-9)
  return Math.min(15, Math.max(1, Math.log2(preview_px / tile_px / wide))).toFixed(2)
}
