import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { knownStreets, withKnownStreet } from './src/field/action_addresses/known_streets.ts'
import { sideOf, streetsInOrder } from './src/field/action_addresses/sides.ts'
import { areaOfTurfs, redrawnArea, turfIndexOf, turfsOf } from './src/field/action_addresses/turfs.ts'
import type { ShownDoor } from './src/field/visits/doors.ts'
import { doorsAhead, firstDoor } from './src/field/visits/walk.ts'

const nowhere = { building: '', addition: '', floor_name: '', door: '', latitude: '', longitude: '', city: 'Lyon' }
const house = (house_number: string, more: object = {}) => ({ ...nowhere, street: 'Rue Haute', house_number, ...more })
const numbersOf = (doors: { house_number: string }[]) =>
  streetsInOrder(doors.map(door => ({ ...nowhere, street: 'Rue Haute', ...door }))).flatMap(({ doors }) =>
    doors.map(({ house_number }) => house_number),
  )

describe('the doors of a street', () => {
  test('go up the odd side and down the even side, with bis, ter and letters in their place', () => {
    const numbers = ['2', '10', '9', '1 ter', '1', '4 bis', '4', '1 bis', '3A', '3', '3B', '']
    const sorted = ['1', '1 bis', '1 ter', '3', '3A', '3B', '9', '10', '4 bis', '4', '2', '']
    assert.deepEqual(numbersOf(numbers.map(number => house(number))), sorted)
    assert.deepEqual(
      ['12 bis', '7', '', 'Le Clos'].map(number => sideOf(house(number))),
      ['even', 'odd', 'none', 'none'],
    )
  })

  test('go from the ground up within a house, on both sides', () => {
    const floors = ['2', 'RDC', '10', '1er étage gauche', '1er étage droite']
    for (const number of ['7', '8']) {
      const [street] = streetsInOrder(floors.map(floor_name => house(number, { floor_name })))
      assert.deepEqual(
        street?.doors.map(({ floor_name }) => floor_name),
        ['RDC', '1er étage droite', '1er étage gauche', '2', '10'],
      )
    }
  })

  test('are all there once, in any order they come', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 6 })), numbers => {
        assert.deepEqual(numbersOf(numbers.map(number => house(number))).sort(), numbers.toSorted())
      }),
    )
  })
})

test('streets follow each other by distance, and those without a position come last', () => {
  const at = (street: string, latitude: string) => house('1', { street, latitude, longitude: '4.83' })
  const streets = [
    at('A', '45.70'),
    at('B', '45.79'),
    at('C', '45.71'),
    house('1', { street: 'Nowhere' }),
    at('D', '45.72'),
  ]
  assert.deepEqual(
    streetsInOrder(streets).map(({ name }) => name),
    ['A', 'C', 'D', 'B', 'Nowhere'],
  )
})

test('a street gets the spelling that most of its doors in this city have', () => {
  const at = (street: string, city = 'Lyon') => ({ street, city })
  const avenue = 'Avenue Henri-Barbusse'
  const doors = [
    at('av. Henri Barbusse'),
    at(avenue),
    at(avenue),
    at('Rue du Faubourg de l’Église'),
    at(''),
    at('Quai', 'Nice'),
  ]
  const known = knownStreets(doors)
  assert.deepEqual(
    [...known.values()].map(({ street }) => street),
    [avenue, 'Rue du Faubourg de l’Église', 'Quai'],
  )
  const spelled = (street: string, city?: string) => Object.values(withKnownStreet(at(street, city), known)).join(', ')
  for (const typed of ['av. henri barbusse', 'AVE Henri Barbusse', ' avenue  Hénri-Barbusse ', avenue])
    assert.equal(spelled(typed, 'LYON'), `${avenue}, Lyon`, typed)
  assert.equal(spelled("rue du fg de l'eglise"), 'Rue du Faubourg de l’Église, Lyon')
  for (const [street, city] of [
    ['boulevard Henri Barbusse', 'Lyon'],
    ['avenue henri', 'Lyon'],
    ['quai', 'Lyon'],
  ] as const)
    assert.equal(spelled(street, city), `${street}, ${city}`)
})

describe('a walk', () => {
  const doors = ['1', '3', '5', '6', '4', '2'].map((number, index) => ({
    ...house(number, { latitude: String(45.76 + (index % 3) / 1000), longitude: index < 3 ? '4.83' : '4.8301' }),
    id: index + 1,
    result: undefined as string | undefined,
  })) as ShownDoor[]
  const isToDo = ({ result }: ShownDoor) => !result
  const ids = (list: ShownDoor[]) => list.map(({ id }) => id)

  test('goes on after the last visit, then turns to the doors before it; skipped doors come at the end', () => {
    assert.deepEqual(ids(doorsAhead(doors, { skipped: [] }, isToDo)), [1, 2, 3, 4, 5, 6])
    assert.deepEqual(ids(doorsAhead(doors, { last: 3, skipped: [] }, isToDo)), [4, 5, 6, 1, 2, 3])
    assert.deepEqual(ids(doorsAhead(doors, { last: 1, skipped: [2, 4] }, isToDo)), [3, 5, 6, 1, 2, 4])
    assert.deepEqual(ids(doorsAhead(doors, { last: 999, skipped: [999] }, isToDo)), [1, 2, 3, 4, 5, 6])
  })

  test('opens on the side of the last visit, or at the door nearest to it', () => {
    assert.equal(firstDoor(doors, { last: 1, skipped: [] }, isToDo)?.id, 2)
    const visited = doors.map(door => (door.id <= 3 ? { ...door, result: 'absent' as const } : door))
    assert.equal(firstDoor(visited, { last: 3, skipped: [] }, isToDo)?.id, 6)
    assert.equal(firstDoor(visited, { skipped: [] }, isToDo)?.id, 4)
    const finished = doors.map(door => ({ ...door, result: 'talked' as const }))
    assert.equal(firstDoor(finished, { last: 3, skipped: [2] }, isToDo), undefined)
  })
})

describe('the turfs of an action', () => {
  const square = (west: number) => [
    [
      { longitude: west, latitude: 45 },
      { longitude: west + 1, latitude: 45 },
      { longitude: west + 1, latitude: 46 },
      { longitude: west, latitude: 46 },
    ],
  ]
  const turf = (name: string, west: number, team_ids: number[] = []) => ({
    name,
    named: name !== '',
    team_ids,
    polygon: square(west),
  })

  test('are the polygons of its area, named by letter, and an undivided area has none', () => {
    assert.deepEqual(turfsOf(''), [])
    assert.deepEqual(turfsOf(areaOfTurfs([turf('', 4)])), [])
    const turfs = turfsOf(areaOfTurfs([turf('', 4), turf('Canal', 5, [7])]))
    assert.deepEqual(
      turfs.map(({ name, team_ids }) => [name, team_ids]),
      [
        ['A', []],
        ['Canal', [7]],
      ],
    )
    assert.deepEqual(
      ['4.5', '5.5', '9', ''].map(longitude => turfIndexOf(turfs, { latitude: '45.5', longitude })),
      [0, 1, undefined, undefined],
    )
  })

  test('keep their names and teams when the area is drawn again', () => {
    const before = areaOfTurfs([turf('North', 4, [3]), turf('South', 6, [5])])
    const wider = [{ longitude: 3.5, latitude: 45 }, ...(square(4)[0]?.slice(1) ?? [])]
    const after = turfsOf(redrawnArea([[wider], ...[square(8)]], before))
    assert.deepEqual(
      after.map(({ name, team_ids }) => [name, team_ids]),
      [
        ['North', [3]],
        ['B', []],
      ],
    )
    assert.equal(redrawnArea([], before), '')
  })
})
