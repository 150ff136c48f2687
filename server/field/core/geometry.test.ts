import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { AreaError, areaContains, filterInSlices, parseArea } from './geometry.ts'

const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates })
const within = (shape: unknown, longitude: number, latitude: number) =>
  areaContains(parseArea(JSON.stringify(shape))!, longitude, latitude)

describe('a point', () => {
  test('is in a polygon, and not in its hole', () => {
    const shape = polygon(ring(0, 0, 10, 10), ring(4, 4, 6, 6))
    assert.deepEqual([within(shape, 1, 1), within(shape, 5, 5), within(shape, 11, 5)], [true, false, false])
  })

  test('is in one of several polygons, however they are wrapped', () => {
    const [left, right] = [polygon(ring(0, 0, 1, 1)), polygon(ring(5, 5, 6, 6))]
    const feature = (geometry: unknown) => ({ type: 'Feature', properties: {}, geometry })
    for (const shape of [
      { type: 'MultiPolygon', coordinates: [left.coordinates, right.coordinates] },
      { type: 'FeatureCollection', features: [feature(left), feature(right)] },
      { type: 'GeometryCollection', geometries: [left, right] },
      [left, feature(right)],
    ])
      assert.deepEqual([within(shape, 0.5, 0.5), within(shape, 5.5, 5.5), within(shape, 3, 3)], [true, true, false])
  })

  test('is compared with a rectangle correctly', () => {
    const degree = fc.double({ min: -80, max: 80, noNaN: true })
    const property = fc.property(degree, degree, degree, degree, degree, degree, (a, b, c, d, x, y) => {
      const [west, east, south, north] = [Math.min(a, b), Math.max(a, b), Math.min(c, d), Math.max(c, d)]
      fc.pre(west < x && x < east && south < y && y < north ? true : x < west || x > east || y < south || y > north)
      const inside = x > west && x < east && y > south && y < north
      assert.equal(within(polygon(ring(west, south, east, north)), x, y), inside)
    })
    fc.assert(property, { seed: 1 })
  })

  test('is on the right side of a slanted line', () => {
    const triangle = polygon([
      [0, 0],
      [10, 0],
      [0, 10],
      [0, 0],
    ])
    assert.deepEqual([within(triangle, 4.9, 5), within(triangle, 5.1, 5)], [true, false])
  })
})

test('on the border of two neighbours is in exactly one of them', () => {
  const [left, right] = [polygon(ring(0, 0, 1, 1)), polygon(ring(1, 0, 2, 1))]
  for (const latitude of [0.1, 0.5, 0.9]) assert.notEqual(within(left, 1, latitude), within(right, 1, latitude))
})

test('many points are compared with a large area in slices, and other requests are served in between', async () => {
  const points = 20_000
  const places = Array.from({ length: 1000 }, (_, n) => n)
  let [turns, over] = [0, false]
  const turn = () => {
    turns++
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  const found = await filterInSlices(places, points, place => place % 3 === 0)
  over = true
  assert.deepEqual(
    found,
    places.filter(place => place % 3 === 0),
  )
  assert.ok(turns >= 90, `${turns} turns`)
  assert.deepEqual(await filterInSlices(places, 0, place => place < 2), [0, 1])
})

test('an empty text is no area', () => {
  assert.deepEqual([parseArea(''), parseArea('  ')], [undefined, undefined])
})

test('what is no area is refused with an explanation', () => {
  const polygon = (ring: string) => `{"type":"Polygon","coordinates":[${ring}]}`
  for (const text of [
    ...['POLYGON((0 0))', 'null', '7', '{}', '[]', '{"type":"Polygon"}', '{"type":"Feature","geometry":null}'],
    ...['', '[[0,0],[1,1],[0,0]]', '[[0,0],[1,"1"],[2,2],[0,0]]', '[[0,0],[181,1],[2,2],[0,0]]'].map(polygon),
    '{"type":"Point","coordinates":[1,2]}',
    `${'['.repeat(50)}${']'.repeat(50)}`,
  ]) {
    const refused = (error: Error) => error instanceof AreaError && error.message.length > 10
    assert.throws(() => parseArea(text), refused, text)
  }
})
