import { setImmediate as nextTurn } from 'node:timers/promises'
import { msg, type Text } from '../../messages/message.ts'

/** What is wrong with the area that was sent. */
export class AreaError extends Error {
  readonly text: Text

  constructor(text: Text) {
    super(String(text))
    this.text = text
  }
}

// Areas on a map, as in GeoJSON: rings of [longitude, latitude]. The first ring of a polygon is its outline, the others are holes.

type Point = [longitude: number, latitude: number]
type Polygon = Point[][]

export interface Area {
  polygons: Polygon[]
  points: number
  /** The bounding box. */
  west: number
  south: number
  east: number
  north: number
}

const points_max = 20_000

/** The area of a GeoJSON text: polygons, or features and collections of them. Throws an error message for the client. */
export function parseArea(text: string): Area | undefined {
  if (text.trim() === '') return undefined
  const polygons = polygonsOf(parseJson(text), 0)
  const points = polygons.flat(2)
  if (points.length === 0) throw new AreaError('has no polygon')
  if (points.length > points_max) throw new AreaError(msg`has more than ${points_max} points; simplify it`)
  const area = { polygons, points: points.length, west: 180, south: 90, east: -180, north: -90 }
  for (const [longitude, latitude] of points) {
    area.west = Math.min(area.west, longitude)
    area.east = Math.max(area.east, longitude)
    area.south = Math.min(area.south, latitude)
    area.north = Math.max(area.north, latitude)
  }
  return area
}

export const areaContains = ({ polygons }: Area, longitude: number, latitude: number) =>
  polygons.some(([outline = [], ...holes]) => {
    const hasPoint = (ring: Point[]) => isInRing(ring, longitude, latitude)
    return hasPoint(outline) && !holes.some(hasPoint)
  })

const sides_at_once = 200_000

/** Filters items, each of which is compared with this many points. It may take seconds, so other requests are served between slices. */
export async function filterInSlices<Item>(items: Item[], points: number, fits: (item: Item) => boolean) {
  const at_once = Math.ceil(sides_at_once / (1 + points))
  const found: Item[] = []
  for (let begin = 0; begin < items.length; begin += at_once) {
    if (begin > 0) await nextTurn()
    found.push(...items.slice(begin, begin + at_once).filter(fits))
  }
  return found
}

// Ray casting: a line to the east crosses the ring an odd number of times when the point is inside. No allocation in the loop: a ring may have
// thousands of sides, and is tested for each contact.
function isInRing(ring: Point[], longitude: number, latitude: number) {
  let inside = false
  let before = ring.at(-1)
  for (const here of ring) {
    if (before && here[1] > latitude !== before[1] > latitude) {
      const [x, y] = here
      if (longitude < ((before[0] - x) * (latitude - y)) / (before[1] - y) + x) inside = !inside
    }
    before = here
  }
  return inside
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AreaError('is not JSON; send a GeoJSON polygon, or leave it empty')
  }
}

const depth_max = 6

function polygonsOf(value: unknown, depth: number): Polygon[] {
  if (depth > depth_max) throw new AreaError('is nested too deeply')
  if (Array.isArray(value)) return value.flatMap(part => polygonsOf(part, depth + 1))
  const shape = (value ?? {}) as Record<string, unknown>
  switch (shape['type']) {
    case 'Polygon':
      return [polygonOf(shape['coordinates'])]
    case 'MultiPolygon':
      return listOf(shape['coordinates']).map(polygonOf)
    case 'Feature':
      return polygonsOf(shape['geometry'], depth + 1)
    case 'FeatureCollection':
      return listOf(shape['features']).flatMap(part => polygonsOf(part, depth + 1))
    case 'GeometryCollection':
      return listOf(shape['geometries']).flatMap(part => polygonsOf(part, depth + 1))
    default:
      throw new AreaError('must be GeoJSON of type Polygon or MultiPolygon, or features made of them')
  }
}

function polygonOf(value: unknown): Polygon {
  const rings = listOf(value).map(ring => listOf(ring).map(pointOf))
  if (rings.length === 0 || rings.some(ring => ring.length < 4))
    throw new AreaError('has a ring of fewer than four points; the last repeats the first')
  return rings
}

function pointOf(value: unknown): Point {
  const [longitude, latitude] = listOf(value) as Point
  const fits =
    Number.isFinite(longitude) && Number.isFinite(latitude) && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
  if (!fits) throw new AreaError('has a point that is not [longitude, latitude]')
  return [longitude, latitude]
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new AreaError('has coordinates that are not a list')
  return value
}
