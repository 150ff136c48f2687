import { type Coordinates, project } from './projection.ts'
import type { StreetMap } from './tiles/tile_store.ts'

type Region = Pick<StreetMap, 'west' | 'south' | 'east' | 'north'>

/** Where a map opens: at a door in the middle of those that it shows, or at its whole region. */
export function openingView({ west, south, east, north }: Region, places: readonly Coordinates[]): string {
  const shown = places
    .filter(({ latitude, longitude }) => latitude > south && latitude < north && longitude > west && longitude < east)
    .sort((one, other) => one.latitude - other.latitude)
  const door = shown[Math.floor(shown.length / 2)]
  if (door) return viewOf(door, Math.max(streets_zoom, fittingZoom(shown)))
  const corners = [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ]
  return viewOf({ latitude: (south + north) / 2, longitude: (west + east) / 2 }, fittingZoom(corners))
}

/** The zoom from which the streets of a town can be told apart. */
const streets_zoom = 13
const zoom_max = 15
const preview_px = 500
const tile_px = 256

const viewOf = ({ latitude, longitude }: Coordinates, zoom: number) =>
  `${latitude.toFixed(5)},${longitude.toFixed(5)},${zoom.toFixed(2)}`

function fittingZoom(places: readonly Coordinates[]) {
  const points = places.map(project)
  const span = (values: number[]) => Math.max(...values) - Math.min(...values)
  const wide = Math.max(span(points.map(({ x }) => x)), span(points.map(({ y }) => y)) * 2, 1e-9)
  return Math.min(zoom_max, Math.max(1, Math.log2(preview_px / tile_px / wide)))
}
