import { createContacts } from '../contacts/core/write.ts'
import type { DemoContext } from './demo.ts'

// First name, surname, house number, street, postcode and city. The telephone numbers are reserved for fiction.
const neighbours = [
  ['Beth', 'Ashworth', '4', 'Quay Street', 'BS1 4DJ', 'Bristol'],
  ['Callum', 'Ashworth', '4', 'Quay Street', 'BS1 4DJ', 'Bristol'],
  ['Isla', 'Ashworth', '4', 'Quay Street', 'BS1 4DJ', 'Bristol'],
  ['Fiona', 'Barnes', '17', 'Harbour Road', 'BS1 6XN', 'Bristol'],
  ['George', 'Davies', '22', 'Harbour Road', 'BS1 6XN', 'Bristol'],
  ['Niamh', 'Kelly', '9', 'Anchor Lane', 'BS1 5TY', 'Bristol'],
  ['Patrick', 'Kelly', '9', 'Anchor Lane', 'BS1 5TY', 'Bristol'],
  ['Ruth', 'Fletcher', '31', 'Cumberland Close', 'BS1 6XJ', 'Bristol'],
  ['Sam', 'Hughes', '2', 'Dock Street', 'BS3 1JA', 'Bristol'],
  ['Sam', 'Hughes', '58', 'North Parade', 'BA1 1NS', 'Bath'],
  ['Megan', 'Parker', '12', 'Anchor Lane', 'BS1 5TY', 'Bristol'],
  ['Rhys', 'Walker', '40', 'Dock Street', 'BS3 1JA', 'Bristol'],
] as const

/** The first supporters of a tenants union, two of them with the same name. */
export async function fillEnglishContacts({ sql, caller }: DemoContext) {
  const contacts = neighbours.map(([firstname, surname, house_number, street, postal_code, city], index) => ({
    firstname,
    surname,
    mail: `${firstname}.${surname}${index}@example.com`.toLowerCase(),
    phone: `+44 20 7946 09${String(index).padStart(2, '0')}`,
    address: { house_number, street, postal_code, city, country: 'GB' },
    tags: [{ name: index % 3 === 0 ? 'volunteer' : 'tenant' }],
  }))
  await createContacts(sql, { caller, request_id: 'demo', source: 'demo' }, contacts)
}
