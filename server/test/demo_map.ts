import { readFileSync, writeFileSync } from 'node:fs'
import type { Position } from 'geojson'
import type { DemoFile } from '../demo/demo.ts'
import { type Layers, writeMapFile } from './map_file.ts'
import type { ReplyBody } from './reply_body.ts'

// Draws the map of the demo from the doors of its actions. The streets between them are invented.
// Run it after they have changed, with the demo.json of a running server: node server/test/demo_map.ts data/demo.json

interface Address {
  street: string
  city: string
  latitude: string
  longitude: string
}

interface Door {
  street: string
  city: string
  /** Metres to the east and to the north of the middle of the town. */
  x: number
  y: number
}

interface Town {
  doors: Door[]
  toDegrees: (x: number, y: number) => Position
}

interface Street {
  name: string
  /** A place on it, and its direction. */
  x: number
  y: number
  dx: number
  dy: number
  from: number
  to: number
}

const metre = 1 / 111_320
const [block_m, margin_m, doors_min, off_line_m_max] = [130, 600, 3, 20]
/** Buildings are drawn around doors only, to keep the file small. */
const built_m = 280

function drawTowns(towns: Town[]) {
  const layers: Layers = { earth: [], landuse: [], water: [], roads: [], buildings: [], places: [] }
  for (const town of towns) drawTown(layers, town)
  const corners = towns.flatMap(({ doors, toDegrees }) =>
    boxOf(doors, margin_m).map(([x = 0, y = 0]) => toDegrees(x, y)),
  )
  const [longitudes, latitudes] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)]
  return writeMapFile({
    layers,
    bounds: [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)],
    zooms: [10, 14],
    attribution: '© Muster',
  })
}

/** Draws features of a town in metres. */
interface Pen {
  area: (layer: string, ring: Position[], kind: string) => void
  road: (line: Position[], kind: string, name?: string) => void
}

function drawTown(layers: Layers, { doors, toDegrees }: Town) {
  const degrees = (places: Position[]) => places.map(([x = 0, y = 0]) => toDegrees(x, y))
  const pen: Pen = {
    area: (layer, ring, kind) => {
      const coordinates = [degrees([...ring, ...ring.slice(0, 1)])]
      layers[layer]?.push({ type: 'Feature', properties: { kind }, geometry: { type: 'Polygon', coordinates } })
    },
    road: (line, kind, name) => {
      const properties = { kind, ...(name && { name }) }
      layers['roads']?.push({
        type: 'Feature',
        properties,
        geometry: { type: 'LineString', coordinates: degrees(line) },
      })
    },
  }
  const box = boxOf(doors, margin_m)
  const [[west = 0, south = 0] = [], , [east = 0, north = 0] = []] = box
  pen.area('earth', box, 'earth')
  const streets = streetsOf(doors)
  drawBlocks(pen, { west, south, east, north }, streets, doors)
  // A river along the western edge.
  const bank = (shift: number) =>
    Array.from(
      { length: 13 },
      (_, i): Position => [west + shift + 40 * Math.sin(i / 2), south + ((north - south) * i) / 12],
    )
  pen.area('water', [...bank(160), ...bank(300).reverse()], 'river')
  for (const street of streets) drawStreet(pen, street)
  for (const [name, all] of Map.groupBy(doors, ({ city }) => city)) {
    // South of the doors, so that the name does not cover them.
    const [{ x, y } = { x: 0, y: 0 }] = all.toSorted((one, other) => one.y - other.y)
    const coordinates = toDegrees(x, y - 120)
    layers['places']?.push({
      type: 'Feature',
      properties: { kind: 'locality', name },
      geometry: { type: 'Point', coordinates },
    })
  }
}

interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** Streets without names at right angles to the named ones, with a park here and there, and buildings around the doors. */
function drawBlocks({ area, road }: Pen, { west, south, east, north }: Box, streets: Street[], doors: Door[]) {
  const { dx, dy, x: x0, y: y0 } = crossingOf(streets)
  const reach = Math.hypot(east - west, north - south)
  const inside = ([x = 0, y = 0]: Position) => x > west && x < east && y > south && y < north
  const at = (along: number, across: number): Position => [x0 + along * dx - across * dy, y0 + along * dy + across * dx]
  const count = Math.ceil(reach / block_m)
  const steps = Array.from({ length: 2 * count + 1 }, (_, index) => index - count)
  const line = (k: number, placed: (along: number) => Position) => {
    const places = Array.from({ length: 401 }, (_, i) => placed((i / 200 - 1) * reach)).filter(inside)
    if (places.length > 1) road([places[0] ?? [], places.at(-1) ?? []], k % 4 === 0 ? 'medium_road' : 'minor_road')
  }
  for (const k of steps) {
    line(k, along => at(along, k * block_m))
    line(k + 2, along => at(k * block_m, along))
    for (const j of steps) {
      const corner = (along: number, across: number) => at(k * block_m + along, j * block_m + across)
      const cell = ringOf(corner, [9, block_m - 9], [9, block_m - 9])
      if (!cell.every(inside)) continue
      const [middle_x = 0, middle_y = 0] = corner(block_m / 2, block_m / 2)
      const turn = (((k * 7 + j * 13) % 19) + 19) % 19
      if (turn === 3) area('landuse', cell, 'park')
      else if (doors.some(({ x, y }) => Math.hypot(x - middle_x, y - middle_y) < built_m))
        drawHouses(area, corner, turn)
    }
  }
}

type Corner = (along: number, across: number) => Position

/** Houses along two sides of a block, of different widths and depths. */
function drawHouses(area: Pen['area'], corner: Corner, turn: number) {
  for (const far of [false, true]) {
    let from = 12
    for (let house = turn; from < block_m - 22; house++) {
      const to = Math.min(block_m - 12, from + 12 + ((house * 5) % 9))
      const deep = 20 + ((house * 7 + (far ? 4 : 0)) % 14)
      area(
        'buildings',
        ringOf(corner, [from, to], far ? [block_m - 11 - deep, block_m - 11] : [11, 11 + deep]),
        'building',
      )
      from = to
    }
  }
}

const ringOf = (corner: Corner, [left = 0, right = 0]: number[], [near = 0, far = 0]: number[]) => [
  corner(left, near),
  corner(right, near),
  corner(right, far),
  corner(left, far),
]

/** Where the longest street meets one at a right angle to it, and its direction. */
function crossingOf(streets: Street[]) {
  const [longest, ...others] = streets.toSorted((one, other) => other.to - other.from - (one.to - one.from))
  if (!longest) return { dx: 1, dy: 0, x: 0, y: 0 }
  const { dx, dy, x, y } = longest
  const other = others.find(street => Math.abs(street.dx * dx + street.dy * dy) < 0.2)
  const along = other ? (other.x - x) * dx + (other.y - y) * dy : 0
  return { dx, dy, x: x + along * dx, y: y + along * dy }
}

function drawStreet({ road }: Pen, { name, x, y, dx, dy, from, to }: Street) {
  const line = [from - 70, (from + to) / 2, to + 70].map((along): Position => [x + along * dx, y + along * dy])
  road(line, /^(boulevard|cours|avenue)/i.test(name) ? 'major_road' : 'medium_road', name)
}

/** The streets whose doors are on a line. Doors that are far from it are left out. */
function streetsOf(doors: Door[]): Street[] {
  return [...Map.groupBy(doors, ({ street }) => street)].flatMap(([name, all]) => {
    let doors = all
    for (let attempt = 0; attempt < all.length * 0.6; attempt++) {
      const { dx, dy, offset } = lineThrough(doors)
      const near = doors.filter(door => offset(door) <= off_line_m_max)
      if (near.length === doors.length) return streetAlong(name, doors, dx, dy)
      // The farthest one goes, since it bends the line most.
      doors = doors.toSorted((one, other) => offset(one) - offset(other)).slice(0, -1)
    }
    return []
  })
}

/** The direction in which doors are spread most, and how far a door is from the line. */
function lineThrough(doors: Door[]) {
  const [mx, my] = [average(doors.map(({ x }) => x)), average(doors.map(({ y }) => y))]
  const [xx, yy, xy] = [
    average(doors.map(({ x }) => (x - mx) ** 2)),
    average(doors.map(({ y }) => (y - my) ** 2)),
    average(doors.map(({ x, y }) => (x - mx) * (y - my))),
  ]
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  return { dx, dy, offset: ({ x, y }: Door) => Math.abs((x - mx) * dy - (y - my) * dx) }
}

function streetAlong(name: string, doors: Door[], dx: number, dy: number): Street[] {
  const [{ x: x0, y: y0 } = { x: 0, y: 0 }] = doors
  const along = doors.map(({ x, y }) => (x - x0) * dx + (y - y0) * dy)
  if (new Set(along.map(Math.round)).size < doors_min) return []
  // Between its two sides.
  const across = doors.map(({ x, y }) => (y - y0) * dx - (x - x0) * dy)
  const middle = (Math.min(...across) + Math.max(...across)) / 2
  return [{ name, x: x0 - middle * dy, y: y0 + middle * dx, dx, dy, from: Math.min(...along), to: Math.max(...along) }]
}

const average = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

function boxOf(doors: Door[], margin: number): Position[] {
  const [xs, ys] = [doors.map(({ x }) => x), doors.map(({ y }) => y)]
  const [west, east] = [Math.min(...xs) - margin, Math.max(...xs) + margin]
  const [south, north] = [Math.min(...ys) - margin, Math.max(...ys) + margin]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}

/** The doors of a space, in metres. */
function townOf(addresses: Address[]): Town {
  const rows = addresses.filter(({ latitude, longitude, street }) => latitude && longitude && street)
  const [lat0, lon0] = [average(rows.map(row => Number(row.latitude))), average(rows.map(row => Number(row.longitude)))]
  const wide = metre / Math.cos((lat0 * Math.PI) / 180)
  return {
    doors: rows.map(({ street, city, latitude, longitude }) => ({
      ...{ street, city, x: (Number(longitude) - lon0) / wide, y: (Number(latitude) - lat0) / metre },
    })),
    toDegrees: (x, y) => [lon0 + x * wide, lat0 + y * metre],
  }
}

/** The doors of all actions that the first account of each space sees, by space. */
async function addressesOf({ url, spaces, accounts }: DemoFile) {
  const towns: Address[][] = []
  for (const { id } of spaces) {
    const token = accounts.find(({ space_id }) => space_id === id)?.token
    const read = async (path: string) =>
      (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<ReplyBody>
    const found: Address[] = []
    for (const action of (await read('/actions?limit=100')).data.ActionsAggreg)
      found.push(...(await read(`/actions/${action.Action.id}/addresses?limit=500`)).data.addresses)
    towns.push(found)
  }
  return towns
}

const [demo_file] = process.argv.slice(2)
if (!demo_file) throw new Error('name the demo.json of a running server')
const towns = await addressesOf(JSON.parse(readFileSync(demo_file, 'utf8')) as DemoFile)
const file = drawTowns(towns.map(townOf))
writeFileSync(new URL('../demo/streets.pmtiles', import.meta.url), file)
process.stdout.write(`${towns.flat().length} doors, ${Math.round(file.length / 1024)} kB\n`)
