import type { SentContact } from '../../contacts/core/shape.ts'

// People who were entered twice: at a stall and on the web site, before and after a move, with a nickname. Four pairs are certain.

const born = (day: string) => `${day}T00:00:00.000Z`
const southville = { postal_code: 'BS3 1RN', city: 'Bristol', latitude: '51.44520', longitude: '-2.60520' }
const easton = { postal_code: 'BS5 0PP', city: 'Bristol', latitude: '51.46390', longitude: '-2.56970' }

export const duplicates: [SentContact, SentContact][] = [
  [
    {
      ...{ firstname: 'Anne-Marie', surname: 'Oakes', gender: 'F', birthdate: born('1963-05-02') },
      ...{ mail: 'annemarie.oakes@example.com', tags: [{ name: 'former member' }] },
      address: { house_number: '88', street: 'Coronation Road', ...southville },
    },
    {
      ...{ firstname: 'Anne-Marie', surname: 'OAKES', birthdate: born('1963-05-02'), mobile: '07700 900820' },
      address: { house_number: '14', street: 'Stapleton Road', ...easton },
    },
  ],
  [
    {
      ...{ firstname: 'Jerome', surname: 'Bartley', gender: 'M', birthdate: born('1990-02-18') },
      ...{ mail: 'jerome.bartley@example.com', tags: [{ name: 'volunteer' }] },
    },
    { firstname: 'Jerome', surname: 'Bartley', mail: 'jerome.bartley@example.com', mobile: '07700 900821' },
  ],
  [
    {
      ...{ firstname: 'Halima', surname: 'Warsame', gender: 'F', mobile: '07700 900822' },
      address: { house_number: '61', street: 'Stapleton Road', ...easton },
    },
    { firstname: 'Halima', surname: 'Warsame', mobile: '+44 7700 900822', mail: 'halima.warsame@example.com' },
  ],
  [
    {
      ...{ firstname: 'Desmond', surname: 'Fairweather', gender: 'M', birthdate: born('1947-10-29') },
      ...{ phone: '0117 496 0823', tags: [{ name: 'supporter' }] },
    },
    {
      ...{ firstname: 'Desmond', surname: 'Fairweather', birthdate: born('1947-10-29') },
      ...{
        mail: 'd.fairweather@example.com',
        address: { house_number: '5', street: 'Coronation Road', ...southville },
      },
    },
  ],
  [
    { firstname: 'Alexandra', surname: 'Penrose', gender: 'F', mail: 'alex.penrose@example.com' },
    { firstname: 'Alex', surname: 'Penrose', mail: 'alex.penrose@example.com', mobile: '07700 900824' },
  ],
  [
    {
      ...{ firstname: 'Tomasz', surname: 'Zielinski', gender: 'M', mail: 'tomasz.zielinski@example.com' },
      address: { house_number: '30', street: 'Coronation Road', ...southville, floor: '1' },
    },
    {
      ...{ firstname: 'Tomasz', surname: 'Zielinski', phone: '0117 496 0825' },
      address: { house_number: '30', street: 'Coronation Road', ...southville },
    },
  ],
]
