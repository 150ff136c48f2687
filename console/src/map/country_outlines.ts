import { queryOptions } from '@tanstack/react-query'
import fine from 'world-atlas/countries-50m.json?url'
import coarse from 'world-atlas/countries-110m.json?url'
import { type Point, project } from './projection.ts'

// The countries of Natural Earth are part of the console, so that a map needs no other server. In TopoJSON, neighbours share a line.

interface Topology {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: [number, number][][]
  objects: { countries: { geometries: Geometry[] } }
}

type Geometry = { type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] } | { type: null }

/** A closed line in the square, and its bounding box. */
export interface Ring {
  /** x and y in turn. */
  line: Float64Array
  west: number
  north: number
  east: number
  south: number
}

const fine_from_zoom = 4

/** The outlines for a zoom level. They never change. */
export const outlinesQuery = (zoom: number) => {
  const url = zoom < fine_from_zoom ? coarse : fine
  return queryOptions({
    queryKey: ['outlines', url],
    queryFn: async ({ signal }) => ringsOf((await (await fetch(url, { signal })).json()) as Topology),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
}

function ringsOf({ arcs, transform, objects }: Topology): Ring[] {
  const lines = arcs.map(arc => placed(arc, transform))
  return objects.countries.geometries
    .flatMap(geometry =>
      geometry.type === 'Polygon' ? geometry.arcs : geometry.type === 'MultiPolygon' ? geometry.arcs.flat() : [],
    )
    .map(ring => ring.flatMap(index => (index < 0 ? lines[~index]?.toReversed() : lines[index]) ?? []))
    .flatMap(outline => repeatAtEdge(joinAtDateLine(outline)))
}

/** Each point of an arc is stored relative to the one before. */
function placed(arc: [number, number][], { scale, translate }: Topology['transform']) {
  let [east, north] = [0, 0]
  return arc.map(([right, up]) => {
    east += right
    north += up
    return project({ longitude: east * scale[0] + translate[0], latitude: north * scale[1] + translate[1] })
  })
}

/** Continues a line that crosses the date line instead of wrapping it. A line around a pole is closed at the edge. */
function joinAtDateLine(points: Point[]): Point[] {
  let shift = 0
  const line = points.map(({ x, y }, index) => {
    const step = x - (points[index - 1]?.x ?? x)
    if (Math.abs(step) > 0.5) shift -= Math.sign(step)
    return { x: x + shift, y }
  })
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last) return []
  return Math.abs(last.x - first.x) > 0.5 ? [...line, { x: last.x, y: 1 }, { x: first.x, y: 1 }] : line
}

/** Copies a ring that crosses the edge to the other side. */
function repeatAtEdge(points: Point[]): Ring[] {
  const ring = ringOf(points)
  const shift = ring.east > 1 ? -1 : ring.west < 0 ? 1 : 0
  return shift === 0 ? [ring] : [ring, ringOf(points.map(({ x, y }) => ({ x: x + shift, y })))]
}

function ringOf(points: Point[]): Ring {
  const ring = { line: new Float64Array(points.length * 2), west: 2, north: 2, east: -2, south: -2 }
  for (const [index, { x, y }] of points.entries()) {
    ring.line[2 * index] = x
    ring.line[2 * index + 1] = y
    ring.west = Math.min(ring.west, x)
    ring.east = Math.max(ring.east, x)
    ring.north = Math.min(ring.north, y)
    ring.south = Math.max(ring.south, y)
  }
  return ring
}
