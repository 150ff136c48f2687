import type { MapArea } from './Areas.tsx'
import { type Coordinates, type Point, project, type Size, toScreen, type View } from './projection.ts'
import type { NamedShape } from './tiles/street_names.ts'

interface Shown {
  view: View
  size: Size
  /** The corner that is being moved, which must not snap to where it was. */
  moved: Coordinates | undefined
}

/** The edges of areas and the streets on the screen, to which corners snap. */
export function linesNear(areas: MapArea[], streets: NamedShape[], { view, size, moved }: Shown): Point[][] {
  const onScreen = (place: Coordinates) => toScreen(view, size, project(place))
  const isMoved = ({ longitude, latitude }: Coordinates) =>
    longitude === moved?.longitude && latitude === moved.latitude
  const edges = areas.flatMap(({ polygons, kind }) =>
    polygons.flat().flatMap(ring => {
      const closed = kind === 'draft' ? ring : [...ring, ...ring.slice(0, 1)]
      // Without the two edges of the corner that is being moved.
      return closed.slice(1).flatMap((to, index) => {
        const from = closed[index] ?? to
        return isMoved(from) || isMoved(to) ? [] : [[onScreen(from), onScreen(to)]]
      })
    }),
  )
  const lines = streets
    .filter(({ road }) => road !== 'place')
    .map(({ line }) =>
      Array.from({ length: line.length / 2 }, (_, index) =>
        toScreen(view, size, { x: line[2 * index] ?? 0, y: line[2 * index + 1] ?? 0 }),
      ),
    )
  return [...edges, ...lines]
}
