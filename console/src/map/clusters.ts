import Supercluster from 'supercluster'
import { type Point, project, unproject, zoom_max } from './projection.ts'

/** A point on the map. `done` marks what has been dealt with, such as a visited door. */
export interface MapPoint extends Point {
  id: number
  label: string
  done: boolean
}

/** Points too close together to be shown apart; a single point is a cluster of one. */
export interface Cluster extends Point {
  key: string
  points: MapPoint[]
  done: number
}

const radius_px = 44
const tile_px = 256
const whole_world: [number, number, number, number] = [-180, -90, 180, 90]

type Properties = { point: MapPoint; position: number }

/** Groups points for every zoom level. The groups do not depend on what part of the map is shown, so panning never changes them. */
export function clusterIndex(points: MapPoint[]): (zoom: number) => Cluster[] {
  const index = new Supercluster<Properties, Record<string, never>>({
    radius: radius_px,
    extent: tile_px,
    maxZoom: zoom_max,
  })
  index.load(points.map(featureOf))
  return zoom =>
    index
      .getClusters(whole_world, zoom)
      .map(({ geometry: { coordinates }, properties }) =>
        'cluster_id' in properties
          ? clusterOf(
              index.getLeaves(properties.cluster_id, points.length).map(leaf => leaf.properties),
              coordinates,
            )
          : clusterOf([properties], coordinates),
      )
      // In the order of the points, which is the tab order.
      .sort((one, other) => one.position - other.position)
}

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
