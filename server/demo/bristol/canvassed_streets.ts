import type { Street } from '../data.ts'

// The streets of the actions in Bristol.

const bristol = { citycode: 'E06000023', city: 'Bristol' }

export const cumberland: Street = {
  ...{ street: 'Cumberland Road', postalcode: 'BS1 6UG', ...bristol },
  ...{ from: [51.4469, -2.6102], step: [-6, 132], houses: 40 },
}
export const coronation: Street = {
  ...{ street: 'Coronation Road', postalcode: 'BS3 1RN', ...bristol },
  ...{ from: [51.4451, -2.6101], step: [10, 140], houses: 44 },
}
export const hotwell: Street = {
  ...{ street: 'Hotwell Road', postalcode: 'BS8 4UB', ...bristol },
  ...{ from: [51.4499, -2.6204], step: [24, 118], houses: 30 },
}
export const north: Street = {
  ...{ street: 'North Street', postalcode: 'BS3 1JA', ...bristol },
  ...{ from: [51.4409, -2.6112], step: [30, 125], houses: 36 },
}
export const east: Street = {
  ...{ street: 'East Street', postalcode: 'BS3 4HH', ...bristol },
  ...{ from: [51.4403, -2.5972], step: [82, 64], houses: 26 },
}
