import { type Coordinates, type Point, project, type Size, toScreen, type View } from './projection.ts'

/** Polygons, each an outline and the holes in it. */
export interface MapArea {
  key: string
  kind: 'wanted' | 'unwanted' | 'draft' | 'neighbour'
  polygons: Coordinates[][][]
  /** Turfs: shown at a corner, and their place in the list, which gives them a colour. */
  name?: string
  turf?: number
}

const tones = 3

export function Areas({ areas, view, size }: { areas: MapArea[]; view: View; size: Size }) {
  if (areas.length === 0) return null
  const onScreen = (places: Coordinates[]) => places.map(place => toScreen(view, size, project(place)))
  const ring = (places: Coordinates[]) =>
    `M${onScreen(places)
      .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
      .join('L')}Z`
  return (
    <svg className="map-areas" width={size.width} height={size.height} aria-hidden="true">
      {areas.map(({ key, kind, polygons, turf }) => (
        <path
          key={key}
          data-kind={kind}
          data-tone={turf === undefined ? undefined : turf % tones}
          fillRule="evenodd"
          d={polygons.flat().map(ring).join('')}
        />
      ))}
      {areas.map(({ key, name, polygons, turf = 0 }) => {
        const corner = name && topLeft(onScreen(polygons[0]?.[0] ?? []))
        if (!corner) return null
        const wide = 14 + 8 * name.length
        return (
          <g key={key} data-tone={turf % tones} transform={`translate(${corner.x} ${corner.y})`}>
            <rect x={-wide / 2} y={-11} width={wide} height={22} rx={5} />
            <text y={4.5} textAnchor="middle">
              {name}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const topLeft = (corners: Point[]) => corners.toSorted((one, other) => one.x + one.y - (other.x + other.y))[0]
