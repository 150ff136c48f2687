import type { Coordinates } from '../../map/projection.ts'

// Areas are stored as GeoJSON text. Users draw them, or type one corner per line: latitude, longitude.

/** The area that an action covers, or the one it leaves out. */
export type AreaKind = 'polygon' | 'not_polygon'

/** An outline and the holes in it. The last corner does not repeat the first. */
export type Polygon = Coordinates[][]

/** The polygons in a GeoJSON text; none if it cannot be read. */
export function polygonsOf(text: string): Polygon[] {
  try {
    return text.trim() ? shapesIn(JSON.parse(text)).filter(isComplete) : []
  } catch {
    return []
  }
}

/** The parts of GeoJSON that are read; anything else has no polygons. */
interface GeoJson {
  type?: unknown
  coordinates?: unknown
  geometry?: unknown
  features?: unknown
  geometries?: unknown
}

function shapesIn(value: unknown): Polygon[] {
  if (Array.isArray(value)) return value.flatMap(shapesIn)
  if (typeof value !== 'object' || value === null) return []
  const { type, coordinates, geometry, features, geometries }: GeoJson = value
  if (type === 'Polygon') return [polygonIn(coordinates)]
  if (type === 'MultiPolygon') return listIn(coordinates).map(polygonIn)
  return shapesIn(geometry ?? features ?? geometries)
}

const isComplete = (polygon: Polygon) =>
  polygon.length > 0 &&
  polygon.flat().every(({ longitude, latitude }) => Number.isFinite(longitude) && Number.isFinite(latitude))

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const polygonIn = (rings: unknown): Polygon => listIn(rings).map(ringIn)

function ringIn(ring: unknown): Coordinates[] {
  const corners = listIn(ring).map(corner => {
    const [longitude, latitude] = listIn(corner).map(Number)
    return { longitude: longitude ?? Number.NaN, latitude: latitude ?? Number.NaN }
  })
  const [first, last] = [corners[0], corners.at(-1)]
  const closed = corners.length > 1 && first?.longitude === last?.longitude && first?.latitude === last?.latitude
  return closed ? corners.slice(0, -1) : corners
}

const digits = 6
const rounded = (value: number) => Number(value.toFixed(digits))

export function geoJsonOf(polygons: Polygon[]): string {
  const coordinates = polygons.map(rings =>
    rings.map(ring =>
      [...ring, ...ring.slice(0, 1)].map(({ longitude, latitude }) => [rounded(longitude), rounded(latitude)]),
    ),
  )
  if (coordinates.length === 0) return ''
  return JSON.stringify(
    coordinates.length === 1 ? { type: 'Polygon', coordinates: coordinates[0] } : { type: 'MultiPolygon', coordinates },
  )
}

/** One line per corner, an empty line between areas. Areas with holes stay GeoJSON. */
export function areaText(polygons: Polygon[]): string {
  if (polygons.some(rings => rings.length > 1)) return geoJsonOf(polygons)
  return polygons
    .map(([outline = []]) =>
      outline.map(({ latitude, longitude }) => `${rounded(latitude)}, ${rounded(longitude)}`).join('\n'),
    )
    .join('\n\n')
}

const figure = '(-?\\d{1,3}(?:[.,]\\d+)?)'
const spaced = new RegExp(`^${figure}\\s*(?:;|,\\s|\\s)\\s*${figure}$`)
const tight = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/

/** Reads what the user typed, in either format; on failure returns the number of the first wrong line. */
export function parseAreaText(text: string): { polygons: Polygon[] } | { line: number } {
  if (/^\s*[[{]/.test(text)) {
    const polygons = polygonsOf(text)
    return polygons.length > 0 ? { polygons } : { line: 1 }
  }
  let outline: Coordinates[] = []
  const outlines = [outline]
  for (const [index, written] of text.split('\n').entries()) {
    const line = written.trim()
    if (line === '') {
      outline = []
      outlines.push(outline)
      continue
    }
    const [, first = '', second = ''] = tight.exec(line) ?? spaced.exec(line) ?? []
    const [latitude, longitude] = [coordinateIn(first), coordinateIn(second)]
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return { line: index + 1 }
    outline.push({ latitude, longitude })
  }
  const drawn = outlines.filter(area => area.length > 0)
  const small = drawn.find(area => area.length < corners_min)
  return small ? { line: text.split('\n').length } : { polygons: drawn.map(outline => [outline]) }
}

const coordinateIn = (text: string) => (text ? Number(text.replace(',', '.')) : Number.NaN)

export const corners_min = 3
