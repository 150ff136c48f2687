import type { SentContact } from '../../contacts/core/shape.ts'

// Neighbours around the harbour who know each other; two of them have the same name. Their notes, tasks and families are in notes.ts.

const born = (day: string) => `${day}T00:00:00.000Z`
const bristol = { city: 'Bristol', country: 'GB', latitude: '51.44721', longitude: '-2.60655' }
const quay = { house_number: '4', street: 'Quay Street', postal_code: 'BS1 4DJ', ...bristol }
const harbour = { street: 'Harbour Road', postal_code: 'BS1 6XN', ...bristol }
const anchor = { house_number: '9', street: 'Anchor Lane', postal_code: 'BS1 5TY', ...bristol }
const dock = { street: 'Dock Street', postal_code: 'BS3 1JA', ...bristol }
const bath = { postal_code: 'BA1 1NS', city: 'Bath', country: 'GB', latitude: '51.38260', longitude: '-2.35820' }

const tagged = (...names: string[]) => ({ tags: names.map(name => ({ name })) })

export const neighbours: SentContact[] = [
  {
    ...{ firstname: 'Beth', surname: 'Ashworth', gender: 'F', birthdate: born('1979-05-14'), nationality: 'GB' },
    ...{ mail: 'beth.ashworth@example.com', mobile: '07700 900800', address: quay },
    ...tagged('volunteer', 'tenant'),
  },
  {
    ...{ firstname: 'Callum', surname: 'Ashworth', gender: 'M', birthdate: born('1977-10-02'), nationality: 'GB' },
    ...{ mail: 'callum.ashworth@example.com', mobile: '07700 900801', address: quay },
    ...tagged('tenant', 'parent'),
  },
  {
    ...{ firstname: 'Isla', surname: 'Ashworth', gender: 'F', birthdate: born('2006-02-27'), nationality: 'GB' },
    ...{ mail: 'isla.ashworth@example.com', mobile: '07700 900802', address: quay },
    ...tagged('student'),
  },
  {
    ...{ firstname: 'Fiona', surname: 'Barnes', gender: 'F', birthdate: born('1954-08-19'), nationality: 'GB' },
    ...{ phone: '0117 496 0803', address: { house_number: '17', ...harbour } },
    ...tagged('volunteer', 'block rep'),
  },
  {
    ...{ firstname: 'George', surname: 'Davies', gender: 'M', birthdate: born('1968-12-06'), nationality: 'GB' },
    ...{ mail: 'george.davies@example.com', address: { house_number: '19', ...harbour } },
    ...tagged('tenant'),
  },
  {
    ...{ firstname: 'Niamh', surname: 'Kelly', gender: 'F', birthdate: born('1988-03-17'), nationality: 'IE' },
    ...{ mail: 'niamh.kelly@example.com', mobile: '07700 900805', address: anchor },
    ...tagged('tenant'),
  },
  {
    ...{ firstname: 'Patrick', surname: 'Kelly', gender: 'M', birthdate: born('1991-07-23'), nationality: 'IE' },
    ...{ mail: 'patrick.kelly@example.com', mobile: '07700 900806', address: anchor },
    ...tagged('tenant', 'volunteer'),
  },
  {
    ...{ firstname: 'Ruth', surname: 'Fletcher', gender: 'F', birthdate: born('1951-01-30'), nationality: 'GB' },
    ...{ mail: 'ruth.fletcher@example.com', phone: '0117 496 0807' },
    address: { house_number: '31', street: 'Cumberland Close', postal_code: 'BS1 6XJ', ...bristol },
    ...tagged('supporter'),
  },
  {
    ...{ firstname: 'Sam', surname: 'Hughes', gender: 'M', birthdate: born('1984-06-11'), nationality: 'GB' },
    ...{ mail: 'sam.hughes@example.com', mobile: '07700 900808', address: { house_number: '2', ...dock } },
    ...tagged('tenant'),
  },
  {
    ...{ firstname: 'Sam', surname: 'Hughes', gender: 'F', birthdate: born('1996-09-28'), nationality: 'GB' },
    ...{ mail: 'samantha.hughes@example.com', mobile: '07700 900809' },
    address: { house_number: '58', street: 'North Parade', ...bath },
    ...tagged('supporter', 'press'),
  },
  {
    ...{ firstname: 'Megan', surname: 'Parker', gender: 'F', birthdate: born('1993-11-05'), nationality: 'GB' },
    ...{ mail: 'megan.parker@example.com', mobile: '07700 900810', address: { ...anchor, house_number: '12' } },
    ...tagged('volunteer'),
  },
  {
    ...{ firstname: 'Rhys', surname: 'Walker', gender: 'M', birthdate: born('1972-04-09'), nationality: 'GB' },
    ...{ mail: 'rhys.walker@example.com', mobile: '07700 900811', address: { house_number: '40', ...dock } },
    ...tagged('former member'),
  },
]
