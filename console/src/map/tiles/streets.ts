import { pixelsAt, type Size, type View } from '../projection.ts'
import { paintTile, tile_px } from './paint_tile.ts'
import type { StreetMap } from './street_map.ts'
import { type NamedShape, namesIn } from './street_names.ts'
import { street_colours } from './street_style.ts'
import { tileSourceOf } from './tile_source.ts'
import { decodeTile, type TileLayers } from './vector_tile.ts'

interface LoadedTile {
  layers: TileLayers
  names: NamedShape[]
}

interface Place {
  z: number
  x: number
  y: number
}

const level_max = 18
const loaded_max = 80
const painted_px_max = 48 * tile_px ** 2
const loads_max = 6
const paint_ms = 8
const retry_ms = 15_000

/** The streets of a map. Painted tiles are kept as pictures: moving the map only copies them, and missing ones are painted a few per frame. */
export class Streets {
  readonly map: StreetMap
  readonly #source: ReturnType<typeof tileSourceOf>
  /** `undefined` while it loads, `null` if the map has nothing there. */
  readonly #loaded = new Map<string, LoadedTile | null | undefined>()
  readonly #failed = new Set<string>()
  readonly #painted = new Map<string, HTMLCanvasElement>()
  readonly #onChange: () => void
  #wanted: Place[] = []
  #missing: Place[] = []
  #dark = false
  #loading = 0
  #frame = 0

  constructor(map: StreetMap, onChange: () => void) {
    this.map = map
    this.#source = tileSourceOf(map)
    this.#onChange = onChange
  }

  stop() {
    cancelAnimationFrame(this.#frame)
    this.#wanted = []
    this.#missing = []
  }

  /** Draws what is painted already, and begins to load and paint the rest. */
  paint(context: CanvasRenderingContext2D, view: View, size: Size, dark: boolean) {
    this.#dark = dark
    this.#missing = []
    const places = this.#placesIn(view, size)
    for (const place of places) {
      const tile = this.#tileFor(place)
      if (tile === null) continue
      const painted = tile && this.#painted.get(this.#keyOf(place))
      if (painted) {
        // The most recently used are at the end.
        this.#painted.delete(this.#keyOf(place))
        this.#painted.set(this.#keyOf(place), painted)
        draw(context, painted, boxOf(place, view, size))
      } else {
        this.#drawCoarser(context, place, view, size)
        if (tile) this.#missing.push(place)
      }
    }
    this.#wanted = places.map(place => this.#dataPlace(place))
    this.#loadNext()
    if (this.#missing.length > 0) this.#schedule()
  }

  /** Whether the streets of the view are read; `failed` if some could not be, until the next attempt succeeds. */
  stateIn(view: View, size: Size): 'loading' | 'failed' | 'ready' {
    const keys = this.#placesIn(view, size).map(place => keyOf(this.#dataPlace(place)))
    if (keys.some(key => this.#failed.has(key))) return 'failed'
    return keys.some(key => this.#loaded.get(key) === undefined) ? 'loading' : 'ready'
  }

  /** The names in the view. */
  namesIn(view: View, size: Size): NamedShape[] {
    const keys = new Set(this.#placesIn(view, size).map(place => keyOf(this.#dataPlace(place))))
    return [...keys].flatMap(key => this.#loaded.get(key)?.names ?? [])
  }

  /** The painted tiles of the view: 512 pixels wide, so one level below the zoom of the view. */
  #placesIn(view: View, size: Size): Place[] {
    const z = Math.min(level_max, Math.max(0, Math.round(view.zoom) - 1))
    if (z < this.map.zoom_min) return []
    const count = 2 ** z
    const edge = pixelsAt(view.zoom) / count
    const range = (middle: number, pixels: number) => {
      const first = Math.max(0, Math.floor(middle * count - pixels / 2 / edge))
      const last = Math.min(count - 1, Math.floor(middle * count + pixels / 2 / edge))
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
    }
    const [columns, rows] = [range(view.x, size.width), range(view.y, size.height)]
    const distance = ({ x, y }: Place) => Math.hypot(x + 0.5 - view.x * count, y + 0.5 - view.y * count)
    return rows.flatMap(y => columns.map(x => ({ z, x, y }))).sort((one, other) => distance(one) - distance(other))
  }

  /** The tile of the file that has the data of a painted tile. */
  #dataPlace({ z, x, y }: Place): Place {
    const beyond = Math.max(0, z - this.map.zoom_max)
    return { z: z - beyond, x: x >> beyond, y: y >> beyond }
  }

  #tileFor(place: Place) {
    return this.#loaded.get(keyOf(this.#dataPlace(place)))
  }

  #keyOf = (place: Place) => `${this.#dark} ${keyOf(place)}`

  #drawCoarser(context: CanvasRenderingContext2D, { z, x, y }: Place, view: View, size: Size) {
    const target = boxOf({ z, x, y }, view, size)
    for (let up = 1; up <= 4 && z - up >= 0; up++) {
      const painted = this.#painted.get(this.#keyOf({ z: z - up, x: x >> up, y: y >> up }))
      if (!painted) continue
      const part = painted.width / 2 ** up
      const [column, row] = [x & (2 ** up - 1), y & (2 ** up - 1)]
      draw(context, painted, target, { x: column * part, y: row * part, edge: part })
      return
    }
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const place = { z: z + 1, x: 2 * x + dx, y: 2 * y + dy }
      const painted = this.#painted.get(this.#keyOf(place))
      if (painted) draw(context, painted, boxOf(place, view, size))
    }
  }

  #loadNext() {
    for (const place of this.#wanted) {
      if (this.#loading >= loads_max) return
      const key = keyOf(place)
      if (!this.#loaded.has(key)) void this.#load(place, key)
    }
  }

  async #load(place: Place, key: string) {
    this.#loaded.set(key, undefined)
    this.#loading++
    try {
      const { z, x, y } = place
      const bytes = await this.#source.read(z, x, y)
      const layers = bytes && decodeTile(new Uint8Array(bytes))
      this.#failed.delete(key)
      this.#loaded.delete(key)
      this.#loaded.set(key, layers ? { layers, names: namesIn(layers, z, x, y) } : null)
      this.#forgetOldest()
    } catch {
      // Without network, or while the server is busy: tried again later.
      this.#failed.add(key)
      setTimeout(() => {
        this.#loaded.delete(key)
        this.#onChange()
      }, retry_ms)
    } finally {
      this.#loading--
      this.#loadNext()
      this.#onChange()
    }
  }

  #forgetOldest() {
    for (const key of this.#loaded.keys()) {
      if (this.#loaded.size <= loaded_max) return
      if (!this.#wanted.some(place => keyOf(place) === key)) this.#loaded.delete(key)
    }
  }

  #schedule() {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => {
      const end = performance.now() + paint_ms
      do {
        const place = this.#missing.shift()
        if (place) this.#paintPlace(place)
      } while (this.#missing.length > 0 && performance.now() < end)
      this.#onChange()
    })
  }

  #paintPlace(place: Place) {
    const tile = this.#tileFor(place)
    if (!tile) return
    const parts = 2 ** Math.max(0, place.z - this.map.zoom_max)
    const part = { parts, column: place.x % parts, row: place.y % parts }
    const colours = street_colours[this.#dark ? 'dark' : 'light']
    this.#painted.set(this.#keyOf(place), paintTile(tile.layers, part, place.z + 1, colours))
    const sharpness = window.devicePixelRatio || 1
    const most = Math.max(24, painted_px_max / (tile_px * sharpness) ** 2)
    for (const key of this.#painted.keys()) {
      if (this.#painted.size <= most) break
      this.#painted.delete(key)
    }
  }
}

const keyOf = ({ z, x, y }: Place) => `${z}/${x}/${y}`

/** Where a tile is on the screen. Edges are whole pixels, so that no gap shows between tiles. */
function boxOf({ z, x, y }: Place, view: View, size: Size) {
  const edge = pixelsAt(view.zoom) / 2 ** z
  const at = (index: number, middle: number, pixels: number) =>
    Math.round(index * edge - middle * pixelsAt(view.zoom) + pixels / 2)
  const [left, right] = [at(x, view.x, size.width), at(x + 1, view.x, size.width)]
  const [top, bottom] = [at(y, view.y, size.height), at(y + 1, view.y, size.height)]
  return { left, top, width: right - left, height: bottom - top }
}

function draw(
  context: CanvasRenderingContext2D,
  painted: HTMLCanvasElement,
  { left, top, width, height }: ReturnType<typeof boxOf>,
  { x, y, edge } = { x: 0, y: 0, edge: painted.width },
) {
  context.drawImage(painted, x, y, edge, edge, left, top, width, height)
}
