import type { SentContact } from '../../contacts/core/shape.ts'
import { houseAt } from '../street_grid.ts'
import * as streets from './canvassed_streets.ts'

// Neighbours of the Croix-Rousse who know each other. Their notes, tasks and families are in notes.ts.

const belfort = { street: 'rue de Belfort', postal_code: '69004', city: 'Lyon' }
const dumenge3 = {
  house_number: '3',
  street: 'rue Dumenge',
  postal_code: '69004',
  city: 'Lyon',
  ...houseAt(streets.dumenge, 3),
}
const jacquard41 = {
  house_number: '41',
  street: 'rue Jacquard',
  postal_code: '69004',
  city: 'Lyon',
  ...houseAt(streets.jacquard, 41),
}
const bellevue = { house_number: '14', ...belfort, ...houseAt(streets.belfort, 14), floor: '3' }

const born = (day: string) => `${day}T00:00:00.000Z`

export const neighbours: SentContact[] = [
  {
    ...{ firstname: 'Nadia', surname: 'Ferhat', gender: 'F', birthdate: born('1978-04-12') },
    ...{ mail: 'nadia.ferhat@example.com', mobile: '06 39 98 90 01', nationality: 'FR' },
    address: bellevue,
    tags: [{ name: 'bénévole' }, { name: 'locataire' }],
  },
  {
    ...{ firstname: 'Marc', surname: 'Ferhat', gender: 'M', birthdate: born('1976-09-30') },
    ...{ mail: 'marc.ferhat@example.com', mobile: '06 39 98 90 02', nationality: 'FR' },
    address: bellevue,
    tags: [{ name: 'sympathisant' }, { name: 'parent d’élève' }],
  },
  {
    ...{ firstname: 'Lina', surname: 'Ferhat', gender: 'F', birthdate: born('2006-11-03') },
    ...{ mail: 'lina.ferhat@example.com', mobile: '06 39 98 90 03', nationality: 'FR' },
    address: bellevue,
    tags: [{ name: 'étudiant' }],
  },
  {
    ...{ firstname: 'Bernard', surname: 'Chazal', gender: 'M', birthdate: born('1957-02-19') },
    ...{ mail: 'bernard.chazal@example.com', phone: '04 65 71 90 04', nationality: 'FR' },
    address: { house_number: '22', ...belfort, ...houseAt(streets.belfort, 22) },
    tags: [{ name: 'locataire' }, { name: 'ancien adhérent' }],
  },
  {
    ...{ firstname: 'Colette', surname: 'Chazal', gender: 'F', birthdate: born('1952-07-08') },
    ...{ mail: 'colette.chazal@example.com', phone: '04 65 71 90 05', nationality: 'FR' },
    address: dumenge3,
    tags: [{ name: 'presse' }, { name: 'sympathisant' }],
  },
  {
    ...{ firstname: 'Awa', surname: 'Sylla', gender: 'F', birthdate: born('1990-01-25') },
    ...{ mail: 'awa.sylla@example.com', mobile: '06 39 98 90 06', nationality: 'FR' },
    address: { ...dumenge3, floor: '2' },
    tags: [{ name: 'bénévole' }, { name: 'parent d’élève' }],
  },
  {
    ...{ firstname: 'Jérôme', surname: 'Pichon', gender: 'M', birthdate: born('1985-05-17') },
    ...{ mail: 'jerome.pichon@example.com', mobile: '06 39 98 90 07', nationality: 'FR' },
    address: jacquard41,
    tags: [{ name: 'sympathisant' }],
  },
  {
    ...{ firstname: 'Élise', surname: 'Pichon', gender: 'F', birthdate: born('1986-12-01') },
    ...{ mail: 'elise.pichon@example.com', mobile: '06 39 98 90 08', nationality: 'FR' },
    address: jacquard41,
    tags: [{ name: 'élu' }],
  },
]
