import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { areaText, geoJsonOf, parseAreaText, polygonsOf } from './src/field/action_addresses/areas.ts'
import { cardPlace } from './src/map/card_place.ts'
import { clusterIndex, levelOf } from './src/map/clusters.ts'
import { openingView } from './src/map/opening_view.ts'
import {
  fitView,
  formatView,
  fromScreen,
  parseView,
  project,
  toScreen,
  unproject,
  zoomView,
} from './src/map/projection.ts'

const degree = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map(value => value / 1e6)
const place = fc.record({ latitude: degree(84), longitude: degree(180) }, { noNullPrototype: true })
const near = (one: number, other: number, within: number) => assert.ok(Math.abs(one - other) <= within)

describe('a map', () => {
  test('converts every position it shows back to the same place', () => {
    fc.assert(
      fc.property(place, fc.double({ min: 1, max: 19, noNaN: true }), (shown, zoom) => {
        const back = unproject(project(shown))
        near(back.latitude, shown.latitude, 1e-9)
        near(back.longitude, shown.longitude, 1e-9)
        const [view, size] = [
          { ...project({ latitude: 45, longitude: 5 }), zoom },
          { width: 800, height: 500 },
        ]
        const again = fromScreen(view, size, toScreen(view, size, project(shown)))
        near(again.x, project(shown).x, 1e-9)
      }),
    )
  })

  test('keeps the place under the pointer while zooming', () => {
    const size = { width: 800, height: 500 }
    const around = { x: 120, y: 400 }
    const view = { ...project({ latitude: 45, longitude: 5 }), zoom: 9 }
    const nearer = zoomView(view, size, 1.5, around)
    assert.equal(nearer.zoom, 10.5)
    near(fromScreen(nearer, size, around).x, fromScreen(view, size, around).x, 1e-12)
    near(fromScreen(nearer, size, around).y, fromScreen(view, size, around).y, 1e-12)
  })

  test('shows all points at first', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), places => {
        const [spots, size] = [places.map(project), { width: 900, height: 500 }]
        const view = fitView(spots, size)
        for (const spot of spots) {
          const { x, y } = toScreen(view, size, spot)
          assert.ok(view.zoom === 0.5 || (x > -1 && x < 901 && y > -1 && y < 501))
        }
      }),
    )
  })

  test('leaves room beside the points for their names', () => {
    const spots = [project({ latitude: 45.7, longitude: 4.8 }), project({ latitude: 45.71, longitude: 4.9 })]
    const size = { width: 400, height: 400 }
    const [first, last] = spots.map(spot => toScreen(fitView(spots, size, 90), size, spot))
    near(first?.x ?? 0, 90, 1e-6)
    near(last?.x ?? 0, 310, 1e-6)
  })

  test('starts at the position in its URL, and ignores an invalid one', () => {
    const view = parseView('45.76400,4.83570,12.50')
    assert.equal(view && formatView(view), '45.76400,4.83570,12.50')
    for (const text of [undefined, '', 'a,b,c', '1,2', '1,2,3,4']) assert.equal(parseView(text), undefined)
  })

  test('shows the card of a door within the map, where it covers fewer of the other doors', () => {
    const size = { width: 700, height: 420 }
    const beneath = [1, 2, 3].map(door => ({ x: 300 + 20 * door, y: 260 }))
    const above = [{ x: 330, y: 150 }]
    const spot = { x: 340, y: 200 }
    assert.equal(cardPlace(spot, [...beneath, ...above], size).side, 'above')
    assert.equal(cardPlace(spot, above, size).side, 'below')
    // Without room on the better side, on the other one.
    assert.equal(cardPlace({ x: 340, y: 60 }, [{ x: 340, y: 90 }], size).side, 'below')
    for (const x of [0, 690]) {
      const { left, width } = cardPlace({ x, y: 200 }, [], size)
      assert.ok(left >= 0 && left + width <= size.width)
    }
  })

  test('shows no mark over another, and none so close to another that a finger could miss it', () => {
    const doors = Array.from({ length: 60 }, (_, id) => ({
      id,
      label: '',
      done: false,
      group: `${id % 5}`,
      ...project({ latitude: 45.76 + (id % 7) / 5000, longitude: 4.83 + (id % 11) / 5000 }),
    }))
    const target_px = 24
    for (const zoom of [13, 14.9, 15.5, 17, 17.4, 17.6, 18.4]) {
      const marks = clusterIndex(doors)(levelOf(zoom))
      for (const [index, one] of marks.entries())
        for (const other of marks.slice(index + 1))
          assert.ok(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) * 256 * 2 ** zoom >= target_px)
    }
  })

  test('of several regions opens where the actions of the space are', () => {
    const france_and_england = { west: -3, south: 45, east: 5, north: 52 }
    const [latitude, longitude, zoom] = openingView(france_and_england, [
      { latitude: 45.76, longitude: 4.83 },
      { latitude: 45.78, longitude: 4.85 },
      { latitude: 48.85, longitude: 9 },
    ])
      .split(',')
      .map(Number)
    assert.deepEqual([latitude, longitude], [45.78, 4.85])
    assert.ok(Number(zoom) >= 13)
    assert.match(openingView(france_and_england, []), /^48\.50000,1\.00000,[56]\./)
  })

  test('loses no point when it clusters', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 60 }), fc.integer({ min: 1, max: 19 }), (places, zoom) => {
        const points = places.map((one, id) => ({ id, label: '', done: id % 2 === 0, ...project(one) }))
        const found = clusterIndex(points)(zoom).flatMap(({ points }) => points.map(({ id }) => id))
        assert.deepEqual(
          found.sort((a, b) => a - b),
          points.map(({ id }) => id),
        )
      }),
    )
  })
})

describe('an area', () => {
  const ring = fc.array(place, { minLength: 3, maxLength: 12 })

  test('is the same after storing it and after formatting it', () => {
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), rings => {
        const polygons = rings.map(outline => [outline])
        // A ring whose last point is its first is already closed.
        fc.pre(rings.every(([first, ...others]) => JSON.stringify(first) !== JSON.stringify(others.at(-1))))
        assert.deepEqual(polygonsOf(geoJsonOf(polygons)), polygons)
        assert.deepEqual(parseAreaText(areaText(polygons)), { polygons })
      }),
    )
  })

  test('can be entered with decimal points, with decimal commas, and as GeoJSON', () => {
    const polygons = [
      [
        { latitude: 45.5, longitude: 4.5 },
        { latitude: 45.5, longitude: -4.6 },
        { latitude: 45.6, longitude: 4.6 },
      ],
    ]
    for (const text of [
      '45.5, 4.5\n45.5, -4.6\n45.6, 4.6',
      '45,5 4,5\n45,5; -4,6\n45,6 4,6\n',
      '45.5,4.5\n45.5,-4.6\n45.6,4.6',
      geoJsonOf([polygons]),
    ])
      assert.deepEqual(parseAreaText(text), { polygons: [polygons] }, text)
    assert.deepEqual(parseAreaText('45.5, 4.5\nnorth of the church'), { line: 2 })
    assert.deepEqual(parseAreaText('95, 4.5'), { line: 1 })
    assert.ok('line' in parseAreaText('45.5, 4.5\n45.5, 4.6'))
  })

  test('keeps its holes', () => {
    const square = (from: number, to: number) =>
      [from, to].flatMap(latitude => [from, to].map(longitude => ({ latitude, longitude })))
    const polygon = [square(0, 10), square(4, 5)]
    assert.deepEqual(parseAreaText(areaText([polygon])), { polygons: [polygon] })
  })
})
