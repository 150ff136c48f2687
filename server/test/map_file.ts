import { gzipSync } from 'node:zlib'
import type { Feature, Geometry } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import { zxyToTileId } from 'pmtiles'
import vtpbf from 'vt-pbf'
import type { TestApp } from './harness.ts'
import { sendFile } from './imports.ts'
import type { Person } from './people.ts'

// Writes small maps in the format PMTiles 3, for tests and for the demo.

export type Layers = Record<string, Feature<Geometry, Record<string, string | number>>[]>

export interface MapFileOptions {
  layers: Layers
  /** West, south, east and north in degrees. */
  bounds: [number, number, number, number]
  zooms: [number, number]
  attribution?: string
}

/** A map with these features, in as many tiles as it needs. */
export function writeMapFile({
  layers,
  bounds,
  zooms,
  attribution = '© Test streets',
}: MapFileOptions): Buffer<ArrayBuffer> {
  const indexes = Object.entries(layers).map(
    ([name, features]) =>
      [
        name,
        new GeoJSONVT(
          { type: 'FeatureCollection', features },
          { maxZoom: zooms[1], indexMaxZoom: zooms[1], indexMaxPoints: 0, buffer: 64 },
        ),
      ] as const,
  )
  const tiles = tilesIn(bounds, zooms).flatMap(({ z, x, y }) => {
    const found = indexes.flatMap(([name, index]) => {
      const tile = index.getTile(z, x, y)
      return tile && tile.features.length > 0 ? [[name, tile]] : []
    })
    if (found.length === 0) return []
    const bytes = gzipSync(vtpbf.fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 }), { level: 9 })
    return [{ id: zxyToTileId(z, x, y), bytes }]
  })
  return assemble(
    tiles.sort((one, other) => one.id - other.id),
    {
      bounds,
      zooms,
      metadata: { name: 'Test', attribution, vector_layers: Object.keys(layers).map(id => ({ id, fields: {} })) },
    },
  )
}

interface FileParts {
  bounds: [number, number, number, number]
  zooms: [number, number]
  metadata: object
}

function assemble(tiles: { id: number; bytes: Buffer }[], { bounds, zooms, metadata }: FileParts) {
  const directory = gzipSync(directoryOf(tiles))
  const described = gzipSync(JSON.stringify(metadata))
  const contents = Buffer.concat(tiles.map(({ bytes }) => bytes))
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header.writeUInt8(3, 7)
  const start = header.length + directory.length
  const positions = [
    header.length,
    directory.length,
    start,
    described.length,
    0,
    0,
    start + described.length,
    contents.length,
  ]
  for (const [index, value] of [...positions, tiles.length, tiles.length, tiles.length].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  // Clustered; the directory and the tiles are compressed with gzip; the tiles are MVT.
  for (const [index, value] of [1, 2, 2, 1, ...zooms].entries()) header.writeUInt8(value, 96 + index)
  for (const [index, value] of bounds.entries()) header.writeInt32LE(Math.round(value * 1e7), 102 + 4 * index)
  header.writeUInt8(zooms[1], 118)
  header.writeInt32LE(Math.round(((bounds[0] + bounds[2]) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((bounds[1] + bounds[3]) / 2) * 1e7), 123)
  return Buffer.concat([header, directory, described, contents])
}

/** The list of tiles: differences of ids, run lengths, sizes and positions, each as a varint. */
function directoryOf(tiles: { id: number; bytes: Buffer }[]) {
  const numbers = [
    tiles.length,
    ...tiles.map(({ id }, index) => id - (tiles[index - 1]?.id ?? 0)),
    ...tiles.map(() => 1),
    ...tiles.map(({ bytes }) => bytes.length),
    // 0: it follows the one before.
    ...tiles.map((_, index) => (index === 0 ? 1 : 0)),
  ]
  return Buffer.from(numbers.flatMap(varint))
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return [...bytes, left]
}

/** The tiles that cover a region, at each zoom level. */
export function tilesIn([west, south, east, north]: [number, number, number, number], [first, last]: [number, number]) {
  const column = (longitude: number, z: number) => Math.floor((longitude / 360 + 0.5) * 2 ** z)
  const row = (latitude: number, z: number) => {
    const sine = Math.sin((latitude * Math.PI) / 180)
    return Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z)
  }
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return range(first, last).flatMap(z =>
    range(column(west, z), column(east, z)).flatMap(x => range(row(north, z), row(south, z)).map(y => ({ z, x, y }))),
  )
}

/** A small map around Lyon with one named street, for tests of uploads. */
export const aMapFile = ({ street = 'Rue Haute', attribution = '© Test streets', layer = 'roads' } = {}) =>
  writeMapFile({
    bounds: [4.8, 45.74, 4.86, 45.79],
    zooms: [11, 14],
    attribution,
    layers: {
      [layer]: [
        {
          type: 'Feature',
          properties: { kind: 'minor_road', name: street },
          geometry: {
            type: 'LineString',
            coordinates: [
              [4.82, 45.755],
              [4.83, 45.762],
              [4.84, 45.766],
            ],
          },
        },
      ],
    },
  })

/** Sends a map to the space of the user. */
export const uploadMap = (
  app: TestApp,
  who: Person | undefined,
  { name = 'lyon.pmtiles', body = aMapFile() as Uint8Array | ReadableStream, headers = {} } = {},
) =>
  sendFile(app, who, `/v1/map?name=${encodeURIComponent(name)}`, body, {
    'content-type': 'application/vnd.pmtiles',
    ...headers,
  })

const straight = [
  [4.8, 45.7645],
  [4.86, 45.7645],
]
const river = [
  [
    [4.8304, 45.75],
    [4.832, 45.75],
    [4.832, 45.78],
    [4.8304, 45.78],
    [4.8304, 45.75],
  ],
]

/** A street with its name and a river near Lyon, in the layers of Protomaps or of OpenMapTiles. */
export function aMapOf(schema: 'protomaps' | 'openmaptiles') {
  const street = { type: 'LineString' as const, coordinates: straight }
  const water = { type: 'Polygon' as const, coordinates: river }
  const feature = (geometry: Geometry, properties: Record<string, string>): Layers[string] => [
    { type: 'Feature', properties, geometry },
  ]
  const layers: Layers =
    schema === 'protomaps'
      ? { roads: feature(street, { kind: 'major_road', name: 'Grande Rue' }), water: feature(water, { kind: 'river' }) }
      : {
          transportation: feature(street, { class: 'primary' }),
          transportation_name: feature(street, { class: 'primary', name: 'Grande Rue' }),
          water: feature(water, { class: 'river' }),
        }
  return writeMapFile({ layers, bounds: [4.8, 45.74, 4.86, 45.79], zooms: [10, 14] })
}
