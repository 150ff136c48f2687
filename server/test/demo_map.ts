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
  city: string
  doors: Door[]
  toDegrees: (x: number, y: number) => Position
}

interface Street {
  name: string
  doors: Door[]
  /** Its direction. */
  dx: number
  dy: number
  from: number
  to: number
}

const metre = 1 / 111_320
const [block_m, margin_m, doors_min, off_line_m_max] = [130, 320, 3, 45]

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
    attribution: 'Drawn for the demo, not a real map',
  })
}

/** Draws features of a town in metres. */
interface Pen {
  area: (layer: string, ring: Position[], kind: string) => void
  road: (line: Position[], kind: string, name?: string) => void
}

function drawTown(layers: Layers, { city, doors, toDegrees }: Town) {
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
  drawBlocks(pen, { west, south, east, north }, streets)
  // A river along the western edge.
  const bank = (shift: number) =>
    Array.from(
      { length: 13 },
      (_, i): Position => [west + shift + 40 * Math.sin(i / 2), south + ((north - south) * i) / 12],
    )
  pen.area('water', [...bank(60), ...bank(170).reverse()], 'river')
  for (const street of streets) drawStreet(pen, street)
  const middle = toDegrees((east + west) / 2, (north + south) / 2)
  const properties = { kind: 'locality', name: city }
  layers['places']?.push({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: middle } })
}

interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** Streets without names in two directions, and a park here and there. */
function drawBlocks({ area, road }: Pen, { west, south, east, north }: Box, streets: Street[]) {
  const [longest] = streets.toSorted((one, other) => other.to - other.from - (one.to - one.from))
  const { dx, dy } = longest ?? { dx: 1, dy: 0 }
  const reach = Math.hypot(east - west, north - south) / 2
  const [midX, midY] = [(east + west) / 2, (north + south) / 2]
  const inside = ([x = 0, y = 0]: Position) => x > west && x < east && y > south && y < north
  const at = (along: number, across: number): Position => [
    midX + along * dx - across * dy,
    midY + along * dy + across * dx,
  ]
  const count = Math.ceil(reach / block_m)
  const steps = Array.from({ length: 2 * count + 1 }, (_, index) => index - count)
  const line = (placed: (along: number) => Position) => {
    const places = Array.from({ length: 81 }, (_, i) => placed((i / 40 - 1) * reach)).filter(inside)
    if (places.length > 1) road([places[0] ?? [], places.at(-1) ?? []], 'minor_road')
  }
  for (const k of steps) {
    line(along => at(along, k * block_m))
    line(along => at(k * block_m, along))
    for (const j of steps.filter(j => (((k * 7 + j * 13) % 19) + 19) % 19 === 3)) {
      const [near, far] = [9, block_m - 9]
      const corners = [
        [near, near],
        [far, near],
        [far, far],
        [near, far],
      ]
      const cell = corners.map(([a = 0, b = 0]) => at(k * block_m + a, j * block_m + b))
      if (cell.every(inside)) area('landuse', cell, 'park')
    }
  }
}

function drawStreet({ area, road }: Pen, { name, doors, dx, dy, from, to }: Street) {
  const [{ x: x0, y: y0 } = { x: 0, y: 0 }] = doors
  const line = [from - 70, (from + to) / 2, to + 70].map((along): Position => [x0 + along * dx, y0 + along * dy])
  road(line, /^(boulevard|cours|avenue)/i.test(name) ? 'major_road' : 'medium_road', name)
  for (const [index, { x, y }] of doors.entries()) {
    const side = index % 2 === 0 ? 1 : -1
    const corner = (along: number, across: number): Position => [
      x + along * dx - side * across * dy,
      y + along * dy + side * across * dx,
    ]
    area('buildings', [corner(-6, 11), corner(6, 11), corner(6, 25), corner(-6, 25)], 'building')
  }
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
  return [{ name, doors, dx, dy, from: Math.min(...along), to: Math.max(...along) }]
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

/** Groups addresses by town, and places them in metres. */
function townsOf(addresses: Address[]): Town[] {
  const placed = addresses.filter(
    ({ latitude, longitude, street }) => latitude !== '' && longitude !== '' && street !== '',
  )
  return [...Map.groupBy(placed, ({ city }) => city)].map(([city, rows]) => {
    const [lat0, lon0] = [
      average(rows.map(row => Number(row.latitude))),
      average(rows.map(row => Number(row.longitude))),
    ]
    const wide = metre / Math.cos((lat0 * Math.PI) / 180)
    return {
      city,
      doors: rows.map(({ street, city, latitude, longitude }) => ({
        ...{ street, city, x: (Number(longitude) - lon0) / wide, y: (Number(latitude) - lat0) / metre },
      })),
      toDegrees: (x, y) => [lon0 + x * wide, lat0 + y * metre],
    }
  })
}

/** The doors of all actions that the first account of each space sees. */
async function addressesOf({ url, spaces, accounts }: DemoFile) {
  const found: Address[] = []
  for (const { id } of spaces) {
    const token = accounts.find(({ space_id }) => space_id === id)?.token
    const read = async (path: string) =>
      (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<ReplyBody>
    for (const action of (await read('/actions?limit=100')).data.ActionsAggreg)
      found.push(...(await read(`/actions/${action.Action.id}/addresses?limit=500`)).data.addresses)
  }
  return found
}

const [demo_file] = process.argv.slice(2)
if (!demo_file) throw new Error('name the demo.json of a running server')
const addresses = await addressesOf(JSON.parse(readFileSync(demo_file, 'utf8')) as DemoFile)
const file = drawTowns(townsOf(addresses))
writeFileSync(new URL('../demo/streets.pmtiles', import.meta.url), file)
process.stdout.write(`${addresses.length} doors, ${Math.round(file.length / 1024)} kB\n`)
