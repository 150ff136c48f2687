// Web Mercator: the world is a square from 0 to 1, drawn 256 pixels wide and twice as wide with each zoom level.

export interface Coordinates {
  longitude: number
  latitude: number
}

/** A point in that square. */
export interface Point {
  x: number
  y: number
}

/** The centre of the map and its zoom. */
export interface View extends Point {
  zoom: number
}

export interface Size {
  width: number
  height: number
}

export const zoom_max = 19
const zoom_min = 0.5
const edge = 85.05
const equator_m = 40_075_016.7

export function project({ longitude, latitude }: Coordinates): Point {
  const sine = Math.sin((Math.max(-edge, Math.min(edge, latitude)) * Math.PI) / 180)
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

export const unproject = ({ x, y }: Point): Coordinates => ({
  longitude: (x - 0.5) * 360,
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
})

/** The width of the world in pixels. */
export const pixelsAt = (zoom: number) => 256 * 2 ** zoom

export const metresPerPixel = (view: View) =>
  (equator_m * Math.cos((unproject(view).latitude * Math.PI) / 180)) / pixelsAt(view.zoom)

/** Converts between the square and the screen. */
export const toScreen = (view: View, { width, height }: Size, { x, y }: Point): Point => ({
  x: (x - view.x) * pixelsAt(view.zoom) + width / 2,
  y: (y - view.y) * pixelsAt(view.zoom) + height / 2,
})
export const fromScreen = (view: View, { width, height }: Size, { x, y }: Point): Point => ({
  x: view.x + (x - width / 2) / pixelsAt(view.zoom),
  y: view.y + (y - height / 2) / pixelsAt(view.zoom),
})

export const clampView = ({ x, y, zoom }: View): View => ({
  x: Math.max(0, Math.min(1, x)),
  y: Math.max(0, Math.min(1, y)),
  zoom: Math.max(zoom_min, Math.min(zoom_max, zoom)),
})

/** Zooms while the point under the pointer stays in place. */
export function zoomView(
  view: View,
  size: Size,
  by: number,
  around: Point = { x: size.width / 2, y: size.height / 2 },
) {
  const { zoom } = clampView({ ...view, zoom: view.zoom + by })
  const fixed = fromScreen(view, size, around)
  const shift = fromScreen({ ...fixed, zoom }, size, around)
  return clampView({ x: 2 * fixed.x - shift.x, y: 2 * fixed.y - shift.y, zoom })
}

const margin = 56

/** The view that contains all points, at most at street level. `beside` is the room to leave left and right of them. */
export function fitView(points: Point[], { width, height }: Size, beside = margin, nearest = 17): View {
  if (points.length === 0) return { x: 0.5, y: 0.4, zoom: 1 }
  let [west, north, east, south] = [1, 1, 0, 0]
  for (const { x, y } of points) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  const zoomOf = (pixels: number, span: number) => Math.log2(Math.max(1, pixels) / 256 / span)
  const aside = Math.max(margin, Math.min(beside, width / 4))
  const zoom = Math.min(nearest, zoomOf(width - 2 * aside, east - west), zoomOf(height - 2 * margin, south - north))
  return clampView({ x: (west + east) / 2, y: (north + south) / 2, zoom })
}

/** A view in the URL: latitude, longitude, zoom. */
export function formatView(view: View) {
  const { longitude, latitude } = unproject(view)
  return `${latitude.toFixed(5)},${longitude.toFixed(5)},${view.zoom.toFixed(2)}`
}

export function parseView(text: string | undefined): View | undefined {
  const numbers = (text ?? '').split(',').map(Number)
  const [latitude = 0, longitude = 0, zoom = 0] = numbers
  if (numbers.length !== 3 || numbers.some(value => !Number.isFinite(value))) return undefined
  return clampView({ ...project({ latitude, longitude }), zoom })
}
