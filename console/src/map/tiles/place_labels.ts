import { type Point, type Size, toScreen, type View } from '../projection.ts'
import type { NamedShape } from './street_names.ts'
import { roadWidth, type StreetColours } from './street_style.ts'

/** Something that labels must not cover, as a circle around its middle. */
export interface Obstacle extends Point {
  radius: number
}

interface Label {
  name: string
  x: number
  y: number
  angle: number
  size_px: number
  bold: boolean
}

const order = ['place', 'highway', 'major', 'medium', 'minor', 'path'] as const
const again_px = 420
const cell_px = 48
/** Where on the street: in the middle first. */
const positions = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9]
/** On the street, or beside it if marks are in the way. */
const shifts = [0, -15, 15, -27, 27, -38, 38]

/** Draws names along their streets. A name that would cover a mark or another name is moved, or left out. */
export function paintLabels(
  context: CanvasRenderingContext2D,
  names: NamedShape[],
  obstacles: Obstacle[],
  { view, size, colours }: { view: View; size: Size; colours: StreetColours },
) {
  const taken = new TakenRoom(obstacles)
  const placed = new Map<string, Point[]>()
  const sorted = names
    .filter(({ road }) => road === 'place' || roadWidth(road, view.zoom) >= (road === 'path' ? 1.6 : 2.4))
    .sort((one, other) => order.indexOf(one.road as 'place') - order.indexOf(other.road as 'place'))
  for (const shape of sorted) {
    const earlier = placed.get(shape.name) ?? []
    const label = labelFor(context, shape, { view, size, taken, earlier })
    if (!label) continue
    placed.set(shape.name, [...earlier, label])
    drawLabel(context, label, colours)
  }
}

interface Room {
  view: View
  size: Size
  taken: TakenRoom
  /** Where the name is already. */
  earlier: Point[]
}

function labelFor(context: CanvasRenderingContext2D, { name, road, line }: NamedShape, room: Room): Label | undefined {
  const { view, size, taken, earlier } = room
  const bold = road === 'place'
  const size_px = textSize(road)
  context.font = fontOf(size_px, bold)
  const wide = context.measureText(name).width
  const spots = bold ? [{ ...toScreen(view, size, pointAt(line, 0)), angle: 0 }] : spotsOn(line, wide, view, size)
  const isFree = (spot: Point, angle: number) =>
    !earlier.some(other => Math.hypot(other.x - spot.x, other.y - spot.y) < again_px) &&
    taken.take(circlesOf(spot, angle, wide, size_px), size)
  for (const { x, y, angle } of spots)
    for (const shift of bold ? [0] : shifts) {
      const spot = { x: x - shift * Math.sin(angle), y: y + shift * Math.cos(angle) }
      if (isFree(spot, angle)) return { name, ...spot, angle, size_px, bold }
    }
  return undefined
}

const textSize = (road: NamedShape['road']) => (road === 'place' ? 13 : road === 'minor' || road === 'path' ? 11 : 12)

/** Places on a street where its name fits: straight enough, and read from left to right. */
function spotsOn(line: Float64Array, wide: number, view: View, size: Size) {
  const points: Point[] = []
  for (let index = 0; index < line.length; index += 2) points.push(toScreen(view, size, pointAt(line, index)))
  const lengths = points.map((point, index) => {
    const before = points[index - 1] ?? point
    return Math.hypot(point.x - before.x, point.y - before.y)
  })
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  // The name of a short street may be longer than it.
  if (whole < wide * 0.5) return []
  if (whole < wide + 8) return [overhanging(points)]
  const at = (distance: number): Point => {
    let left = distance
    for (let index = 1; index < points.length; index++) {
      const [length = 0, from, to] = [lengths[index], points[index - 1], points[index]]
      if (from && to && (left <= length || index === points.length - 1)) {
        const share = length === 0 ? 0 : Math.min(1, left / length)
        return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
      }
      left -= length
    }
    return points[0] ?? { x: 0, y: 0 }
  }
  return positions.flatMap(position => {
    const middle = Math.max(wide / 2, Math.min(whole - wide / 2, whole * position))
    const [from, to] = [at(middle - wide / 2), at(middle + wide / 2)]
    const chord = Math.hypot(to.x - from.x, to.y - from.y)
    if (chord < wide * 0.96) return []
    return [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, angle: uprightAngle(from, to) }]
  })
}

/** In the middle of a street, in the direction from its first to its last point. */
function overhanging(points: Point[]) {
  const [first, last] = [points[0] ?? { x: 0, y: 0 }, points.at(-1) ?? { x: 0, y: 0 }]
  return { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2, angle: uprightAngle(first, last) }
}

function uprightAngle(from: Point, to: Point) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  return Math.abs(angle) > Math.PI / 2 ? angle + Math.PI : angle
}

const pointAt = (line: Float64Array, index: number): Point => ({ x: line[index] ?? 0, y: line[index + 1] ?? 0 })

/** The room of a text, as circles along it. */
function circlesOf({ x, y }: Point, angle: number, wide: number, size_px: number): Obstacle[] {
  const radius = size_px * 0.62
  const count = Math.max(1, Math.ceil(wide / (radius * 1.6)))
  return Array.from({ length: count + 1 }, (_, index) => {
    const along = (index / count - 0.5) * wide
    return { x: x + along * Math.cos(angle), y: y + along * Math.sin(angle), radius }
  })
}

/** What is on the map already, in cells, so that few comparisons are needed. */
class TakenRoom {
  readonly #cells = new Map<string, Obstacle[]>()

  constructor(obstacles: Obstacle[]) {
    for (const obstacle of obstacles) this.#add(obstacle)
  }

  /** Takes the room if it is free and on the screen. */
  take(circles: Obstacle[], { width, height }: Size) {
    for (const { x, y, radius } of circles) {
      if (x < radius || y < radius || x > width - radius || y > height - radius) return false
      for (const other of this.#near({ x, y }))
        if (Math.hypot(other.x - x, other.y - y) < other.radius + radius) return false
    }
    for (const circle of circles) this.#add(circle)
    return true
  }

  #near({ x, y }: Point) {
    const [column, row] = [Math.floor(x / cell_px), Math.floor(y / cell_px)]
    return [-1, 0, 1].flatMap(dx => [-1, 0, 1].flatMap(dy => this.#cells.get(`${column + dx} ${row + dy}`) ?? []))
  }

  #add(obstacle: Obstacle) {
    const key = `${Math.floor(obstacle.x / cell_px)} ${Math.floor(obstacle.y / cell_px)}`
    const cell = this.#cells.get(key)
    if (cell) cell.push(obstacle)
    else this.#cells.set(key, [obstacle])
  }
}

const fontOf = (size_px: number, bold: boolean) => `${bold ? 700 : 550} ${size_px}px system-ui, sans-serif`

function drawLabel(
  context: CanvasRenderingContext2D,
  { name, x, y, angle, size_px, bold }: Label,
  { words, halo }: StreetColours,
) {
  context.save()
  context.translate(x, y)
  context.rotate(angle)
  context.font = fontOf(size_px, bold)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3.5
  context.strokeStyle = halo
  context.strokeText(name, 0, 0)
  context.fillStyle = words
  context.fillText(name, 0, 0)
  context.restore()
}
