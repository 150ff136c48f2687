import type { SentContact } from '../../contacts/core/shape.ts'

// People who were entered twice: at a stall and on the web site, before and after a move, with a nickname. Four pairs are certain.

const born = (day: string) => `${day}T00:00:00.000Z`
const lyon7 = { postal_code: '69007', city: 'Lyon', latitude: '45.75130', longitude: '4.84030' }
const bron = { postal_code: '69500', city: 'Bron', latitude: '45.73940', longitude: '4.91290' }

export const duplicates: [SentContact, SentContact][] = [
  [
    {
      ...{ firstname: 'Jean-Pierre', surname: 'Vuillermoz', gender: 'M', birthdate: born('1961-03-04') },
      ...{ mail: 'jp.vuillermoz@example.com', tags: [{ name: 'ancien adhérent' }] },
      address: { house_number: '7', street: 'rue de Marseille', ...lyon7 },
    },
    {
      ...{ firstname: 'Jean-Pierre', surname: 'VUILLERMOZ', birthdate: born('1961-03-04'), mobile: '06 39 98 91 01' },
      address: { house_number: '60', street: 'avenue Franklin Roosevelt', ...bron },
    },
  ],
  [
    {
      ...{ firstname: 'Maëlle', surname: 'Le Goff', gender: 'F', birthdate: born('1994-08-21') },
      ...{ mail: 'maelle.legoff@example.com', tags: [{ name: 'bénévole' }] },
    },
    { firstname: 'Maëlle', surname: 'Le Goff', mail: 'maelle.legoff@example.com', mobile: '06 39 98 91 02' },
  ],
  [
    {
      ...{ firstname: 'Salim', surname: 'Hamidi', gender: 'M', mobile: '06 39 98 91 03' },
      address: { house_number: '18', street: 'avenue Jean Jaurès', ...lyon7 },
    },
    { firstname: 'Salim', surname: 'Hamidi', mobile: '06.39.98.91.03', mail: 'salim.hamidi@example.com' },
  ],
  [
    {
      ...{ firstname: 'Geneviève', surname: 'Auclair', gender: 'F', birthdate: born('1949-12-11') },
      ...{ phone: '04 65 71 91 04', tags: [{ name: 'sympathisant' }] },
    },
    {
      ...{ firstname: 'Genevieve', surname: 'Auclair', birthdate: born('1949-12-11'), mail: 'g.auclair@example.com' },
      address: { house_number: '112', street: 'avenue Jean Jaurès', ...lyon7 },
    },
  ],
  [
    { firstname: 'Alexandre', surname: 'Besson', gender: 'M', mail: 'alex.besson@example.com' },
    { firstname: 'Alex', surname: 'Besson', mail: 'alex.besson@example.com', mobile: '06 39 98 91 05' },
  ],
  [
    {
      ...{ firstname: 'Rosa', surname: 'Monteiro', gender: 'F', mail: 'rosa.monteiro@example.com' },
      address: { house_number: '25', street: 'rue de Marseille', ...lyon7, floor: '4' },
    },
    {
      ...{ firstname: 'Rosa', surname: 'Monteiro', phone: '04 65 71 91 06' },
      address: { house_number: '25', street: 'rue de Marseille', ...lyon7 },
    },
  ],
]
