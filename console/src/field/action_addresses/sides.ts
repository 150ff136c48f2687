// Doors in the order in which people walk: up the odd side of a street, down the even side, then to the nearest street.

export type Side = 'odd' | 'even' | 'none'
export const sides = ['odd', 'even', 'none'] as const satisfies Side[]

/** What the order needs of an address. */
export interface StreetAddress {
  street: string
  city: string
  house_number: string
  building: string
  addition: string
  floor_name: string
  door: string
  latitude: string
  longitude: string
}

export interface StreetOf<Address> {
  key: string
  name: string
  city: string
  /** In walking order. */
  doors: Address[]
}

export const streetKey = ({ street, city }: Pick<StreetAddress, 'street' | 'city'>) => `${street}\n${city}`

const numberOf = (text: string) => Number(/\d{1,9}/.exec(text)?.[0] ?? Number.NaN)

/** The side of the street; none without a number. */
export function sideOf({ house_number }: Pick<StreetAddress, 'house_number'>): Side {
  const number = numberOf(house_number)
  if (Number.isNaN(number)) return 'none'
  return number % 2 === 0 ? 'even' : 'odd'
}

const latin = ['bis', 'ter', 'quater', 'quinquies']
const byText = new Intl.Collator('fr', { numeric: true })

/** 12, then 12 A, 12 bis or B, 12 ter or C. */
function suffixRank(text: string) {
  const suffix = (/\d+\s*[-/]?\s*(\p{L}+)/u.exec(text)?.[1] ?? '').toLowerCase()
  if (suffix === '') return 0
  const place = latin.indexOf(suffix)
  return place >= 0 ? place + 2 : suffix.charCodeAt(0) - 96
}

export const byHouseNumber = (one: string, other: string) =>
  numberOf(one) - numberOf(other) || suffixRank(one) - suffixRank(other) || byText.compare(one, other)

function floorRank(floor: string) {
  if (/^\s*(rdc|rez|ground)/i.test(floor)) return 0
  return Number(/-?\d+/.exec(floor)?.[0] ?? 0)
}

/** Doors of one house, from the ground up. */
const withinHouse = (one: StreetAddress, other: StreetAddress) =>
  byText.compare(one.building, other.building) ||
  byText.compare(one.addition, other.addition) ||
  floorRank(one.floor_name) - floorRank(other.floor_name) ||
  byText.compare(one.floor_name, other.floor_name) ||
  byText.compare(one.door, other.door)

/** The doors of one street: odd numbers up, even numbers down, then those without a number. */
function inWalkingOrder<Address extends StreetAddress>(doors: Address[]): Address[] {
  const bySide = Map.groupBy(doors, sideOf)
  const sorted = (side: Side, direction: 1 | -1) =>
    (bySide.get(side) ?? []).toSorted(
      (one, other) => direction * (byHouseNumber(one.house_number, other.house_number) || 0) || withinHouse(one, other),
    )
  return [...sorted('odd', 1), ...sorted('even', -1), ...sorted('none', 1)]
}

/** The streets in the order of their nearest ends, from the first one on. Those without a position come last. */
export function streetsInOrder<Address extends StreetAddress>(addresses: Address[]): StreetOf<Address>[] {
  const streets = [...Map.groupBy(addresses, streetKey)].map(([key, doors]) => ({
    key,
    name: doors[0]?.street ?? '',
    city: doors[0]?.city ?? '',
    doors: inWalkingOrder(doors),
  }))
  const ends = new Map(streets.map(street => [street, street.doors.filter(isPlaced)]))
  const left = streets.filter(street => ends.get(street)?.length)
  const ordered: StreetOf<Address>[] = []
  for (let here = left[0]; here; ) {
    ordered.push(here)
    left.splice(left.indexOf(here), 1)
    const end = ends.get(here)?.at(-1)
    here = end && nearestTo(end, left, street => ends.get(street)?.[0])
  }
  return [...ordered, ...streets.filter(street => !ends.get(street)?.length)]
}

export const isPlaced = ({ latitude, longitude }: Pick<StreetAddress, 'latitude' | 'longitude'>) =>
  Boolean(latitude && longitude)

type Position = Pick<StreetAddress, 'latitude' | 'longitude'>

/** The item whose position is nearest; items without one are passed over. */
export function nearestTo<Item>(from: Position, items: Item[], positionOf: (item: Item) => Position | undefined) {
  let best: { item: Item; metres: number } | undefined
  for (const item of items) {
    const position = positionOf(item)
    if (!position) continue
    const metres = metresBetween(from, position)
    if (!best || metres < best.metres) best = { item, metres }
  }
  return best?.item
}

const metres_per_degree = 111_320

/** Exact enough within a town. */
export function metresBetween(one: Position, other: Position) {
  const north = (Number(one.latitude) - Number(other.latitude)) * metres_per_degree
  const east =
    (Number(one.longitude) - Number(other.longitude)) *
    metres_per_degree *
    Math.cos((Number(one.latitude) * Math.PI) / 180)
  return Math.hypot(north, east)
}
