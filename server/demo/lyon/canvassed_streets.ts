import type { Street } from '../data.ts'

// The streets of the actions in Lyon.

const lyon4 = { postalcode: '69004', citycode: '69384', city: 'Lyon' }
const lyon3 = { postalcode: '69003', citycode: '69383', city: 'Lyon' }
const lyon7 = { postalcode: '69007', citycode: '69387', city: 'Lyon' }
const villeurbanne = { postalcode: '69100', citycode: '69266', city: 'Villeurbanne' }

export const belfort: Street = {
  street: 'rue de Belfort',
  ...lyon4,
  from: [45.7772, 4.8298],
  step: [88, 26],
  houses: 24,
}
export const dumenge: Street = { street: 'rue Dumenge', ...lyon4, from: [45.7752, 4.8312], step: [95, -14], houses: 20 }
export const austerlitz: Street = {
  street: 'rue d’Austerlitz',
  ...lyon4,
  from: [45.7759, 4.8329],
  step: [60, 55],
  houses: 18,
}
export const jacquard: Street = {
  street: 'rue Jacquard',
  ...lyon4,
  from: [45.7788, 4.8262],
  step: [30, 62],
  houses: 34,
}
export const croixRousse: Street = {
  street: 'boulevard de la Croix-Rousse',
  ...lyon4,
  from: [45.7739, 4.8231],
  step: [8, 118],
  houses: 46,
}
export const gambetta: Street = {
  street: 'cours Gambetta',
  ...lyon3,
  from: [45.7545, 4.8441],
  step: [-36, 120],
  houses: 30,
}
export const university: Street = {
  street: 'rue de l’Université',
  ...lyon7,
  from: [45.7497, 4.8382],
  step: [20, 110],
  houses: 22,
}
export const zola: Street = {
  street: 'cours Émile Zola',
  ...villeurbanne,
  from: [45.7702, 4.8655],
  step: [-12, 130],
  houses: 34,
}
export const barbusse: Street = {
  street: 'avenue Henri Barbusse',
  ...villeurbanne,
  from: [45.7673, 4.8781],
  step: [-80, 40],
  houses: 20,
}
