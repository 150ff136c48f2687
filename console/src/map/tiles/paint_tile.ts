import { area_order, areaClassOf, road_order, roadClassOf, roadWidth, type StreetColours } from './street_style.ts'
import type { TileFeature, TileLayers } from './vector_tile.ts'

/** The edge of a painted tile in pixels of the page. */
export const tile_px = 512

/** Which part of the data a painted tile shows: it is the whole tile, or a part of it beyond the highest zoom of the file. */
export interface TilePart {
  /** How many painted tiles are side by side in the tile of the file. */
  parts: number
  column: number
  row: number
}

/** Paints one tile. All areas and roads of a class are one path, so that a city takes a few milliseconds. */
export function paintTile(layers: TileLayers, { parts, column, row }: TilePart, zoom: number, colours: StreetColours) {
  const canvas = document.createElement('canvas')
  const sharpness = window.devicePixelRatio || 1
  canvas.width = canvas.height = Math.round(tile_px * sharpness)
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.scale(canvas.width / tile_px, canvas.width / tile_px)
  const scale = tile_px * parts
  const add = (path: Path2D, { parts, shape }: TileFeature) => {
    for (const part of parts) {
      for (let index = 0; index < part.length; index += 2) {
        const [x, y] = [(part[index] ?? 0) * scale - column * tile_px, (part[index + 1] ?? 0) * scale - row * tile_px]
        if (index === 0) path.moveTo(x, y)
        else path.lineTo(x, y)
      }
      if (shape === 'area') path.closePath()
    }
  }
  const paths = pathsOf(layers, add)
  for (const area of area_order) {
    const path = paths.get(area)
    if (!path || (area === 'building' && zoom < 14)) continue
    context.fillStyle = colours.area[area]
    context.fill(path, 'evenodd')
  }
  paintLines(context, paths, zoom, colours)
  return canvas
}

function pathsOf(layers: TileLayers, add: (path: Path2D, feature: TileFeature) => void) {
  const paths = new Map<string, Path2D>()
  for (const [layer, features] of layers)
    for (const feature of features) {
      const name = classOf(layer, feature)
      if (!name) continue
      const path = paths.get(name) ?? new Path2D()
      paths.set(name, path)
      add(path, feature)
    }
  return paths
}

function classOf(layer: string, feature: TileFeature): string | undefined {
  if (feature.shape === 'area') return areaClassOf(layer, feature)
  if (feature.shape !== 'line') return undefined
  if (layer === 'water' || layer === 'waterway') return 'stream'
  return layer === 'transportation_name' ? undefined : roadClassOf(layer, feature)
}

function paintLines(
  context: CanvasRenderingContext2D,
  paths: Map<string, Path2D>,
  zoom: number,
  colours: StreetColours,
) {
  context.lineJoin = 'round'
  context.lineCap = 'round'
  const stroke = (path: Path2D | undefined, colour: string, width: number) => {
    if (!path || width <= 0) return
    context.strokeStyle = colour
    context.lineWidth = width
    context.stroke(path)
  }
  stroke(paths.get('stream'), colours.area.water, zoom < 12 ? 0 : Math.max(1, 3 * 1.5 ** (zoom - 16)))
  // First all edges, then all surfaces, so that crossings are open.
  for (const road of road_order) {
    const width = roadWidth(road, zoom)
    if (width >= 3) stroke(paths.get(road), colours.casing, width + 1.6)
  }
  for (const road of road_order) stroke(paths.get(road), colours.road[road], roadWidth(road, zoom))
}
