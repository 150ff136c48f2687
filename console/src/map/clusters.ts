import Supercluster from 'supercluster'
import { type DoorState, door_states } from './door_states.ts'
import { mergeOverlaps } from './overlaps.ts'
import { type Point, project, unproject, zoom_max } from './projection.ts'

/** A point on the map. `done` marks what has been dealt with, such as a visited door. */
export interface MapPoint extends Point {
  id: number
  label: string
  done: boolean
  /** Decides the shape of a door. */
  state?: DoorState
  /** How much is done, from 0 to 1, for a point with a goal. */
  share?: number
  /** Near the ground, points are merged with others of their group first, such as the doors on one side of a street. */
  group?: string
}

/** Points too close together to be shown apart; a single point is a cluster of one. */
export interface Cluster extends Point {
  key: string
  points: MapPoint[]
  done: number
}

const radius_px = 44
/** Doors of one side are merged closer to each other, so that their marks stay on their block. */
const [side_radius_px, door_radius_px] = [36, 15]
const [sides_from_zoom, doors_from_zoom] = [13, 17]
const tile_px = 256
const whole_world: [number, number, number, number] = [-180, -90, 180, 90]

/** The zoom to group for: at or below that of the map, so that marks are never closer together than grouping leaves them. */
export const levelOf = (zoom: number) => Math.floor(zoom * 2) / 2

/** A point as a cluster of its own. */
export const aloneOf = (point: MapPoint): Cluster => ({
  key: String(point.id),
  points: [point],
  done: Number(point.done),
  x: point.x,
  y: point.y,
})

type Properties = { point: MapPoint; position: number }
type Index = Supercluster<Properties, Record<string, never>>

/** Groups points for every zoom level. The groups do not depend on what part of the map is shown, so panning never changes them. */
export function clusterIndex(points: MapPoint[]): (zoom: number) => Cluster[] {
  const features = points.map(featureOf)
  const groups = [...Map.groupBy(features, ({ properties }) => properties.point.group ?? '').values()]
  const indexes = new Map<number, Index[]>()
  const indexesAt = (zoom: number) => {
    const apart = groups.length > 1 && zoom >= sides_from_zoom
    const radius = !apart ? radius_px : zoom < doors_from_zoom ? side_radius_px : door_radius_px
    const known = indexes.get(radius) ?? (apart ? groups : [features]).map(part => indexOf(part, radius))
    indexes.set(radius, known)
    return known
  }
  return zoom => {
    const whole = Math.ceil(zoom)
    const found = indexesAt(whole).flatMap(index => clustersIn(index, whole, points.length))
    // In the order of the points, which is the tab order.
    const byPosition = (one: { position: number }, other: { position: number }) => one.position - other.position
    return mergeOverlaps(found.sort(byPosition), zoom).sort(byPosition)
  }
}

function indexOf(features: ReturnType<typeof featureOf>[], radius: number): Index {
  const index: Index = new Supercluster({ radius, extent: tile_px, maxZoom: zoom_max })
  return index.load(features)
}

const clustersIn = (index: Index, zoom: number, most: number) =>
  index.getClusters(whole_world, zoom).map(({ geometry: { coordinates }, properties }) =>
    'cluster_id' in properties
      ? clusterOf(
          index.getLeaves(properties.cluster_id, most).map(leaf => leaf.properties),
          coordinates,
        )
      : clusterOf([properties], coordinates),
  )

function featureOf(point: MapPoint, position: number) {
  const { longitude, latitude } = unproject(point)
  return {
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    properties: { point, position },
  }
}

function clusterOf(members: Properties[], [longitude = 0, latitude = 0]: number[]): Cluster & { position: number } {
  const sorted = members.toSorted((one, other) => one.position - other.position)
  return {
    key: String(sorted[0]?.point.id),
    position: sorted[0]?.position ?? 0,
    points: sorted.map(({ point }) => point),
    done: sorted.filter(({ point }) => point.done).length,
    ...project({ longitude, latitude }),
  }
}

/** Half of the width of a mark on the screen. */
export const markRadius = ({ points: [first, ...others] }: Cluster) =>
  others.length > 0 || first?.share !== undefined ? 18 : 8

/** How many points of a cluster are in each state, as parts of a circle for CSS. */
export function ringOf({ points }: Cluster): string | undefined {
  if (!points.some(({ state }) => state)) return undefined
  let from = 0
  const parts = door_states.flatMap(state => {
    const share = points.filter(point => point.state === state).length / points.length
    const part = `var(--door-${state}) ${(360 * from).toFixed(1)}deg ${(360 * (from + share)).toFixed(1)}deg`
    from += share
    return share > 0 ? [part] : []
  })
  return `conic-gradient(${parts.join(', ')})`
}
