import type { TileFeature } from './vector_tile.ts'

// What the layers of Protomaps and OpenMapTiles are, and how they look.

export type RoadClass = 'highway' | 'major' | 'medium' | 'minor' | 'path' | 'rail'
export type AreaClass = 'earth' | 'park' | 'built' | 'water' | 'building'

export const area_order: AreaClass[] = ['earth', 'built', 'park', 'water', 'building']
export const road_order: RoadClass[] = ['path', 'rail', 'minor', 'medium', 'major', 'highway']

const parks =
  /park|garden|grass|wood|forest|cemetery|pitch|golf|meadow|nature|recreation|farm|scrub|allotments|village_green/

/** What an area is; undefined if it is not drawn. */
export function areaClassOf(
  layer: string,
  { properties: { kind, class: classed } }: TileFeature,
): AreaClass | undefined {
  const what = String(kind ?? classed ?? '')
  if (layer === 'earth') return 'earth'
  if (layer === 'water') return 'water'
  if (layer === 'buildings' || layer === 'building') return 'building'
  if (layer === 'landuse' || layer === 'landcover' || layer === 'natural' || layer === 'park')
    return layer === 'park' || parks.test(what) ? 'park' : 'built'
  return undefined
}

const classes: Record<string, RoadClass> = {
  highway: 'highway',
  motorway: 'highway',
  trunk: 'highway',
  major_road: 'major',
  primary: 'major',
  secondary: 'major',
  medium_road: 'medium',
  tertiary: 'medium',
  minor_road: 'minor',
  minor: 'minor',
  service: 'minor',
  residential: 'minor',
  path: 'path',
  track: 'path',
  footway: 'path',
  rail: 'rail',
  transit: 'rail',
}

/** What a line is; undefined if it is not drawn as a road. */
export function roadClassOf(
  layer: string,
  { properties: { kind, class: classed } }: TileFeature,
): RoadClass | undefined {
  if (!['roads', 'transportation', 'transportation_name', 'transit'].includes(layer)) return undefined
  return classes[String(kind ?? classed ?? '')] ?? (layer === 'transit' ? 'rail' : 'minor')
}

export const nameOf = ({ properties: { name } }: TileFeature) => (typeof name === 'string' ? name : '')

const width_at_16: Record<RoadClass, number> = { highway: 15, major: 13, medium: 10, minor: 8, path: 1.6, rail: 1.4 }
const first_zoom: Record<RoadClass, number> = { highway: 5, major: 9, medium: 11, minor: 13, path: 15, rail: 12 }

/** The width in pixels; 0 if it is not drawn at this zoom. */
export function roadWidth(road: RoadClass, zoom: number) {
  if (zoom < first_zoom[road]) return 0
  const growth = road === 'path' || road === 'rail' ? 1.2 : 1.6
  return Math.max(0.7, width_at_16[road] * growth ** (zoom - 16))
}

export interface StreetColours {
  area: Record<AreaClass, string>
  road: Record<RoadClass, string>
  casing: string
  words: string
  halo: string
}

export const street_colours: Record<'light' | 'dark', StreetColours> = {
  light: {
    area: { earth: '#f4f2ec', built: '#f0ede5', park: '#dcebd2', water: '#c9dfe8', building: '#e5e0d4' },
    road: {
      highway: '#fbe6b5',
      major: '#ffffff',
      medium: '#ffffff',
      minor: '#ffffff',
      path: '#cfc7b6',
      rail: '#b9bec2',
    },
    casing: '#d6d0c1',
    words: '#3f4a54',
    halo: '#ffffff',
  },
  dark: {
    area: { earth: '#23292d', built: '#262d31', park: '#24372c', water: '#172a35', building: '#2f373c' },
    road: {
      highway: '#6b5a33',
      major: '#4b565e',
      medium: '#434d55',
      minor: '#3b454c',
      path: '#4a5248',
      rail: '#4d565c',
    },
    casing: '#1a2024',
    words: '#d3dbe1',
    halo: '#1a2024',
  },
}
