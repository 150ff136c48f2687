import type { Coordinates } from '../../map/projection.ts'

// Areas are kept as GeoJSON in a text. People draw them, or write one corner a line: latitude, longitude.

/** The area that an action covers, or the one it leaves out. */
export type AreaKind = 'polygon' | 'not_polygon'

/** An outline and the holes in it. The last corner does not repeat the first. */
export type Polygon = Coordinates[][]

/** The polygons in a text that the server has taken; none when there is nothing we can show. */
export function polygonsOf(text: string): Polygon[] {
  try {
    return text.trim() ? shapesIn(JSON.parse(text)) : []
  } catch {
    return []
  }
}

function shapesIn(value: any): Polygon[] {
  if (Array.isArray(value)) return value.flatMap(shapesIn)
  if (value?.type === 'Polygon') return [value.coordinates.map(ringOf)]
  if (value?.type === 'MultiPolygon') return value.coordinates.map((polygon: unknown[]) => polygon.map(ringOf))
  return shapesIn(value?.geometry ?? value?.features ?? value?.geometries ?? [])
}

function ringOf(ring: any): Coordinates[] {
  const corners = (ring as [number, number][]).map(([longitude, latitude]) => ({ longitude, latitude }))
  const [first, last] = [corners[0], corners.at(-1)]
  const closed = corners.length > 1 && first!.longitude === last!.longitude && first!.latitude === last!.latitude
  return closed ? corners.slice(0, -1) : corners
}

const digits = 6
const rounded = (value: number) => Number(value.toFixed(digits))

export function geoJsonOf(polygons: Polygon[]): string {
  const coordinates = polygons.map(rings =>
    rings.map(ring => [...ring, ring[0]!].map(({ longitude, latitude }) => [rounded(longitude), rounded(latitude)])),
  )
  if (coordinates.length === 0) return ''
  return JSON.stringify(
    coordinates.length === 1 ? { type: 'Polygon', coordinates: coordinates[0] } : { type: 'MultiPolygon', coordinates },
  )
}

/** As one would write it: a line for each corner, an empty line between two areas. What has holes is too much for that and stays GeoJSON. */
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

/** What somebody wrote, in either manner; or the number of the first line that makes no sense. */
export function parseAreaText(text: string): { polygons: Polygon[] } | { line: number } {
  if (/^\s*[[{]/.test(text)) {
    const polygons = polygonsOf(text)
    return polygons.length > 0 ? { polygons } : { line: 1 }
  }
  const areas: Coordinates[][] = [[]]
  for (const [index, written] of text.split('\n').entries()) {
    const line = written.trim()
    if (line === '') {
      if (areas.at(-1)!.length > 0) areas.push([])
      continue
    }
    const parts = tight.exec(line) ?? spaced.exec(line)
    const [latitude, longitude] = [1, 2].map(place => Number(parts?.[place]?.replace(',', '.') ?? Number.NaN)) as [
      number,
      number,
    ]
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return { line: index + 1 }
    areas.at(-1)!.push({ latitude, longitude })
  }
  const drawn = areas.filter(area => area.length > 0)
  const small = drawn.find(area => area.length < corners_min)
  return small ? { line: text.split('\n').length } : { polygons: drawn.map(outline => [outline]) }
}

export const corners_min = 3
