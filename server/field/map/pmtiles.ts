import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Message, msg } from '../../messages/message.ts'

// Reads the header and the metadata of a map in the format PMTiles 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md

/** What a file says about itself. */
export interface MapContents {
  west: number
  south: number
  east: number
  north: number
  zoom_min: number
  zoom_max: number
  /** Who must be named beside the map, as plain text. */
  attribution: string
}

/** Why a file cannot be used as a map. */
export class MapProblem extends Error {
  readonly text: Message

  constructor(text: Message) {
    super(String(text))
    this.text = text
  }
}

/** Reads bytes of the file; fewer if it ends before. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>

const header_bytes = 127
const directory_bytes_max = 16_384
const metadata_bytes_max = 2 ** 20
const attribution_length_max = 200
const layer_name_length_max = 100
const zoom_level_max = 26
const [uncompressed, gzipped, vector_tiles] = [1, 2, 1]
const other_tile_types: Record<number, string> = { 2: 'PNG', 3: 'JPEG', 4: 'WebP', 5: 'AVIF' }
const unzip = promisify(gunzip)

/** The layers with streets: of Protomaps, and of OpenMapTiles. */
const street_layers = ['roads', 'transportation']

/** Reads what a file says about itself, and checks that Muster can draw it. */
export async function readMapContents(read: ReadBytes, bytes: number): Promise<MapContents> {
  const header = await read(0, header_bytes)
  checkFormat(header)
  const position = (at: number) => Number(header.readBigUInt64LE(at))
  const parts = [8, 24, 40, 56].map(at => ({ offset: position(at), length: position(at + 8) }))
  if (parts.some(({ offset, length }) => offset + length > bytes))
    throw new MapProblem(msg`is not complete: the end of the map is missing. Send the whole file`)
  const [directory, metadata] = parts
  if (!directory || !metadata || directory.length === 0 || directory.length > directory_bytes_max)
    throw new MapProblem(msg`has no list of tiles that can be read`)
  const contents = {
    ...{
      west: degrees(header, 102),
      south: degrees(header, 106),
      east: degrees(header, 110),
      north: degrees(header, 114),
    },
    zoom_min: header.readUInt8(100),
    zoom_max: header.readUInt8(101),
  }
  checkBounds(contents)
  const { attribution, layers } = await readMetadata(read, metadata, header.readUInt8(97) === gzipped)
  if (layers.length > 0 && !layers.some(layer => street_layers.includes(layer)))
    throw new MapProblem(
      msg`has no layer with streets. Its layers are ${layers.slice(0, 20).join(', ')}; Muster draws those of Protomaps and OpenMapTiles`,
    )
  return { ...contents, attribution }
}

function checkFormat(header: Buffer) {
  if (header.length < header_bytes || header.toString('latin1', 0, 7) !== 'PMTiles')
    throw new MapProblem(msg`is not a map in the format PMTiles`)
  const version = header.readUInt8(7)
  if (version !== 3) throw new MapProblem(msg`has version ${version} of PMTiles; Muster reads version 3`)
  const type = header.readUInt8(99)
  if (type !== vector_tiles)
    throw new MapProblem(msg`has ${other_tile_types[type] ?? 'unknown'} tiles; Muster draws vector tiles (MVT)`)
  for (const at of [97, 98])
    if (![uncompressed, gzipped].includes(header.readUInt8(at)))
      throw new MapProblem(msg`is compressed in a way that browsers cannot read; use gzip`)
}

const degrees = (header: Buffer, at: number) => header.readInt32LE(at) / 1e7

function checkBounds({ west, south, east, north, zoom_min, zoom_max }: Omit<MapContents, 'attribution'>) {
  const valid = west >= -180 && east <= 180 && south >= -90 && north <= 90 && west < east && south < north
  if (!valid) throw new MapProblem(msg`does not say which region it shows`)
  if (zoom_min > zoom_max || zoom_max > zoom_level_max) throw new MapProblem(msg`does not say which zoom levels it has`)
}

async function readMetadata(read: ReadBytes, { offset, length }: { offset: number; length: number }, zipped: boolean) {
  if (length > metadata_bytes_max) throw new MapProblem(msg`has a description that is too long`)
  const stored = await read(offset, length)
  let described: { attribution?: unknown; vector_layers?: unknown } | null
  try {
    const text = zipped && length > 0 ? await unzip(stored, { maxOutputLength: 8 * metadata_bytes_max }) : stored
    described = length > 0 ? JSON.parse(text.toString()) : {}
  } catch {
    throw new MapProblem(msg`has a description that cannot be read. It may be damaged`)
  }
  const { attribution, vector_layers } = described ?? {}
  const layers = (Array.isArray(vector_layers) ? vector_layers : []).flatMap(layer =>
    typeof layer?.id === 'string' ? [layer.id.slice(0, layer_name_length_max)] : [],
  )
  return { attribution: typeof attribution === 'string' ? plainText(attribution) : '', layers }
}

/** Attributions are often links in HTML. */
const plainText = (html: string) =>
  html
    .slice(0, 10 * attribution_length_max)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, attribution_length_max)
