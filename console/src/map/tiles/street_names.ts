import type { Point } from '../projection.ts'
import { nameOf, type RoadClass, roadClassOf } from './street_style.ts'
import type { TileFeature, TileLayers } from './vector_tile.ts'

/** A named street or place of a tile, in the square of the projection. */
export interface NamedShape {
  name: string
  /** A place is a town or a quarter. */
  road: RoadClass | 'place'
  /** Streets: x and y in turn. Places: one point. */
  line: Float64Array
}

/** The names of a tile. The pieces of a street between two crossings are joined, so that its name has room. */
export function namesIn(layers: TileLayers, z: number, x: number, y: number): NamedShape[] {
  const count = 2 ** z
  const placed = ({ line, ...named }: { line: Float32Array; name: string; road: NamedShape['road'] }) => ({
    ...named,
    line: Float64Array.from(line, (value, index) => ((index % 2 === 0 ? x : y) + value) / count),
  })
  return [...layers]
    .flatMap(([layer, features]) => [...placesIn(layer, features), ...streetsIn(layer, features)])
    .map(placed)
}

function placesIn(layer: string, features: TileFeature[]) {
  if (layer !== 'places' && layer !== 'place') return []
  return features.flatMap(feature => {
    const [line] = feature.shape === 'point' ? feature.parts : []
    return line && nameOf(feature) !== '' ? [{ name: nameOf(feature), road: 'place' as const, line }] : []
  })
}

function streetsIn(layer: string, features: TileFeature[]) {
  return [...Map.groupBy(features, feature => streetKey(layer, feature))].flatMap(([key, pieces]) => {
    if (!key) return []
    const { name, road } = JSON.parse(key) as { name: string; road: RoadClass }
    return joined(pieces.flatMap(({ parts }) => parts)).map(line => ({ name, road, line }))
  })
}

function streetKey(layer: string, feature: TileFeature) {
  const name = nameOf(feature)
  const road = feature.shape === 'line' && name !== '' ? roadClassOf(layer, feature) : undefined
  return road && road !== 'rail' ? JSON.stringify({ name, road }) : ''
}

/** Joins lines that end where another begins. */
function joined(lines: Float32Array[]): Float32Array[] {
  const left = [...lines].filter(line => line.length >= 4)
  const found: Float32Array[] = []
  for (let line = left.pop(); line; line = left.pop()) {
    for (let next = nextOf(line, left); next; next = nextOf(line, left)) line = next
    found.push(line)
  }
  return found
}

function nextOf(line: Float32Array, left: Float32Array[]): Float32Array | undefined {
  for (const [index, other] of left.entries()) {
    const pair = pairOf(line, other)
    if (!pair) continue
    left.splice(index, 1)
    return Float32Array.from(pair.flatMap(part => [...part]))
  }
  return undefined
}

/** Two lines that meet, in the order and direction in which they follow each other. */
function pairOf(line: Float32Array, other: Float32Array) {
  const [first, last] = [pointAt(line, 0), pointAt(line, line.length - 2)]
  const [start, end] = [pointAt(other, 0), pointAt(other, other.length - 2)]
  if (same(last, start)) return [line, other]
  if (same(end, first)) return [other, line]
  if (same(last, end)) return [line, reversed(other)]
  if (same(first, start)) return [reversed(line), other]
  return undefined
}

const pointAt = (line: Float32Array, index: number): Point => ({ x: line[index] ?? 0, y: line[index + 1] ?? 0 })
const same = (one: Point, other: Point) => Math.abs(one.x - other.x) < 5e-4 && Math.abs(one.y - other.y) < 5e-4

function reversed(line: Float32Array) {
  const turned = new Float32Array(line.length)
  for (let index = 0; index < line.length; index += 2)
    turned.set([line[line.length - index - 2] ?? 0, line[line.length - index - 1] ?? 0], index)
  return turned
}
