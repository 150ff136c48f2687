import type { Coordinates } from '../../map/projection.ts'
import { geoJsonOf, type Polygon, polygonsOf } from './areas.ts'
import { isPlaced, type StreetAddress } from './sides.ts'

// A turf is one polygon of an action's area. Its name and its teams are properties of a GeoJSON feature: `name` and `team_ids`.

export interface Turf {
  /** A, B, C… where the feature has no name. */
  name: string
  named: boolean
  team_ids: number[]
  polygon: Polygon
}

interface Feature {
  geometry?: unknown
  properties?: { name?: unknown; team_ids?: unknown } | null
}

/** The turfs of an action. An area in one piece without a name or team is not divided. */
export function turfsOf(area: string): Turf[] {
  const turfs = featuresIn(area).flatMap(({ geometry, properties }) => {
    const name = typeof properties?.name === 'string' ? properties.name.trim() : ''
    const team_ids = Array.isArray(properties?.team_ids) ? properties.team_ids.map(Number).filter(Number.isInteger) : []
    return polygonsOf(JSON.stringify(geometry ?? null)).map(polygon => ({ name, team_ids, polygon }))
  })
  const divided = turfs.length > 1 || turfs.some(({ name, team_ids }) => name || team_ids.length > 0)
  return divided
    ? turfs.map((turf, index) => ({ ...turf, named: turf.name !== '', name: turf.name || letters(index) }))
    : []
}

function featuresIn(area: string): Feature[] {
  try {
    const read: { type?: unknown; features?: unknown } & Feature = JSON.parse(area)
    if (read.type === 'FeatureCollection' && Array.isArray(read.features)) return read.features
    return read.type === 'Feature' ? [read] : [{ geometry: read }]
  } catch {
    return []
  }
}

/** A to Z, then AA, AB… */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** The area with these names and teams. */
export function areaOfTurfs(turfs: Pick<Turf, 'name' | 'named' | 'team_ids' | 'polygon'>[]): string {
  if (turfs.every(({ named, team_ids }) => !named && team_ids.length === 0))
    return geoJsonOf(turfs.map(({ polygon }) => polygon))
  return JSON.stringify({
    type: 'FeatureCollection',
    features: turfs.map(({ name, named, team_ids, polygon }) => ({
      type: 'Feature',
      properties: { ...(named && { name }), ...(team_ids.length > 0 && { team_ids }) },
      geometry: JSON.parse(geoJsonOf([polygon])),
    })),
  })
}

/** The drawn polygons as an area. A polygon that covers the middle of a turf keeps its name and teams. */
export function redrawnArea(polygons: Polygon[], before: string): string {
  const old = turfsOf(before)
  const kept = polygons.map(polygon => old.find(turf => isInPolygon(middleOf(turf.polygon), polygon)))
  return areaOfTurfs(
    polygons.map((polygon, index) => {
      const turf = kept.indexOf(kept[index]) === index ? kept[index] : undefined
      return { name: turf?.name ?? '', named: turf?.named ?? false, team_ids: turf?.team_ids ?? [], polygon }
    }),
  )
}

function middleOf([outline = []]: Polygon): Coordinates {
  const average = (value: (corner: Coordinates) => number) =>
    outline.reduce((sum, corner) => sum + value(corner), 0) / outline.length
  return { latitude: average(({ latitude }) => latitude), longitude: average(({ longitude }) => longitude) }
}

/** The place of the turf of an address in the list; undefined outside every turf. */
export function turfIndexOf(turfs: Turf[], address: Pick<StreetAddress, 'latitude' | 'longitude'>) {
  if (!isPlaced(address)) return undefined
  const place = { latitude: Number(address.latitude), longitude: Number(address.longitude) }
  const index = turfs.findIndex(({ polygon }) => isInPolygon(place, polygon))
  return index < 0 ? undefined : index
}

const isInPolygon = (place: Coordinates, [outline = [], ...holes]: Polygon) =>
  isInRing(place, outline) && !holes.some(hole => isInRing(place, hole))

// Ray casting: a line to the east crosses the ring an odd number of times when the place is inside.
function isInRing({ latitude, longitude }: Coordinates, ring: Coordinates[]) {
  let inside = false
  let before = ring.at(-1)
  for (const here of ring) {
    if (before && here.latitude > latitude !== before.latitude > latitude) {
      const crossing =
        ((before.longitude - here.longitude) * (latitude - here.latitude)) / (before.latitude - here.latitude) +
        here.longitude
      if (longitude < crossing) inside = !inside
    }
    before = here
  }
  return inside
}
