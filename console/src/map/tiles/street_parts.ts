import type { Size, View } from '../projection.ts'
import { type Obstacle, paintLabels } from './place_labels.ts'
import { street_colours } from './street_style.ts'
import type { Streets } from './streets.ts'

// What is loaded together, when the space has a map with streets.

export { Streets } from './streets.ts'

/** Draws the names of streets on their own canvas, above the areas and below the marks. */
export function paintNames(
  canvas: HTMLCanvasElement,
  streets: Streets,
  obstacles: Obstacle[],
  { view, size, dark }: { view: View; size: Size; dark: boolean },
) {
  const context = canvas.getContext('2d')
  if (!context) return
  const sharpness = window.devicePixelRatio || 1
  canvas.width = size.width * sharpness
  canvas.height = size.height * sharpness
  context.scale(sharpness, sharpness)
  const colours = street_colours[dark ? 'dark' : 'light']
  paintLabels(context, streets.namesIn(view, size), obstacles, { view, size, colours })
}
