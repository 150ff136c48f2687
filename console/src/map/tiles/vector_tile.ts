// Decodes Mapbox Vector Tiles 2: https://github.com/mapbox/vector-tile-spec

/** A place, line or area of a tile. */
export interface TileFeature {
  shape: 'point' | 'line' | 'area'
  properties: Record<string, string | number | boolean>
  /** Parts with x and y in turn. The tile reaches from 0 to 1; parts may go beyond. */
  parts: Float32Array[]
}

export type TileLayers = Map<string, TileFeature[]>

export function decodeTile(bytes: Uint8Array): TileLayers {
  const layers: TileLayers = new Map()
  const reader = new Reader(bytes)
  reader.fields((field, reader) => {
    if (field !== 3) return reader.skip()
    const { name, features } = readLayer(reader.message())
    layers.set(name, features)
  })
  return layers
}

type Value = string | number | boolean

interface RawFeature {
  type: number
  tags: number[]
  geometry: number[]
}

function readLayer(reader: Reader) {
  const keys: string[] = []
  const values: Value[] = []
  const raw: RawFeature[] = []
  let [name, extent] = ['', 4096]
  reader.fields((field, reader) => {
    if (field === 1) name = reader.text()
    else if (field === 2) raw.push(readFeature(reader.message()))
    else if (field === 3) keys.push(reader.text())
    else if (field === 4) values.push(readValue(reader.message()))
    else if (field === 5) extent = reader.number()
    else reader.skip()
  })
  const features = raw.flatMap(({ type, tags, geometry }): TileFeature[] => {
    const shape = ([undefined, 'point', 'line', 'area'] as const)[type]
    if (!shape) return []
    const properties: TileFeature['properties'] = {}
    for (let index = 0; index + 1 < tags.length; index += 2) {
      const [key, value] = [keys[tags[index] ?? -1], values[tags[index + 1] ?? -1]]
      if (key !== undefined && value !== undefined) properties[key] = value
    }
    return [{ shape, properties, parts: partsOf(geometry, extent) }]
  })
  return { name, features }
}

function readFeature(reader: Reader): RawFeature {
  const feature: RawFeature = { type: 0, tags: [], geometry: [] }
  reader.fields((field, reader) => {
    if (field === 2) feature.tags = reader.numbers()
    else if (field === 3) feature.type = reader.number()
    else if (field === 4) feature.geometry = reader.numbers()
    else reader.skip()
  })
  return feature
}

function readValue(reader: Reader): Value {
  let value: Value = ''
  reader.fields((field, reader) => {
    if (field === 1) value = reader.text()
    else if (field === 2) value = reader.float()
    else if (field === 3) value = reader.double()
    else if (field === 6) value = zigzag(reader.number())
    else if (field === 7) value = reader.number() === 1
    else if (field === 4 || field === 5) value = reader.number()
    else reader.skip()
  })
  return value
}

const [move_to, line_to] = [1, 2]
const zigzag = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

/** Commands with relative positions become parts with absolute ones. */
function partsOf(geometry: number[], extent: number): Float32Array[] {
  const parts: number[][] = []
  let [x, y, index] = [0, 0, 0]
  while (index < geometry.length) {
    const command = geometry[index++] ?? 0
    const [kind, count] = [command & 7, command >>> 3]
    if (kind !== move_to && kind !== line_to) continue
    for (let step = 0; step < count && index + 1 < geometry.length; step++) {
      x += zigzag(geometry[index++] ?? 0)
      y += zigzag(geometry[index++] ?? 0)
      if (kind === move_to) parts.push([])
      parts.at(-1)?.push(x / extent, y / extent)
    }
  }
  return parts.map(part => Float32Array.from(part))
}

/** Reads Protocol Buffers. */
class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #position: number
  readonly #end: number
  #wire = 0

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#position = start
    this.#end = Math.min(end, bytes.length)
  }

  fields(read: (field: number, reader: Reader) => void) {
    while (this.#position < this.#end) {
      const tag = this.number()
      this.#wire = tag & 7
      read(tag >>> 3, this)
    }
  }

  /** A varint. */
  number(): number {
    let [value, scale] = [0, 1]
    for (;;) {
      const byte = this.#bytes[this.#position++]
      if (byte === undefined) throw new Error('the tile ends too early')
      value += (byte & 127) * scale
      if (byte < 128) return value
      scale *= 128
    }
  }

  numbers(): number[] {
    const end = this.number() + this.#position
    const found: number[] = []
    while (this.#position < end) found.push(this.number())
    return found
  }

  message(): Reader {
    const start = this.#take(this.number())
    return new Reader(this.#bytes, start, this.#position)
  }

  text(): string {
    const start = this.#take(this.number())
    return new TextDecoder().decode(this.#bytes.subarray(start, this.#position))
  }

  float() {
    return this.#view.getFloat32(this.#take(4), true)
  }

  double() {
    return this.#view.getFloat64(this.#take(8), true)
  }

  skip() {
    if (this.#wire === 0) this.number()
    else if (this.#wire === 1) this.#take(8)
    else if (this.#wire === 2) this.#take(this.number())
    else if (this.#wire === 5) this.#take(4)
    else throw new Error('the tile has an unknown field')
  }

  #take(bytes: number) {
    const start = this.#position
    this.#position += bytes
    if (this.#position > this.#end) throw new Error('the tile ends too early')
    return start
  }
}
