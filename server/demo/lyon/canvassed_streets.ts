import type { Street } from '../data.ts'
import { streetGrid } from '../street_grid.ts'

// The streets of the actions in Lyon.

const lyon4 = { postalcode: '69004', citycode: '69384', city: 'Lyon' }
const lyon3 = { postalcode: '69003', citycode: '69383', city: 'Lyon' }
const lyon7 = { postalcode: '69007', citycode: '69387', city: 'Lyon' }
const villeurbanne = { postalcode: '69100', citycode: '69266', city: 'Villeurbanne' }

const { street, area } = streetGrid(45.777, 4.8262, -7)

export const belfort: Street = { street: 'rue de Belfort', ...lyon4, ...street([390, 15], [0, 15]), houses: 24 }
export const dumenge: Street = { street: 'rue Dumenge', ...lyon4, ...street([130, -170], [0, 15]), houses: 20 }
export const austerlitz: Street = {
  street: 'rue d’Austerlitz',
  ...lyon4,
  ...street([145, 130], [14, 0]),
  houses: 18,
}
export const jacquard: Street = { street: 'rue Jacquard', ...lyon4, ...street([15, 260], [15, 0]), houses: 34 }
export const croixRousse: Street = {
  street: 'boulevard de la Croix-Rousse',
  ...lyon4,
  ...street([15, 0], [15, 0]),
  houses: 46,
}
export const gambetta: Street = { street: 'cours Gambetta', ...lyon3, ...street([1170, -2470], [16, 0]), houses: 30 }
export const university: Street = {
  street: 'rue de l’Université',
  ...lyon7,
  ...street([910, -2860], [16, 0]),
  houses: 22,
}
export const zola: Street = {
  street: 'cours Émile Zola',
  ...villeurbanne,
  ...street([2730, -390], [16, 0]),
  houses: 34,
}
export const barbusse: Street = {
  street: 'avenue Henri Barbusse',
  ...villeurbanne,
  ...street([3120, -780], [0, 15]),
  houses: 20,
}

export const canvassed = [belfort, dumenge, austerlitz, jacquard, croixRousse, gambetta, university, zola, barbusse]

/** North of the boulevard, the boulevard and the south, and the east. */
export const turfs = {
  north: area([
    [-40, 75],
    [325, 75],
    [325, 330],
    [-40, 330],
  ]),
  south: area([
    [-40, -205],
    [375, -205],
    [375, 75],
    [-40, 75],
  ]),
  east: area([
    [375, -60],
    [450, -60],
    [450, 410],
    [325, 410],
    [325, 75],
    [375, 75],
  ]),
}
