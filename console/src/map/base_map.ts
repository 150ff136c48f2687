import type { Ring } from './country_outlines.ts'
import { fromScreen, pixelsAt, project, type Size, toScreen, unproject, type View } from './projection.ts'

const colours = {
  light: { water: '#dfeaf0', land: '#f7f6f1', border: '#a9b4ba', grid: '#d3dade', words: '#52606b' },
  dark: { water: '#1a2329', land: '#2b3135', border: '#59656d', grid: '#38424a', words: '#a7b2bb' },
}

const steps = [60, 30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005]
const apart = 110

interface Ground {
  rings: Ring[]
  dark: boolean
  /** Whether to draw degrees, for a map that has nothing else to show. */
  grid: boolean
}

/** Draws water and countries, and a grid of degrees. */
export function paintBaseMap(canvas: HTMLCanvasElement, view: View, size: Size, { rings, dark, grid }: Ground) {
  const context = canvas.getContext('2d')
  if (!context) return
  const sharpness = window.devicePixelRatio || 1
  canvas.width = size.width * sharpness
  canvas.height = size.height * sharpness
  context.scale(sharpness, sharpness)
  const colour = colours[dark ? 'dark' : 'light']
  context.fillStyle = colour.water
  context.fillRect(0, 0, size.width, size.height)
  context.fillStyle = colour.land
  context.strokeStyle = colour.border
  context.lineWidth = 1
  paintCountries(context, view, size, rings)
  if (!grid) return
  context.strokeStyle = colour.grid
  context.fillStyle = colour.words
  paintGrid(context, view, size)
}

function paintCountries(context: CanvasRenderingContext2D, view: View, size: Size, rings: Ring[]) {
  const first = fromScreen(view, size, { x: 0, y: 0 })
  const last = fromScreen(view, size, { x: size.width, y: size.height })
  const scale = pixelsAt(view.zoom)
  const [left, top] = [size.width / 2 - view.x * scale, size.height / 2 - view.y * scale]
  for (const { line, west, north, east, south } of rings) {
    if (east < first.x || west > last.x || south < first.y || north > last.y) continue
    context.beginPath()
    for (let index = 0; index < line.length; index += 2)
      context.lineTo((line[index] ?? 0) * scale + left, (line[index + 1] ?? 0) * scale + top)
    context.closePath()
    context.fill()
    context.stroke()
  }
}

function paintGrid(context: CanvasRenderingContext2D, view: View, size: Size) {
  const degree = pixelsAt(view.zoom) / 360
  const step = steps.findLast(step => step * degree >= apart) ?? 60
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  const first = unproject(fromScreen(view, size, { x: 0, y: size.height }))
  const last = unproject(fromScreen(view, size, { x: size.width, y: 0 }))
  context.font = '11px system-ui, sans-serif'
  context.beginPath()
  const count = (from: number, to: number) =>
    Array.from(
      { length: Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1) },
      (_, index) => (Math.ceil(from / step) + index) * step,
    )
  for (const longitude of count(Math.max(-180, first.longitude), Math.min(180, last.longitude))) {
    const { x } = toScreen(view, size, project({ longitude, latitude: 0 }))
    context.moveTo(x, 0)
    context.lineTo(x, size.height)
    context.fillText(`${longitude.toFixed(digits)}°`, x + 4, 13)
  }
  for (const latitude of count(Math.max(-80, first.latitude), Math.min(80, last.latitude))) {
    const { y } = toScreen(view, size, project({ longitude: 0, latitude }))
    context.moveTo(0, y)
    context.lineTo(size.width, y)
    if (y > 30) context.fillText(`${latitude.toFixed(digits)}°`, 4, y - 4)
  }
  context.stroke()
}
