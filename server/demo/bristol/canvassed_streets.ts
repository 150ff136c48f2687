import type { Street } from '../data.ts'
import { streetGrid } from '../street_grid.ts'

// The streets of the actions in Bristol.

const bristol = { citycode: 'E06000023', city: 'Bristol' }

const { street, area } = streetGrid(51.4469, -2.6102, -4)

export const cumberland: Street = {
  ...{ street: 'Cumberland Road', postalcode: 'BS1 6UG', ...bristol },
  ...{ ...street([15, 0], [15, 0]), houses: 40 },
}
export const coronation: Street = {
  ...{ street: 'Coronation Road', postalcode: 'BS3 1RN', ...bristol },
  ...{ ...street([15, -260], [15, 0]), houses: 44 },
}
export const hotwell: Street = {
  ...{ street: 'Hotwell Road', postalcode: 'BS8 4UB', ...bristol },
  ...{ ...street([-260, -45], [0, 15]), houses: 30 },
}
export const north: Street = {
  ...{ street: 'North Street', postalcode: 'BS3 1JA', ...bristol },
  ...{ ...street([15, -650], [15, 0]), houses: 36 },
}
export const east: Street = {
  ...{ street: 'East Street', postalcode: 'BS3 4HH', ...bristol },
  ...{ ...street([910, -780], [0, 15]), houses: 26 },
}

export const canvassed = [cumberland, coronation, hotwell, north, east]

/** Both sides of the river, and the road along the harbour. */
export const turfs = {
  island: area([
    [-40, -80],
    [350, -80],
    [350, 60],
    [-40, 60],
  ]),
  south: area([
    [-40, -345],
    [385, -345],
    [385, -195],
    [-40, -195],
  ]),
  west: area([
    [-310, -80],
    [-190, -80],
    [-190, 230],
    [-310, 230],
  ]),
}
