import { type Coordinates, project, type Size, toScreen, type View } from './projection.ts'

/** Polygons, each an outline and the holes in it. */
export interface MapArea {
  key: string
  kind: 'wanted' | 'unwanted' | 'draft' | 'neighbour'
  polygons: Coordinates[][][]
}

export function Areas({ areas, view, size }: { areas: MapArea[]; view: View; size: Size }) {
  if (areas.length === 0) return null
  const ring = (places: Coordinates[]) => {
    const points = places.map(place => toScreen(view, size, project(place)))
    return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`
  }
  return (
    <svg className="map-areas" width={size.width} height={size.height} aria-hidden="true">
      {areas.map(({ key, kind, polygons }) => (
        <path key={key} data-kind={kind} fillRule="evenodd" d={polygons.flat().map(ring).join('')} />
      ))}
    </svg>
  )
}
