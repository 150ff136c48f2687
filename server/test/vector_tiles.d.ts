declare module 'geojson-vt' {
  import type { FeatureCollection } from 'geojson'

  export default class GeoJSONVT {
    constructor(data: FeatureCollection, options?: object)
    getTile(z: number, x: number, y: number): { features: unknown[] } | null
  }
}

declare module 'vt-pbf' {
  const vtpbf: { fromGeojsonVt(layers: Record<string, unknown>, options?: object): Uint8Array }
  export default vtpbf
}
